"""History: unsigned reasoning of a model that signs, empty texts and empty turns are left out."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.history import fates
from forethought.policies.anthropic.survey import BLOCKS
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.converse.light import is_mark, light_block
from forethought.policies.converse.survey import survey
from forethought.policies.leaves import size
from forethought.policies.words import Json

RULE: Final = "converse.history"
_WHY_EMPTY: Final = Why("an empty turn is refused")
_WHY_REFUSED: Final = Why("the model refuses earlier reasoning", "reasoning.give_back")


def history(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the turns from the last to the first, so that every index still holds."""
    notable = survey(body).found.notable
    turns = body.rows("messages") if notable else []
    for index in reversed(notable):
        content = turns[index]["content"]
        yield from _filtered(turns[index], content, f"/messages/{index}", ctx)


def _filtered(turn: Json, content: list[Json], at: str, ctx: Context) -> Iterator[Change]:
    blocks = {i: light_block(block) for i, block in enumerate(content) if not is_mark(block)}
    whys = zip(blocks, _fates(list(blocks.values()), ctx), strict=True)
    out = {position: why for position, why in whys if why is not None}
    if len(out) == len(blocks):
        yield remove(at, size(turn), RULE, next(iter(out.values()), _WHY_EMPTY))
        return
    for position in sorted(out, reverse=True):
        yield remove(f"{at}/content/{position}", size(content[position]), RULE, out[position])


def _fates(blocks: list[Json], ctx: Context) -> Iterator[Why | None]:
    """Why each block is left out, if it is. A model that is not known to sign keeps its own."""
    binding = ctx.traits.signatures.binding
    if binding is not None:
        yield from fates(blocks, binding == "prefix")
        return
    refused = ctx.traits.reasoning.give_back == "refused"
    for block in blocks:
        if isinstance(block, dict) and block.get("type") in BLOCKS:
            yield _WHY_REFUSED if refused else None
        else:
            yield from fates([block], False)
