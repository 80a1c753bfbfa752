"""What changed before a kept block."""

import msgspec
import pytest

from forethought.policies.front import Front, changed, front, stale
from forethought.policies.kept import Kept
from forethought.policies.words import Json

USE = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
KEPT = Kept(
    wire="anthropic.messages",
    call_ids=("t1",),
    blocks=({"type": "thinking", "thinking": "", "signature": "S"},),
    layout=("block", "call"),
)
BEFORE: Json = {
    "system": "be brief",
    "output_config": {"effort": "low"},
    "tools": [{"name": "f", "input_schema": {}}],
    "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes?"}],
}
REPLIED = [
    {"role": "assistant", "content": [*KEPT.blocks, USE]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "x"}]},
]
NOW: Json = {**BEFORE, "messages": [*BEFORE["messages"], *REPLIED]}


def at(request: Json) -> Front:
    return front(request, "anthropic.messages")


def said(*messages: Json) -> Json:
    return {**NOW, "messages": [*messages]}


HI, YES = BEFORE["messages"]
CHANGES: list[tuple[str, Json, tuple[str, ...]]] = [
    ("nothing", NOW, ()),
    ("effort", {**NOW, "output_config": {"effort": "high"}}, ("effort",)),
    ("system", {**NOW, "system": "be long"}, ("system",)),
    ("a tool grown", {**NOW, "tools": [*NOW["tools"], {"name": "g"}]}, ("tools",)),
    ("a message", said({**HI, "content": "ho"}, YES, *REPLIED), ("message 0",)),
    (
        "compacted",
        said({"role": "user", "content": "Summary"}, *REPLIED),
        ("message 0", "message 1"),
    ),
    ("one left out", said(HI, *REPLIED), ("message 1",)),
    ("moved behind", said(HI, YES, *BEFORE["messages"], *REPLIED), ()),
    ("behind the block", said(HI, YES, REPLIED[0], {"role": "user", "content": "new"}), ()),
    ("the block is gone", {**said(HI), "system": "be long"}, ()),
    (
        "a cache marker",
        said(
            {**HI, "content": [{"type": "text", "text": "hi", "cache_control": {}}]}, YES, *REPLIED
        ),
        (),
    ),
    (
        "all at once",
        {**said({**HI, "content": "ho"}, YES, *REPLIED), "system": "x", "tools": []},
        ("system", "tools", "message 0"),
    ),
]


@pytest.mark.parametrize(("name", "now", "told"), CHANGES, ids=[name for name, *_ in CHANGES])
def test_what_changed_before_a_kept_block_is_told(
    name: str, now: Json, told: tuple[str, ...]
) -> None:
    assert changed(at(BEFORE), at(now), KEPT) == told
    assert stale(at(BEFORE), at(now), [KEPT]) == ((KEPT,) if told else ())


def test_only_what_stands_behind_the_change_is_stale() -> None:
    later = msgspec.structs.replace(KEPT, call_ids=("t2",))
    rows = [*NOW["messages"], {"role": "assistant", "content": [{**USE, "id": "t2"}]}]
    edited = [*rows[:3], {"role": "user", "content": "trimmed"}, rows[4]]
    assert changed(at(said(*rows)), at(said(*edited)), [KEPT, later]) == ("message 3",)
    assert stale(at(said(*rows)), at(said(*edited)), [KEPT, later]) == (later,)


def test_a_front_holds_no_text_and_can_be_stored() -> None:
    stored = msgspec.json.encode(at(NOW))
    for word in (b"brief", b"low", b"hi", b"yes", b"t1", b"S"):
        assert b'"' + word not in stored
    assert msgspec.json.decode(stored, type=Front) == at(NOW)


def test_the_order_of_keys_is_no_change() -> None:
    tools = [{"input_schema": {}, "name": "f"}]
    assert at({**NOW, "tools": tools}) == at(NOW)


CHAT: Json = {
    "reasoning_effort": "low",
    "messages": [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "tool_calls": [{"id": "t1", "function": {"name": "f"}}]},
    ],
}


def chat(index: int, message: Json) -> Json:
    rows = [message if at == index else row for at, row in enumerate(CHAT["messages"])]
    return {**CHAT, "messages": rows}


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (CHAT, ()),
        ({**CHAT, "reasoning_effort": "high"}, ("effort",)),
        (chat(0, {"role": "system", "content": "be long"}), ("system",)),
        (chat(1, {"role": "user", "content": "ho"}), ("message 1",)),
        (chat(1, {"role": "user", "content": [{"type": "text", "text": "hi"}]}), ()),
    ],
)
def test_a_chat_has_its_instructions_in_the_conversation(now: Json, told: tuple[str, ...]) -> None:
    before = front({**CHAT, "messages": CHAT["messages"][:2]}, "openai.chat")
    assert changed(before, front(now, "openai.chat"), KEPT) == told


OTHERS: list[tuple[str, Json, Json, str]] = [
    ("gemini.generate", {"systemInstruction": {"parts": []}}, {}, "system"),
    (
        "gemini.generate",
        {"generationConfig": {"thinkingConfig": {"thinkingLevel": "LOW"}}},
        {},
        "effort",
    ),
    ("openai.responses", {"instructions": "a"}, {"instructions": "b"}, "system"),
    ("openai.responses", {"reasoning": {"effort": "low"}}, {}, "effort"),
    ("bedrock.converse", {"toolConfig": {"tools": []}}, {}, "tools"),
]


@pytest.mark.parametrize(("wire", "then", "now", "told"), OTHERS)
def test_every_wire_has_a_front(wire: str, then: Json, now: Json, told: str) -> None:
    one, two = (front(body, wire) for body in (then, now))  # type: ignore[arg-type]
    differing = [n for n in ("effort", "system", "tools") if getattr(one, n) != getattr(two, n)]
    assert differing == [told]


@pytest.mark.parametrize("request_", [{}, {"messages": 3}, {"messages": [None, {}], "system": 4}])
def test_an_odd_body_has_a_front_too(request_: Json) -> None:
    assert changed(at(request_), at(request_), KEPT) == ()
