"""System messages: Converse has no such role; they go to `system`, or are labelled by policy."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.converse.survey import survey
from forethought.policies.leaves import is_blank, is_text, plain, size
from forethought.policies.texts import LABEL
from forethought.policies.words import Json

RULE: Final = "converse.system"
_WHY_MOVED: Final = Why("a system message stands at the top")
_WHY_JOINED: Final = Why(
    "a later system message goes to the top: the front of the request changes", None, "quality"
)
_WHY_LABELLED: Final = Why(
    "a later system message goes in the user position, labelled", None, "quality"
)


def system(body: Body, ctx: Context) -> Iterator[Change]:
    """Joins the system entries of the conversation to `system`; labels later ones by policy."""
    entries = survey(body).found.systems
    turns = body.rows("messages") if entries else []
    joined: list[int] = []
    for place, index in enumerate(entries):
        if ctx.policy.later_system == "label" and place != index:
            yield _labelled(turns[index], index)
        else:
            joined.append(index)
    moved = any(place != index for place, index in enumerate(joined))
    yield from _joined(body, [turns[index] for index in joined], moved=moved)
    for index in reversed(joined):
        yield remove(f"/messages/{index}", size(turns[index]), RULE, _WHY_MOVED)


def _labelled(turn: dict[str, Json], index: int) -> Change:
    content = [{"text": LABEL}, *_blocks(turn.get("content"))]
    value = {**plain(turn), "role": "user", "content": content}
    return replace(f"/messages/{index}", value, size(turn), RULE, _WHY_LABELLED)


def _joined(body: Body, entries: list[Json], *, moved: bool) -> Iterator[Change]:
    """The one system content. `moved`: whether an entry comes from below the top."""
    added = [block for entry in entries for block in _blocks(entry.get("content"))]
    if not added:
        return
    own, why = plain(body.get("system")), _WHY_JOINED if moved else _WHY_MOVED
    if own:
        yield replace("/system", [*_blocks(own), *added], size(own), RULE, why)
    elif "system" in body:
        yield replace("/system", added, own, RULE, why)
    else:
        yield add("/system", added, RULE, why)


def _blocks(content: Json) -> list[Json]:
    """The blocks of a content, a string as one; blank texts are none."""
    if is_text(content):
        content = [{"text": content}]
    blocks = plain(content) if isinstance(content, list) else [plain(content)] if content else []
    return [block for block in blocks if not _is_blank(block)]


def _is_blank(block: Json) -> bool:
    return block is None or (isinstance(block, dict) and is_blank(block.get("text")))
