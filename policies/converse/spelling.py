"""Thinking told twice: of its two spellings Claude's own stands."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.converse.mirror import ALIAS, EXTRA, is_thinking

RULE: Final = "converse.thinking"
_WHY_TWICE: Final = Why("`thinking` stands beside it", None, "quality")


def spelling(body: Body, ctx: Context) -> Iterator[Change]:
    """Takes `reasoning_config` out where `thinking` stands as well."""
    extra = body.table(EXTRA) or {}
    if ctx.traits.thinking.types is None or "thinking" not in extra:
        return
    if is_thinking(extra.get(ALIAS)):
        yield remove(f"/{EXTRA}/{ALIAS}", None, RULE, _WHY_TWICE)
