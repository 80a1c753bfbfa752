"""Thinking: the plan, as edits of `generationConfig.thinkingConfig`."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.gemini.plan import BUDGET, LEVEL, MEMBERS, SHOWN, Plan, plan
from forethought.policies.gemini.spelled import key
from forethought.policies.words import Json

THINKING: Final = "gemini.thinking"
_RULES: Final = {LEVEL: "gemini.effort", BUDGET: THINKING, SHOWN: "gemini.display"}
_WHY_EMPTY: Final = Why("nothing is left in it")


def thinking(body: Body, ctx: Context) -> Iterator[Change]:
    """Brings the level, the budget and what is shown to what the plan says.

    What goes, goes first, so that level and budget never stand together.
    """
    top = key(body.fields, "generationConfig")
    whole = body.get(top)
    name = key(whole, "thinkingConfig") if isinstance(whole, dict) else "thinkingConfig"
    own = whole.get(name) if isinstance(whole, dict) else None
    if not isinstance(whole, dict | None) or not isinstance(own, dict | None):
        return
    held: dict[str, Json] = own or {}
    wanted = plan(held, ctx)
    gone = [m for m in MEMBERS if held.get(key(held, m)) is not None and wanted.values[m] is None]
    put = [m for m in MEMBERS if wanted.values[m] not in (None, held.get(key(held, m)))]
    at = f"/{top}/{name}"
    yield from (_removed(at, held, member, wanted) for member in gone)
    if own is not None and not put and len(gone) == len(held) and (gone or wanted.never):
        yield remove(f"/{top}" if len(whole or ()) == 1 else at, None, THINKING, _WHY_EMPTY)
    if own is None and put:
        yield _founded(body, put.pop(0), wanted)
    yield from (_put(at, held, member, wanted) for member in put)


def _removed(at: str, held: dict[str, Json], member: str, wanted: Plan) -> Change:
    name = key(held, member)
    was = held[name]
    was = None if isinstance(was, dict | list) else was
    return remove(f"{at}/{name}", was, _RULES[member], wanted.whys[member])


def _put(at: str, held: dict[str, Json], member: str, wanted: Plan) -> Change:
    name, value, why = key(held, member), wanted.values[member], wanted.whys[member]
    if name in held:
        was = None if isinstance(held[name], dict | list) else held[name]
        return replace(f"{at}/{name}", value, was, _RULES[member], why)
    return add(f"{at}/{name}", value, _RULES[member], why)


def _founded(body: Body, member: str, wanted: Plan) -> Change:
    """The first member, with the objects around it that are not there yet."""
    top = key(body.fields, "generationConfig")
    whole = body.table(top)
    value: Json = {member: wanted.values[member]}
    at, there = f"/{top}", top in body
    if whole is None:
        value = {"thinkingConfig": value}
    else:
        name = key(whole, "thinkingConfig")
        at, there = f"{at}/{name}", name in whole
    why = wanted.whys[member]
    return (
        replace(at, value, None, _RULES[member], why)
        if there
        else add(at, value, _RULES[member], why)
    )
