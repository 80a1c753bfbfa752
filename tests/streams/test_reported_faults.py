"""Faults that people reported of gateways and agents, one row each: none can happen here.

The number is the report's in the project's collection. Those about rewriting a request are tested
with the rules.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import pytest

from forethought.policies.front import changed, front, stale
from forethought.policies.history import dropped, restore, turn_digest
from forethought.policies.kept import Dropped, Kept, pieces
from forethought.policies.streams import open_stream, read_reply
from forethought.policies.words import Json, Wire
from tests.streams.conftest import run_stream

A = {"type": "thinking", "thinking": "a", "signature": "S1"}
B = {"type": "thinking", "thinking": "b", "signature": "S2"}
EMPTY = {"type": "thinking", "thinking": "", "signature": "S"}
RED = {"type": "redacted_thinking", "data": "D"}
CLAUDE: Wire = "anthropic.messages"
CHAT: Wire = "openai.chat"
GOOGLE: Wire = "gemini.generate"
OPENAI: Wire = "openai.responses"


def use(call_id: str) -> Json:
    return {"type": "tool_use", "id": call_id, "name": "f", "input": {}}


def claude(*content: Json) -> tuple[Json, Kept]:
    reply = {"id": "m", "content": [*content], "stop_reason": "end_turn"}
    told, kept = read_reply(CLAUDE, reply, signed_by="anthropic/m", route="r", account="a")
    return told["choices"][0]["message"], kept


def bare(message: Json) -> Json:
    return {k: message[k] for k in ("role", "content", "tool_calls") if message.get(k)}


def chat(*messages: Json) -> Json:
    return {"messages": [{"role": "user", "content": "hi"}, *messages]}


def native(*content: Json) -> Json:
    return chat({"role": "assistant", "content": [*content]})


def events_of(*blocks: tuple[Json, list[tuple[str, str]]]) -> list[Json]:
    """Anthropic's events; a delta is its type and its one member's value."""
    fields = {"thinking_delta": "thinking", "signature_delta": "signature"}
    rows: list[Json] = []
    for index, (start, deltas) in enumerate(blocks):
        rows.append({"type": "content_block_start", "index": index, "content_block": start})
        rows += [
            {
                "type": "content_block_delta",
                "index": index,
                "delta": {"type": kind, fields[kind]: value},
            }
            for kind, value in deltas
        ]
        rows.append({"type": "content_block_stop", "index": index})
    return rows


OPEN = {"type": "thinking", "thinking": "", "signature": ""}


def thought(text: str, signature: str) -> tuple[Json, list[tuple[str, str]]]:
    return OPEN, [("thinking_delta", text), ("signature_delta", signature)]


def a_hop_through_chat_loses_no_blocks() -> None:
    message, kept = claude(A, use("t1"))
    back = restore(chat(bare(message)), kept).request["messages"][1]
    assert [piece.kind for piece in pieces(back)] == ["block", "call"]


def a_history_of_messages_keeps_text_and_signature_beside_the_call() -> None:
    _, kept = claude(A, use("t1"))
    assert restore(native(use("t1")), kept).request == native(A, use("t1"))


def blocks_between_calls_do_not_vanish() -> None:
    _, kept = claude(A, use("t1"), B, use("t2"))
    restored = restore(native(use("t1"), use("t2")), kept)
    assert restored.request == native(A, use("t1"), B, use("t2"))


def a_kept_block_names_its_writer() -> None:
    message, kept = claude(A, use("t1"))
    back = restore(chat(bare(message)), kept).request["messages"][1]
    assert (back["signed_by"], back["signed_route"], back["signed_account"]) == (
        "anthropic/m",
        "r",
        "a",
    )


def what_is_decided_each_round_leaves_the_stored_copy_alone() -> None:
    message, kept = claude(A, use("t1"))
    before = msgspec.json.encode(kept)
    back = restore(chat(bare(message)), kept).request["messages"][1]
    back["thinking_blocks"].clear()
    assert msgspec.json.encode(kept) == before


def a_delta_without_text_is_part_of_its_block() -> None:
    said = [
        {"type": "thinking_delta", "thinking": "a"},
        {"type": "signature_delta", "signature": "S"},
    ]
    rows: list[Json] = [
        {"type": "content_block_delta", "index": 0, "delta": delta} for delta in said
    ]
    kept = run_stream(CLAUDE, [*rows, {"type": "content_block_stop", "index": 0}]).kept
    assert kept.blocks == ({"type": "thinking", "thinking": "a", "signature": "S"},)


def a_second_block_does_not_inherit_a_signature() -> None:
    kept = run_stream(
        CLAUDE, events_of(thought("a", "S1"), (use("t"), []), thought("b", "S2"))
    ).kept
    assert kept.blocks == (A, B)


def streamed_and_whole_replies_give_the_same_blocks() -> None:
    streamed = run_stream(
        CLAUDE, events_of(thought("a", "S1"), (use("t"), []), thought("b", "S2"))
    ).kept
    _, whole = claude(A, use("t"), B)
    assert (streamed.blocks, streamed.layout) == (whole.blocks, whole.layout)


def an_unsigned_block_takes_no_neighbours_signature() -> None:
    unsigned = {**A, "signature": ""}
    _, kept = claude(unsigned, B, use("t1"))
    assert kept.blocks == (B,)
    assert restore(native(use("t1")), kept).request == native(B, use("t1"))
    assert restore(native(use("t1")), kept, binding="prefix").restored == 0
    listed = [{"type": "thinking", "thinking": "a"}, B]
    told = {"role": "assistant", "content": "x", "thinking_blocks": listed}
    assert read_reply(CHAT, {"choices": [{"index": 0, "message": told}]})[1].blocks == (B,)


def a_cut_stream_keeps_no_unsigned_block() -> None:
    rows = events_of(thought("a", "S1"))
    ran = run_stream(CLAUDE, rows[:2])
    assert ran.deltas("reasoning") == ["a"]
    assert not ran.kept.signed


def a_turn_comes_back_in_its_order_and_once() -> None:
    server = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    content = [A, server, found, B, {"type": "text", "text": "t"}, use("t1")]
    _, kept = claude(*content)
    lost = [block for block in content if block["type"] != "thinking"]
    done = restore(native(*lost), kept)
    assert done.request == native(*content)
    assert restore(done.request, kept).request is done.request


def an_empty_signed_block_is_a_block() -> None:
    _, kept = claude(EMPTY, {"type": "text", "text": "x"}, use("t1"))
    assert kept.blocks == (EMPTY,)
    restored = restore(native({"type": "text", "text": "x"}, use("t1")), kept)
    assert restored.request["messages"][1]["content"][0] == EMPTY


def a_block_that_was_emptied_on_the_way_is_made_whole() -> None:
    _, kept = claude(A, use("t1"))
    emptied = {**A, "thinking": ""}
    assert restore(native(emptied, use("t1")), kept).request == native(A, use("t1"))


def redacted_thinking_is_kept_and_shown_once() -> None:
    ran = run_stream(CLAUDE, events_of((RED, []), (use("t1"), [])))
    assert ran.deltas("reasoning") == ["[reasoning withheld by the provider]"]
    assert restore(native(use("t1")), ran.kept).request == native(RED, use("t1"))


def bedrocks_redacted_content_is_kept_too() -> None:
    content = [
        {"reasoningContent": {"redactedContent": "D"}},
        {"toolUse": {"toolUseId": "t1", "name": "f"}},
    ]
    _, kept = read_reply("bedrock.converse", {"output": {"message": {"content": content}}})
    assert restore(native(use("t1")), kept).request == native(RED, use("t1"))


def what_the_provider_dropped_is_not_sent_for_ever() -> None:
    _, kept = claude(A, use("t1"))
    told = (Dropped(path="messages.1.content.0", reason="prefix_binding_mismatch"),)
    reply = Kept(wire=CLAUDE, dropped=told)
    gone = dropped(native(A, use("t1")), reply, [kept])
    left = [one for one in (kept,) if one not in gone]
    assert restore(native(use("t1")), left).restored == 0


def what_stands_behind_a_rewrite_is_stale() -> None:
    _, kept = claude(A, use("t1"))
    before = front(native(A, use("t1")), CLAUDE)
    summary = {
        "messages": [{"role": "user", "content": "Summary"}, native(A, use("t1"))["messages"][1]]
    }
    assert stale(before, front(summary, CLAUDE), [kept]) == (kept,)


def a_side_call_carries_blocks_whole_or_none() -> None:
    message, kept = claude(A, {**B, "signature": ""}, use("t1"))
    back = restore(chat(bare(message)), kept).request["messages"][1]
    assert back["thinking_blocks"] == [A]


def what_changed_before_a_block_is_told() -> None:
    _, kept = claude(A, use("t1"))
    one, two = (
        {**native(A, use("t1")), "tools": tools}
        for tools in ([{"name": "a"}], [{"name": "a"}, {"name": "b"}])
    )
    assert changed(front(one, CLAUDE), front(two, CLAUDE), kept) == ("tools",)


def an_empty_signature_is_no_signature() -> None:
    _, kept = claude({**A, "thinking": "", "signature": ""}, {"type": "text", "text": "x"})
    assert not kept.signed


def google(*parts: Json) -> Kept:
    return read_reply(
        GOOGLE, {"candidates": [{"content": {"parts": [*parts]}}]}, signed_by="gemini/m"
    )[1]


def google_call(call_id: str, **part: Json) -> Json:
    return {"functionCall": {"id": call_id, "name": "f", "args": {}}, **part}


def contents(*parts: Json) -> Json:
    return {"contents": [{"role": "model", "parts": [*parts]}]}


def a_call_gets_its_signature_back() -> None:
    kept = google(google_call("c1", thoughtSignature="S"))
    done = restore(contents(google_call("c1")), kept)
    assert done.request == contents(google_call("c1", thoughtSignature="S"))


def parallel_calls_told_as_two_messages_are_signed_once() -> None:
    kept = google(google_call("c1", thoughtSignature="S"), google_call("c2"))
    rows = [
        {"role": "assistant", "tool_calls": [{"id": name, "function": {"name": "f"}}]}
        for name in ("c1", "c2")
    ]
    done = restore(chat(*rows), kept).request["messages"]
    signed = [call.get("provider_signature") for row in done[1:] for call in row["tool_calls"]]
    assert signed == ["S", None]


def siblings_stay_unsigned() -> None:
    parts = [google_call("c1", thoughtSignature="S"), google_call("c2"), google_call("c3")]
    kept = google(*parts)
    assert kept.call_signatures == {"c1": "S"}
    bare_parts = [{"functionCall": part["functionCall"]} for part in parts]
    assert restore(contents(*bare_parts), kept).request == contents(*parts)


def a_claude_signature_does_not_reach_a_gemini_body() -> None:
    _, kept = claude(A, use("c1"))
    assert restore(contents(google_call("c1")), kept).restored == 0


def googles_spelling_of_a_signature_is_read() -> None:
    call = {
        "index": 0,
        "id": "c1",
        "function": {"name": "f", "arguments": "{}"},
        "extra_content": {"google": {"thought_signature": "S"}},
    }
    row = {"choices": [{"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}]}
    kept = run_stream(CHAT, [row]).kept
    done = restore(contents(google_call("c1")), kept)
    assert done.request == contents(google_call("c1", thoughtSignature="S"))


ITEM = {"type": "reasoning", "id": "rs_old", "summary": [], "encrypted_content": "E"}
CALL = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}


def openai(*output: Json) -> Kept:
    return read_reply(
        OPENAI, {"id": "r", "output": [*output]}, signed_by="azure/m", route="azure-a"
    )[1]


def opaque_details_name_their_writer() -> None:
    details = [{"type": "reasoning.encrypted", "data": "D", "index": 0}]
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    told = {"role": "assistant", "tool_calls": [call], "reasoning_details": details}
    _, kept = read_reply(
        CHAT, {"choices": [{"index": 0, "message": told}]}, signed_by="openrouter/A"
    )
    back = restore(chat({"role": "assistant", "tool_calls": [call]}), kept).request["messages"][1]
    assert (back["reasoning_details"], back["signed_by"]) == (details, "openrouter/A")


def an_id_and_its_blob_stay_together() -> None:
    renamed = {**ITEM, "id": "rs_new"}
    done = restore({"input": [renamed, CALL]}, openai(ITEM, CALL))
    assert done.request == {"input": [ITEM, CALL]}


def a_bare_id_is_not_kept() -> None:
    blobless = {"type": "reasoning", "id": "rs_old", "summary": []}
    assert not openai(blobless, CALL).signed
    done = restore({"input": [blobless, CALL]}, openai(ITEM, CALL))
    assert done.request == {"input": [ITEM, CALL]}


def a_writer_is_a_model_and_a_route() -> None:
    assert openai(ITEM, CALL).signed_route == "azure-a"


def opaque_data_is_never_text() -> None:
    details = [{"type": "reasoning.encrypted", "data": "D", "format": "google-gemini-v1"}]
    row = {
        "choices": [{"index": 0, "delta": {"reasoning_details": details}, "finish_reason": "stop"}]
    }
    ran = run_stream(CHAT, [row])
    assert "reasoning" not in ran.message
    assert ran.message["content"] is None


def reasoning_is_never_speech() -> None:
    rows = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in ({"reasoning_content": "secret plan"}, {"content": "b"})
    ]
    message = run_stream(CHAT, rows).message
    assert (message["content"], message["reasoning"]) == ("b", "secret plan")


def summarized_thinking_is_shown() -> None:
    stream = open_stream(CLAUDE)
    shown = [chunk for event in events_of(thought("why", "S")) for chunk in stream.feed(event)]
    assert shown[0]["choices"][0]["delta"] == {"reasoning": "why"}


def a_responses_summary_is_shown() -> None:
    event = {"type": "response.reasoning_summary_text.delta", "output_index": 0, "delta": "why"}
    assert run_stream(OPENAI, [event]).message["reasoning"] == "why"


FAULTS: Final[Mapping[str, Callable[[], None]]] = {
    "B028 display": summarized_thinking_is_shown,
    "B029 display": a_responses_summary_is_shown,
    "B044 thinking-lost": a_hop_through_chat_loses_no_blocks,
    "B046 thinking-lost": a_history_of_messages_keeps_text_and_signature_beside_the_call,
    "B047 thinking-lost": blocks_between_calls_do_not_vanish,
    "B049 sig-cross-model": a_kept_block_names_its_writer,
    "B050 sig-cross-model": what_is_decided_each_round_leaves_the_stored_copy_alone,
    "B052 sig-stream": a_delta_without_text_is_part_of_its_block,
    "B053 sig-stream": a_second_block_does_not_inherit_a_signature,
    "B054 sig-stream": streamed_and_whole_replies_give_the_same_blocks,
    "B055 sig-stream": an_unsigned_block_takes_no_neighbours_signature,
    "B056 sig-stream": a_cut_stream_keeps_no_unsigned_block,
    "B058 block-order": a_turn_comes_back_in_its_order_and_once,
    "B059 block-empty-signed": an_empty_signed_block_is_a_block,
    "B060 block-empty-signed": a_block_that_was_emptied_on_the_way_is_made_whole,
    "B062 block-redacted": redacted_thinking_is_kept_and_shown_once,
    "B063 block-redacted": bedrocks_redacted_content_is_kept_too,
    "B066 prefix-binding": what_the_provider_dropped_is_not_sent_for_ever,
    "B067 prefix-binding": what_stands_behind_a_rewrite_is_stale,
    "B068 prefix-binding": a_side_call_carries_blocks_whole_or_none,
    "B069 prefix-binding": what_changed_before_a_block_is_told,
    "B070 prefix-binding": an_empty_signature_is_no_signature,
    "B071 gemini-signature": a_call_gets_its_signature_back,
    "B072 gemini-signature": parallel_calls_told_as_two_messages_are_signed_once,
    "B073 gemini-signature": siblings_stay_unsigned,
    "B075 gemini-signature": a_claude_signature_does_not_reach_a_gemini_body,
    "B076 gemini-signature": googles_spelling_of_a_signature_is_read,
    "B077 gemini-signature": siblings_stay_unsigned,
    "B090 openai-reasoning-items": opaque_details_name_their_writer,
    "B091 openai-reasoning-items": an_id_and_its_blob_stay_together,
    "B092 openai-reasoning-items": a_bare_id_is_not_kept,
    "B093 openai-reasoning-items": a_writer_is_a_model_and_a_route,
    "B117 reasoning-as-speech": reasoning_is_never_speech,
    "B119 reasoning-as-speech": opaque_data_is_never_text,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reported_fault_cannot_happen(fault: str) -> None:
    FAULTS[fault]()


def test_a_reply_to_nobody_is_known_by_nothing() -> None:
    assert turn_digest({"messages": []}, CHAT) is None
