"""What a provider streams, as AG-UI: conforming, and one message for each signed block."""

import json
from itertools import pairwise
from typing import Any

import pytest
from ag_ui.core import Event
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from forethought.policies.agui import Artefact, Emitter, Seal, check, consume

KEY = Seal(b"k")
ADAPTER: TypeAdapter[Any] = TypeAdapter(Event)


def delta(finish: str | None = None, **members: Any) -> Any:
    return {
        "id": "msg_1",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": members, "finish_reason": finish}],
    }


def thinking(text: str, signature: str = "S") -> Any:
    return delta(thinking_block={"type": "thinking", "thinking": text, "signature": signature})


def call(index: int = 0, **members: Any) -> Any:
    return delta(tool_calls=[{"index": index, **members}])


def begun(name: str, given: str, arguments: str = "", index: int = 0, **more: Any) -> Any:
    function = {"name": name, "arguments": arguments}
    return call(index, id=given, type="function", function=function, **more)


def emitter(seal: Seal | None = KEY) -> Emitter:
    return Emitter(seal, thread_id="t", run_id="r", signed_by="anthropic/claude-x", account="a")


def emitted(*chunks: Any, seal: Seal | None = KEY) -> list[Any]:
    made = emitter(seal)
    return [
        *made.start(),
        *(event for chunk in chunks for event in made.feed(chunk)),
        *made.finish(),
    ]


def shown(events: list[Any]) -> list[str]:
    """The events without the run's own, each as its type and what it says."""
    keys = ("messageId", "toolCallId", "entityId", "delta")
    return [
        " ".join([e["type"], *(e[key] for key in keys if key in e)])
        for e in events
        if not e["type"].startswith("RUN_")
    ]


def opened(event: Any, seal: Seal = KEY) -> Artefact:
    artefact = seal.open(event["encryptedValue"], event.get("encryptedValueType"))
    assert artefact is not None
    return artefact


STREAMS = {
    "signed thinking, text": [
        delta(role="assistant"), delta(reasoning="th"), delta(reasoning="ink"), thinking("think"),
        delta(content="an"), delta(content="swer"), delta("stop"),
    ],
    "omitted thinking": [thinking(""), delta(content="a"), delta("stop")],
    "redacted": [delta(
        reasoning="[reasoning withheld by the provider]",
        thinking_block={"type": "redacted_thinking", "data": "D"})],
    "two blocks in a row": [delta(reasoning="a"), thinking("a", "1"), delta(reasoning="b"),
                            thinking("b", "2"), begun("f", "c1", "{}")],
    "interleaved": [thinking("a", "1"), delta(content="x"), begun("f", "c1", "{}"),
                    thinking("b", "2"), begun("g", "c2", "{}", 1), delta("tool_calls")],
    "parallel calls": [begun("f", "c1"), begun("g", "c2", "", 1),
                       call(0, function={"arguments": "{"}), call(1, function={"arguments": "[]"}),
                       call(0, function={"arguments": "}"}), delta("tool_calls")],
    "a signed call": [begun("f", "c1", "{}", provider_signature="G"), begun("g", "c2", "{}", 1)],
    "signed text": [delta(content="ab"), delta(content="cd", provider_signature="G"),
                    delta(content="ef"), delta(provider_signature="H")],
    "a signed thought": [delta(reasoning="a", thinking_block={
        "text": "a", "thought": True, "thoughtSignature": "G"})],
    "a reasoning item": [delta(reasoning="sum"), delta(thinking_block={
        "type": "reasoning", "id": "rs_1", "encrypted_content": "E",
        "summary": [{"type": "summary_text", "text": "sum"}]}), delta(content="x")],
    "reasoning details": [delta(reasoning="a"), delta(thinking_block={
        "type": "reasoning.text", "text": "a", "signature": "S", "format": "anthropic-claude-v1"})],
    "text of qwen": [delta(reasoning="a"), delta(content="b"), delta("stop")],
    "an error": [delta(reasoning="a"), {"error": {"message": "overloaded", "type": "busy"}},
                 delta(content="late")],
    "text around calls": [delta(content="a"), begun("f", "c1", "{}"), delta(content="b")],
    "a call without a name": [call(0, id="c1", function={"arguments": "{}"})],
    "a repeated call id": [begun("f", "c1", "{}"), begun("f", "c1", "{}", 1)],
    "a late signature": [begun("f", "c1", "{}"), delta(content="x"),
                         call(0, id="c1", provider_signature="G")],
    "nothing": [],
    "usage": [{"choices": [], "usage": {"prompt_tokens": 1}}],
    "oddities": [None, 7, {}, {"choices": None}, {"choices": [7, {"delta": None}]},
                 delta(content=7, tool_calls=[7, {}], thinking_block=7, reasoning=[1])],
}  # fmt: skip


@pytest.mark.parametrize("seal", [None, KEY, Seal(style="raw")], ids=["plain", "key", "raw"])
@pytest.mark.parametrize("chunks", STREAMS.values(), ids=STREAMS)
def test_what_is_emitted_passes_the_check(chunks: list[Any], seal: Seal | None) -> None:
    events = emitted(*chunks, seal=seal)
    profile = seal.profile if seal else "1.0"
    assert check(events, profile=profile) == []
    assert not consume(events, profile=profile).diagnostics


@pytest.mark.parametrize("chunks", STREAMS.values(), ids=STREAMS)
def test_every_event_is_one_to_the_published_package(chunks: list[Any]) -> None:
    for event in emitted(*chunks):
        read = ADAPTER.validate_json(json.dumps(event))
        assert json.loads(read.model_dump_json(by_alias=True)) == event
        assert not read.model_extra


@pytest.mark.parametrize("chunks", STREAMS.values(), ids=STREAMS)
def test_ids_are_the_same_on_every_replay_and_never_shared(chunks: list[Any]) -> None:
    events = emitted(*chunks)
    assert events == emitted(*chunks)
    spans = [e["messageId"] for e in events if e["type"] == "REASONING_START"]
    starts = {(e["messageId"], e["type"]) for e in events if e["type"].endswith("MESSAGE_START")}
    messages = [name for name, _ in starts]
    assert len({*spans, *messages}) == len(spans) + len(messages)
    assert "msg_1" not in messages


def test_a_signed_block_is_one_message_with_one_value() -> None:
    events = emitted(*STREAMS["signed thinking, text"])
    assert shown(events) == [
        "REASONING_START r:1",
        "REASONING_MESSAGE_START r:2",
        "REASONING_MESSAGE_CONTENT r:2 th",
        "REASONING_MESSAGE_CONTENT r:2 ink",
        "REASONING_MESSAGE_END r:2",
        "REASONING_ENCRYPTED_VALUE r:2",
        "REASONING_END r:1",
        "TEXT_MESSAGE_START r:3",
        "TEXT_MESSAGE_CONTENT r:3 an",
        "TEXT_MESSAGE_CONTENT r:3 swer",
        "TEXT_MESSAGE_END r:3",
    ]
    artefact = opened(events[6])
    assert (artefact.kind, artefact.data) == ("anthropic.signature", "S")
    assert (artefact.signed_by, artefact.account) == ("anthropic/claude-x", "a")


def test_a_block_without_text_is_a_message_too() -> None:
    events = emitted(thinking(""))
    assert shown(events) == [
        "REASONING_START r:1",
        "REASONING_MESSAGE_START r:2",
        "REASONING_MESSAGE_END r:2",
        "REASONING_ENCRYPTED_VALUE r:2",
        "REASONING_END r:1",
    ]


def test_each_block_has_its_own_message_and_value() -> None:
    events = emitted(*STREAMS["two blocks in a row"])
    values = [e for e in events if e["type"] == "REASONING_ENCRYPTED_VALUE"]
    assert [opened(value).data for value in values] == ["1", "2"]
    texts = [e["delta"] for e in events if e["type"] == "REASONING_MESSAGE_CONTENT"]
    assert texts == ["a", "b"]
    assert len({value["entityId"] for value in values}) == 2
    assert [e["type"] for e in events].count("REASONING_START") == 1


def test_text_of_a_block_that_was_not_streamed_comes_with_it() -> None:
    events = emitted(delta(reasoning="ab"), thinking("abcd"))
    assert [e["delta"] for e in events if "delta" in e] == ["ab", "cd"]


def test_a_block_that_says_something_else_is_another_message() -> None:
    outcome = consume(emitted(delta(reasoning="unsigned"), thinking("signed")))
    assert [(m["content"], "encryptedValue" in m) for m in outcome.messages] == [
        ("unsigned", False),
        ("signed", True),
    ]


def test_redacted_reasoning_keeps_its_place_and_shows_its_placeholder() -> None:
    outcome = consume(emitted(*STREAMS["redacted"]))
    (message,) = outcome.messages
    artefact = KEY.open(message["encryptedValue"])
    assert artefact is not None
    assert (artefact.kind, artefact.data) == ("anthropic.redacted_thinking", "D")
    assert message["content"] == "[reasoning withheld by the provider]"
    assert message["metadata"] == {"forethought.redacted": True}


def test_an_unsigned_block_carries_no_value() -> None:
    events = emitted(delta(reasoning="a"), delta(thinking_block={"type": "thinking"}))
    assert "REASONING_ENCRYPTED_VALUE" not in {e["type"] for e in events}


def test_reasoning_without_a_block_is_a_message_without_a_value() -> None:
    outcome = consume(emitted(*STREAMS["text of qwen"]))
    assert [(m["role"], m["content"]) for m in outcome.messages] == [
        ("reasoning", "a"),
        ("assistant", "b"),
    ]


def test_of_two_spellings_of_reasoning_one_is_shown() -> None:
    events = emitted(delta(reasoning="a", reasoning_content="a"), delta(reasoning_content="b"))
    assert [e["delta"] for e in events if "delta" in e] == ["a", "b"]


def test_a_signature_of_a_call_is_a_value_of_the_call() -> None:
    outcome = consume(emitted(*STREAMS["a signed call"]))
    (message,) = outcome.messages
    signed, unsigned = message["toolCalls"]
    artefact = KEY.open(signed["encryptedValue"])
    assert artefact is not None
    assert (artefact.kind, artefact.data) == ("google.thought_signature", "G")
    assert "encryptedValue" not in unsigned


def test_a_signature_stays_while_the_arguments_come() -> None:
    outcome = consume(
        emitted(begun("f", "c1", "", provider_signature="G"), call(0, function={"arguments": "{}"}))
    )
    (made,) = outcome.messages[0]["toolCalls"]
    assert made["function"]["arguments"] == "{}"
    assert KEY.open(made["encryptedValue"]) is not None


def test_a_signature_after_the_call_signs_that_call() -> None:
    outcome = consume(emitted(*STREAMS["a late signature"]))
    (made,) = outcome.messages[0]["toolCalls"]
    assert (made["id"], "encryptedValue" in made) == ("c1", True)


def test_of_several_choices_the_first_is_told() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "other"}}]}
    assert not [e for e in emitted(other) if "delta" in e]


def test_a_reply_that_is_finished_leaves_nothing_open() -> None:
    made = emitter()
    events = [*made.feed(delta(reasoning="a")), *made.feed(delta("stop"))]
    assert [e["type"] for e in events[-2:]] == ["REASONING_MESSAGE_END", "REASONING_END"]


def test_text_and_calls_of_one_answer_share_a_message() -> None:
    outcome = consume(emitted(*STREAMS["text around calls"]))
    (message,) = outcome.messages
    assert (message["content"], message["toolCalls"][0]["id"]) == ("ab", "c1")


def test_parallel_calls_keep_their_own_arguments() -> None:
    outcome = consume(emitted(*STREAMS["parallel calls"]))
    calls = outcome.messages[0]["toolCalls"]
    assert [c["function"] for c in calls] == [
        {"name": "f", "arguments": "{}"},
        {"name": "g", "arguments": "[]"},
    ]


def test_a_call_id_that_comes_twice_is_two_calls() -> None:
    outcome = consume(emitted(*STREAMS["a repeated call id"]))
    assert len({c["id"] for c in outcome.messages[0]["toolCalls"]}) == 2


def test_a_signed_text_begins_a_new_message_after_it() -> None:
    outcome = consume(emitted(*STREAMS["signed text"]))
    lengths = [KEY.open(m["encryptedValue"]) for m in outcome.messages]
    assert [m["content"] for m in outcome.messages] == ["abcd", "ef"]
    assert [a and (a.data, a.length) for a in lengths] == [("G", 2), ("H", 0)]


def test_an_error_closes_what_is_open_and_ends_the_run() -> None:
    events = emitted(*STREAMS["an error"])
    assert [e["type"] for e in events[-3:]] == [
        "REASONING_MESSAGE_END",
        "REASONING_END",
        "RUN_ERROR",
    ]
    assert (events[-1]["message"], events[-1]["code"]) == ("overloaded", "busy")


@pytest.mark.parametrize(
    ("error", "message"),
    [("boom", "boom"), ({"code": 7}, "the provider reported an error"),
     ({"message": None}, "the provider reported an error"),
     ([1], "the provider reported an error")],
)  # fmt: skip
def test_any_error_ends_the_run(error: Any, message: str) -> None:
    last = emitted({"error": error})[-1]
    assert (last["type"], last["message"]) == ("RUN_ERROR", message)
    assert "code" not in last


def test_a_failure_of_ones_own_closes_what_is_open() -> None:
    made = emitter()
    events = [*made.start(), *made.feed(delta(content="a")), *made.fail("gone", "GONE")]
    assert [e["type"] for e in events[-2:]] == ["TEXT_MESSAGE_END", "RUN_ERROR"]
    assert check(events) == []
    assert made.finish() == made.feed(delta(content="b")) == made.fail("again") == []


def test_a_run_starts_by_itself_and_once() -> None:
    made = emitter()
    assert made.feed(delta(content="a"))[0]["type"] == "RUN_STARTED"
    assert made.start() == []


def test_a_raw_seal_speaks_1_1() -> None:
    events = emitted(thinking("a"), seal=Seal(style="raw"))
    value = next(e for e in events if e["type"] == "REASONING_ENCRYPTED_VALUE")
    assert events[0]["protocolVersion"] == "1.1"
    assert (value["encryptedValue"], value["encryptedValueType"]) == ("S", "anthropic.signature")
    assert "protocolVersion" in emitted()[0]


TEXTS = st.sampled_from(["", "a", "bc"])
BLOCKS = st.one_of(
    st.builds(lambda t, s: {"type": "thinking", "thinking": t, "signature": s}, TEXTS, TEXTS),
    st.builds(lambda d: {"type": "redacted_thinking", "data": d}, TEXTS),
    st.builds(lambda t, s: {"text": t, "thought": True, "thoughtSignature": s}, TEXTS, TEXTS),
    st.builds(lambda e: {"type": "reasoning", "encrypted_content": e, "summary": []}, TEXTS),
)
CALLS = st.builds(
    lambda index, name, given, signature: {
        "index": index,
        "id": given,
        "function": {"name": name, "arguments": "{}"},
        "provider_signature": signature,
    },
    st.integers(0, 2),
    TEXTS,
    st.sampled_from([None, "c1", "c2"]),
    TEXTS,
)
DELTAS = st.fixed_dictionaries(
    {},
    optional={
        "content": TEXTS,
        "reasoning": TEXTS,
        "thinking_block": BLOCKS,
        "tool_calls": st.lists(CALLS, max_size=2),
        "provider_signature": TEXTS,
    },
)
CHUNKS = st.lists(
    st.builds(
        lambda made, finish: delta(finish, **made), DELTAS, st.sampled_from([None, None, "stop"])
    ),
    max_size=12,
)


def signatures(chunks: list[Any]) -> list[str]:
    """Every artefact of a block or a text that the chunks carry."""
    found: list[str] = []
    for chunk in chunks:
        made = chunk["choices"][0]["delta"]
        block = made.get("thinking_block", {})
        keys = ("signature", "data", "thoughtSignature", "encrypted_content")
        found += [block[key] for key in keys if block.get(key)]
        found += [made["provider_signature"]] if made.get("provider_signature") else []
    return sorted(found)


@given(CHUNKS)
def test_any_chunks_make_a_conforming_stream_and_lose_no_block(chunks: list[Any]) -> None:
    events = emitted(*chunks)
    assert check(events) == []
    for before, after in pairwise(events):
        if before["type"] == "TEXT_MESSAGE_CONTENT":
            assert not after["type"].startswith("REASONING_START")
    outcome = consume(events)
    assert not outcome.diagnostics
    values = [e for e in events if e["type"] == "REASONING_ENCRYPTED_VALUE"]
    of_messages = [opened(value).data for value in values if value["subtype"] == "message"]
    assert sorted(of_messages) == signatures(chunks)
    assert len({value["entityId"] for value in values}) >= len(of_messages)
