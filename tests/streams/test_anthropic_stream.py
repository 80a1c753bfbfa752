"""What a stream of `anthropic.messages` becomes."""

from typing import Any

import pytest

from forethought.policies.kept import Dropped
from forethought.policies.streams import read_reply
from forethought.policies.words import Json, Wire

WITHHELD = "[reasoning withheld by the provider]"


def start(index: int, block: Json) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, kind: str, field: str, value: Json) -> Json:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, field: value}}


def think(index: int, text: Json) -> Json:
    return delta(index, "thinking_delta", "thinking", text)


def sign(index: int, signature: Json) -> Json:
    return delta(index, "signature_delta", "signature", signature)


def say(index: int, text: Json) -> Json:
    return delta(index, "text_delta", "text", text)


def stop(index: int) -> Json:
    return {"type": "content_block_stop", "index": index}


def end(reason: Json) -> Json:
    return {"type": "message_delta", "delta": {"stop_reason": reason}}


THINKING = {"type": "thinking", "thinking": "", "signature": ""}
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
W: Wire = "anthropic.messages"


def test_a_signature_comes_after_the_text_and_the_block_leaves_once_when_it_closes(
    run: Any,
) -> None:
    events = [start(0, THINKING), think(0, "a"), think(0, "b"), sign(0, "S"), stop(0), stop(0)]
    ran = run(W, events)
    assert ran.deltas("reasoning") == ["a", "b"]
    assert ran.deltas("thinking_block") == [
        {"type": "thinking", "thinking": "ab", "signature": "S"}
    ]
    assert ran.chunks[-1]["choices"][0]["delta"].keys() == {"thinking_block"}


def test_a_start_may_already_carry_text_and_signature(run: Any) -> None:
    ran = run(W, [start(0, {**THINKING, "thinking": "a", "signature": "S"}), sign(0, "T"), stop(0)])
    assert ran.deltas("reasoning") == ["a"]
    assert ran.kept.blocks == ({"type": "thinking", "thinking": "a", "signature": "ST"},)


def test_members_that_nobody_knows_yet_stay_on_the_block(run: Any) -> None:
    ran = run(W, [start(0, {**THINKING, "kind": "note"}), sign(0, "S"), stop(0)])
    assert ran.kept.blocks == (
        {"type": "thinking", "thinking": "", "signature": "S", "kind": "note"},
    )


@pytest.mark.parametrize(
    "ending", [[], [{"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}]]
)
def test_a_block_that_was_not_closed_is_let_go_after_a_cut(run: Any, ending: list[Json]) -> None:
    ran = run(W, [start(0, THINKING), think(0, "a"), sign(0, "half"), *ending])
    assert ran.kept.blocks == ()
    assert ran.kept.stop_reason is None
    assert not ran.kept.signed


@pytest.mark.parametrize("ending", [[end("end_turn")], [{"type": "message_stop"}]])
def test_the_end_of_the_message_closes_what_no_stop_closed(run: Any, ending: list[Json]) -> None:
    ran = run(W, [start(0, THINKING), sign(0, "S"), *ending])
    assert ran.deltas("thinking_block") == [*ran.kept.blocks]
    assert len(ran.kept.blocks) == 1


def test_interleaved_indexes_do_not_share_state(run: Any) -> None:
    events = [
        start(0, THINKING),
        start(1, THINKING),
        think(1, "b"),
        think(0, "a"),
        sign(1, "S1"),
        sign(0, "S0"),
        stop(1),
        stop(0),
    ]
    kept = run(W, events).kept
    assert [(b["thinking"], b["signature"]) for b in kept.blocks] == [("a", "S0"), ("b", "S1")]


def test_a_redacted_block_is_a_placeholder_and_a_block(run: Any) -> None:
    block = {"type": "redacted_thinking", "data": "D"}
    ran = run(W, [start(0, block), stop(0), start(1, CALL), stop(1), end("tool_use")])
    assert ran.deltas("reasoning") == [WITHHELD]
    assert ran.deltas("thinking_block") == [block]
    assert ran.kept.layout == ("block", "call")


def test_blocks_between_calls_keep_their_place(run: Any) -> None:
    events = [
        *(start(0, THINKING), sign(0, "S0"), stop(0)),
        *(start(1, {"type": "text", "text": ""}), say(1, "föö"), stop(1)),
        *(start(2, THINKING), sign(2, "S2"), stop(2)),
        *(start(3, CALL), stop(3)),
        *(start(4, THINKING), think(4, "x"), stop(4)),
        *(start(5, THINKING), sign(5, "S5"), stop(5)),
        *(start(6, {**CALL, "id": "t2"}), stop(6)),
    ]
    ran = run(W, events)
    assert ran.kept.layout == ("block", 3, "block", "call", "gap", "block", "call")
    assert ran.message["thinking_layout"] == [*ran.kept.layout]
    assert ran.kept.call_ids == ("t1", "t2")
    assert ran.kept.first_call_id == "t1"


def test_a_providers_own_tools_are_passed_over(run: Any) -> None:
    server = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    result = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    events = [
        *(start(0, THINKING), sign(0, "S"), stop(0)),
        *(start(1, server), delta(1, "input_json_delta", "partial_json", '{"q":1}'), stop(1)),
        *(start(2, result), stop(2), start(3, CALL), stop(3)),
    ]
    ran = run(W, events)
    assert [call["id"] for call in ran.message["tool_calls"]] == ["t1"]
    assert ran.kept.layout == ("block", "other", "other", "call")


ARGUMENTS: list[tuple[Json, list[str], str]] = [
    ({}, [], "{}"),
    ({}, [""], "{}"),
    ({}, ['{"a"', ":1}"], '{"a":1}'),
    ({"a": "é"}, [], '{"a":"é"}'),
    (None, [], "{}"),
]


@pytest.mark.parametrize(("given", "partials", "arguments"), ARGUMENTS)
def test_arguments_are_json_even_when_there_are_none(
    run: Any, given: Json, partials: list[str], arguments: str
) -> None:
    deltas = [delta(0, "input_json_delta", "partial_json", text) for text in partials]
    ran = run(W, [start(0, {**CALL, "input": given}), *deltas, stop(0), end("tool_use")])
    assert ran.message["tool_calls"] == [
        {"id": "t1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    ]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("pause_turn", "stop"),
        ("of tomorrow", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("tool_use", "tool_calls"),
        ("refusal", "content_filter"),
    ],
)
def test_a_stop_reason_is_told_as_openai_tells_it(run: Any, reason: str, finish: str) -> None:
    ran = run(W, [end(reason)])
    assert ran.chunks[-1]["choices"][0]["finish_reason"] == finish
    assert ran.kept.stop_reason == reason


def test_usage_counts_cached_tokens_among_the_prompts(run: Any) -> None:
    first = {"input_tokens": 5, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 7}
    last = {"output_tokens": 30, "output_tokens_details": {"thinking_tokens": 20}}
    events = [
        {"type": "message_start", "message": {"id": "m1", "model": "m", "usage": first}},
        {**end("end_turn"), "usage": last},
    ]
    assert run(W, events).chunks[-1] == {
        "id": "m1",
        "object": "chat.completion.chunk",
        "model": "m",
        "choices": [],
        "usage": {
            "prompt_tokens": 112,
            "completion_tokens": 30,
            "total_tokens": 142,
            "prompt_tokens_details": {"cached_tokens": 100},
            "completion_tokens_details": {"reasoning_tokens": 20},
        },
    }


def test_citations_leave_the_text_alone(run: Any) -> None:
    cited = delta(0, "citations_delta", "citation", {"type": "char_location", "cited_text": "x"})
    ran = run(W, [start(0, {"type": "text", "text": ""}), say(0, "a"), cited, say(0, "b"), stop(0)])
    assert ran.message["content"] == "ab"


def test_an_error_is_passed_on(run: Any) -> None:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    ran = run(W, [start(0, {"type": "text", "text": "a"}), {"type": "error", "error": error}])
    assert ran.chunks[-1] == {"error": {**error, "code": None}}


def test_what_the_provider_dropped_is_remembered(run: Any) -> None:
    told = {
        "type": "thinking_dropped",
        "path": "messages.1.content.0",
        "reason": "prefix_binding_mismatch",
    }
    kept = run(W, [{**end("end_turn"), "input_transformations": [told, {"type": "other"}]}]).kept
    assert kept.dropped == (Dropped(path="messages.1.content.0", reason="prefix_binding_mismatch"),)


def test_every_chunk_has_the_shape_of_openai(run: Any, rich: list[Json], wire: Any) -> None:
    for chunk in run(wire, rich, created=7).chunks:
        assert chunk.keys() >= {"model", "choices"}
        if wire != "openai.chat":
            assert chunk["object"] == "chat.completion.chunk"
            assert isinstance(chunk["created"], int)
        for choice in chunk["choices"]:
            assert choice.keys() == {"index", "delta", "finish_reason"}


def test_chunks_are_not_shared_with_what_is_kept(run: Any) -> None:
    ran = run(W, [start(0, THINKING), sign(0, "S"), stop(0)])
    ran.deltas("thinking_block")[0]["signature"] = "changed"
    assert ran.kept.blocks[0]["signature"] == "S"


def test_a_streamed_reply_and_a_whole_one_keep_the_same() -> None:
    content: list[Json] = [
        {"type": "thinking", "thinking": "a", "signature": "S1"},
        {"type": "tool_use", "id": "t1", "name": "f", "input": {}},
        {"type": "thinking", "thinking": "b", "signature": "S2"},
        {"type": "thinking", "thinking": "unsigned", "signature": ""},
        {"type": "redacted_thinking", "data": "D"},
    ]
    reply = {"id": "m", "model": "m", "content": content, "stop_reason": "tool_use"}
    before = repr(reply)
    _, kept = read_reply(W, reply)
    assert kept.blocks == (content[0], content[2], content[4])
    assert kept.layout == ("block", "call", "block", "gap", "block")
    assert repr(reply) == before
