"""One look over the conversation, for all rules: where there is anything to decide at all."""

from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from forethought.policies.anthropic.survey import SYSTEM_ROLES, Survey
from forethought.policies.body import Body
from forethought.policies.leaves import is_blank
from forethought.policies.words import Json

ROLES: Final = ("user", "assistant")
_NONE: Final = Raw(b"")


class _Block(Struct, gc=False):
    """The members of a block that make it notable, unopened; the others are not read."""

    text: Raw = _NONE
    reasoningContent: Raw = _NONE  # noqa: N815
    cachePoint: Raw = _NONE  # noqa: N815


class _Turn(Struct, gc=False):
    role: str
    content: list[_Block]


_TURNS: Final = msgspec.json.Decoder(list[_Turn])


class Look(NamedTuple):
    """What there is in `messages`."""

    found: Survey
    """In the words of Claude's own wire. Notable are turns with reasoning, an empty text, or
    nothing in them."""
    repeated: bool
    """Whether two turns of one role stand in a row."""


def survey(body: Body) -> Look:
    """What there is in `messages`, read once until it changes."""
    return body.once("messages", _look)


def _look(body: Body) -> Look:
    turns = _closed_turns(body)
    if turns is not None:
        notable = [index for index, turn in enumerate(turns) if _holds_notable(turn.content)]
        return _told([turn.role for turn in turns], notable)
    rows = body.rows("messages")
    roles = [row.get("role") if isinstance(row, dict) else None for row in rows]
    return _told(roles, [index for index, row in enumerate(rows) if _is_notable(row)])


def _told(roles: list[Json], notable: list[int]) -> Look:
    systems = [index for index, role in enumerate(roles) if role in SYSTEM_ROLES]
    last = roles[-1] if roles else None
    repeated = any(one == other and one in ROLES for one, other in pairwise(roles))
    return Look(Survey(systems, notable, False, last), repeated)


def _closed_turns(body: Body) -> list[_Turn] | None:
    """All turns of a conversation that came as bytes; None where one is not as it should be."""
    value = body.fields.get("messages")
    if type(value) is not Raw:
        return None
    try:
        return _TURNS.decode(value)
    except msgspec.ValidationError:
        return None


def _holds_notable(blocks: list[_Block]) -> bool:
    marks = True
    for block in blocks:
        if block.reasoningContent is not _NONE:
            return True
        if block.text is not _NONE and is_blank(block.text):
            return True
        marks = marks and block.text is _NONE and block.cachePoint is not _NONE
    return marks


def _is_notable(row: Json) -> bool:
    content = row.get("content") if isinstance(row, dict) else None
    if not isinstance(content, list):
        return False
    marks = True
    for block in content:
        known: dict[str, Json] = block if isinstance(block, dict) else {}
        if "reasoningContent" in known or is_blank(known.get("text")):
            return True
        marks = marks and "text" not in known and "cachePoint" in known
    return marks
