"""What a stream of `openai.chat` becomes, in the many spellings of those who serve it."""

from typing import Any

import pytest

from forethought.policies.kept import SignedText
from forethought.policies.streams import open_stream, read_reply
from forethought.policies.words import Json, Wire

W: Wire = "openai.chat"
WITHHELD = "[reasoning withheld by the provider]"


def chunk(delta: Json, finish: str | None = None, index: int = 0) -> Json:
    choice = {"index": index, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


def think(text: str = "", **more: Json) -> Json:
    return {"type": "thinking", "thinking": text, **more}


def test_what_needs_no_respelling_passes_as_the_same_object() -> None:
    stream = open_stream(W)
    usage: Json = {"choices": [], "usage": {}}
    for event in (chunk({"content": "a"}), chunk({"refusal": "no"}), usage):
        (passed,) = stream.feed(event)
        assert passed is event


SPELLINGS: list[tuple[str, Json]] = [
    ("reasoning", {"reasoning": "r"}),
    ("reasoning_content", {"reasoning_content": "r"}),
    ("empty beside full", {"reasoning": "", "reasoning_content": "r"}),
    ("null beside full", {"reasoning": None, "reasoning_content": "r"}),
    ("details", {"reasoning_details": [{"type": "reasoning.text", "text": "r", "index": 0}]}),
    ("summary", {"reasoning_details": [{"type": "reasoning.summary", "summary": "r"}]}),
    ("blocks", {"thinking_blocks": [think("r")]}),
    ("litellm", {"reasoning_content": "r", "thinking_blocks": [think("r")]}),
    (
        "openrouter",
        {"reasoning": "r", "reasoning_details": [{"type": "reasoning.text", "text": "r"}]},
    ),
    (
        "all of them",
        {
            "reasoning": "r",
            "reasoning_content": "r",
            "reasoning_details": [{"type": "reasoning.text", "text": "r"}],
            "thinking_blocks": [think("r")],
        },
    ),
    ("typed", {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "r"}]}]}),
]


@pytest.mark.parametrize(("name", "delta"), SPELLINGS, ids=[name for name, _ in SPELLINGS])
def test_reasoning_is_shown_once_in_every_spelling(run: Any, name: str, delta: Json) -> None:
    ran = run(W, [chunk(delta), chunk(delta), chunk({"content": "x"}), chunk({}, "stop")])
    assert ran.message["reasoning"] == "rr"
    assert ran.message["content"] == "x"
    foreign = {"reasoning_content", "reasoning_details", "thinking_blocks"}
    for told in ran.chunks:
        assert foreign.isdisjoint(told["choices"][0]["delta"])


def test_a_second_spelling_that_comes_later_is_not_shown_again(run: Any) -> None:
    details = {"reasoning_details": [{"type": "reasoning.text", "text": "whole", "signature": "S"}]}
    ran = run(W, [chunk({"reasoning": "whole"}), chunk(details), chunk({}, "stop")])
    assert ran.message["reasoning"] == "whole"
    assert [block["signature"] for block in ran.kept.blocks] == ["S"]


def test_typed_text_is_text(run: Any) -> None:
    ran = run(W, [chunk({"content": [{"type": "text", "text": "a"}]}), chunk({"content": "b"})])
    assert ran.message["content"] == "ab"


LITELLM = [
    {"thinking_blocks": [think("a")], "reasoning_content": "a"},
    {"thinking_blocks": [think("", signature="S1")]},
    {"tool_calls": [{"index": 0, "id": "t1", "function": {"name": "f", "arguments": "{}"}}]},
    {"thinking_blocks": [think("", signature="S2")]},
    {"thinking_blocks": [{"type": "redacted_thinking", "data": "D"}]},
    {"tool_calls": [{"index": 1, "id": "t2", "function": {"name": "g", "arguments": "{}"}}]},
    {"thinking_blocks": [think("unsigned")]},
]


def test_litellms_blocks_come_whole_and_in_place(run: Any) -> None:
    ran = run(W, [*map(chunk, LITELLM), chunk({}, "tool_calls")])
    assert ran.kept.blocks == (
        {"type": "thinking", "thinking": "a", "signature": "S1"},
        {"type": "thinking", "thinking": "", "signature": "S2"},
        {"type": "redacted_thinking", "data": "D"},
    )
    assert ran.kept.layout == ("block", "call", "block", "block", "call")
    assert ran.deltas("thinking_block") == [*ran.kept.blocks]
    assert ran.message["reasoning"] == "a" + WITHHELD


def test_openrouters_details_come_whole(run: Any) -> None:
    claude = {"format": "anthropic-claude-v1", "index": 0}
    openai = {"format": "openai-responses-v1", "id": "rs_1"}
    deltas: list[Json] = [
        {"reasoning_details": [{"type": "reasoning.text", "text": "a", **claude}]},
        {"reasoning_details": [{"type": "reasoning.text", "text": "b", **claude}]},
        {"reasoning_details": [{"type": "reasoning.text", "signature": "S", **claude}]},
        {"reasoning_details": [{"type": "reasoning.summary", "summary": "s", **openai}]},
        {"reasoning_details": [{"type": "reasoning.encrypted", "data": "E", **openai}]},
        {"content": "x"},
        {"reasoning_details": [{"type": "reasoning.text", "text": "unsigned", "index": 1}]},
    ]
    ran = run(W, [*map(chunk, deltas), chunk({}, "stop")])
    assert ran.kept.blocks == (
        {"type": "reasoning.text", "text": "ab", **claude, "signature": "S"},
        {"type": "reasoning.summary", "summary": "s", **openai},
        {"type": "reasoning.encrypted", "data": "E", **openai},
    )
    assert ran.message["reasoning_details"] == [*ran.kept.blocks]


def test_pieces_of_one_delta_are_blocks_of_their_own(run: Any) -> None:
    listed = [think("a", signature="S1"), think("", signature="S2"), think("b", signature="S3")]
    ran = run(W, [chunk({"thinking_blocks": listed}), chunk({}, "stop")])
    assert [*ran.kept.blocks] == listed


def test_blocks_of_another_forethought_pass_whole(run: Any) -> None:
    block = think("a", signature="S")
    deltas: list[Json] = [{"reasoning": "a"}, {"thinking_block": block}, {"content": "x"}]
    ran = run(W, [*map(chunk, deltas), chunk({}, "stop")])
    assert ran.kept.blocks == (block,)
    assert ran.deltas("thinking_block") == [block]
    assert ran.message["reasoning"] == "a"


CALL_SIGNATURES: list[Json] = [
    {"provider_signature": "S"},
    {"provider_specific_fields": {"thought_signature": "S"}},
    {"extra_content": {"google": {"thought_signature": "S"}}},
    {"function": {"name": "f", "provider_specific_fields": {"thought_signature": "S"}}},
]


@pytest.mark.parametrize("spelled", CALL_SIGNATURES)
@pytest.mark.parametrize("later", [False, True])
def test_a_signature_on_a_call_is_read_in_every_spelling(
    run: Any, spelled: Json, later: bool
) -> None:
    call: Json = {"index": 0, "id": "c1", "type": "function", "function": {"name": "f"}}
    rows = [call, {"index": 0, **spelled}] if later else [{**call, **spelled}]
    ran = run(W, [*(chunk({"tool_calls": [row]}) for row in rows), chunk({}, "tool_calls")])
    assert ran.kept.call_signatures == {"c1": "S"}
    assert ran.message["tool_calls"][0]["provider_signature"] == "S"


def test_a_signature_on_the_text_is_kept_with_it(run: Any) -> None:
    signed = {"content": "a", "extra_content": {"google": {"thought_signature": "S"}}}
    ran = run(W, [chunk(signed), chunk({}, "stop")])
    assert ran.kept.layout == (SignedText(length=1, signature="S"),)
    assert ran.message["provider_signature"] == "S"


TAGGED: list[tuple[str, str, str]] = [
    ("<think>a</think>b", "a", "b"),
    ("\n <think>a\n</think>\n\nb", "a\n", "\n\nb"),
    ("b <think>a</think>", "", "b <think>a</think>"),
    ("<think>a<b</think>c</think>", "a<b", "c</think>"),
    ("<think>never closed", "never closed", ""),
    ("<think></think>b", "", "b"),
    ("<thin", "", "<thin"),
    ("<thought>", "", "<thought>"),
    ("<think>a</thi", "a</thi", ""),
    ("plain", "", "plain"),
]


@pytest.mark.parametrize("told", TAGGED)
@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("finished", [True, False])
def test_an_inline_tag_is_read_where_the_traits_say_so(
    run: Any, told: tuple[str, str, str], size: int, finished: bool
) -> None:
    text, reasoning, content = told
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    events = [chunk({"content": part}) for part in parts] + [chunk({}, "stop")] * finished
    message = run(W, events, tag="think").message
    assert message.get("reasoning", "") == reasoning
    assert (message["content"] or "") == content


def test_without_the_trait_a_tag_is_text(run: Any) -> None:
    ran = run(W, [chunk({"content": "<think>a</think>"})])
    assert ran.message["content"] == "<think>a</think>"


def test_a_tag_beside_a_field_is_not_shown_twice(run: Any) -> None:
    both = [chunk({"reasoning_content": "a"}), chunk({"content": "<think>a</think>b"})]
    message = run(W, both, tag="think").message
    assert (message["reasoning"], message["content"]) == ("a", "b")


def test_choices_keep_their_index_and_only_the_first_is_kept(run: Any) -> None:
    signed = {"thinking_blocks": [think("a", signature="S")], "content": "x"}
    events = [
        chunk(signed, index=1),
        chunk({"reasoning_content": "r", "content": "y"}),
        chunk({"reasoning_content": "q"}, index=1),
    ]
    ran = run(W, events)
    told = {choice["index"]: choice["message"] for choice in ran.reply["choices"]}
    assert (told[0]["content"], told[1]["content"]) == ("y", "x")
    assert told[1]["reasoning"] == "a"
    assert not ran.kept.signed


@pytest.mark.parametrize("choices", [{}, {"choices": [{"delta": {}, "finish_reason": "error"}]}])
def test_an_error_in_the_middle_is_passed_on_and_is_a_cut(run: Any, choices: Json) -> None:
    error = {"code": 502, "message": "gone"}
    events = [chunk({"thinking_blocks": [think("a", signature="S")]}), {"error": error, **choices}]
    ran = run(W, events)
    assert ran.chunks[-1] == {"error": {"type": "error", "message": "gone", "code": 502}}
    assert ran.kept.blocks == ()


def test_a_whole_reply_keeps_what_nobody_knows(run: Any) -> None:
    message = {"role": "assistant", "content": "x", "reasoning_content": "r", "annotations": [1]}
    reply = {"id": "c", "choices": [{"index": 0, "message": message, "logprobs": {"content": []}}]}
    made, _ = read_reply(W, {**reply, "service_tier": "flex"})
    assert made["service_tier"] == "flex"
    assert made["choices"][0]["logprobs"] == {"content": []}
    assert made["choices"][0]["message"] == {
        "role": "assistant",
        "content": "x",
        "annotations": [1],
        "reasoning": "r",
    }


def test_events_are_not_changed(rich: list[Json], run: Any, wire: Any) -> None:
    before = repr(rich)
    run(wire, rich)
    assert repr(rich) == before


def test_an_unsigned_piece_takes_no_signature_from_the_next_of_its_delta(run: Any) -> None:
    listed = [think("a"), think("b", signature="S2")]
    ran = run(W, [chunk({"thinking_blocks": listed}), chunk({"content": "x"}), chunk({}, "stop")])
    assert ran.kept.blocks == (think("b", signature="S2"),)
    assert ran.kept.layout == ("gap", "block", 1)


def test_a_block_leaves_before_the_text_that_closes_it(run: Any) -> None:
    signed = chunk({"thinking_blocks": [think("a", signature="S")]})
    chunks = run(W, [signed, chunk({"content": "x"}), chunk({"content": "y"})]).chunks
    told = [[*row["choices"][0]["delta"]] for row in chunks]
    assert told == [["reasoning"], ["thinking_block"], ["content"], ["content"]]


def test_blocks_are_kept_from_one_spelling(run: Any) -> None:
    details = [{"type": "reasoning.text", "text": "a", "signature": "S"}]
    rows = [{"thinking_blocks": [think("a", signature="S")]}, {"reasoning_details": details}]
    ran = run(W, [*map(chunk, rows), chunk({"content": "x"})])
    assert ran.kept.blocks == (think("a", signature="S"),)
    turned = run(W, [*map(chunk, rows[::-1]), chunk({"content": "x"})])
    assert turned.kept.blocks == (details[0],)
