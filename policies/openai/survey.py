"""One look over a conversation, for all rules: where there is anything to decide at all."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from forethought.policies.body import Body
from forethought.policies.words import Json

_SYSTEM: Final = ("system", "developer")
_BRACKET: Final = 0x5B
_PLAIN: Final = frozenset({"role", "content", "tool_call_id", "name", "refusal"})
"""Members of which no rule wants anything, as long as the content is one text."""
_KINDS: Final = ("reasoning", "configuration_update")


class Survey(NamedTuple):
    """Indices of messages, first to last."""

    systems: list[int]
    """Messages of a system or developer."""
    notable: list[int]
    """Assistant messages with parts, calls, or members that a rule might leave out."""
    last: Json
    """The last message's role."""


def survey(body: Body) -> Survey:
    """What there is in `messages`, read once until it changes."""
    return body.once("messages", _survey)


def _survey(body: Body) -> Survey:
    systems: list[int] = []
    notable: list[int] = []
    role: Json = None
    for index, turn in enumerate(entries(body, "messages")):
        role = text(turn.get("role")) if isinstance(turn, dict) else None
        if role in _SYSTEM:
            systems.append(index)
        elif role == "assistant" and not (_PLAIN.issuperset(turn) and not _is_list(turn)):
            notable.append(index)
    return Survey(systems, notable, role)


def _is_list(turn: dict[str, Json]) -> bool:
    content = turn.get("content")
    if type(content) is Raw:
        return memoryview(content)[0] == _BRACKET
    return isinstance(content, list)


def entries(body: Body, key: str) -> list[Json]:
    """The entries of a list, as closed as they came."""
    return body.closed_rows(key) or body.rows(key)


def text(value: Json) -> Json:
    """A short value, opened."""
    return msgspec.json.decode(value) if type(value) is Raw else value


def reasoned(body: Body) -> bool:
    """Whether `input` holds reasoning, or a change of it."""
    return body.once("input", _reasoned)


def _reasoned(body: Body) -> bool:
    return any(kind in _KINDS for kind in _kinds(body))


def _kinds(body: Body) -> Iterator[Json]:
    for item in entries(body, "input"):
        if isinstance(item, dict):
            yield text(item.get("type"))
