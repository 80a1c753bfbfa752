"""Any events in any order: nothing but the protocol's violation is raised, and no value is lost
without a word."""

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.policies.agui import Consumer, Outcome, ProtocolViolation, check, consume
from forethought.policies.agui.chunks import KINDS
from forethought.policies.agui.issuers import holders
from forethought.policies.agui.schema import SCHEMAS

NAMES = st.sampled_from(["a", "b", "c"])
TEXTS = st.sampled_from(["", "x", "\0", "\ud83d", "é\u2028"])
OWNERS = st.sampled_from(["s1", "s2"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
METADATA = st.dictionaries(NAMES, JSON, max_size=2)

CALL = st.fixed_dictionaries(
    {
        "id": NAMES,
        "type": st.just("function"),
        "function": st.just({"name": "f", "arguments": "{"}),
    },
    optional={"encryptedValue": TEXTS, "metadata": METADATA},
)
MESSAGE = st.one_of(
    st.fixed_dictionaries(
        {
            "id": NAMES,
            "role": st.sampled_from(["user", "reasoning", "system", "developer"]),
            "content": TEXTS,
        },
        optional={"encryptedValue": TEXTS, "metadata": METADATA, "subagentRunId": OWNERS},
    ),
    st.fixed_dictionaries(
        {"id": NAMES, "role": st.just("assistant")},
        optional={"content": TEXTS, "toolCalls": st.lists(CALL, max_size=2)},
    ),
    st.fixed_dictionaries(
        {"id": NAMES, "role": st.just("activity"), "activityType": NAMES, "content": METADATA}
    ),
    st.fixed_dictionaries({"id": NAMES, "role": st.just("narrator")}),
)
POINTERS = st.sampled_from(["", "/a", "/a/0", "/b/-", "/a/b"])
PATCH = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["add", "remove", "replace", "move", "copy", "test", "odd"]),
        "path": POINTERS,
        "from": POINTERS,
        "value": JSON,
    }
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "messageId": NAMES,
    "toolCallId": NAMES,
    "parentMessageId": NAMES,
    "entityId": NAMES,
    "stepName": NAMES,
    "subagentRunId": OWNERS,
    "parentSubagentRunId": OWNERS,
    "threadId": st.just("t"),
    "runId": NAMES,
    "delta": TEXTS,
    "encryptedValue": TEXTS,
    "encryptedValueType": NAMES,
    "subtype": st.sampled_from(["message", "tool-call", "message", "draft"]),
    "messages": st.lists(MESSAGE, max_size=3),
    "metadata": METADATA,
    "patch": st.lists(PATCH, max_size=3),
    "replace": st.booleans(),
    "protocolVersion": st.sampled_from(["1.0", "1.1", "2.0", "draft"]),
}
ROLES = {"REASONING_MESSAGE_START": st.just("reasoning"), "TOOL_CALL_RESULT": st.just("tool")}


def _field(kind: str, name: str) -> st.SearchStrategy[Any]:
    if name == "type":
        return st.just(kind)
    if name == "role":
        return ROLES.get(kind, st.sampled_from(["assistant", "user", "narrator"]))
    if name == "delta" and kind == "STATE_DELTA":
        return st.lists(PATCH, max_size=2)
    if name == "content":
        return METADATA if kind == "ACTIVITY_SNAPSHOT" else TEXTS
    return FIELDS.get(name, TEXTS)


def _event(kind: str) -> st.SearchStrategy[Any]:
    shape = SCHEMAS["1.1"].events[kind]
    optional = [n for n in shape.fields if n in FIELDS and n not in shape.required]
    return st.fixed_dictionaries(
        {name: _field(kind, name) for name in sorted(shape.required)},
        optional={name: _field(kind, name) for name in sorted(optional)},
    )


KNOWN = [_event(kind) for kind in sorted(SCHEMAS["1.1"].events)]
OFTEN = [
    _event(kind)
    for kind in (
        "REASONING_MESSAGE_START",
        "REASONING_ENCRYPTED_VALUE",
        "MESSAGES_SNAPSHOT",
        *KINDS,
    )
]
RETIRED = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["THINKING_START", "THINKING_TEXT_MESSAGE_CONTENT", "THINKING_TEXT_MESSAGE_END", "ODD"]
        )
    },
    optional={"delta": TEXTS, "title": TEXTS, "encryptedValue": TEXTS},
)
EVENTS = st.lists(st.one_of(*KNOWN, *OFTEN, *OFTEN, RETIRED), max_size=25)
STARTED: Any = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
ANYTHING = st.lists(st.one_of(*KNOWN, RETIRED, JSON), max_size=12)


def opens(events: list[Any]) -> list[Any]:
    return [STARTED, *(e for e in events if e["type"] not in ("RUN_STARTED", "RUN_FINISHED"))]


@given(ANYTHING, st.lists(MESSAGE | JSON, max_size=4))
def test_nothing_but_a_violation_is_raised(events: list[Any], messages: list[Any]) -> None:
    outcome = consume(events, messages, producer="p")
    try:
        outcome.next_input()
    except ProtocolViolation:
        assert not all(
            isinstance(m, dict) and isinstance(m.get("role"), str) for m in messages
        ) or (outcome.diagnostics)
    check(events, messages, profile="1.1")


def stored(outcome: Outcome) -> dict[Any, Any]:
    return {
        entity: holder["encryptedValue"]
        for m in outcome.messages
        for entity, holder, _ in holders(m)
    }


@given(EVENTS, st.sampled_from(["1.0", "1.1"]), st.sampled_from(["fatal", "warn"]))
def test_no_value_is_lost_without_a_diagnostic(
    events: list[Any], profile: Any, discipline: Any
) -> None:
    """After each value: it is stored where it says, or something is said of that very event."""
    consumer = Consumer(profile=profile, discipline=discipline)
    for place, event in enumerate(opens(events)):
        try:
            consumer.feed(event)
        except ProtocolViolation:
            assert consumer.report.diagnostics[-1].index == place
            return
        if event["type"] != "REASONING_ENCRYPTED_VALUE":
            continue
        told = [d for d in consumer.report.diagnostics if d.index == place]
        held = stored(consumer.finish())
        assert told or held.get((event["subtype"], event["entityId"])) == event["encryptedValue"]
        consumer.report.at = place


@given(EVENTS)
def test_values_stay_until_another_or_a_snapshot_replaces_them(events: list[Any]) -> None:
    consumer = Consumer(profile="1.1")
    held: dict[Any, Any] = {}
    for event in opens(events):
        try:
            consumer.feed(event)
        except ProtocolViolation:
            return
        now = stored(consumer.finish())
        if event["type"] not in ("MESSAGES_SNAPSHOT", "REASONING_ENCRYPTED_VALUE"):
            assert held == now
        held = now


@given(EVENTS)
def test_what_a_consumer_refuses_the_check_reports(events: list[Any]) -> None:
    outcome = consume(opens(events), profile="1.1")
    errors = [d for d in check(opens(events), profile="1.1") if d.level == "error"]
    if outcome.error is not None:
        assert outcome.error.index in [d.index for d in errors]
    else:
        assert not [d for d in errors if d.code.startswith(("message_", "call_", "span_"))]


@given(EVENTS)
def test_relaxed_a_stream_goes_at_least_as_far(events: list[Any]) -> None:
    fatal = consume(opens(events), discipline="fatal")
    relaxed = consume(opens(events), discipline="warn")
    if fatal.status == "completed":
        assert relaxed.messages == fatal.messages
    elif relaxed.error is not None:
        assert fatal.error is not None
        assert (fatal.error.index or 0) <= (relaxed.error.index or 0)


@given(st.permutations(["m1", "m2", "m3"] * 3), st.booleans())
def test_interleaved_messages_are_each_whole(order: list[str], chunks: bool) -> None:
    """Reasoning messages of three subagents, started, filled and ended in any interleaving."""
    seen: dict[str, int] = {}
    events: list[Any] = [STARTED]
    for name in order:
        turn = seen[name] = seen.get(name, 0) + 1
        if chunks:
            chunk = {"type": "REASONING_MESSAGE_CHUNK", "subagentRunId": name, "delta": str(turn)}
            events.append({**chunk, "messageId": name} if turn == 1 else chunk)
        else:
            made: Any = [
                {"type": "REASONING_MESSAGE_START", "messageId": name, "role": "reasoning"},
                {"type": "REASONING_MESSAGE_CONTENT", "messageId": name, "delta": "12"},
                {"type": "REASONING_MESSAGE_END", "messageId": name},
            ][turn - 1]
            events += [made] if turn != 2 else [made, {**made, "delta": "3"}]
    outcome = consume([*events, {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}])
    assert not outcome.diagnostics
    assert {m["id"]: m["content"] for m in outcome.messages} == dict.fromkeys(seen, "123")


def peak(fragments: int) -> int:
    """Bytes held while one message of so many fragments comes in."""
    consumer = Consumer()
    consumer.feed(STARTED)
    consumer.feed({"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"})
    tracemalloc.start()
    for place in range(fragments):
        delta = f"{place:>100}"
        consumer.feed({"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": delta})
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(consumer.history.messages[0]["content"]) == 100 * fragments
    return most


def test_memory_grows_with_the_history() -> None:
    assert peak(4000) < 5 * peak(1000)


@pytest.mark.parametrize("kind", ["unknown", "refused"])
def test_what_is_left_out_costs_a_word_not_its_size(kind: str) -> None:
    big = "x" * 100_000
    consumer = Consumer([{"id": "m", "role": "assistant", "content": ""}])
    consumer.feed(STARTED)
    consumer.feed({"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"})
    tracemalloc.start()
    for _ in range(50):
        if kind == "unknown":
            consumer.feed({"type": "FUTURE", "delta": big + str(_)})
        else:
            event = {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": big + str(_)}
            consumer.feed(event)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 1_000_000
