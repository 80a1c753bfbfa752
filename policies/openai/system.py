"""System messages on `openai.chat`: one, at the top, unless the model takes them anywhere.

OpenAI's models do, and to move what they take would change the front of the request for nothing.
"""

from collections.abc import Iterator
from typing import Final

from forethought.policies.asides import join, labelled, only_effort
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.leaves import is_blank, plain, size
from forethought.policies.openai.survey import survey
from forethought.policies.words import Json

RULE: Final = "openai.system"
_TRAIT: Final = "system.mid_conversation"
_WHY_JOINED: Final = Why(
    "a later system message is joined to the first: the front of the request changes",
    _TRAIT,
    "quality",
)
_WHY_MOVED: Final = Why("one system message stands at the top", _TRAIT)
_WHY_LABELLED: Final = Why(
    "a later system message goes in the user position, labelled", _TRAIT, "quality"
)
_WHY_EFFORT: Final = Why(
    "an entry that only sets the effort is not taken", "effort.mid_conversation", "quality"
)


def chat_system(body: Body, ctx: Context) -> Iterator[Change]:
    """Joins or labels the later ones, as the policy says."""
    found = survey(body).systems
    turns = body.rows("messages") if found else []
    efforts = [i for i in found if only_effort(turns[i])]
    later = _later([i for i in found if i not in efforts], ctx)
    if ctx.policy.later_system == "label":
        leading = [i for i in later if _leads(i, found)]
        yield from (
            labelled(turns[i], _content(turns[i]), i, RULE, _WHY_LABELLED)
            for i in later
            if i not in leading
        )
        later = leading
    first = turns[0] if found and found[0] == 0 and 0 not in efforts else None
    joined = _joined(first, [turns[i] for i in later])
    why = _WHY_MOVED if all(_leads(i, found) for i in later) else _WHY_JOINED
    if first is not None and joined is not None:
        yield replace("/messages/0", joined, size(first), RULE, why)
    for index in sorted((*later, *efforts), reverse=True):
        gone = _WHY_EFFORT if index in efforts else _WHY_MOVED
        yield remove(f"/messages/{index}", size(turns[index]), RULE, gone)
    if first is None and joined is not None:
        yield add("/messages/0", joined, RULE, why)


def _later(entries: list[int], ctx: Context) -> list[int]:
    """The system messages that may not stand where they do; the first at the top may."""
    taken = ctx.traits.system.mid_conversation
    if taken == "accepted" or (taken is None and ctx.policy.later_system == "caller"):
        return []
    return [i for i in entries if i > 0]


def _leads(index: int, systems: list[int]) -> bool:
    """Whether nothing but system messages stands before it."""
    return systems.index(index) == index


def _joined(first: Json, later: list[Json]) -> Json:
    """The first message with the later ones behind it; None where they say nothing."""
    said = [_content(turn) for turn in later]
    said = [content for content in said if content and not is_blank(content)]
    if not said:
        return None
    if first is None:
        return {"role": "system", "content": join(said)}
    own = _content(first)
    return {**plain(first), "content": join([own, *said] if own else said)}


def _content(turn: Json) -> Json:
    content = plain(turn.get("content"))
    return content if isinstance(content, str | list) else ""
