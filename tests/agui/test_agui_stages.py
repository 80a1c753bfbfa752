"""Each stage alone, on a live stream, one event at a time."""

from typing import Any

import pytest

from forethought.policies.agui import (
    Boundary,
    Consumer,
    Enforcer,
    Expander,
    History,
    ProtocolViolation,
    Report,
    Verifier,
    reconcile,
)

START = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}


def shapes(events: list[Any]) -> list[str]:
    return [
        " ".join(
            str(e[key])
            for key in ("type", "messageId", "toolCallId", "delta", "subagentRunId")
            if key in e
        )
        for e in events
    ]


def expanded(*events: Any) -> list[str]:
    stage = Expander()
    return shapes([made for event in events for made in stage.feed(event)])


def text(delta: str, of: str | None = None, owner: str | None = None, **more: Any) -> Any:
    event = {"type": "TEXT_MESSAGE_CHUNK", "delta": delta, **more}
    event |= {} if of is None else {"messageId": of}
    return event | ({} if owner is None else {"subagentRunId": owner})


def test_what_today_sends_passes_the_boundary_untouched() -> None:
    assert Boundary().feed(START)[0] is START


def test_retired_thinking_becomes_reasoning_with_ids_of_the_run() -> None:
    stage = Boundary(taken={"r:thinking-2"})
    events = [
        START,
        {"type": "THINKING_START", "title": "T"},
        {"type": "THINKING_TEXT_MESSAGE_START"},
        {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"},
        {"type": "THINKING_TEXT_MESSAGE_END"},
        {"type": "THINKING_END"},
    ]
    made = [one for event in events for one in stage.feed(event)]
    assert shapes(made[1:]) == [
        "REASONING_START r:thinking-1",
        "REASONING_MESSAGE_START r:thinking-3",
        "REASONING_MESSAGE_CONTENT r:thinking-3 a",
        "REASONING_MESSAGE_END r:thinking-3",
        "REASONING_END r:thinking-1",
    ]
    assert made[2]["role"] == "reasoning"
    assert "title" not in made[1]
    assert [d.code for d in stage.report.diagnostics].count("title_lost") == 1


def test_a_retired_event_is_told_once_a_kind() -> None:
    stage = Boundary()
    for _ in range(3):
        stage.feed({"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"})
    assert [d.code for d in stage.report.diagnostics] == ["retired_event"]


def test_a_null_raw_event_is_taken_as_absent_at_the_boundary_only() -> None:
    event = {**START, "rawEvent": None}
    assert Boundary().feed(event) == [START]
    with pytest.raises(ProtocolViolation):
        Enforcer().feed(event)


def test_what_fits_the_schema_is_the_same_object() -> None:
    assert Enforcer().feed(START)[0] is START


@pytest.mark.parametrize(
    ("event", "left", "path"),
    [
        ({**START, "colour": 1}, START, "/colour"),
        (
            {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "narrator"},
            {"type": "TEXT_MESSAGE_START", "messageId": "m"},
            "/role",
        ),
        ({**FINISH, "outcome": {"type": "postponed"}}, FINISH, "/outcome/type"),
        (
            {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m", "role": "user", "content": [
                {"type": "text", "text": "a"}, {"type": "hologram"}]}]},
            {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m", "role": "user", "content": [
                {"type": "text", "text": "a"}]}]},
            "/messages/0/content/1/type",
        ),
        (
            {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": [
                {"type": "image", "source": {"type": "hologram", "value": "x"}}]},
            {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": []},
            "/content/0/source/type",
        ),
        ({"type": "RUN_ERROR", "message": "m", "a/b~c": 1},
         {"type": "RUN_ERROR", "message": "m"}, "/a~1b~0c"),
    ],
)  # fmt: skip
def test_what_is_unknown_goes_with_what_requires_it(event: Any, left: Any, path: str) -> None:
    stage = Enforcer()
    assert stage.feed(event) == [left]
    assert [d.path for d in stage.report.diagnostics] == [path]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "draft", "entityId": "m",
         "encryptedValue": "v"},
        {"type": "FUTURE"},
    ],
)  # fmt: skip
def test_what_is_unknown_where_it_is_required_takes_the_event(event: Any) -> None:
    stage = Enforcer()
    assert stage.feed(event) == []
    assert stage.report.diagnostics


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (None, ""),
        ([], ""),
        ({}, "/type"),
        ({"type": 7}, "/type"),
        ({**START, "runId": None}, "/runId"),
        ({**START, "timestamp": "1"}, "/timestamp"),
        ({**START, "timestamp": True}, "/timestamp"),
        ({**START, "timestamp": 2**53}, "/timestamp"),
        ({**START, "timestamp": 1.5}, "/timestamp"),
        ({**START, "timestamp": float("nan")}, "/timestamp"),
        ({**START, "metadata": None}, "/metadata"),
        ({"type": "ACTIVITY_DELTA", "messageId": "m", "activityType": "x",
          "patch": [{"op": "add", "path": "x", "value": 1}]}, "/patch/0/path"),
        ({"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m", "role": "assistant", "toolCalls": [
            {"id": "c", "type": "procedure", "function": {"name": "f", "arguments": ""}}]}]},
         "/messages/0/toolCalls/0/type"),
        ({"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m"}]}, "/messages/0/role"),
        ({"type": "REASONING_ENCRYPTED_VALUE", "subtype": "draft", "encryptedValue": "v"},
         "/entityId"),
        ({**FINISH, "outcome": {"type": "interrupt", "interrupts": []}}, "/outcome/interrupts"),
        ({**FINISH, "usage": [{"inputTokens": -1}]}, "/usage/0/inputTokens"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_fatal_and_says_where(event: Any, path: str) -> None:
    stage = Enforcer(Report(at=3))
    with pytest.raises(ProtocolViolation) as caught:
        stage.feed(event)
    assert (caught.value.diagnostic.path, caught.value.diagnostic.index) == (path, 3)


@pytest.mark.parametrize("timestamp", [0, -(2**53) + 1, 1.0, 1e3])
def test_an_integer_is_what_json_calls_one(timestamp: Any) -> None:
    event = {**START, "timestamp": timestamp}
    assert Enforcer().feed(event)[0] is event


def test_operations_of_a_patch_may_say_more_than_they_need() -> None:
    event = {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": "/a", "value": 1}]}
    stage = Enforcer()
    assert stage.feed(event)[0] is event
    assert not stage.report.diagnostics


def test_a_chunk_is_a_start_and_a_content_until_something_ends_it() -> None:
    assert expanded(text("a", "m"), text("b"), FINISH) == [
        "TEXT_MESSAGE_START m",
        "TEXT_MESSAGE_CONTENT m a",
        "TEXT_MESSAGE_CONTENT m b",
        "TEXT_MESSAGE_END m",
        "RUN_FINISHED",
    ]


def test_subagents_stream_side_by_side() -> None:
    assert expanded(
        text("a", "m1", "s1"),
        text("b", "m2", "s2"),
        text("c", owner="s1"),
        {"type": "SUBAGENT_FINISHED", "subagentRunId": "s1"},
        text("d"),
        FINISH,
    ) == [
        "TEXT_MESSAGE_START m1 s1",
        "TEXT_MESSAGE_CONTENT m1 a s1",
        "TEXT_MESSAGE_START m2 s2",
        "TEXT_MESSAGE_CONTENT m2 b s2",
        "TEXT_MESSAGE_CONTENT m1 c s1",
        "TEXT_MESSAGE_END m1 s1",
        "SUBAGENT_FINISHED s1",
        "TEXT_MESSAGE_CONTENT m2 d s2",
        "TEXT_MESSAGE_END m2 s2",
        "RUN_FINISHED",
    ]


def test_a_chunk_may_say_the_role_that_was_meant() -> None:
    made = expanded(text("a", "m"), text("b", "m", role="assistant"))
    assert made[-1] == "TEXT_MESSAGE_CONTENT m b"


def test_an_untagged_chunk_goes_on_with_the_parents_stream() -> None:
    made = expanded(text("a", "m", "s"), text("p", "p"), text("q"))
    assert made[-1] == "TEXT_MESSAGE_CONTENT p q"


def test_a_named_chunk_needs_no_tag() -> None:
    made = expanded(text("a", "m1", "s1"), text("b", "m2", "s2"), text("c", "m1"))
    assert made[-1] == "TEXT_MESSAGE_CONTENT m1 c s1"


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([text("a")], "chunk_without_id"),
        ([text("a", owner="s")], "chunk_without_id"),
        ([{"type": "TOOL_CALL_CHUNK", "toolCallId": "c"}], "chunk_without_name"),
        ([text("a", "m"), text("b", "m", role="user")], "chunk_conflict"),
        ([text("a", "m", name="x"), text("b", name="y")], "chunk_conflict"),
        ([text("a", "m"), text("b", "m", "s")], "chunk_conflict"),
        ([text("a", "m1", "s1"), text("b", "m2", "s2"), text("c")], "chunk_ambiguous"),
        ([text("a", "m"), START, text("b")], "chunk_without_id"),
    ],
)
def test_a_chunk_that_names_nothing_or_contradicts_is_fatal(events: list[Any], code: str) -> None:
    stage = Expander()
    for event in events[:-1]:
        stage.feed(event)
    with pytest.raises(ProtocolViolation) as caught:
        stage.feed(events[-1])
    assert caught.value.diagnostic.code == code


def test_a_raw_event_of_a_chunk_rides_on_its_content() -> None:
    stage = Expander()
    start, content = stage.feed({**text("a", "m"), "rawEvent": {"x": 1}, "timestamp": 5})
    assert "rawEvent" not in start
    assert (content["rawEvent"], content["timestamp"]) == ({"x": 1}, 5)
    assert stage.feed({"type": "TEXT_MESSAGE_CHUNK"}) == []


STEP = {"type": "STEP_STARTED", "stepName": "s"}
STEP_END = {"type": "STEP_FINISHED", "stepName": "s"}
SUB = {"type": "SUBAGENT_STARTED", "subagentRunId": "s", "name": "n"}
SUB_END = {"type": "SUBAGENT_FINISHED", "subagentRunId": "s"}
CALL = {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "f"}
TEXT = {"type": "TEXT_MESSAGE_START", "messageId": "m"}
ACT = {"type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "x", "content": {}}


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([START, START], "run_still_open"),
        ([START, FINISH, FINISH], "run_ended"),
        ([{"type": "RUN_ERROR", "message": "x"}, FINISH], "run_ended"),
        ([STEP], "run_not_started"),
        ([START, STEP, STEP], "step_reopened"),
        ([START, STEP_END], "step_not_open"),
        ([START, STEP, {**STEP_END, "subagentRunId": "s"}], "step_not_open"),
        ([START, STEP, FINISH], "step_left_open"),
        ([START, SUB, FINISH], "subagent_left_open"),
        ([START, SUB, SUB_END, SUB], "subagent_reopened"),
        ([START, SUB_END], "subagent_not_open"),
        ([START, {**SUB, "parentSubagentRunId": "p"}], "subagent_not_open"),
        ([START, CALL, CALL], "call_reopened"),
        ([START, {"type": "TOOL_CALL_END", "toolCallId": "c"}], "call_not_open"),
        ([START, CALL, FINISH], "call_left_open"),
        ([START, TEXT, {**CALL, "parentMessageId": "m", "subagentRunId": "s"}], "owner"),
        ([START, {**TEXT, "subagentRunId": "s"}, CALL,
          {"type": "TOOL_CALL_END", "toolCallId": "c"}, {**CALL, "parentMessageId": "m"}], "owner"),
        ([START, TEXT, TEXT], "message_reopened"),
        ([START, TEXT, FINISH], "message_left_open"),
        ([START, ACT, {"type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "x",
                       "patch": [], "subagentRunId": "s"}], "owner"),
        ([START, TEXT, {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "m",
                        "encryptedValue": "v", "subagentRunId": "s"}], "reasoning_owner"),
        ([START, {"type": "MESSAGES_SNAPSHOT", "messages": [
            {"id": "m", "role": "assistant", "subagentRunId": "s"}]},
          {**TEXT, "subagentRunId": "other"}], "owner"),
        ([{**START, "input": {"threadId": "t", "runId": "r", "messages": [
            {"id": "m", "role": "assistant", "subagentRunId": "s"}]}},
          {**TEXT, "subagentRunId": "other"}], "owner"),
    ],
)  # fmt: skip
def test_what_is_out_of_order_is_fatal(events: list[Any], code: str) -> None:
    stage = Verifier()
    for event in events[:-1]:
        assert stage.feed(event) == [event]
    with pytest.raises(ProtocolViolation) as caught:
        stage.feed(events[-1])
    assert caught.value.diagnostic.code == code


def test_only_reasoning_may_be_relaxed() -> None:
    stage = Verifier(discipline="warn")
    stage.feed(START)
    orphan = {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "a"}
    assert stage.feed(orphan) == []
    with pytest.raises(ProtocolViolation):
        stage.feed({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "a"})


def test_a_relaxed_rule_costs_no_value() -> None:
    consumer = Consumer(discipline="warn")
    for event in (
        START,
        {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"},
        {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "m",
         "encryptedValue": "v", "subagentRunId": "s"},
        FINISH,
    ):  # fmt: skip
        consumer.feed(event)
    outcome = consumer.finish()
    assert outcome.messages[0]["encryptedValue"] == "v"
    assert [d.code for d in outcome.diagnostics] == ["reasoning_owner", "reasoning_left_open"]


@pytest.mark.parametrize(
    ("version", "code"),
    [("1.0", None), ("0.9", None), ("1.1", "version_newer"), ("2.0", "version_newer"),
     ("draft", "version_unreadable"), ("", "version_unreadable"),
     ("9" * 5000 + ".0", "version_unreadable"), ("١.٠", "version_unreadable")],
)  # fmt: skip
def test_a_declared_version_never_stops_a_run(version: str, code: str | None) -> None:
    stage = Verifier()
    assert stage.feed({**START, "protocolVersion": version})
    assert [d.code for d in stage.report.diagnostics] == ([code] if code else [])


def test_a_stream_that_stops_inside_a_run_is_told() -> None:
    consumer = Consumer()
    consumer.feed(START)
    outcome = consumer.finish()
    assert (outcome.status, [d.code for d in outcome.diagnostics]) == (
        "completed",
        ["run_unfinished"],
    )


def test_the_history_can_be_read_at_any_time() -> None:
    history = History()
    history.feed({"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"})
    for delta, so_far in (("a", "a"), ("b", "ab")):
        history.feed({"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": delta})
        assert history.messages[0]["content"] == so_far


def test_halves_of_a_character_in_two_fragments_are_joined() -> None:
    history = History()
    history.feed({"type": "TEXT_MESSAGE_START", "messageId": "m"})
    for half in ("\ud83d", "\ude00"):
        history.feed({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": half})
    assert history.messages[0]["content"] == "\U0001f600"


@pytest.mark.parametrize(
    ("held", "event"),
    [
        ("reasoning", {"type": "TEXT_MESSAGE_START", "messageId": "m"}),
        ("user", {"type": "TEXT_MESSAGE_START", "messageId": "m"}),
        ("assistant", {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}),
        ("assistant", {**ACT, "messageId": "m"}),
        ("assistant", {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c",
                       "content": "x"}),
        ("user", {"type": "TOOL_CALL_START", "toolCallId": "m", "toolCallName": "f"}),
    ],
)  # fmt: skip
def test_an_id_that_is_taken_is_left_to_its_message(held: str, event: Any) -> None:
    message = {"id": "m", "role": held, "content": "kept"}
    history = History([message])
    history.feed(event)
    ends = {"TEXT": "TEXT_MESSAGE", "REAS": "REASONING_MESSAGE", "TOOL": "TOOL_CALL"}
    if event["type"].endswith("_START"):
        stem = ends[event["type"][:4]]
        key = "toolCallId" if stem == "TOOL_CALL" else "messageId"
        content = "ARGS" if stem == "TOOL_CALL" else "CONTENT"
        history.feed({"type": f"{stem}_{content}", key: "m", "delta": "lost"})
        history.feed({"type": f"{stem}_END", key: "m"})
    assert history.messages == [message]
    assert [d.code for d in history.report.diagnostics] == ["id_taken"]


def test_a_call_whose_parent_is_no_answer_gets_an_answer_of_its_own() -> None:
    history = History([{"id": "r", "role": "reasoning", "content": ""}])
    history.feed({**CALL, "parentMessageId": "r"})
    history.feed({"type": "TOOL_CALL_END", "toolCallId": "c"})
    assert [(m["id"], m["role"]) for m in history.messages] == [
        ("r", "reasoning"),
        ("c", "assistant"),
    ]


def test_the_input_of_a_run_brings_the_messages_nobody_has_seen() -> None:
    given = {"threadId": "t", "runId": "r", "messages": [
        {"id": "u", "role": "user", "content": "new"},
        {"id": "v", "role": "user", "content": "other"},
    ]}  # fmt: skip
    history = History([{"id": "u", "role": "user", "content": "held"}])
    history.feed({**START, "input": given})
    assert [m["content"] for m in history.messages] == ["held", "other"]


def test_a_tool_result_becomes_a_message() -> None:
    history = History()
    result = {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": "x"}
    history.feed(result)
    assert history.messages == [{"id": "m", "role": "tool", "content": "x", "toolCallId": "c"}]


def test_an_activity_is_replaced_patched_or_left() -> None:
    history = History()
    patch = {"type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "x"}
    history.feed({**ACT, "content": {"n": 1}})
    history.feed({**ACT, "content": {"n": 2}, "replace": False})
    assert history.messages[0]["content"] == {"n": 1}
    history.feed({**patch, "patch": [{"op": "replace", "path": "/n", "value": 3}]})
    assert history.messages[0]["content"] == {"n": 3}
    history.feed({**patch, "patch": [{"op": "remove", "path": "/x"}]})
    history.feed({**patch, "patch": [{"op": "replace", "path": "", "value": []}]})
    history.feed({**patch, "messageId": "b", "patch": []})
    assert history.messages[0]["content"] == {"n": 3}
    assert [d.code for d in history.report.diagnostics] == [
        "patch_failed",
        "patch_failed",
        "unknown_message",
    ]


def test_a_snapshot_replaces_in_place_appends_and_drops() -> None:
    def of(name: str, role: str, content: str = "") -> Any:
        return {"id": name, "role": role, "content": content}

    held = [of("a", "user"), of("r", "reasoning"), of("b", "assistant"), of("c", "user")]
    restated = [of("n", "user"), of("b", "assistant", "new")]
    assert [m["id"] for m in reconcile(held, restated)] == ["r", "b", "n"]
    assert reconcile(held, restated)[1]["content"] == "new"
    assert [m["id"] for m in reconcile(held, [*restated, of("q", "reasoning")])] == ["b", "n", "q"]


def test_a_message_that_was_taken_away_can_be_opened_again_in_another_run() -> None:
    consumer = Consumer()
    opened = {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}
    content = {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "a"}
    other = {"id": "n", "role": "reasoning", "content": ""}
    for event in (
        START,
        opened,
        {"type": "MESSAGES_SNAPSHOT", "messages": [other]},
        content,
        content,
        {"type": "RUN_ERROR", "message": "x"},
        START,
        opened,
        content,
    ):
        consumer.feed(event)
    assert consumer.history.messages[1]["content"] == "a"
    assert [d.code for d in consumer.report.diagnostics] == ["unknown_message"]


def test_retired_thinking_of_one_run_does_not_go_on_in_the_next() -> None:
    stage = Boundary()
    content = {"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "a"}
    names = set[str]()
    for event in (START, {"type": "THINKING_TEXT_MESSAGE_START"}, content, START, content):
        names |= {made["messageId"] for made in stage.feed(event) if "messageId" in made}
    assert len(names) == 2


def test_a_snapshot_says_anew_who_owns_a_message() -> None:
    stage = Verifier()
    message = {"id": "m", "role": "assistant", "subagentRunId": "s2"}
    for event in (
        START,
        {**TEXT, "subagentRunId": "s1"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m"},
        {"type": "MESSAGES_SNAPSHOT", "messages": [message]},
        {**TEXT, "subagentRunId": "s2"},
    ):
        assert stage.feed(event) == [event]


def test_a_long_or_odd_name_is_cut_and_can_be_written() -> None:
    stage = Enforcer()
    stage.feed({**START, "k" * 1000: 1, "\ud83d": 1})
    long, odd = (d.path for d in stage.report.diagnostics)
    assert len(long) < 100
    assert odd.encode() == b"/\\ud83d"
