"""Kept blocks put back into the bodies of a provider's own wire."""

import copy
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from forethought.policies.history import dropped, restore, turn_digest
from forethought.policies.kept import Dropped, Kept
from forethought.policies.streams import read_reply
from forethought.policies.turns import wire_of
from forethought.policies.words import Json, Wire

S1 = {"type": "thinking", "thinking": "a", "signature": "S1"}
S2 = {"type": "thinking", "thinking": "", "signature": "S2"}
RED = {"type": "redacted_thinking", "data": "D"}
SERVER = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
BLOCKS = ("thinking", "redacted_thinking", "reasoning")


def use(call_id: str) -> Json:
    return {"type": "tool_use", "id": call_id, "name": "f", "input": {"a": 1}}


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def call(call_id: str) -> Json:
    return {
        "type": "function_call",
        "id": f"fc_{call_id}",
        "call_id": call_id,
        "name": "f",
        "arguments": "{}",
    }


def item(number: int) -> Json:
    return {
        "type": "reasoning",
        "id": f"rs_{number}",
        "summary": [],
        "encrypted_content": f"E{number}",
    }


def message(said: str) -> Json:
    content = [{"type": "output_text", "text": said}]
    return {"type": "message", "id": f"msg_{said}", "role": "assistant", "content": content}


def google_call(name: str, call_id: str | None = None, **part: Json) -> Json:
    told: Json = {"name": name, "args": {"x": name}}
    return {"functionCall": {**told, "id": call_id} if call_id else told, **part}


def replied(wire: Wire, content: list[Json]) -> Json:
    """A provider's whole reply."""
    if wire == "anthropic.messages":
        return {"id": "m", "content": content, "stop_reason": "end_turn"}
    if wire == "gemini.generate":
        return {"candidates": [{"content": {"parts": content}, "finishReason": "STOP"}]}
    return {"id": "resp", "output": content, "status": "completed"}


def body(wire: Wire, *replies: list[Json]) -> Json:
    """A conversation with these replies in it."""
    if wire == "openai.responses":
        rows: list[Json] = [{"role": "user", "content": "hi"}]
        for reply in replies:
            rows += [*reply, {"type": "function_call_output", "call_id": "x", "output": "y"}]
        return {"input": rows}
    if wire == "gemini.generate":
        turns: list[list[Json]] = [
            [{"role": "user", "parts": [{"text": "hi"}]}, {"role": "model", "parts": r}]
            for r in replies
        ]
        return {"contents": [row for turn in turns for row in turn]}
    asked: Json = {"role": "user", "content": "hi"}
    turns = [[asked, {"role": "assistant", "content": reply}] for reply in replies]
    return {"max_tokens": 5, "messages": [row for turn in turns for row in turn]}


def kept_of(wire: Wire, content: list[Json]) -> Kept:
    """What is kept of a reply to the first question of a conversation."""
    request = body(wire, content)
    field = next(name for name in ("messages", "contents", "input") if name in request)
    after = turn_digest({field: request[field][:1]}, wire)
    return read_reply(wire, replied(wire, content), signed_by="p/m", after=after)[1]


def put(request: Json, kept: Kept | Iterable[Kept], wire: Wire) -> Any:
    before = copy.deepcopy(request)
    kept = kept if isinstance(kept, Kept) else [*kept]
    done = restore(request, kept, wire=wire)
    assert request == before
    assert (done.request is request) is (done.restored == 0)
    assert restore(done.request, kept, wire=wire).request is done.request
    return done


def stripped(wire: Wire, content: list[Json]) -> list[Json]:
    """What is left where the reasoning is lost on the way."""
    if wire == "gemini.generate":
        bare = [{k: v for k, v in part.items() if k != "thoughtSignature"} for part in content]
        return [part for part in bare if part != {"text": ""} and not part.get("thought")]
    return [part for part in content if part["type"] not in BLOCKS]


REPLIES: list[tuple[Wire, list[Json]]] = [
    ("anthropic.messages", [S1, use("t1")]),
    ("anthropic.messages", [S1, RED, text("a"), use("t1"), use("t2")]),
    ("anthropic.messages", [S1, text("a"), S2, text("bb"), use("t1"), RED, use("t2"), text("c")]),
    ("anthropic.messages", [S1, SERVER, FOUND, S2, text("a"), use("t1")]),
    ("anthropic.messages", [text("first"), S1, use("t1"), S2]),
    ("anthropic.messages", [S1, text("only text")]),
    ("anthropic.messages", [S1, SERVER, FOUND, S2, text("only text")]),
    ("openai.responses", [item(1), call("c1")]),
    ("openai.responses", [item(1), call("c1"), item(2), call("c2")]),
    ("openai.responses", [item(1), message("a"), item(2), message("bb"), call("c1")]),
    ("openai.responses", [item(1), message("only text")]),
    ("gemini.generate", [google_call("f", "c1", thoughtSignature="S"), google_call("g", "c2")]),
    ("gemini.generate", [google_call("f", thoughtSignature="S"), google_call("g")]),
    ("gemini.generate", [{"text": "a"}, google_call("f", "c1", thoughtSignature="S")]),
    (
        "gemini.generate",
        [{"text": "a"}, {"text": "bb", "thoughtSignature": "S"}, google_call("f", "c1")],
    ),
    ("gemini.generate", [{"text": "only"}, {"text": "", "thoughtSignature": "S"}]),
    (
        "gemini.generate",
        [{"text": "t", "thought": True, "thoughtSignature": "T"}, {"text": "x"}],
    ),
]


@pytest.mark.parametrize(("wire", "content"), REPLIES)
def test_a_reply_comes_back_as_it_was(wire: Wire, content: list[Json]) -> None:
    done = put(body(wire, stripped(wire, content)), kept_of(wire, content), wire)
    assert done.request == body(wire, content)
    assert done.restored > 0
    assert done.notes == ()


@pytest.mark.parametrize(("wire", "content"), REPLIES)
def test_a_reply_that_is_whole_comes_back_the_same_object(wire: Wire, content: list[Json]) -> None:
    request = body(wire, content)
    assert restore(request, kept_of(wire, content), wire=wire).request is request


@pytest.mark.parametrize(("wire", "content"), REPLIES)
def test_what_was_kept_survives_being_stored(wire: Wire, content: list[Json]) -> None:
    kept = kept_of(wire, content)
    stored = msgspec.json.encode(kept)
    again = msgspec.json.decode(stored, type=Kept)
    assert msgspec.json.encode(again) == stored
    request = body(wire, stripped(wire, content))
    assert restore(request, again, wire=wire) == restore(request, kept, wire=wire)


@pytest.mark.parametrize(("wire", "content"), REPLIES)
def test_any_piece_that_is_lost_loses_no_order(wire: Wire, content: list[Json]) -> None:
    """Whatever the client leaves out, blocks keep their order and nothing stands twice."""
    kept = kept_of(wire, content)
    bare = stripped(wire, content)
    for missing in range(len(bare)):
        left = [part for at, part in enumerate(bare) if at != missing]
        done = restore(body(wire, left), kept, wire=wire)
        encoded = msgspec.json.encode(done.request)
        at = [encoded.find(mark) for mark in (b"S1", b"S2", b'"D"', b"E1", b"E2")]
        present = [place for place in at if place >= 0]
        assert present == sorted(present)
        assert all(encoded.count(mark) <= 1 for mark in (b"S1", b"S2", b'"D"', b"E1", b"E2"))


SOME_LOST: list[tuple[str, list[Json]]] = [
    ("the second is missing", [S1, use("t1"), use("t2")]),
    ("the text was emptied", [{**S1, "thinking": ""}, use("t1"), use("t2")]),
    ("one is unsigned", [{"type": "thinking", "thinking": "a"}, use("t1"), use("t2")]),
]


@pytest.mark.parametrize(("why", "content"), SOME_LOST)
def test_a_block_is_whole_or_made_whole(why: str, content: list[Json]) -> None:
    kept = kept_of("anthropic.messages", [S1, use("t1"), S2, use("t2")])
    done = put(body("anthropic.messages", content), kept, "anthropic.messages")
    assert done.request["messages"][1]["content"] == [S1, use("t1"), S2, use("t2")]


def test_a_block_of_somebody_else_stands() -> None:
    kept = kept_of("anthropic.messages", [S1, use("t1")])
    foreign = {**S1, "signature": "foreign"}
    request = body("anthropic.messages", [foreign, use("t1")])
    assert put(request, kept, "anthropic.messages").restored == 0


@pytest.mark.parametrize(
    "there",
    [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {**item(1), "id": "rs_new"},
        {**item(1), "encrypted_content": None},
    ],
)
def test_an_item_and_its_id_go_together(there: Json) -> None:
    kept = kept_of("openai.responses", [item(1), call("c1")])
    done = put(body("openai.responses", [there, call("c1")]), kept, "openai.responses")
    assert done.request == body("openai.responses", [item(1), call("c1")])


def test_results_that_stand_between_calls_part_a_reply() -> None:
    kept = kept_of("openai.responses", [item(1), call("c1"), item(2), call("c2")])
    request = body("openai.responses", [call("c1")], [call("c2")])
    done = put(request, kept, "openai.responses")
    assert done.request == body("openai.responses", [item(1), call("c1")], [item(2), call("c2")])


def test_chunks_that_a_client_stored_one_by_one_are_one_text() -> None:
    parts = [{"text": "abc"}, {"text": "de", "thoughtSignature": "S"}, google_call("f", "c1")]
    kept = kept_of("gemini.generate", parts)
    stored: list[Json] = [{"text": "a"}, {"text": "bc"}, {"text": "de"}, google_call("f", "c1")]
    done = put(body("gemini.generate", stored), kept, "gemini.generate")
    assert done.request["contents"][1]["parts"] == [
        *stored[:2],
        {"text": "de", "thoughtSignature": "S"},
        google_call("f", "c1"),
    ]


def test_a_text_that_was_joined_gets_no_signature() -> None:
    parts = [{"text": "abc"}, {"text": "de", "thoughtSignature": "S"}, google_call("f", "c1")]
    kept = kept_of("gemini.generate", parts)
    request = body("gemini.generate", [{"text": "abcde"}, google_call("f", "c1")])
    done = put(request, kept, "gemini.generate")
    assert done.restored == 0
    assert done.notes == ("message 1: edited, only what stood first is put back",)


def test_calls_without_ids_are_told_apart_by_nothing() -> None:
    one, two = ([google_call(name, thoughtSignature=name.upper())] for name in "fg")
    request = body("gemini.generate", *(stripped("gemini.generate", reply) for reply in (one, two)))
    kept = [kept_of("gemini.generate", reply) for reply in (one, two)]
    done = put(request, kept, "gemini.generate")
    assert done.restored == 0
    assert done.notes == ("a call without an id: fits more than one reply, nothing is restored",)


@pytest.mark.parametrize(
    ("wire", "content"),
    [
        ("gemini.generate", [google_call("f", "t1")]),
        ("openai.responses", [call("t1")]),
    ],
)
def test_blocks_of_another_wire_stay_where_they_are(wire: Wire, content: list[Json]) -> None:
    kept = kept_of("anthropic.messages", [S1, use("t1")])
    assert put(body(wire, content), kept, wire).restored == 0


SHAPES: list[tuple[Json, str]] = [
    ({"contents": []}, "gemini.generate"),
    ({"input": "x"}, "openai.responses"),
    ({"system": "x", "messages": []}, "anthropic.messages"),
    ({"tools": [{"name": "f", "input_schema": {}}], "messages": []}, "anthropic.messages"),
    ({"messages": [{"role": "assistant", "content": [use("t1")]}]}, "anthropic.messages"),
    ({"messages": [{"role": "user", "content": "x"}]}, "openai.chat"),
    ({"messages": [None, {"content": [3]}], "tools": [3]}, "openai.chat"),
]


@pytest.mark.parametrize(("request_", "wire"), SHAPES)
def test_a_shape_is_read_off_the_body(request_: Json, wire: str) -> None:
    assert wire_of(request_) == wire


def test_the_wire_need_not_be_named_where_the_body_tells_it() -> None:
    kept = kept_of("anthropic.messages", [S1, use("t1")])
    done = restore(body("anthropic.messages", [use("t1")]), kept)
    assert done.request["messages"][1]["content"] == [S1, use("t1")]


def test_blocks_that_the_provider_dropped_can_be_forgotten() -> None:
    first, second = (
        kept_of("anthropic.messages", [b, use(c)]) for b, c in ((S1, "t1"), (S2, "t2"))
    )
    sent = body("anthropic.messages", [S1, use("t1")], [S2, use("t2")])
    told = (
        Dropped(path="messages.1.content.0", reason="prefix_binding_mismatch"),
        Dropped(path="messages.3.content.0", reason="model_binding_mismatch"),
        Dropped(path="messages.9.content.x", reason="prefix_binding_mismatch"),
    )
    reply = Kept(wire="anthropic.messages", dropped=told)
    assert dropped(sent, reply, [first, second]) == (first, second)
    assert dropped(sent, reply, [first, second], reason="prefix_binding_mismatch") == (first,)


@pytest.mark.parametrize("texts", [("abX", "cd"), ("a", ""), ("abcd", "")])
def test_an_edited_text_leaves_out_what_stood_between(texts: tuple[str, str]) -> None:
    wire: Wire = "anthropic.messages"
    kept = kept_of(wire, [S1, text("ab"), S2, text("cd"), use("t1"), RED, use("t2")])
    said = [text(one) for one in texts if one]
    done = put(body(wire, [*said, use("t1"), use("t2")]), kept, wire)
    assert done.request["messages"][1]["content"] == [S1, *said, use("t1"), RED, use("t2")]
    assert done.notes == ("message 1: edited, only what stood first is put back",)


def test_nothing_that_the_client_gives_back_is_taken_away() -> None:
    wire: Wire = "anthropic.messages"
    kept = kept_of(wire, [S1, use("t1"), S2, use("t2")])
    request = body(wire, [use("t1"), S2, use("another")])
    assert put(request, kept, wire).request is request


def test_a_text_may_come_back_in_parts() -> None:
    wire: Wire = "anthropic.messages"
    kept = kept_of(wire, [S1, text("ab")])
    done = put(body(wire, [text("a"), text("b")]), kept, wire)
    assert done.request["messages"][1]["content"] == [S1, text("a"), text("b")]
