import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog import Catalog
from forethought.policies import Intent

Client = TestClient[Litestar]

MESSAGES = [{"role": "user", "content": "Hello"}]


def _post(client: Client, body: Any) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/v1/rewrite", content=content)


def test_a_request_is_translated_and_every_change_is_told(client: Client) -> None:
    request = {"model": "claude-opus-5-5", "temperature": 0.2, "messages": MESSAGES}
    body = _post(client, {"request": request}).json()
    assert body.keys() >= {
        "request",
        "headers",
        "path",
        "id",
        "changes",
        "notes",
        "wire",
        "model",
        "match",
        "revision",
    }
    assert (body["wire"], body["path"]) == ("anthropic.messages", "/v1/messages")
    assert "temperature" not in body["request"]
    assert body["headers"]["anthropic-beta"]
    removed = next(each for each in body["changes"] if each["path"] == "/temperature")
    assert (removed["op"], removed["rule"], removed["was"]) == ("remove", "anthropic.sampling", 0.2)
    assert "value" not in removed


@pytest.mark.parametrize("wire", ["anthropic.messages", "openai.chat"])
def test_the_answer_is_what_the_catalog_says(client: Client, overrides: Path, wire: Any) -> None:
    request = {
        "model": "claude-opus-5-5",
        "top_p": 0.5,
        "max_tokens": 10**9,
        "messages": [*MESSAGES, {"role": "assistant", "content": "So"}],
    }
    options: dict[str, Any] = {
        "platform": "vertex",
        "headers": {"Anthropic-Beta": "mine"},
        "intent": {"effort": "xhigh", "display": "omitted"},
        "stream": True,
    }
    body = _post(client, {"request": request, "wire": wire, **options}).json()
    options["intent"] = Intent(effort="xhigh", display="omitted")
    out = Catalog.load(overrides).rewrite(request, wire=wire, **options)
    assert out.changes
    assert body["request"] == out.body
    assert body["changes"] == json.loads(msgspec.json.encode(out.changes))
    assert (body["headers"], body["path"]) == (out.headers, out.path)
    assert (body["id"], body["model"], body["match"]) == (out.id, out.model, out.match)
    assert (body["notes"], body["names"]) == (list(out.notes), out.names)


def test_what_stands_beside_the_request_is_heard(client: Client) -> None:
    body = _post(
        client,
        {
            "request": {"messages": MESSAGES},
            "route": "eu/prod opus",
            "intent": {"effort": "high"},
            "wire": "openai.chat",
        },
    ).json()
    assert body["id"].startswith("arn:aws:bedrock:")
    assert body["path"].startswith("/model/arn:")
    assert body["request"]["output_config"] == {"effort": "high"}


def test_what_no_rule_touches_comes_back_byte_for_byte(client: Client) -> None:
    # Key order, spaces and a number that no float holds.
    request = b'{ "model" : "nobody-knows-it","zeta":1e400, "alpha":0.10000000000000000001 }'
    answer = _post(client, b'{"request":' + request + b',"model":"nobody-knows-it"}')
    assert answer.status_code == 200
    assert request in answer.content
    assert (answer.json()["match"], answer.json()["changes"]) == ("unknown", [])
    assert answer.json()["notes"]


def test_a_route_that_nobody_named_leaves_the_body_as_it_came(client: Client) -> None:
    request = {"model": "claude-opus-5-5", "temperature": 0.2, "messages": MESSAGES}
    answer = _post(client, {"request": request, "route": "us-prod"})
    assert answer.status_code == 200
    assert answer.json()["request"] == request
    assert answer.json()["match"] == "unknown"
    assert "us-prod" in " ".join(answer.json()["notes"])


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        (b"", 400, "bad_json", None),
        (b"{", 400, "bad_json", None),
        (b'{"request": {"a": }}', 400, "bad_json", None),
        (b'{"request": {}} x', 400, "bad_json", None),
        (b'{"request": {"a": NaN}, "model": "x"}', 400, "bad_json", None),
        (b'{"request": {"a": "\xff"}, "model": "nobody"}', 400, "bad_json", None),
        (b'{"request": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "too_deep", None),
        (b'{"request": {"a":' + b"[" * 100_000, 400, "too_deep", None),
        (b"[" * 100_000, 400, "not_an_object", None),
        (b"[]", 400, "not_an_object", None),
        (b'"text"', 400, "not_an_object", None),
        (b"null", 400, "not_an_object", None),
        (b'{"request": []}', 400, "not_an_object", None),
        (b'{"request": "text"}', 400, "not_an_object", None),
        (b'{"request": {}}', 404, "no_model", None),
        (b'{"request": {"model": 3}}', 404, "no_model", None),
        (b'{"request": {}, "model": "nobody", "strict": true}', 404, "unknown_model", None),
        (b"{}", 400, "invalid_field", ""),
        (b'{"model": "x", "messages": []}', 400, "invalid_field", ""),
        (b'{"request": {}, "wire": "chat"}', 400, "invalid_field", "/wire"),
        (b'{"request": {}, "platform": "aws"}', 400, "invalid_field", "/platform"),
        (b'{"request": {}, "model": 3}', 400, "invalid_field", "/model"),
        (b'{"request": {}, "intent": {"effort": "hi"}}', 400, "invalid_field", "/intent/effort"),
        (b'{"request": {}, "intent": {"efort": "low"}}', 400, "invalid_field", "/intent"),
        (
            b'{"request": {"model": "claude-opus-5-5", "messages": "text"}}',
            422,
            "untranslatable",
            "/messages",
        ),
        (
            b'{"request": {"model": "claude-opus-5-5"}, "wire": "gemini.generate"}',
            422,
            "unsupported_crossing",
            None,
        ),
    ],
)
def test_bad_input_is_a_problem_with_its_code(
    client: Client, body: bytes, status: int, code: str, pointer: str | None
) -> None:
    answer = _post(client, body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["catalog-revision"]
    assert problem["status"] == status
    assert all(problem[member] for member in ("type", "title", "detail"))
    assert problem.get("pointer") == pointer
    assert "Traceback" not in answer.text
    assert client.get("/health/ready").status_code == 200


def test_no_depth_of_nesting_is_an_error_of_the_service(client: Client) -> None:
    codes: set[str] = set()
    for depth in (*range(850, 1010), 100_000):
        for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
            nested = opening * depth + b"1" + closing * depth
            request = b'{"model":"claude-opus-5-5","temperature":0.2,"thinking":%b}' % nested
            answer = _post(client, b'{"request":%b,"wire":"anthropic.messages"}' % request)
            assert answer.status_code in (200, 400), (depth, answer.text)
            codes.add("fine" if answer.status_code == 200 else answer.json()["code"])
    assert codes == {"fine", "too_deep"}


def test_a_wrong_value_is_told_with_what_is_accepted(client: Client) -> None:
    wire = _post(client, {"request": {}, "wire": "chat"}).json()
    effort = _post(client, {"request": {}, "intent": {"effort": "more"}}).json()
    field = _post(client, {"model": "x", "messages": []}).json()
    assert "openai.chat" in wire["accepted"]
    assert "xhigh" in effort["accepted"]
    assert "'chat' is none of the accepted values" in wire["detail"]
    assert "request" in field["accepted"]
    assert "goes into `request`" in field["detail"]


def test_a_policy_that_refuses_is_a_problem(make_client: Any, overrides: Any) -> None:
    (overrides / "z.toml").write_text('schema = 1\n[policy]\non_refused = "refuse"\n')
    client = make_client(overrides=overrides)
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    request = {
        "model": "claude-opus-5-5",
        "messages": MESSAGES,
        "tools": [tool],
        "tool_choice": "required",
    }
    answer = _post(client, {"request": request})
    assert (answer.status_code, answer.json()["code"]) == (422, "policy_refused")


SECRET = "the-secret-words-of-a-user"


@pytest.mark.parametrize(
    "request_",
    [
        {"model": "claude-opus-5-5", "messages": SECRET},
        {"model": "claude-opus-5-5", "messages": [{"role": SECRET, "content": "x"}]},
        {"model": "claude-opus-5-5", "messages": [{"role": "user", "content": {"a": SECRET}}]},
    ],
)
def test_no_error_holds_a_word_of_the_request(client: Client, request_: Any) -> None:
    answer = _post(client, {"request": request_})
    assert answer.status_code == 422
    assert SECRET not in answer.text


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_the_body_is_read_as_json_whatever_it_says_it_is(client: Client, kind: str | None) -> None:
    body = json.dumps({"request": {"messages": MESSAGES}, "model": "claude-opus-5-5"})
    headers = {"content-type": kind} if kind else {}
    assert client.post("/v1/rewrite", content=body, headers=headers).status_code == 200


def test_a_body_over_the_limit_is_refused_announced_or_not(make_client: Any) -> None:
    client = make_client(max_body=1000)

    def chunks() -> Any:
        for _ in range(20):
            yield b" " * 100

    announced = client.post("/v1/rewrite", content=b" " * 1001)
    streamed = client.post("/v1/rewrite", content=chunks())
    assert (announced.status_code, announced.json()["code"]) == (413, "body_too_large")
    assert (streamed.status_code, streamed.json()["code"]) == (413, "body_too_large")
    assert client.post("/v1/rewrite", content=b" " * 1000).json()["code"] == "bad_json"


def test_a_large_body_is_rewritten_as_a_small_one_is(client: Client) -> None:
    def request(text: str) -> dict[str, Any]:
        messages = [{"role": "user", "content": text}]
        return {"model": "claude-opus-5-5", "temperature": 0.5, "messages": messages}

    small = _post(client, {"request": request("x")}).json()
    large = _post(client, {"request": request("x" * 5_000_000)}).json()
    assert large["changes"] == small["changes"]
    assert large["request"]["messages"][0]["content"] == "x" * 5_000_000
