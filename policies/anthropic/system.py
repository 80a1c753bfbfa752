"""System messages: one, at the top; what to do with a later one is policy."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.survey import survey
from forethought.policies.asides import join, labelled, only_effort
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.leaves import is_blank, is_text, plain, size
from forethought.policies.words import Json

RULE: Final = "anthropic.system"


def system(body: Body, ctx: Context) -> Iterator[Change]:
    """Joins, labels or leaves the system entries of the conversation; drops what is not taken."""
    entries = survey(body).systems
    if not entries:
        return
    turns = body.rows("messages")
    joined, dropped = [], []
    for place, index in enumerate(entries):
        fate = _fate(turns, index, ctx, leading=place == index)
        if fate == "label":
            content = plain(turns[index].get("content"))
            yield labelled(turns[index], content, index, RULE, _WHY_LABELLED)
        elif fate == "join":
            joined.append(index)
        elif fate == "drop":
            dropped.append(index)
    moved = any(place != index for place, index in enumerate(joined))
    yield from _joined(body, [turns[i] for i in joined], moved=moved)
    for index in sorted((*joined, *dropped), reverse=True):
        why = _WHY_DROPPED if index in dropped else _WHY_MOVED
        yield remove(f"/messages/{index}", size(turns[index]), RULE, why)


_WHY_MOVED: Final = Why("a system message stands at the top", None, "none")
_WHY_JOINED: Final = Why(
    "a later system message goes to the top: the front of the request changes",
    None,
    "quality",
)
_WHY_LABELLED: Final = Why(
    "a later system message goes in the user position, labelled", None, "quality"
)
_WHY_DROPPED: Final = Why(
    "an entry that only sets the effort is not taken", "effort.mid_conversation", "quality"
)


def _fate(turns: list[Json], index: int, ctx: Context, *, leading: bool) -> str:
    content = turns[index].get("content")
    if content is not None and not is_text(content) and not isinstance(content, list):
        return "leave"  # a wrong type is the provider's to refuse
    if only_effort(turns[index]):
        return "leave" if _effort_taken(ctx) else "drop"
    if leading:
        return "join"
    taken = ctx.traits.system.mid_conversation in ("accepted", None)
    if ctx.policy.later_system == "caller" and not ctx.crossed and taken and _placed(turns, index):
        return "leave"
    return "label" if ctx.policy.later_system == "label" else "join"


def _effort_taken(ctx: Context) -> bool:
    return ctx.traits.effort.mid_conversation is not False


def _placed(turns: list[Json], index: int) -> bool:
    """Directly behind a user turn, and last or before an assistant turn."""
    behind = turns[index + 1 : index + 2]
    return _role(turns[index - 1]) == "user" and (not behind or _role(behind[0]) == "assistant")


def _role(turn: Json) -> Json:
    role = turn.get("role") if isinstance(turn, dict) else None
    return role if isinstance(role, str) else None


def _joined(body: Body, entries: list[Json], *, moved: bool) -> Iterator[Change]:
    """The one system content. `moved`: whether an entry comes from below the top."""
    parts = [plain(entry.get("content")) for entry in entries]
    parts = [part for part in parts if part and not is_blank(part)]
    if not parts:
        return
    first = plain(body.get("system"))
    why = _WHY_JOINED if moved else _WHY_MOVED
    if first:
        yield replace("/system", join([first, *parts]), size(first), RULE, why)
    elif "system" in body:
        yield replace("/system", join(parts), first, RULE, why)
    else:
        yield add("/system", join(parts), RULE, why)
