"""`max_tokens`: filled in where it is required and missing, clamped to the model's limit."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, replace
from forethought.policies.context import Context
from forethought.policies.policy import Policy
from forethought.policies.traits import Limits

RULE: Final = "anthropic.limits"


def limits(body: Body, ctx: Context) -> Iterator[Change]:
    """Fills or clamps `max_tokens`. 0 asks for a cache warm-up and stays."""
    limit = ctx.traits.limits.output
    asked = body.get("max_tokens")
    if asked is None:
        yield from _filled(body, ctx)
    elif limit is not None and type(asked) is int and asked > limit:
        why = Why(f"the model writes at most {limit} tokens", "limits.output", "quality")
        yield replace("/max_tokens", limit, asked, RULE, why)


def _filled(body: Body, ctx: Context) -> Iterator[Change]:
    tokens = fill(ctx.traits.limits, ctx.policy)
    if tokens is None:
        return
    why = Why("the field is required; a large cap costs nothing unless used", "limits.output")
    if "max_tokens" in body:
        yield replace("/max_tokens", tokens, None, RULE, why)
    else:
        yield add("/max_tokens", tokens, RULE, why)


def fill(traits: Limits, policy: Policy) -> int | None:
    """What to send where the caller sent no limit and one is required."""
    if not traits.output_required or policy.max_tokens == "caller":
        return None
    if policy.max_tokens == "limit":
        return traits.output_fill or traits.output
    return policy.max_tokens if traits.output is None else min(policy.max_tokens, traits.output)
