"""Encrypted values: opaque, stored, returned as they came, and never lost in silence."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from forethought.policies.agui import (
    Consumer,
    Diagnostic,
    Outcome,
    consume,
    downgrade,
)

START = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}

STRINGS = {
    "empty": "",
    "quotes": "\"'\\",
    "nul": "a\0b",
    "line separators": "\u2028\u2029",
    "astral": "\U0001f600\U0010ffff",
    "a lone surrogate": "\ud83d",
    "a megabyte": "é" * (1 << 19),
    "an object of JSON": '{"a": [1, null]}',
    "a number of JSON": "1e400",
    "broken JSON": '{"a": ',
    "space around": " \t\n ",
    "base64": "AbC+/==",
}


def said(name: str, *between: Any, text: str = "x") -> list[Any]:
    return [
        {"type": "REASONING_MESSAGE_START", "messageId": name, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": name, "delta": text},
        {"type": "REASONING_MESSAGE_END", "messageId": name},
        *between,
    ]


def value(of: str, what: Any = "v", subtype: str = "message", **more: Any) -> Any:
    return {
        "type": "REASONING_ENCRYPTED_VALUE",
        "subtype": subtype,
        "entityId": of,
        "encryptedValue": what,
        **more,
    }


def ran(*events: Any, messages: Sequence[Any] = (), **options: Any) -> Outcome:
    return consume([START, *events, FINISH], messages, **options)


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics]


@pytest.mark.parametrize("string", STRINGS.values(), ids=STRINGS)
def test_a_value_of_any_string_comes_back_the_same(string: str) -> None:
    outcome = ran(*said("m", value("m", string)))
    assert outcome.next_input()[0]["encryptedValue"] == string
    assert not outcome.diagnostics


@pytest.mark.parametrize("string", STRINGS.values(), ids=STRINGS)
def test_a_value_of_a_call_comes_back_the_same(string: str) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    outcome = ran(value("c", string, "tool-call"), messages=[
        {"id": "a", "role": "assistant", "toolCalls": [call]}
    ])  # fmt: skip
    assert outcome.next_input()[0]["toolCalls"][0]["encryptedValue"] == string
    assert "encryptedValue" not in call


LOOKS = (
    "__len__ __iter__ __getitem__ __contains__ __add__ __eq__ __hash__ "
    "encode split strip startswith partition find isascii lower"
)


def refuse(*_: Any, **__: Any) -> Any:
    raise AssertionError("the value was looked into")


Opaque: Any = type("Opaque", (str,), dict.fromkeys(LOOKS.split(), refuse))


def test_nothing_looks_into_a_value() -> None:
    opaque = Opaque("secret")
    outcome = ran(*said("m", value("m", opaque)), value("nobody", opaque))
    assert outcome.next_input()[0]["encryptedValue"] is opaque


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([value("nobody")], "unknown_entity"),
        ([value("nobody", subtype="tool-call")], "unknown_entity"),
        ([value("s"), *said("s")], "unknown_entity"),
        (
            [
                {"type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "x", "content": {}},
                value("a"),
            ],
            "activity_entity",
        ),
        (said("m", value("m", subtype="draft")), "value_lost"),
        ([{"type": "REASONING_FUTURE", "encryptedValue": "v"}], "value_lost"),
        ([{"type": "REASONING_START", "messageId": "s", "encryptedValue": "v"},
          {"type": "REASONING_END", "messageId": "s"}], "value_lost"),
        ([{"type": "MESSAGES_SNAPSHOT", "messages": [
            {"id": "n", "role": "narrator", "encryptedValue": "v"}]}], "value_lost"),
        ([{"type": "MESSAGES_SNAPSHOT", "messages": [
            {"id": "n", "role": "activity", "activityType": "x", "content": {},
             "encryptedValue": "v"}]}], "value_lost"),
        ([{"type": "MESSAGES_SNAPSHOT", "messages": [
            {"id": "n", "role": "reasoning", "content": "", "encryptedValue": "v"},
            {"id": "n", "role": "reasoning", "content": ""}]}], "value_lost"),
    ],
)  # fmt: skip
def test_a_lost_value_is_told(events: list[Any], code: str) -> None:
    outcome = ran(*events)
    assert outcome.status == "completed"
    assert code in codes(outcome.diagnostics)


def test_values_of_the_calls_of_a_lost_message_are_told() -> None:
    lost = {"id": "n", "role": "narrator", "toolCalls": [{}, {"encryptedValue": "v"}]}
    outcome = ran({"type": "MESSAGES_SNAPSHOT", "messages": [lost]})
    assert [(d.code, d.path) for d in outcome.diagnostics] == [
        ("unknown_role", "/messages/0/role"),
        ("value_lost", "/messages/0/toolCalls/1/encryptedValue"),
    ]


def test_a_value_withdrawn_by_a_snapshot_is_not_resurrected() -> None:
    restated = [{"id": "m", "role": "reasoning", "content": "x"}]
    outcome = ran(*said("m", value("m")), {"type": "MESSAGES_SNAPSHOT", "messages": restated})
    assert outcome.messages == restated
    assert not outcome.diagnostics


def test_a_type_goes_with_its_value() -> None:
    outcome = ran(
        *said("m", value("m", "1", encryptedValueType="a"), value("m", "2")), profile="1.1"
    )
    assert outcome.messages == [
        {"id": "m", "role": "reasoning", "content": "x", "encryptedValue": "2"}
    ]


def test_under_1_0_a_type_is_stripped_and_the_value_kept() -> None:
    outcome = ran(*said("m", value("m", encryptedValueType="a")))
    assert outcome.next_input()[0]["encryptedValue"] == "v"
    assert codes(outcome.diagnostics) == ["unknown_property"]


def test_a_value_goes_back_to_the_producer_that_issued_it() -> None:
    first = ran(*said("m", value("m")), producer="a")
    second = ran(*said("n"), messages=first.messages, producer="a")
    assert second.next_input()[0]["encryptedValue"] == "v"
    assert not second.diagnostics


def test_a_value_is_never_given_to_another_producer() -> None:
    first = ran(*said("m", value("m")), producer="a")
    second = ran(*said("n", value("n")), messages=first.messages, producer="b")
    sent = second.next_input()
    assert "encryptedValue" not in sent[0]
    assert sent[1]["encryptedValue"] == "v"
    assert [(d.code, d.path) for d in second.diagnostics] == [
        ("value_foreign", "/messages/0/encryptedValue")
    ]
    assert second.messages[0]["encryptedValue"] == "v"
    assert second.next_input(producer="a")[0]["encryptedValue"] == "v"


def test_a_value_of_a_named_producer_is_not_given_to_an_unnamed_one() -> None:
    first = ran(*said("m", value("m")), producer="a")
    assert "encryptedValue" not in ran(messages=first.messages).next_input()[0]


def test_a_value_of_a_call_is_not_given_to_another_producer() -> None:
    opened = [
        {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "f"},
        {"type": "TOOL_CALL_END", "toolCallId": "c"},
        value("c", subtype="tool-call"),
    ]
    outcome = ran(*opened, producer="a")
    assert outcome.next_input()[0]["toolCalls"][0]["encryptedValue"] == "v"
    assert "encryptedValue" not in outcome.next_input(producer="b")[0]["toolCalls"][0]
    assert outcome.messages[0]["toolCalls"][0]["encryptedValue"] == "v"


def test_a_value_nobody_is_known_to_have_issued_needs_trust() -> None:
    loaded = [{"id": "m", "role": "reasoning", "content": "", "encryptedValue": "v"}]
    outcome = ran(messages=loaded, producer="a")
    assert "encryptedValue" not in outcome.next_input()[0]
    assert codes(outcome.diagnostics) == ["value_foreign"]
    assert outcome.next_input(trust_unknown=True) == loaded
    assert ran(messages=loaded).next_input() == loaded


def test_issuers_are_plain_json_to_store_beside_the_messages() -> None:
    first = ran(*said("m", value("m")), producer="a")
    stored = json.loads(json.dumps({"messages": first.messages, "issuers": first.issuers}))
    second = ran(messages=stored["messages"], issuers=stored["issuers"], producer="a")
    assert second.next_input()[0]["encryptedValue"] == "v"
    third = ran(messages=stored["messages"], issuers=stored["issuers"], producer="b")
    assert "encryptedValue" not in third.next_input()[0]


@pytest.mark.parametrize(("restated", "to_a", "to_b"), [("v", True, False), ("w", False, True)])
def test_a_restated_value_stays_its_issuers(restated: str, to_a: bool, to_b: bool) -> None:
    first = ran(*said("m", value("m")), producer="a")
    message = {"id": "m", "role": "reasoning", "content": "x", "encryptedValue": restated}
    second = ran(
        {"type": "MESSAGES_SNAPSHOT", "messages": [message]},
        messages=first.messages,
        producer="b",
    )
    assert ("encryptedValue" in second.next_input(producer="a")[0]) is to_a
    assert ("encryptedValue" in second.next_input(producer="b")[0]) is to_b


def test_a_value_that_an_unnamed_producer_replaced_has_no_known_issuer() -> None:
    first = ran(*said("m", value("m")), producer="a")
    second = ran(value("m", "w"), messages=first.messages)
    assert second.next_input()[0]["encryptedValue"] == "w"
    assert "encryptedValue" not in second.next_input(producer="a")[0]


def test_next_input_tells_each_loss_once() -> None:
    outcome = ran(messages=[{"id": "m", "role": "reasoning", "content": "", "x": 1}])
    assert outcome.next_input() == outcome.next_input()
    assert codes(outcome.diagnostics) == ["unknown_property"]


def test_a_downgrade_warns_for_each_value() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": ""}}
    messages: list[Any] = [
        {"id": "u", "role": "user", "content": "q"},
        {"id": "m", "role": "reasoning", "content": "", "encryptedValue": "v"},
        {"id": "a", "role": "assistant", "toolCalls": [call, {**call, "encryptedValue": "w"}]},
    ]
    kept, said_of = downgrade(messages)
    assert [d.path for d in said_of] == [
        "/messages/1/encryptedValue",
        "/messages/2/toolCalls/1/encryptedValue",
    ]
    assert "encryptedValue" not in json.dumps(kept)
    assert "encryptedValue" in messages[1]
    assert downgrade(messages[:1]) == (messages[:1], [])


def test_the_messages_given_are_not_changed() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{"}}
    given = [
        {"id": "a", "role": "assistant", "content": "x", "toolCalls": [call], "metadata": {"k": 1}}
    ]
    before = json.dumps(given)
    ran(
        {"type": "TEXT_MESSAGE_START", "messageId": "a", "metadata": {"k": 2}},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "a", "delta": "y"},
        {"type": "TEXT_MESSAGE_END", "messageId": "a"},
        {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "f"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": "}"},
        {"type": "TOOL_CALL_END", "toolCallId": "c", "metadata": {"k": 2}},
        value("a"),
        value("c", subtype="tool-call"),
        messages=given,
    )
    assert json.dumps(given) == before


def test_nothing_said_of_a_stream_tells_its_texts_or_values() -> None:
    secret = "s3cr3t"
    outcome = ran(
        *said("m", value("m", secret), value("gone", secret), text=secret),
        {"type": "FUTURE", "x": secret},
        {"type": "REASONING_START", "messageId": {"a": secret}},
    )
    told = [*map(str, outcome.diagnostics), *map(repr, outcome.diagnostics), repr(outcome)]
    assert outcome.status == "failed"
    assert secret in json.dumps(outcome.messages)
    assert not [line for line in told if secret in line]


def test_a_history_that_is_no_history_breaks_only_what_is_sent() -> None:
    odd: list[Any] = [None, 1, [], {"role": 1}, {"id": 1, "role": "user"}, {"id": "m"}]
    for broken in odd:
        consumer = Consumer([broken])
        consumer.feed(START)
        assert consumer.finish().messages == [broken]
