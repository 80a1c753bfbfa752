"""The fake providers refuse what the real ones refuse; else the other tests show nothing."""

import copy
from collections.abc import Callable

import pytest

from .claude import BETA, Claude
from .gemini import Gemini
from .refused import Json, Refused

THINK = {"type": "thinking", "thinking": "hm"}
TEXT = {"type": "text", "text": "Look:"}
USE = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
ASKED: Json = {
    "system": "s",
    "messages": [{"role": "user", "content": "hi"}],
    "thinking": {"type": "adaptive"},
}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "x"}]}


def issued(*replies: list[Json]) -> tuple[Claude, Json]:
    """A provider that has answered once, and the request that goes on."""
    claude = Claude([*replies, [TEXT]])
    events = [*claude.send(ASKED, {})]
    content = [event["content_block"] for event in events if "content_block" in event]
    signed = [e["delta"]["signature"] for e in events if "signature" in e.get("delta", ())]
    texts = iter(replies[0])
    whole = [
        {**next(texts), **({"signature": signed.pop(0)} if b["type"] == "thinking" else {})}
        for b in content
    ]
    reply = {"role": "assistant", "content": whole}
    return claude, {**ASKED, "messages": [*ASKED["messages"], reply, RESULT]}


def block(request: Json) -> Json:
    return request["messages"][1]["content"][0]


def unsigned(request: Json) -> None:
    block(request)["signature"] = ""


def reworded(request: Json) -> None:
    block(request)["thinking"] = "ha"


def moved(request: Json) -> None:
    request["messages"][1]["content"].reverse()


def forged(request: Json) -> None:
    block(request)["signature"] = "made up"


def twice(request: Json) -> None:
    request["messages"][1]["content"].insert(0, block(request))


def elsewhere(request: Json) -> None:
    request["system"] = "another"


def undeclared(request: Json) -> None:
    request["thinking"]["block_binding"] = {"prefix_mismatch_behavior": "drop_block"}


@pytest.mark.parametrize(
    ("break_it", "told"),
    [
        (unsigned, "signature: Field required"),
        (reworded, "cannot be modified"),
        (moved, "did not stand here"),
        (twice, "did not stand here"),
        (forged, "Invalid `signature`"),
        (elsewhere, "before this block was modified"),
        (undeclared, "Extra inputs are not permitted"),
    ],
)
def test_claude_refuses(break_it: Callable[[Json], None], told: str) -> None:
    claude, request = issued([THINK, USE])
    broken = copy.deepcopy(request)
    break_it(broken)
    with pytest.raises(Refused, match=told):
        claude.send(broken, {})
    claude.send(request, {})
    assert claude.read[-1] == [block(request)["signature"]]


def test_claude_drops_a_stale_block_where_it_is_asked_to() -> None:
    claude, request = issued([THINK, USE])
    stale = copy.deepcopy(request)
    elsewhere(stale)
    undeclared(stale)
    events = [*claude.send(stale, {"anthropic-beta": BETA})]
    assert claude.dropped[-1] == [block(request)["signature"]]
    told = [event for event in events if event.get("input_transformations")]
    assert told[0]["input_transformations"][0]["path"] == "messages.1.content.0"


CALL = {"functionCall": {"id": "g1", "name": "f", "args": {"a": 1}}}
ANSWER = {"functionResponse": {"id": "g1", "name": "f", "response": {}}}


def google(part: Json) -> Json:
    return {
        "contents": [
            {"role": "user", "parts": [{"text": "hi"}]},
            {"role": "model", "parts": [part]},
            {"role": "user", "parts": [ANSWER]},
        ]
    }


@pytest.mark.parametrize(
    ("put", "told"),
    [
        ({}, "missing a thought_signature"),
        ({"thoughtSignature": "made up"}, "Corrupted"),
    ],
)
def test_gemini_refuses(put: Json, told: str) -> None:
    gemini = Gemini([[CALL], [{"text": "done"}]])
    events = [*gemini.send({"contents": google(CALL)["contents"][:1]}, {})]
    part = events[0]["candidates"][0]["content"]["parts"][0]
    with pytest.raises(Refused, match=told):
        gemini.send(google({**CALL, **put}), {})
    other = {**part, "functionCall": {**part["functionCall"], "args": {}}}
    with pytest.raises(Refused, match="Corrupted"):
        gemini.send(google(other), {})
    gemini.send(google(part), {})
    assert gemini.read[-1] == [part["thoughtSignature"]]
