"""Kept blocks put back on messages of `openai.chat`."""

import copy
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from forethought.policies.history import Restored, restore, turn_digest
from forethought.policies.kept import Kept, pieces
from forethought.policies.streams import open_stream, read_reply
from forethought.policies.words import Json, Wire

S1 = {"type": "thinking", "thinking": "a", "signature": "S1"}
S2 = {"type": "thinking", "thinking": "", "signature": "S2"}
RED = {"type": "redacted_thinking", "data": "D"}
ITEM = {"type": "reasoning", "id": "rs_1", "encrypted_content": "E", "summary": []}
UNSIGNED = {"type": "thinking", "thinking": "u", "signature": ""}


def use(call_id: str) -> Json:
    return {"type": "tool_use", "id": call_id, "name": "f", "input": {}}


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def claude(*content: Json, request: Json = None, **more: Json) -> tuple[Json, Kept]:
    """A reply of Claude's, as its client keeps it, and what the gateway keeps of it."""
    reply: Json = {"id": "m", "model": "m", "content": [*content], "stop_reason": "end_turn"}
    after = turn_digest(request, "openai.chat") if request else None
    told, kept = read_reply(
        "anthropic.messages", reply, signed_by="anthropic/m", route="r", account="acc", after=after
    )
    return plain(told["choices"][0]["message"]), kept


def plain(message: Json) -> Json:
    """What a client gives back that knows nothing but OpenAI's own members."""
    known = {key: message[key] for key in ("role", "content", "tool_calls") if key in message}
    for call in known.get("tool_calls", ()):
        call.pop("provider_signature", None)
    return known


def conversation(*messages: Json) -> Json:
    """A conversation in which every call has its result."""
    rows: list[Json] = [{"role": "user", "content": "hi"}]
    for message in messages:
        rows.append(message)
        rows += [
            {"role": "tool", "tool_call_id": call["id"], "content": "x"}
            for call in message.get("tool_calls", ())
        ]
    return {"model": "m", "messages": [*rows, {"role": "user", "content": "and?"}]}


def put(request: Json, kept: Kept | Iterable[Kept], wire: Wire = "openai.chat") -> Restored:
    """Restores, and checks what must always hold."""
    before = copy.deepcopy(request)
    kept = kept if isinstance(kept, Kept) else [*kept]
    done = restore(request, kept, wire=wire)
    assert request == before
    assert (done.request is request) is (done.restored == 0)
    again = restore(done.request, kept, wire=wire)
    assert again.request is done.request
    return done


def test_blocks_go_back_on_the_message_whose_call_is_still_there() -> None:
    message, kept = claude(S1, RED, text("now"), use("t1"))
    done = put(conversation(message), kept)
    assert done.restored == 2
    assert done.request["messages"][1] == {
        **message,
        "thinking_blocks": [S1, RED],
        "signed_by": "anthropic/m",
        "signed_route": "r",
        "signed_account": "acc",
    }
    assert done.notes == ()


def test_the_order_of_an_interleaved_reply_comes_back() -> None:
    content = [S1, text("a "), S2, use("t1"), RED, text("bé "), use("t2"), text("c")]
    message, kept = claude(*content)
    restored = put(conversation(message), kept).request["messages"][1]
    back: list[Json] = []
    for piece in pieces(restored):
        if piece.kind == "call":
            back.append(use(piece.value["id"]))
        else:
            back.append(text(piece.value) if piece.kind == "text" else piece.value)
    assert back == content


@pytest.mark.parametrize("content", ["cut", None, [{"type": "image_url"}]])
def test_an_edited_text_keeps_only_the_blocks_that_stood_first(content: Json) -> None:
    message, kept = claude(S1, text("one"), S2, text("two"), use("t1"))
    done = put(conversation({**message, "content": content}), kept)
    assert done.request["messages"][1]["thinking_blocks"] == [S1]
    assert "thinking_layout" not in done.request["messages"][1]
    assert done.notes == ("message 1: edited, only what stood first is put back",)


def test_a_trimmed_text_loses_nothing_where_the_order_is_plain() -> None:
    message, kept = claude(S1, text("one "), use("t1"))
    done = put(conversation({**message, "content": "one"}), kept)
    assert done.request["messages"][1]["thinking_blocks"] == [S1]


def test_a_call_that_is_gone_takes_what_stood_behind_it_along() -> None:
    message, kept = claude(S1, use("t1"), S2, use("t2"))
    message["tool_calls"].pop()
    done = put(conversation(message), kept)
    assert done.request["messages"][1]["thinking_blocks"] == [S1]


def test_a_reply_told_as_several_messages_gets_each_block_before_its_call() -> None:
    message, kept = claude(S1, use("t1"), S2, use("t2"))
    first, second = ({**message, "tool_calls": [call]} for call in message["tool_calls"])
    rows = put(conversation(first, second), kept).request["messages"]
    assert [row.get("thinking_blocks") for row in rows] == [None, [S1], None, [S2], None, None]


def test_a_reply_that_is_no_longer_there_is_no_matter() -> None:
    _, kept = claude(S1, use("t9"))
    message, _ = claude(use("t1"))
    assert put(conversation(message), kept).restored == 0


@pytest.mark.parametrize("given", [[S1], [{**S1, "thinking": ""}], [UNSIGNED], []])
def test_what_is_missing_or_emptied_is_made_whole(given: Json) -> None:
    message, kept = claude(S1, S2, use("t1"))
    done = put(conversation({**message, "thinking_blocks": given}), kept)
    assert done.request["messages"][1]["thinking_blocks"] == [S1, S2]
    assert done.restored == 2 - (given == [S1])


@pytest.mark.parametrize(
    "given",
    [
        {"thinking_blocks": [S1, S2]},
        {"thinking_blocks": [{"type": "thinking", "thinking": "x", "signature": "foreign"}]},
        {"reasoning_details": [{"type": "reasoning.text", "text": "a", "signature": "S1"}]},
    ],
)
def test_what_the_caller_gives_back_stands(given: Json) -> None:
    message, kept = claude(S1, S2, use("t1"))
    assert put(conversation({**message, **given}), kept).restored == 0


def test_a_key_that_fits_two_kept_replies_restores_nothing_and_says_so() -> None:
    message, one = claude(S1, use("call_0"))
    _, two = claude(S2, use("call_0"))
    done = put(conversation(message), [one, two])
    assert done.restored == 0
    assert done.notes == ("call_0: fits more than one reply, nothing is restored",)


def test_a_key_that_fits_two_replies_of_the_conversation_restores_nothing() -> None:
    message, kept = claude(S1, use("call_0"))
    done = put(conversation(message, copy.deepcopy(message)), kept)
    assert done.restored == 0
    assert done.notes == ("call_0: fits more than one reply, nothing is restored",)


def test_the_same_reply_kept_twice_is_one() -> None:
    message, kept = claude(S1, use("t1"))
    assert put(conversation(message), [kept, msgspec.structs.replace(kept)]).restored == 1


def gemini(*parts: Json, ids: str = "call_") -> tuple[Json, Kept]:
    reply = {"candidates": [{"content": {"parts": [*parts]}, "finishReason": "STOP"}]}
    told, kept = read_reply("gemini.generate", reply, signed_by="gemini/m", ids=ids)
    return plain(told["choices"][0]["message"]), kept


def google_call(name: str, call_id: str | None = None, **part: Json) -> Json:
    call: Json = {"name": name, "args": {"x": name}}
    return {"functionCall": {**call, "id": call_id} if call_id else call, **part}


def test_a_signature_goes_back_on_its_call_only() -> None:
    message, kept = gemini(google_call("f", "c1", thoughtSignature="S"), google_call("g", "c2"))
    done = put(conversation(message), kept)
    calls = done.request["messages"][1]["tool_calls"]
    assert [call.get("provider_signature") for call in calls] == ["S", None]
    assert done.request["messages"][1]["signed_by"] == "gemini/m"
    assert done.restored == 1


def test_made_ids_are_checked_against_what_was_called() -> None:
    message, kept = gemini(google_call("f", thoughtSignature="S"))
    assert put(conversation(message), kept).restored == 1
    other, _ = gemini(google_call("g"))
    done = put(conversation(other), kept)
    assert done.restored == 0
    assert done.notes == ("call_0: the calls are not those that were kept, nothing is restored",)


def test_ids_that_the_gateway_begins_itself_tell_replies_apart() -> None:
    one, first = gemini(google_call("f", thoughtSignature="A"), ids="r1_")
    two, second = gemini(google_call("f", thoughtSignature="B"), ids="r2_")
    rows = put(conversation(one, two), [first, second]).request["messages"]
    signed = [call["provider_signature"] for row in rows for call in row.get("tool_calls", ())]
    assert signed == ["A", "B"]


def test_signed_texts_go_back_with_their_lengths() -> None:
    message, kept = gemini({"text": "one"}, {"text": "two", "thoughtSignature": "S"})
    request: Json = {"messages": [{"role": "user", "content": "q"}]}
    kept = msgspec.structs.replace(kept, after=turn_digest(request, "openai.chat"))
    done = put({"messages": [*request["messages"], message]}, kept)
    told = [(piece.value, piece.signature) for piece in pieces(done.request["messages"][1])]
    assert told == [("one", None), ("two", "S")]


SPELLED = [
    {"provider_signature": "X"},
    {"provider_specific_fields": {"thought_signature": "X"}},
    {"extra_content": {"google": {"thought_signature": "X"}}},
]


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_signature_that_is_there_in_any_spelling_stands(spelled: Json) -> None:
    message, kept = gemini(google_call("f", "c1", thoughtSignature="S"))
    message["tool_calls"][0] |= spelled
    assert put(conversation(message), kept).restored == 0


def test_reasoning_items_go_back_whole() -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
    reply = {"id": "resp", "output": [ITEM, call], "status": "completed"}
    told, kept = read_reply("openai.responses", reply, signed_by="openai/m")
    message = plain(told["choices"][0]["message"])
    restored = put(conversation(message), kept).request["messages"][1]
    assert restored["reasoning_items"] == [ITEM]
    assert "thinking_blocks" not in restored


QUESTION: Json = {"messages": [{"role": "user", "content": "what?"}]}


def asked(message: Json, *more: Json) -> Json:
    return {"messages": [*QUESTION["messages"], message, *more]}


def test_a_reply_without_calls_is_known_by_its_text_and_the_turn_before() -> None:
    message, kept = claude(S1, text("so"), request=QUESTION)
    assert put(asked(message), kept).restored == 1
    parts = [{"type": "text", "text": "s"}, {"type": "text", "text": "o"}]
    assert put(asked({**message, "content": parts}), kept).restored == 1
    assert put(asked({**message, "content": "so!"}), kept).restored == 0
    elsewhere = {"messages": [{"role": "user", "content": "who?"}, message]}
    assert put(elsewhere, kept).restored == 0


def test_a_reply_without_calls_is_known_by_its_id_where_it_comes_back() -> None:
    message, kept = claude(S1, text("so"))
    assert put(asked(message), kept).restored == 0
    assert put(asked({**message, "id": "m"}), kept).restored == 1


def test_the_same_answer_to_the_same_question_restores_nothing() -> None:
    message, kept = claude(S1, text("so"), request=QUESTION)
    done = put(asked(message, *QUESTION["messages"], message), kept)
    assert done.restored == 0
    assert done.notes == ("a reply without calls: fits more than one reply, nothing is restored",)


def test_a_cut_stream_gives_back_what_was_whole() -> None:
    stream = open_stream("anthropic.messages", signed_by="anthropic/m")
    for index, block in enumerate((S1, use("t1"), S2)):
        stream.feed({"type": "content_block_start", "index": index, "content_block": block})
        if block is not S2:
            stream.feed({"type": "content_block_stop", "index": index})
    message, _ = claude(use("t1"))
    done = put(conversation(message), stream.close())
    assert done.request["messages"][1]["thinking_blocks"] == [S1]


@pytest.mark.parametrize(("binding", "blocks"), [(None, [S1]), ("none", [S1]), ("prefix", None)])
def test_nothing_follows_a_gap_where_the_model_binds_to_the_prefix(
    binding: Any, blocks: Json
) -> None:
    message, kept = claude(UNSIGNED, S1, use("t1"))
    done = restore(conversation(message), kept, wire="openai.chat", binding=binding)
    assert done.request["messages"][1].get("thinking_blocks") == blocks


def test_a_gap_is_told_to_whoever_decides_later() -> None:
    message, kept = claude(UNSIGNED, S1, use("t1"))
    restored = put(conversation(message), kept).request["messages"][1]
    assert [piece.kind for piece in pieces(restored)] == ["gap", "block", "call"]


@pytest.mark.parametrize(
    "request_",
    [{}, {"messages": None}, {"messages": "x"}, {"messages": [None, 3, {"role": "assistant"}]}],
)
def test_a_body_that_is_none_comes_back(request_: Json) -> None:
    _, kept = claude(S1, use("t1"))
    assert put(request_, kept).restored == 0


ODD: list[Json] = [
    {"tool_calls": 3},
    {"tool_calls": [None, {"id": 4}, {"function": 5}]},
    {"tool_calls": [{"id": "t1", "function": {"arguments": "{"}}], "thinking_blocks": [3]},
    {"tool_calls": [{"id": "t1"}], "content": 7},
]


@pytest.mark.parametrize("members", ODD)
def test_an_odd_message_never_raises(members: Json) -> None:
    _, kept = claude(S1, text("x"), S2, use("t1"))
    restore({"messages": [{"role": "assistant", **members}]}, kept)


def test_nothing_secret_shows_in_a_repr() -> None:
    message, kept = claude(S1, RED, text("secret"), use("t1"))
    signed = gemini({"text": "secret", "thoughtSignature": "S1"})[1]
    done = put(conversation(message), kept)
    for told in (repr(kept), repr(signed), repr(signed.layout), repr(done)):
        assert not any(word in told for word in ("S1", "secret", "'a'", "'D'"))
    assert "S1" not in repr([*kept.__rich_repr__(), *done.__rich_repr__()])
