"""`/v1/agui/check` and `/v1/agui/apply`: as the library judges and takes in, over HTTP."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog.service import agui
from forethought.policies.agui import MEANINGS, Emitter, Seal, check, consume
from forethought.policies.words import Json

Client = TestClient[Litestar]

SECRET = "the-secret-words-of-a-user"
BOTH = pytest.mark.parametrize("path", ["check", "apply"])
START = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
OPEN = {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}
CLOSE = {"type": "REASONING_MESSAGE_END", "messageId": "m"}
USER = {"id": "u", "role": "user", "content": "q"}


def content(text: str, name: str = "m") -> Json:
    return {"type": "REASONING_MESSAGE_CONTENT", "messageId": name, "delta": text}


def value(what: str, name: str = "m", **more: Any) -> Json:
    event = {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": name}
    return {**event, "encryptedValue": what, **more}


def post(client: Client, path: str, body: Any) -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(f"/v1/agui/{path}", content=sent)


def ask(client: Client, path: str, events: list[Json], **more: Any) -> Json:
    answer = post(client, path, {"events": events, **more})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["catalog-revision"]
    return answer.json()


def reply() -> list[Json]:
    """The events of a reply with a signed block."""
    made = Emitter(Seal(b"key"), thread_id="t", run_id="r", signed_by="anthropic/claude-x")
    block = {"type": "thinking", "thinking": "why", "signature": "S"}
    deltas: list[Json] = [{"reasoning": "why"}, {"thinking_block": block}, {"content": "so"}]
    chunks: list[Json] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    return [event for chunk in chunks for event in made.feed(chunk)] + made.finish()


# --- check ---------------------------------------------------------------------------------------


def test_a_good_stream_is_fine(client: Client) -> None:
    told = ask(client, "check", reply(), messages=[USER])
    assert told == {"ok": True, "errors": 0, "warnings": 0, "diagnostics": []}


def test_each_fault_is_told_with_its_event_and_its_place(client: Client) -> None:
    told = ask(client, "check", [START, content("a"), {"type": "FUTURE"}, FINISH])
    assert (told["ok"], told["errors"], told["warnings"]) == (False, 2, 0)
    assert told["diagnostics"] == [
        {
            "code": "reasoning_not_open",
            "level": "error",
            "index": 1,
            "path": "/messageId",
            "detail": "",
            "message": MEANINGS["reasoning_not_open"],
        },
        {
            "code": "unknown_event",
            "level": "error",
            "index": 2,
            "path": "/type",
            "detail": "",
            "message": MEANINGS["unknown_event"],
        },
    ]


def test_a_warning_is_no_error(client: Client) -> None:
    told = ask(client, "check", [START, {"type": "MESSAGES_SNAPSHOT", "messages": []}, FINISH],
               messages=[{**USER, "encryptedValue": "v"}])  # fmt: skip
    assert (told["ok"], told["errors"]) == (True, 0)
    assert told["warnings"] == len(told["diagnostics"]) == 1


def test_the_profile_is_heard(client: Client) -> None:
    events = [START, OPEN, CLOSE, value("v", encryptedValueType="t"), FINISH]
    told = [ask(client, "check", events, profile=profile) for profile in ("1.0", "1.1")]
    codes = [[each["code"] for each in one["diagnostics"]] for one in told]
    assert codes == [["unknown_property"], []]


@pytest.mark.parametrize("events", [reply(), [], [START], [None, 7, "x", [], {}], [content("a")]])
def test_a_check_says_what_the_library_says(client: Client, events: list[Json]) -> None:
    told = ask(client, "check", events)
    found = check(events)
    assert [(d["code"], d["level"], d["index"], d["path"]) for d in told["diagnostics"]] == [
        (d.code, d.level, d.index, d.path) for d in found
    ]


def test_of_many_diagnostics_the_first_are_told_and_all_counted(client: Client) -> None:
    told = ask(client, "check", [START, *[content("a")] * (agui.MOST_TOLD + 500), FINISH])
    assert (told["errors"], len(told["diagnostics"])) == (agui.MOST_TOLD + 500, agui.MOST_TOLD)


# --- apply ---------------------------------------------------------------------------------------


def test_a_stream_is_taken_in(client: Client) -> None:
    told = ask(client, "apply", reply(), messages=[USER], producer="ours")
    outcome = consume(reply(), [USER], producer="ours")
    assert told == {
        "status": "completed",
        "error": None,
        "messages": list(outcome.messages),
        "next_input": outcome.next_input(),
        "issuers": outcome.issuers,
        "errors": 0,
        "warnings": 0,
        "diagnostics": [],
    }
    assert [message["role"] for message in told["messages"]] == ["user", "reasoning", "assistant"]


def test_a_violation_is_an_outcome_with_everything_that_came_before(client: Client) -> None:
    told = ask(client, "apply", [START, OPEN, content("a"), content("b", "other"), FINISH])
    assert told["status"] == "failed"
    assert (told["error"]["code"], told["error"]["index"]) == ("reasoning_not_open", 3)
    assert told["error"]["message"] == MEANINGS["reasoning_not_open"]
    assert told["diagnostics"] == [told["error"]]
    assert [message["content"] for message in told["messages"]] == ["a"]
    assert told["next_input"] == told["messages"]


def test_a_discipline_that_warns_goes_on(client: Client) -> None:
    events = [START, content("b", "other"), OPEN, content("a"), CLOSE, FINISH]
    told = ask(client, "apply", events, discipline="warn")
    assert (told["status"], told["error"], told["errors"], told["warnings"]) == (
        "completed", None, 0, 1,
    )  # fmt: skip
    assert [message["content"] for message in told["next_input"]] == ["a"]


@pytest.mark.parametrize(
    ("more", "goes"),
    [
        ({}, True),
        ({"producer": "ours"}, False),
        ({"producer": "ours", "trust_unknown": True}, True),
        ({"producer": "ours", "issuers": {"message": {"m": "ours"}}}, True),
        ({"producer": "ours", "issuers": {"message": {"m": "theirs"}}}, False),
        ({"producer": "ours", "issuers": {"tool-call": {"m": "ours"}}}, False),
        ({"producer": "ours", "issuers": None}, False),
    ],
)
def test_a_value_goes_to_whom_it_is_from(client: Client, more: Json, goes: bool) -> None:
    held = {"id": "m", "role": "reasoning", "content": "", "encryptedValue": "v"}
    told = ask(client, "apply", [START, FINISH], messages=[held], **more)
    assert ("encryptedValue" in told["next_input"][0]) is goes
    assert [each["code"] for each in told["diagnostics"]] == ([] if goes else ["value_foreign"])
    assert told["messages"] == [held]


def test_an_answer_is_handed_in_again_run_by_run(client: Client) -> None:
    first = ask(client, "apply", reply(), producer="ours")
    again = {"messages": first["next_input"], "issuers": first["issuers"]}
    second = ask(client, "apply", [START, FINISH], producer="ours", **again)
    assert second["next_input"] == first["next_input"]
    assert "encryptedValue" in second["next_input"][0]
    assert not second["diagnostics"]


def test_messages_that_cannot_be_sent_are_told_and_none_is_sent(client: Client) -> None:
    told = ask(client, "apply", [START, FINISH], messages=[USER, {"id": "x", "role": "user"}])
    assert (told["status"], told["next_input"]) == ("completed", None)
    assert (told["error"]["code"], told["error"]["path"]) == ("malformed", "/messages/1/content")
    assert told["error"]["index"] is None
    assert len(told["messages"]) == 2


def test_what_ended_the_stream_stands_over_what_cannot_be_sent(client: Client) -> None:
    told = ask(client, "apply", [START, content("a")], messages=[{"id": "x", "role": "user"}])
    assert (told["error"]["code"], told["next_input"]) == ("reasoning_not_open", None)
    assert [each["code"] for each in told["diagnostics"]] == ["reasoning_not_open", "malformed"]


def test_half_a_character_comes_back_as_it_came(client: Client) -> None:
    events = [START, OPEN, content("a\ud83d"), CLOSE, value("v\udc00"), FINISH]
    told = ask(client, "apply", events)
    (message,) = told["messages"]
    assert (message["content"], message["encryptedValue"]) == ("a\ud83d", "v\udc00")
    assert ask(client, "check", events)["ok"]


def test_values_come_back_as_they_came(client: Client) -> None:
    number = 123456789012345678901234567890
    held = {"id": "a", "role": "activity", "activityType": "p", "content": {"n": number, "é": 0.1}}
    assert ask(client, "apply", [], messages=[held])["messages"] == [held]


# --- both ----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("size", [1, agui.LARGE * 4])
def test_a_large_body_is_answered_as_a_small_one_is(client: Client, path: str, size: int) -> None:
    told = ask(client, path, [START, OPEN, content("x" * size), CLOSE, content("y"), FINISH])
    assert [(d["code"], d["index"]) for d in told["diagnostics"]] == [("reasoning_not_open", 4)]


@BOTH
@pytest.mark.parametrize(
    ("body", "code", "pointer", "detail"),
    [
        (b"", "bad_json", None, "accepted is a JSON object"),
        (b"{", "bad_json", None, ""),
        (b'{"events": [1e999]}', "bad_json", None, "out of range"),
        (b'{"events": [NaN]}', "bad_json", None, ""),
        (b'{"events": ["\\ud800", NaN]}', "bad_json", None, ""),
        (b'{"events": ["\xff"]}', "bad_json", None, "UTF-8"),
        (b'{"events": [' + b"[" * 100_000 + b"]" * 100_000 + b"]}", "too_deep", None, "deep"),
        (b"[]", "not_an_object", None, '{"events"'),
        (b"{}", "invalid_field", "", "events is missing"),
        (b'{"events": {}}', "invalid_field", "/events", "expected array"),
        (b'{"events": null}', "invalid_field", "/events", "expected array"),
        (b'{"events": [], "messages": {}}', "invalid_field", "/messages", "expected array"),
        (b'{"events": [], "messages": null}', "invalid_field", "/messages", "expected array"),
        (b'{"events": [], "profile": "2.0"}', "invalid_field", "/profile", "'2.0' is none"),
        (b'{"events": [], "profile": 1.0}', "invalid_field", "/profile", "expected str"),
        (b'{"events": [], "message": []}', "invalid_field", "", "no field 'message'"),
    ],
)
def test_bad_input_is_a_problem_that_says_what_is_accepted(
    client: Client, path: str, body: bytes, code: str, pointer: str | None, detail: str
) -> None:
    answer = post(client, path, body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem.get("pointer") == pointer
    assert detail in problem["detail"]
    if pointer == "/profile":
        assert problem["accepted"] == ["1.0", "1.1"]
    if "no field" in detail:
        assert {"events", "messages", "profile"} <= {*problem["accepted"]}


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"discipline": "report"}, "/discipline"),
        ({"discipline": None}, "/discipline"),
        ({"producer": 7}, "/producer"),
        ({"trust_unknown": "yes"}, "/trust_unknown"),
        ({"issuers": []}, "/issuers"),
        ({"issuers": {"toolcall": {}}}, "/issuers"),
        ({"issuers": {"message": {"m": 7}}}, "/issuers/message"),
    ],
)
def test_what_apply_alone_takes_is_checked(client: Client, more: Json, pointer: str) -> None:
    answer = post(client, "apply", {"events": [], **more})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_field")
    assert answer.json()["pointer"] == pointer
    assert post(client, "check", {"events": [], **more}).status_code == 400
    if pointer == "/discipline":
        assert answer.json()["accepted"] == ["fatal", "warn"]


@BOTH
def test_no_depth_of_nesting_is_an_error_of_the_service(client: Client, path: str) -> None:
    codes: set[str] = set()
    for depth in (*range(880, 1020, 7), 100_000):
        nested = b"[" * depth + b"]" * depth
        patch = b'[{"op":"test","path":"/a","value":%b}]' % nested
        for half in (b"", b"\\ud800"):
            event = (
                b'{"type":"ACTIVITY_SNAPSHOT","messageId":"a","activityType":"p","content":{"a":%b,"h":"%b"}}'
                % (nested, half)
            )
            delta = (
                b'{"type":"ACTIVITY_DELTA","messageId":"a","activityType":"p","patch":%b}' % patch
            )
            answer = post(
                client, path, b'{"events":[%b,%b,%b]}' % (json.dumps(START).encode(), event, delta)
            )
            assert answer.status_code in (200, 400), (depth, answer.text)
            codes.add("fine" if answer.status_code == 200 else answer.json()["code"])
    assert codes == {"fine", "too_deep"}


@BOTH
def test_a_stream_that_takes_too_long_is_refused(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agui, "MOST_SECONDS", -1)
    answer = post(client, path, {"events": [START, FINISH]})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert answer.json()["pointer"] == "/events/0"


@BOTH
def test_a_body_over_the_limit_is_refused(make_client: Callable[..., Client], path: str) -> None:
    client = make_client(max_body=1000)
    assert post(client, path, b" " * 1001).status_code == 413


@BOTH
@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_the_body_is_read_as_json_whatever_it_says_it_is(
    client: Client, path: str, kind: str | None
) -> None:
    headers = {"content-type": kind} if kind else {}
    answer = client.post(f"/v1/agui/{path}", content=b'{"events": []}', headers=headers)
    assert answer.status_code == 200


LEAKY: list[Json] = [
    {"type": SECRET},
    {**content(SECRET), "role": SECRET},
    {**OPEN, "role": SECRET},
    {**START, "protocolVersion": SECRET},
    {"type": "TEXT_MESSAGE_START", "messageId": SECRET, "role": SECRET},
    {"type": "TOOL_CALL_CHUNK", "delta": SECRET},
    {"type": "ACTIVITY_DELTA", "messageId": SECRET, "activityType": SECRET,
     "patch": [{"op": "add", "path": f"/{SECRET}/x", "value": SECRET}]},
    {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": SECRET, "role": SECRET}]},
    {"type": "MESSAGES_SNAPSHOT", "messages": SECRET},
    value(SECRET, SECRET),
    value(SECRET, "m", subtype=SECRET),
    {"type": "RUN_ERROR", "message": [SECRET]},
    {**FINISH, "runId": [SECRET]},
    SECRET,
    [SECRET],
]  # fmt: skip


@pytest.mark.parametrize("event", LEAKY)
def test_no_diagnostic_and_no_log_holds_a_word_of_the_stream(
    client: Client, event: Json, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    for events in ([event], [START, event], [START, OPEN, event, FINISH]):
        told = ask(client, "check", events, messages=[{"id": "u", "role": SECRET}])
        assert told["diagnostics"]
        assert SECRET not in json.dumps(told)
        for discipline in ("fatal", "warn"):
            told = ask(client, "apply", events, discipline=discipline)
            assert SECRET not in json.dumps([told["error"], told["diagnostics"]])
    assert SECRET not in caplog.text
    assert SECRET not in "".join(capfd.readouterr())


@BOTH
@pytest.mark.parametrize(
    "body",
    [
        {"events": SECRET},
        {"events": [], "messages": {"content": SECRET}},
        {"events": [], "messages": SECRET},
        {"events": {"delta": SECRET}},
        SECRET,
        [SECRET],
        f'{{"events": [{{"delta": "{SECRET}" x}}]}}'.encode(),
        f'{{"events": ["{SECRET}\\ud800", NaN]}}'.encode(),
        f'{{"events": ["{SECRET}'.encode(),
    ],
)
def test_no_problem_holds_a_word_of_the_stream(client: Client, path: str, body: Json) -> None:
    answer = post(client, path, body)
    assert answer.status_code == 400
    assert SECRET not in answer.text


@BOTH
def test_the_schema_tells_what_is_taken_and_answered(client: Client, path: str) -> None:
    document = client.get("/schema").json()
    operation = document["paths"][f"/v1/agui/{path}"]["post"]
    example = operation["requestBody"]["content"]["application/json"]["example"]
    assert ask(client, path, **example)["diagnostics"] == []
    name = f"Agui{path.capitalize()}Answer"
    properties = document["components"]["schemas"][name]["properties"]
    assert properties.keys() == ask(client, path, **example).keys()
