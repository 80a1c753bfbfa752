"""One look over the conversation, for all rules: where there is anything to decide at all."""

from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from forethought.policies.body import Body
from forethought.policies.leaves import BLANKS, is_blank
from forethought.policies.words import Json

BLOCKS: Final = ("thinking", "redacted_thinking")
SYSTEM_ROLES: Final = ("system", "developer")
_QUOTE, _BRACKET = b'"['
_BLOCK_ROWS: Final = msgspec.json.Decoder(list[dict[str, Raw]])


class Survey(NamedTuple):
    """Indices of turns, first to last."""

    systems: list[int]
    """Turns of a system or developer."""
    notable: list[int]
    """Turns with thinking blocks, an empty text, or nothing in them."""
    configured: bool
    """Whether a turn carries an `output_config`."""
    last: Json
    """The last turn's role."""


def survey(body: Body) -> Survey:
    """What there is in `messages`, read once until it changes."""
    return body.once("messages", look)


def look(body: Body) -> Survey:
    systems: list[int] = []
    notable: list[int] = []
    configured, role = False, None
    for index, turn in enumerate(body.closed_rows("messages") or body.rows("messages")):
        if not isinstance(turn, dict):
            role = None
            continue
        role, content = turn.get("role"), turn.get("content")
        if type(role) is Raw:
            role = msgspec.json.decode(role)
        if role in SYSTEM_ROLES:
            systems.append(index)
        if len(turn) > 2 and "output_config" in turn:
            configured = True
        if is_notable(content):
            notable.append(index)
    return Survey(systems, notable, configured, role)


def is_notable(content: Json) -> bool:
    """Whether a content holds what a rule might leave out."""
    if type(content) is str:
        return not content or content.isspace()
    if isinstance(content, list):
        return not content or any(map(_is_notable_block, content))
    if type(content) is not Raw:
        return False
    raw = memoryview(content)
    if raw[0] == _QUOTE:
        return raw[1] in BLANKS and is_blank(content)
    return raw[0] == _BRACKET and _holds_notable(content)


def _holds_notable(content: Raw) -> bool:
    try:
        blocks = _BLOCK_ROWS.decode(content)
    except msgspec.ValidationError:
        return True
    return not blocks or any(map(_is_notable_block, blocks))


def _is_notable_block(block: Json) -> bool:
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    if type(kind) is Raw:
        kind = msgspec.json.decode(kind)
    return kind in BLOCKS or (kind == "text" and is_blank(block.get("text")))
