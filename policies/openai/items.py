"""Input items of `openai.responses`: a reasoning item goes back whole, to the account it was
encrypted for, before the item it led to; or not at all."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body, open_members
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.leaves import is_filled, size
from forethought.policies.openai.own import reasons_in
from forethought.policies.openai.replay import sealed
from forethought.policies.openai.survey import entries, reasoned
from forethought.policies.readers import NOTES
from forethought.policies.turns import is_reply
from forethought.policies.words import Json

RULE: Final = "openai.items"
INCLUDE: Final = "openai.include"
ENCRYPTED: Final = "reasoning.encrypted_content"
_CALLS: Final = frozenset({"function_call", "custom_tool_call"})
_WHY_BARE: Final = Why(
    "nothing is stored, so the item's id alone leads nowhere", "signatures.account_bound", "quality"
)
_WHY_ALONE: Final = Why("the item that this reasoning led to is gone", None, "quality")
_WHY_ID: Final = Why("its reasoning item is left out, and by its id the provider would ask for it")
_WHY_NOTE: Final = Why("it says who wrote the item; no provider takes it")
_WHY_EFFORT: Final = Why(
    "an entry that only sets the effort is not taken", "effort.mid_conversation", "quality"
)
_WHY_INCLUDE: Final = Why("nothing is stored: reasoning can only be given back as it is encrypted")


def responses_items(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the items from the last to the first, so that every index still holds."""
    items = [open_members(item) for item in entries(body, "input")] if reasoned(body) else []
    fates = [_fate(item, body, ctx) for item in items]
    _mark_alone(items, fates)
    for index in range(len(items) - 1, -1, -1):
        item, why = items[index], fates[index]
        if why is not None:
            yield remove(f"/input/{index}", size(item), RULE, why)
        elif isinstance(item, dict):
            yield from _cleaned(items, fates, index)


def _fate(item: Json, body: Body, ctx: Context) -> Why | None:
    """Why an item is left out, if it is."""
    kind = _kind(item)
    if kind == "configuration_update" and ctx.traits.effort.mid_conversation is False:
        return _WHY_EFFORT
    if kind != "reasoning":
        return None
    why = sealed(item, ctx)
    if why is None and body.get("store") is False and not is_filled(item.get("encrypted_content")):
        return _WHY_BARE
    return why


def _mark_alone(items: list[Json], fates: list[Why | None]) -> None:
    """Reasoning behind which the model said nothing. Without any other item it is left."""
    if all(_kind(item) == "reasoning" for item in items):
        return
    led = False
    for index in range(len(items) - 1, -1, -1):
        if _kind(items[index]) != "reasoning":
            led = _is_reply(items[index])
        elif not led and fates[index] is None:
            fates[index] = _WHY_ALONE


_UNSEEN: Final = frozenset({"item_reference", "compaction"})
"""Items that may stand for anything."""


def _is_reply(item: Json) -> bool:
    kind, role = _kind(item), item.get("role") if isinstance(item, dict) else None
    return role == "assistant" or kind in _UNSEEN or is_reply({"type": kind}, "openai.responses")


def _cleaned(items: list[Json], fates: list[Why | None], index: int) -> Iterator[Change]:
    item, at = items[index], f"/input/{index}"
    if _kind(item) == "reasoning":
        for name in NOTES:
            if name in item:
                yield remove(f"{at}/{name}", size(item[name]), RULE, _WHY_NOTE)
    elif _kind(item) in _CALLS and "id" in item and _lost(items, fates, index):
        yield remove(f"{at}/id", item["id"] if isinstance(item["id"], str) else None, RULE, _WHY_ID)


def _lost(items: list[Json], fates: list[Why | None], index: int) -> bool:
    """Whether the reasoning right before an item is left out."""
    return index > 0 and _kind(items[index - 1]) == "reasoning" and fates[index - 1] is not None


def _kind(item: Json) -> Json:
    kind = item.get("type") if isinstance(item, dict) else None
    return kind if isinstance(kind, str) else None


def responses_include(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for the encrypted reasoning where nothing is stored and the model reasons."""
    included = body.get("include")
    if body.get("store") is not False or not reasons_in(body, ctx, "openai.responses"):
        return
    if isinstance(included, list) and ENCRYPTED not in included:
        yield add("/include/-", ENCRYPTED, INCLUDE, _WHY_INCLUDE)
    elif "include" not in body:
        yield add("/include", [ENCRYPTED], INCLUDE, _WHY_INCLUDE)
    elif included is None:
        yield replace("/include", [ENCRYPTED], None, INCLUDE, _WHY_INCLUDE)
