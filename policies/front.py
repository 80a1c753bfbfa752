"""The front of a request: digests of what stands before a signed block, to see what changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from forethought.policies.kept import Kept
from forethought.policies.replies import places
from forethought.policies.shelf import keys_in, keys_of
from forethought.policies.turns import bare, bare_all, entries, is_system, json_digest, one_text
from forethought.policies.words import Json, Wire


class Sent(Struct, frozen=True, kw_only=True):
    """One entry of the conversation, as it was sent."""

    at: int
    """Its index in the body."""
    digest: str
    keys: tuple[str, ...] = ()
    """Digests of what names it, where it is a reply."""


class Front(Struct, frozen=True, kw_only=True):
    """Digests of a request, never its text. Cache markers are no part of it."""

    effort: str
    system: str
    """Of the instructions at the top; later ones are entries of the conversation."""
    tools: str
    messages: tuple[Sent, ...]


def front(request: Mapping[str, Json], wire: Wire) -> Front:
    """The front of a request as it is sent."""
    conversation = entries(request, wire)
    top = _top(conversation)
    top_level = one_text(bare_all(request.get(_SYSTEM.get(wire, ""))))
    system = [top_level, *(_whole(entry) for entry in conversation[:top])]
    keys = _keys(conversation, wire)
    return Front(
        effort=json_digest([_at(request, path) for path in _EFFORT[wire]]),
        system=json_digest(system),
        tools=json_digest(bare_all(request.get(_TOOLS.get(wire, "tools")))),
        messages=tuple(
            Sent(at=at, digest=json_digest(_whole(entry)), keys=keys.get(at, ()))
            for at, entry in enumerate(conversation)
            if at >= top
        ),
    )


def changed(before: Front, now: Front, kept: Kept | Iterable[Kept]) -> tuple[str, ...]:
    """What changed before the last kept block that is still in the conversation.

    `effort`, `system`, `tools` and `message 3` (its index in the body as it is now); nothing
    where no kept block is in it.
    """
    last = max((_position(now, one) for one in _each(kept)), default=-1)
    return tuple(_changes(before, now, last)) if last >= 0 else ()


def stale(before: Front, now: Front, kept: Kept | Iterable[Kept]) -> tuple[Kept, ...]:
    """The kept replies that stand behind a change: on a model that binds to the prefix nobody
    can read them any more, and sending them costs bytes on every turn."""
    positions = [(one, _position(now, one)) for one in _each(kept)]
    return tuple(
        one for one, last in positions if last >= 0 and next(_changes(before, now, last), None)
    )


def _changes(before: Front, now: Front, last: int) -> Iterator[str]:
    for name in ("effort", "system", "tools"):
        if getattr(before, name) != getattr(now, name):
            yield name
    for then, sent in zip(before.messages[:last], now.messages[:last], strict=False):
        if then.digest != sent.digest:
            yield f"message {sent.at}"
    if last < len(before.messages) and not _same(before.messages[last], now.messages[last]):
        yield f"message {now.messages[last].at}"


def _same(then: Sent, now: Sent) -> bool:
    """Whether two entries are the same reply: what it says itself stands behind its blocks."""
    return not set(then.keys).isdisjoint(now.keys)


def _each(kept: Kept | Iterable[Kept]) -> Iterable[Kept]:
    return (kept,) if isinstance(kept, Kept) else kept


def _position(now: Front, kept: Kept) -> int:
    """Where a kept reply stands; -1 where it does not."""
    names = {json_digest(key) for key in keys_of(kept)}
    places = (at for at, sent in enumerate(now.messages) if not names.isdisjoint(sent.keys))
    return max(places, default=-1)


def _keys(conversation: Sequence[Json], wire: Wire) -> Mapping[int, tuple[str, ...]]:
    if wire == "bedrock.converse":
        return {}
    return {
        place.start: tuple(map(json_digest, keys_in(place.reply)))
        for place in places(conversation, wire, True)
    }


def _top(conversation: Sequence[Json]) -> int:
    """How many instructions stand at the top of the conversation."""
    others = (at for at, entry in enumerate(conversation) if not is_system(entry))
    return next(others, len(conversation))


def _whole(entry: Json) -> Json:
    """All of an entry; a string and a list of text parts are the same."""
    if not isinstance(entry, dict) or "content" not in entry:
        return bare(entry)
    return {**bare(entry), "content": one_text(bare_all(entry["content"]))}


def _at(request: Mapping[str, Json], path: str) -> Json:
    value: Json = request
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


_SYSTEM: Final[Mapping[Wire, str]] = {
    "anthropic.messages": "system",
    "bedrock.converse": "system",
    "gemini.generate": "systemInstruction",
    "openai.responses": "instructions",
}
_TOOLS: Final[Mapping[Wire, str]] = {"bedrock.converse": "toolConfig"}
_EFFORT: Final[Mapping[Wire, tuple[str, ...]]] = {
    "openai.chat": ("reasoning_effort", "output_config.effort"),
    "openai.responses": ("reasoning.effort",),
    "anthropic.messages": ("output_config.effort",),
    "gemini.generate": ("generationConfig.thinkingConfig.thinkingLevel",),
    "bedrock.converse": ("additionalModelRequestFields.output_config.effort",),
}
