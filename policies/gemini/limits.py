"""`maxOutputTokens`: never above what the model writes, never raised, never filled in."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, replace
from forethought.policies.context import Context
from forethought.policies.gemini.spelled import config, key

RULE: Final = "gemini.limits"


def limits(body: Body, ctx: Context) -> Iterator[Change]:
    """Clamps the output limit to the model's."""
    limit = ctx.traits.limits.output
    at, own = config(body)
    name = key(own, "maxOutputTokens")
    asked = own.get(name)
    if limit is not None and type(asked) is int and asked > limit:
        why = Why(f"the model writes at most {limit} tokens", "limits.output", "quality")
        yield replace(f"{at}/{name}", limit, asked, RULE, why)
