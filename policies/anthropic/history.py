"""History: unsigned blocks, empty texts and empty turns are left out; the rest stays as it came."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.survey import BLOCKS, survey
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.leaves import is_blank, is_filled, is_text, size
from forethought.policies.words import Json

RULE: Final = "anthropic.history"

_WHY_UNSIGNED: Final = Why("a block without a signature is refused", None, "quality")
_WHY_RUN: Final = Why(
    "the block before it was left out and this one is bound to it", "signatures.binding", "quality"
)
_WHY_BLANK: Final = Why("an empty text is refused")
_WHY_EMPTY: Final = Why("an empty turn is refused")


def history(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the turns from the last to the first, so that every index still holds."""
    notable = survey(body).notable
    turns = body.rows("messages") if notable else []
    for index in reversed(notable):
        turn = turns[index]
        content = turn.get("content")
        if isinstance(content, list):
            yield from _filtered(turn, content, f"/messages/{index}", ctx)
        elif is_text(content) and is_blank(content) and "output_config" not in turn:
            yield remove(f"/messages/{index}", size(turn), RULE, _WHY_EMPTY)


def _filtered(turn: Json, content: list[Json], at: str, ctx: Context) -> Iterator[Change]:
    bound = ctx.traits.signatures.binding == "prefix"
    out = {i: why for i, why in enumerate(fates(content, bound)) if why is not None}
    if len(out) == len(content) and "output_config" not in turn:
        why = next(iter(out.values()), _WHY_EMPTY)
        yield remove(at, size(turn), RULE, why)
        return
    for position in sorted(out, reverse=True):
        yield remove(f"{at}/content/{position}", size(content[position]), RULE, out[position])


def fates(content: list[Json], bound: bool) -> Iterator[Why | None]:
    """Why each block is left out, if it is. Where they are bound, one takes its run along."""
    broken = False
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind not in BLOCKS:
            broken = False
            yield _WHY_BLANK if kind == "text" and is_blank(block.get("text")) else None
        elif not is_signed(block):
            broken = bound
            yield _WHY_UNSIGNED
        else:
            yield _WHY_RUN if broken else None


def is_signed(block: dict[str, Json]) -> bool:
    """Whether a block carries what lets it go back: a signature, or redacted data."""
    key = "data" if block.get("type") == "redacted_thinking" else "signature"
    return is_filled(block.get(key))


def signed_blocks(turn: Json) -> bool:
    """Whether a turn holds a signed block."""
    content = turn.get("content") if isinstance(turn, dict) else None
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") in BLOCKS and is_signed(block)
        for block in content
    )


def open_without_blocks(turns: list[Json]) -> bool:
    """Whether the turn ends in tool results whose calls are not led by a signed block."""
    if not turns or not _holds(turns[-1], "user", "tool_result"):
        return False
    calls = next((turn for turn in reversed(turns) if _role(turn) == "assistant"), None)
    return calls is not None and not _is_led(calls)


def _role(turn: Json) -> Json:
    return turn.get("role") if isinstance(turn, dict) else None


def _holds(turn: Json, role: str, kind: str) -> bool:
    content = turn.get("content") if _role(turn) == role else None
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") == kind for block in content
    )


def _is_led(turn: Json) -> bool:
    content = turn.get("content")
    first = content[0] if isinstance(content, list) and content else None
    return isinstance(first, dict) and first.get("type") in BLOCKS
