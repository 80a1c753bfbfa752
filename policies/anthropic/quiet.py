"""An effort of none: left out, turned off or the lowest, as the model and the policy have it."""

from forethought.policies.anthropic.draft import Plan
from forethought.policies.anthropic.history import signed_blocks
from forethought.policies.anthropic.survey import survey
from forethought.policies.changes import Why


def asks_none(this: Plan) -> bool:
    """Whether the body's own fields ask for quiet that an always-on model does not have."""
    if this.ctx.traits.thinking.mode != "always":
        return False
    return this.effort == "none" or (this.kind == "disabled" and this.refuses("disabled"))


def quiet(this: Plan) -> None:
    """What is asked is none."""
    mode = this.ctx.traits.thinking.mode
    if "none" in (this.ctx.traits.effort.levels or ()):
        this.exert("none", Why("no thinking is asked for", "effort.levels"))
    elif mode in ("never", "opt_in"):
        leave_off(this)
    elif this.ctx.policy.effort_none == "off" and turn_off(this):
        return
    else:
        _lowest(this, blocks=_holds_bound_blocks(this))


def leave_off(this: Plan) -> None:
    why = Why("no thinking is asked for, and the model does not think unasked", "thinking.mode")
    if this.ctx.policy.ask_thinking == "all" and this.takes("disabled"):
        this.think({"type": "disabled"}, why)
    else:
        this.think(None, why)
    if this.effort == "none":
        this.exert(None, Why("`none` is no level of the model", "effort.levels"))


def turn_off(this: Plan) -> bool:
    quietest = next((kind for kind in ("disabled", "between_tools") if this.takes(kind)), None)
    if quietest is None:
        return False
    why = Why("no thinking is asked for, and the policy turns it off", "thinking.types")
    this.think({"type": quietest}, why)
    this.exert(None, Why("thinking is turned off: no effort is sent", "thinking.types"))
    return True


def _lowest(this: Plan, *, blocks: bool) -> None:
    """The least a model does that cannot be turned off, or is not to be."""
    if blocks:
        why = Why(
            "no thinking is asked for; the signed blocks of the history need the control",
            "signatures.binding",
        )
        this.think({"type": "adaptive", "display": "omitted"}, why)
    else:
        why = Why("no thinking is asked for; leaving it out is the least", "thinking.mode")
        this.think(None, why)
    to_lowest(this)


def to_lowest(this: Plan) -> None:
    levels = this.ctx.traits.effort.levels
    why = Why("no thinking is asked for: the lowest effort offered", "effort.levels", "quality")
    if levels:
        this.exert(levels[0], why)
    elif this.effort == "none":
        this.exert(None, why)


def _holds_bound_blocks(this: Plan) -> bool:
    signatures = this.ctx.traits.signatures
    controlled = signatures.binding == "prefix" and signatures.binding_control is True
    if not controlled or this.ctx.policy.binding != "drop_block" or not this.takes("adaptive"):
        return False
    notable = survey(this.body).notable
    turns = this.body.rows("messages") if notable else []
    return any(signed_blocks(turns[index]) for index in notable)


def own_quiet(this: Plan) -> None:
    """`disabled`, or an effort of none, on the wire itself: what leaving thinking out would do."""
    traits = this.ctx.traits.thinking
    if traits.mode in ("default_on", "always") and traits.types is None:
        to_lowest(this)
    elif traits.mode in ("never", "opt_in") or not this.takes("adaptive"):
        leave_off(this)
    elif this.ctx.policy.effort_none == "off" and turn_off(this):
        return
    else:
        why = Why("thinking cannot be turned off like this", "thinking.types", "quality")
        this.think({"type": "adaptive", "display": "omitted"}, why)
        to_lowest(this)
