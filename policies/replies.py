"""The replies of a conversation, on any wire: where they stand and what names them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from forethought.policies.native import DIALECTS, calls_in, item_text
from forethought.policies.shelf import Reply
from forethought.policies.spoken import calls_on
from forethought.policies.turns import content_text, digest_before, is_reply, text_digest
from forethought.policies.words import Json, Wire


class Place(Struct, frozen=True, kw_only=True):
    """A stretch of the conversation that is one reply."""

    start: int
    end: int
    reply: Reply


def parts_of(content: Json) -> Sequence[Json]:
    """A content as a list of parts."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content if isinstance(content, list) else []


def places(conversation: Sequence[Json], wire: Wire, by_text: bool) -> Iterator[Place]:
    """The replies in order; their texts are digested only where that is asked."""
    start = 0
    while start < len(conversation):
        if not is_reply(conversation[start], wire):
            start += 1
            continue
        end = _end(conversation, start) if wire == "openai.responses" else start + 1
        reply = _reply(conversation, start, end, wire, by_text)
        yield Place(start=start, end=end, reply=reply)
        start = end


def _end(conversation: Sequence[Json], start: int) -> int:
    """Where the run of output items that begins here ends."""
    end = start
    while end < len(conversation) and is_reply(conversation[end], "openai.responses"):
        end += 1
    return end


def _reply(conversation: Sequence[Json], start: int, end: int, wire: Wire, by_text: bool) -> Reply:
    values = conversation[start:end]
    if wire == "openai.chat":
        calls = calls_on(values[0])
    else:
        calls = calls_in(_pieces(values, wire), DIALECTS[wire])
    ids = tuple(value["id"] for value in values if isinstance(value.get("id"), str))
    text = "" if calls or not by_text else _text(values, wire)
    after = digest_before(conversation, start, wire) if text else None
    said = (text_digest(text), after) if text and after else None
    return Reply(calls=calls, ids=ids, said=said)


def _pieces(values: Sequence[Json], wire: Wire) -> Sequence[Json]:
    if wire == "openai.responses":
        return values
    return parts_of(values[0].get("content" if wire == "anthropic.messages" else "parts"))


def _text(values: Sequence[Json], wire: Wire) -> str:
    if wire == "openai.chat":
        return content_text(values[0].get("content")) or ""
    if wire == "openai.responses":
        return "".join(map(item_text, values))
    texts = (DIALECTS[wire].read(part) for part in _pieces(values, wire))
    return "".join(item.value["text"] for item in texts if item.kind == "text")
