"""History on `openai.chat`: reasoning goes back where the model takes it, and never as speech.

What a message carries for other wires (`thinking_blocks`, `reasoning_items`, who signed them) is no
field of this one. A `reasoning_content` that the model demands and that is missing stays missing:
nothing can be made up in its place.
"""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body, open_members
from forethought.policies.changes import Change, Why, add, remove
from forethought.policies.context import Context
from forethought.policies.leaves import plain, size
from forethought.policies.openai.survey import entries, survey
from forethought.policies.readers import NOTES, is_foreign, refused
from forethought.policies.words import Json

RULE: Final = "openai.history"
_OURS: Final = (*NOTES, "thinking_layout")
_SEALED: Final = ("thinking_blocks", "reasoning_items")
_TEXTS: Final = ("reasoning_content", "reasoning")
_THOUGHTS: Final = ("thinking", "redacted_thinking")
_PLAIN_CHAT: Final = frozenset({"openai", "azure"})
"""Platforms whose messages carry no reasoning at all."""

_WHY_OURS: Final = Why("it says who wrote the reasoning; no provider takes it")
_WHY_SEALED: Final = Why("signed reasoning of another wire has no place here", None, "quality")
_WHY_SIGNATURE: Final = Why("a signature of another wire has no place here", None, "quality")
_WHY_FOREIGN: Final = Why(
    "reasoning of another vendor's model: left out, not turned into text", None, "quality"
)
_WHY_REFUSED: Final = Why("the model refuses earlier reasoning", "reasoning.give_back")
_WHY_NO_FIELD: Final = Why("the platform's messages carry no reasoning", "reasoning.field")
_WHY_MOVED: Final = Why("the model wants its reasoning back in this field", "reasoning.give_back")
_WHY_EMPTY: Final = Why("a turn of nothing but reasoning is left empty", None, "quality")


def chat_history(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the turns from the last to the first, so that every index still holds."""
    notable = survey(body).notable
    turns = entries(body, "messages") if notable else []
    for index in reversed(notable):
        yield from _turn(open_members(turns[index]), f"/messages/{index}", ctx)


def _turn(turn: dict[str, Json], at: str, ctx: Context) -> Iterator[Change]:
    out = _thoughts(turn, ctx)
    content: Json = turn.get("content")
    if out and len(out) == len(content):
        if not turn.get("tool_calls"):
            yield remove(at, size(turn), RULE, _WHY_EMPTY)
            return
        yield remove(f"{at}/content", size(content), RULE, _why_thought(turn, ctx))
    else:
        for position in reversed(out):
            was = size(content[position])
            yield remove(f"{at}/content/{position}", was, RULE, _why_thought(turn, ctx))
    yield from _members(turn, at, ctx)
    yield from _texts(turn, at, ctx)
    yield from _calls(turn, at, ctx)


def _thoughts(turn: dict[str, Json], ctx: Context) -> list[int]:
    """The parts of the content that are reasoning and may not go back."""
    content = turn.get("content")
    if not isinstance(content, list):
        return []
    if ctx.traits.reasoning.field == "content" and not is_foreign(turn, ctx):
        return []
    return [
        position
        for position, part in enumerate(content)
        if isinstance(part, dict) and part.get("type") in _THOUGHTS
    ]


def _why_thought(turn: dict[str, Json], ctx: Context) -> Why:
    return _WHY_FOREIGN if is_foreign(turn, ctx) else _WHY_SEALED


def _members(turn: dict[str, Json], at: str, ctx: Context) -> Iterator[Change]:
    for name in _OURS:
        if name in turn:
            yield remove(f"{at}/{name}", size(turn[name]), RULE, _WHY_OURS)
    for name in _SEALED:
        if name in turn:
            yield remove(f"{at}/{name}", size(turn[name]), RULE, _WHY_SEALED)
    if turn.get("reasoning_details") is not None:
        why = refused(turn, ctx) if _takes_details(ctx) else _WHY_SEALED
        if why is not None:
            yield remove(f"{at}/reasoning_details", size(turn["reasoning_details"]), RULE, why)
    yield from _signature(turn, at, ctx)


def _takes_details(ctx: Context) -> bool:
    field = ctx.traits.reasoning.field
    return field == "reasoning_details" or ctx.served.platform == "openrouter"


def _texts(turn: dict[str, Json], at: str, ctx: Context) -> Iterator[Change]:
    """Reasoning as text: dropped where it is refused or not the vendor's, moved where demanded."""
    wanted = _wanted(turn, ctx)
    for name in _TEXTS:
        value = turn.get(name)
        if value is None:
            continue
        why = _why_not(turn, ctx)
        if why is not None:
            yield remove(f"{at}/{name}", size(value), RULE, why)
        elif wanted is not None and name != wanted:
            yield remove(f"{at}/{name}", size(value), RULE, _WHY_MOVED)
            if wanted in turn:
                yield remove(f"{at}/{wanted}", None, RULE, _WHY_MOVED)
            yield add(f"{at}/{wanted}", plain(value), RULE, _WHY_MOVED)


def _why_not(turn: dict[str, Json], ctx: Context) -> Why | None:
    if is_foreign(turn, ctx):
        return _WHY_FOREIGN
    if ctx.traits.reasoning.give_back == "refused":
        return _WHY_REFUSED
    return _WHY_NO_FIELD if ctx.served.platform in _PLAIN_CHAT else None


def _wanted(turn: dict[str, Json], ctx: Context) -> str | None:
    """The field in which the model demands its reasoning, where it is missing."""
    traits = ctx.traits.reasoning
    if traits.give_back != "required" or traits.field not in _TEXTS:
        return None
    return traits.field if turn.get(traits.field) is None else None


def _calls(turn: dict[str, Json], at: str, ctx: Context) -> Iterator[Change]:
    calls: Json = turn.get("tool_calls")
    for index, call in enumerate(calls if isinstance(calls, list) else []):
        if isinstance(call, dict):
            yield from _signature(call, f"{at}/tool_calls/{index}", ctx)


def _signature(holder: dict[str, Json], at: str, ctx: Context) -> Iterator[Change]:
    """Takes a signature off a call or a message, in any of its spellings but the vendor's own."""
    if "provider_signature" in holder:
        was = size(holder["provider_signature"])
        yield remove(f"{at}/provider_signature", was, RULE, _WHY_SIGNATURE)
    if ctx.served.vendor == "google":
        return
    for name, member in (("extra_content", "google"), *_LITELLM):
        if isinstance(holder.get(name), dict) and member in holder[name]:
            whole = holder[name].keys() == {member}
            path = f"{at}/{name}" if whole else f"{at}/{name}/{member}"
            yield remove(path, size(holder[name][member]), RULE, _WHY_SIGNATURE)


_LITELLM: Final = (("provider_specific_fields", "thought_signature"),)
