"""What `thinking` and effort a request should carry: decided as a whole, before anything changes.

A forced tool, an open tool turn, a small limit and the policy all bear on it; edits made one by one
would undo each other.
"""

from forethought.policies.anthropic.asking import exert, own
from forethought.policies.anthropic.draft import Plan
from forethought.policies.anthropic.quiet import asks_none, quiet
from forethought.policies.anthropic.settling import offer, yield_budget
from forethought.policies.anthropic.showing import bind, show, tell_betas
from forethought.policies.body import Body
from forethought.policies.context import Context

__all__ = ["Plan", "plan"]


def plan(body: Body, ctx: Context) -> Plan:
    """Decides both fields."""
    this = Plan(body, ctx)
    asked = ctx.effort
    if asked is None and ctx.crossed and asks_none(this):
        asked = "none"
    if asked == "none":
        quiet(this)
    elif asked is not None:
        exert(this, asked)
    else:
        own(this)
    yield_budget(this)
    offer(this)
    show(this)
    bind(this)
    tell_betas(this)
    return this
