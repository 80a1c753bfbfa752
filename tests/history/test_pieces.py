"""The pieces of an assistant message, in the order its writer wrote them."""

import pytest

from forethought.policies.kept import pieces
from forethought.policies.turns import turn_digest
from forethought.policies.words import Json

A = {"type": "thinking", "thinking": "", "signature": "A"}
B = {"type": "thinking", "thinking": "", "signature": "B"}
CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def told(message: Json) -> list[Json]:
    return [piece.value if piece.value is not None else piece.kind for piece in pieces(message)]


ORDERS: list[tuple[Json, list[Json]]] = [
    ({"content": "hi", "tool_calls": [CALL], "thinking_blocks": [A, B]}, [A, B, "hi", CALL]),
    (
        {"content": "hi", "thinking_blocks": [A, B], "thinking_layout": ["block", 1, "block", 1]},
        [A, "h", B, "i"],
    ),
    (
        {
            "content": [{"type": "text", "text": "hi"}],
            "thinking_blocks": [A],
            "thinking_layout": [1, "block", 1],
        },
        ["h", A, "i"],
    ),
    (
        {
            "content": "",
            "tool_calls": [CALL],
            "thinking_blocks": [A],
            "thinking_layout": ["call", "block"],
        },
        [CALL, A],
    ),
    (
        {"content": "x", "thinking_blocks": [A], "thinking_layout": ["gap", "block", "other", 1]},
        ["gap", A, "other", "x"],
    ),
    ({"content": "x", "reasoning_items": [A]}, [A, "x"]),
    ({"content": None, "provider_signature": "S"}, [""]),
    ({}, []),
]


@pytest.mark.parametrize(("message", "order"), ORDERS)
def test_pieces_stand_in_their_order(message: Json, order: list[Json]) -> None:
    assert told(message) == order


MISFITS: list[Json] = [
    {"content": "edited"},
    {"tool_calls": [CALL]},
    {"thinking_blocks": [A, B, B]},
    {"content": [{"type": "image_url"}]},
]


@pytest.mark.parametrize("edit", MISFITS)
def test_only_what_stood_first_has_a_place_in_an_edited_message(edit: Json) -> None:
    whole: Json = {
        "content": "ab",
        "thinking_blocks": [A, B],
        "thinking_layout": ["block", 1, "block", 1],
    }
    blocks = [piece.value for piece in pieces({**whole, **edit}) if piece.kind == "block"]
    assert blocks == [A]


@pytest.mark.parametrize("layout", ["block", [["block"]], [-1.5], ["unheard of"], None])
def test_a_layout_that_cannot_be_read_is_none(layout: Json) -> None:
    assert told({"content": "x", "thinking_blocks": [A], "thinking_layout": layout}) == [A, "x"]


def test_a_piece_shows_nothing_of_itself() -> None:
    assert "A" not in repr(pieces({"thinking_blocks": [A]}))


def test_instructions_are_no_part_of_a_turn() -> None:
    said = {"role": "user", "content": "hi"}
    turn = turn_digest({"messages": [said]}, "openai.chat")
    noted = [{"role": "system", "content": "note"}, said]
    assert turn_digest({"messages": noted}, "openai.chat") == turn
    assert turn_digest({"messages": [said, said]}, "openai.chat") != turn
