"""What holds whoever asked: budgets that yield, and levels as far as they are offered."""

from forethought.policies.anthropic.asked import forced
from forethought.policies.anthropic.asking import to_adaptive
from forethought.policies.anthropic.draft import OFF, ON, Plan, level
from forethought.policies.anthropic.history import open_without_blocks
from forethought.policies.changes import Why
from forethought.policies.efforts import nearest
from forethought.policies.words import EFFORTS


def yield_budget(this: Plan) -> None:
    """A budget beside a forced tool, or on an open tool turn without blocks, is refused."""
    if this.kind not in ON:
        return
    taken = this.ctx.traits.tools.forced
    if forced(this.body) and taken == "refused_while_thinking":
        this.think(None, Why("thinking is refused beside a forced tool", "tools.forced", "quality"))
    elif this.kind == "enabled" and forced(this.body) and taken == "refused_with_budget":
        to_adaptive(this, Why("a budget is refused beside a forced tool", "tools.forced"))
    elif this.kind == "enabled" and open_without_blocks(this.body.rows("messages")):
        to_adaptive(this, Why("a budget wants the blocks of the open tool turn, which are gone"))


def offer(this: Plan) -> None:
    """The effort, as far as it is offered, and no higher than taken while thinking is off."""
    levels, effort = this.ctx.traits.effort.levels, level(this.effort)
    if levels == () and this.effort is not None:
        this.exert(None, Why("the model has no effort parameter", "effort.levels", "quality"))
        return
    if effort is None:
        return
    if levels and effort not in levels:
        chosen = nearest(effort, levels)
        this.exert(chosen, Why(f"{effort} is not offered", "effort.levels", "quality"))
    _cap(this)


def _cap(this: Plan) -> None:
    cap, effort = this.ctx.traits.effort.max_when_off, level(this.effort)
    if cap is None or effort is None or this.kind not in OFF:
        return
    if EFFORTS.index(effort) > EFFORTS.index(cap):
        why = Why(f"with thinking off at most {cap} is taken", "effort.max_when_off", "quality")
        this.exert(cap, why)
