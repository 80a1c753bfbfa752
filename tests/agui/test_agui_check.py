"""The producer's check: every fault with its event, nothing raised, what is legal only warned."""

from typing import Any

import pytest

from forethought.policies.agui import Checker, check

START = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
VALUE = {
    "type": "REASONING_ENCRYPTED_VALUE",
    "subtype": "message",
    "entityId": "m",
    "encryptedValue": "v",
}


def told(events: list[Any], *messages: Any, level: str = "error") -> list[tuple[int | None, str]]:
    return [(d.index, d.code) for d in check(events, messages) if d.level == level]


def test_a_good_stream_has_nothing_said_of_it() -> None:
    assert check([START, FINISH]) == check([]) == []


def test_every_fault_is_reported_where_it_is() -> None:
    orphan = {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "a"}
    events = [
        START,
        orphan,
        {"type": "TEXT_MESSAGE_START"},
        None,
        {"type": "REASONING_MESSAGE_CHUNK", "delta": "a"},
        {"type": "FUTURE"},
        {"type": "REASONING_START", "messageId": "s", "x": 1},
        {"type": "TEXT_MESSAGE_START", "messageId": "t"},
        {**START, "runId": "r2"},
        FINISH,
        orphan,
    ]
    assert told(events) == [
        (1, "reasoning_not_open"),
        (2, "malformed"),
        (3, "malformed"),
        (4, "chunk_without_id"),
        (5, "unknown_event"),
        (6, "unknown_property"),
        (8, "run_still_open"),
        (9, "message_left_open"),
        (9, "span_left_open"),
        (10, "run_ended"),
    ]


def test_one_broken_event_of_a_chunk_takes_no_other_along() -> None:
    opened = {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}
    chunk = {"type": "REASONING_MESSAGE_CHUNK", "messageId": "m", "delta": "a"}
    assert told([START, opened, chunk, FINISH]) == [(2, "reasoning_reopened")]


def test_a_stream_that_stops_inside_a_run_is_a_fault() -> None:
    assert told([START]) == [(1, "run_unfinished")]


def test_an_artefact_that_a_snapshot_leaves_out_is_worth_a_warning() -> None:
    held = {"id": "m", "role": "reasoning", "content": "", "encryptedValue": "v"}
    restated = {"id": "m", "role": "reasoning", "content": ""}
    events = [START, {"type": "MESSAGES_SNAPSHOT", "messages": [restated]}, FINISH]
    assert told(events, held, level="warning") == [(1, "value_withdrawn")]
    assert told(events, held) == told(events, restated, level="warning") == []


def test_a_value_for_nothing_is_legal_and_worth_a_warning() -> None:
    assert told([START, VALUE, FINISH], level="warning") == [(1, "unknown_entity")]
    assert told([START, VALUE, FINISH]) == []


def test_a_subtype_that_nobody_knows_is_a_fault() -> None:
    assert told([START, {**VALUE, "subtype": "draft"}, FINISH]) == [(1, "unknown_value")]


@pytest.mark.parametrize("where", ["message", "call"])
def test_a_type_without_a_value_is_a_fault(where: str) -> None:
    call: Any = {"id": "c", "type": "function", "function": {"name": "f", "arguments": ""}}
    message: Any = {"id": "m", "role": "assistant", "content": "", "toolCalls": [call]}
    (message if where == "message" else call)["encryptedValueType"] = "a.b"
    events = [START, {"type": "MESSAGES_SNAPSHOT", "messages": [message]}, FINISH]
    assert [d.code for d in check(events, profile="1.1")] == ["type_without_value"]


def test_the_history_a_run_starts_from_is_not_judged() -> None:
    assert check([START, FINISH], [None, {"id": 7}, {"role": "narrator"}]) == []


def test_a_stream_can_be_checked_while_it_is_sent() -> None:
    checker = Checker()
    checker.feed(START)
    checker.feed(VALUE)
    assert [d.code for d in checker.report.diagnostics] == ["unknown_entity"]
    checker.feed(FINISH)
    assert [d.level for d in checker.finish()] == ["warning"]
