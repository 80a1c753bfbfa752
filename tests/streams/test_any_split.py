"""However a provider cuts its stream, the reply and what is kept of it are the same."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forethought.policies.kept import Kept
from forethought.policies.streams import open_stream, read_reply
from forethought.policies.words import Json, Wire
from tests.streams.conftest import PIECES, SCRIPTS, Piece

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
filled = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
kinds = st.sampled_from(["thinking", "redacted", "text", "server", "call"])
said = st.tuples(kinds, texts, st.one_of(st.just(""), filled))
noise: list[Json] = [
    {"type": "ping"},
    {"type": "of tomorrow", "delta": {}},
    None,
    [],
    {"object": 1},
]
split = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def cutter(data: st.DataObject) -> Callable[[str], Sequence[str]]:
    def cut(text: str) -> Sequence[str]:
        places = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)))
        ends = [0, *places, len(text)]
        return [text[a:b] for a, b in itertools.pairwise(ends)]

    return cut


def pieces_of(drawn: Sequence[tuple[str, str, str]]) -> list[Piece]:
    signed = {"redacted": "D"}
    arguments = {"call": '{"a":"b"}', "server": "{}"}
    return [
        Piece(
            kind,
            arguments.get(kind, text),
            f"{signature}{index}" if signature else signed.get(kind, ""),
        )
        for index, (kind, text, signature) in enumerate(drawn)
    ]


def outcome(ran: Any) -> tuple[bytes, bytes]:
    return msgspec.json.encode(ran.reply), msgspec.json.encode(ran.kept)


@split
@given(drawn=st.lists(said, max_size=7), data=st.data())
def test_any_split_gives_the_same_reply_and_the_same_blocks(
    wire: Wire, run: Any, drawn: Sequence[tuple[str, str, str]], data: st.DataObject
) -> None:
    pieces = pieces_of(drawn)
    at_once = run(wire, SCRIPTS[wire](pieces, lambda text: [text]))
    events: list[Json] = []
    for event in SCRIPTS[wire](pieces, cutter(data)):
        events += [event, *data.draw(st.lists(st.sampled_from(noise), max_size=1))]
    assert outcome(run(wire, events)) == outcome(at_once)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pieces_of_one_size_give_the_same_reply(
    wire: Wire, rich: list[Json], run: Any, size: int
) -> None:
    def cut(text: str) -> list[str]:
        return [text[at : at + size] for at in range(0, len(text), size)]

    small = run(wire, SCRIPTS[wire](PIECES, cut))
    assert outcome(small) == outcome(run(wire, rich))
    assert small.kept.blocks or small.kept.call_signatures


def test_a_cut_at_every_event_keeps_only_what_was_signed_and_whole(
    wire: Wire, rich: list[Json], run: Any
) -> None:
    complete: Kept = run(wire, rich).kept
    for end in range(len(rich)):
        kept: Kept = run(wire, rich[:end]).kept
        assert kept.blocks == complete.blocks[: len(kept.blocks)]
        assert kept.call_signatures.items() <= complete.call_signatures.items()
        assert kept.call_ids == complete.call_ids[: len(kept.call_ids)]
        assert msgspec.json.decode(msgspec.json.encode(kept), type=Kept) == kept


@pytest.mark.parametrize("field", ["type", "index", "delta", "content_block", "choices", "item"])
def test_an_event_of_a_wrong_type_is_ignored(
    wire: Wire, rich: list[Json], run: Any, field: str
) -> None:
    values: list[Json] = [None, 3, "x", [], [[]], {}, {"type": []}, {"type": {}}, [None], [3, {}]]
    for event in rich:
        for value in values:
            run(wire, [*rich[:3], {**event, field: value}, *rich])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "thinking", "text"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "text", "id", "signature", "index"]), inner, max_size=3
        )
    ),
    max_leaves=4,
)


def mutated(value: Json, data: st.DataObject) -> Json:
    """A value with something inside it replaced by something else."""
    if not isinstance(value, (dict, list)) or not value or data.draw(st.integers(0, 3)) == 0:
        return data.draw(json_values)
    if isinstance(value, list):
        at = data.draw(st.integers(0, len(value) - 1))
        return [mutated(item, data) if index == at else item for index, item in enumerate(value)]
    key = data.draw(st.sampled_from(sorted(value)))
    return {name: mutated(item, data) if name == key else item for name, item in value.items()}


@split
@given(data=st.data())
def test_no_event_at_all_raises(wire: Wire, rich: list[Json], data: st.DataObject) -> None:
    stream = open_stream(wire, signed_by="p/m")
    for event in rich:
        stream.feed(mutated(event, data) if data.draw(st.booleans()) else event)
    stream.end()
    msgspec.json.encode(stream.close())


@split
@given(data=st.data())
def test_no_reply_at_all_raises(wire: Wire, data: st.DataObject) -> None:
    reply = mutated(REPLIES[wire], data)
    if isinstance(reply, dict):
        read_reply(wire, reply)


REPLIES: Mapping[Wire, Json] = {
    "anthropic.messages": {
        "id": "msg_1",
        "model": "m",
        "content": [
            {"type": "thinking", "thinking": "a", "signature": "S1"},
            {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}},
            {"type": "thinking", "thinking": "", "signature": "S2"},
            {"type": "text", "text": "b"},
        ],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 1, "output_tokens": 2},
    },
    "bedrock.converse": {
        "output": {
            "message": {
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "a", "signature": "S1"}}},
                    {"toolUse": {"toolUseId": "c1", "name": "f", "input": {"a": 1}}},
                    {"reasoningContent": {"reasoningText": {"text": "", "signature": "S2"}}},
                    {"text": "b"},
                ]
            }
        },
        "stopReason": "tool_use",
        "usage": {"inputTokens": 1, "outputTokens": 2},
    },
    "gemini.generate": {
        "responseId": "r",
        "modelVersion": "m",
        "candidates": [
            {
                "content": {
                    "parts": [
                        {"text": "a", "thought": True, "thoughtSignature": "S1"},
                        {"functionCall": {"id": "c1", "name": "f", "args": {"a": 1}}},
                        {"text": "b", "thoughtSignature": "S2"},
                    ]
                },
                "finishReason": "STOP",
            }
        ],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 2},
    },
    "openai.chat": {
        "id": "c",
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": "b",
                    "reasoning_content": "a",
                    "thinking_blocks": [
                        {"type": "thinking", "thinking": "a", "signature": "S1"},
                        {"type": "thinking", "thinking": "", "signature": "S2"},
                    ],
                    "tool_calls": [
                        {
                            "id": "c1",
                            "type": "function",
                            "function": {"name": "f", "arguments": '{"a":1}'},
                        }
                    ],
                },
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
    },
    "openai.responses": {
        "id": "resp",
        "model": "m",
        "status": "completed",
        "output": [
            {
                "type": "reasoning",
                "id": "rs_1",
                "summary": [{"type": "summary_text", "text": "a"}],
                "encrypted_content": "S1",
            },
            {
                "type": "function_call",
                "id": "fc",
                "call_id": "c1",
                "name": "f",
                "arguments": '{"a":1}',
            },
            {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "S2"},
            {"type": "message", "id": "msg", "content": [{"type": "output_text", "text": "b"}]},
        ],
        "usage": {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3},
    },
}


def test_a_whole_reply_reads_like_a_streamed_one(wire: Wire) -> None:
    reply, kept = read_reply(wire, REPLIES[wire], signed_by="p/m")
    choice = reply["choices"][0]
    message = choice["message"]
    assert message["reasoning"] == "a"
    assert message["content"] == "b"
    assert [call["id"] for call in message["tool_calls"]] == ["c1"]
    assert message["tool_calls"][0]["function"] == {"name": "f", "arguments": '{"a":1}'}
    assert message["signed_by"] == "p/m"
    assert choice["finish_reason"] == "tool_calls"
    assert reply["usage"]["prompt_tokens"] == 1
    assert reply["object"] == "chat.completion"
    signed = msgspec.json.encode(kept)
    assert signed.count(b"S1") == signed.count(b"S2") == 1


def test_a_reply_that_is_an_error_stays_one() -> None:
    error = {"type": "overloaded_error", "message": "busy"}
    reply, kept = read_reply("anthropic.messages", {"type": "error", "error": error})
    assert reply == {"error": {**error, "code": None}}
    assert not kept.signed


def test_an_unknown_wire_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'chat' is none of openai\.chat"):
        open_stream("chat")  # type: ignore[arg-type]
