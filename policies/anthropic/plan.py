"""What `thinking` and effort a request should carry: decided as a whole, before anything changes.

A forced tool, an open tool turn, a small limit and the policy all bear on it; edits made one by one
would undo each other.
"""

from typing import Final

from forethought.policies.anthropic.asked import forced
from forethought.policies.anthropic.history import open_without_blocks, signed_blocks
from forethought.policies.anthropic.survey import survey
from forethought.policies.body import Body
from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.efforts import budget_for, level_of, nearest
from forethought.policies.words import EFFORTS, Effort, Json

CONTROL: Final = {"prefix_mismatch_behavior": "drop_block"}
_ON: Final = ("adaptive", "enabled")


class Plan:
    """The two fields as they should be sent, and why each differs from what came."""

    def __init__(self, body: Body, ctx: Context) -> None:
        self.body = body
        self.ctx = ctx
        thinking, output = body.table("thinking"), body.table("output_config")
        self.thinking: dict[str, Json] | None = None if thinking is None else dict(thinking)
        self.effort: Json = None if output is None else output.get("effort")
        self.thinking_why = Why("")
        self.effort_why = Why("")
        self.members: dict[str, Why] = {}
        """Why single members of `thinking` differ, by name; the others for `thinking_why`."""

    @property
    def kind(self) -> Json:
        return None if self.thinking is None else self.thinking.get("type")

    def takes(self, kind: str) -> bool:
        return kind in (self.ctx.traits.thinking.types or ())

    def refuses(self, kind: str) -> bool:
        types = self.ctx.traits.thinking.types
        return types is not None and kind not in types

    def think(self, thinking: dict[str, Json] | None, why: Why) -> None:
        self.thinking, self.thinking_why = thinking, why

    def exert(self, effort: Json, why: Why) -> None:
        self.effort, self.effort_why = effort, why


def plan(body: Body, ctx: Context) -> Plan:
    """Decides both fields."""
    this = Plan(body, ctx)
    asked = ctx.effort
    if asked is None and ctx.crossed and _asks_none(this):
        asked = "none"
    if asked == "none":
        _quiet(this)
    elif asked is not None:
        _exert(this, asked)
    else:
        _own(this)
    _yield_budget(this)
    _offer(this)
    _show(this)
    _bind(this)
    _tell_betas(this)
    return this


def _asks_none(this: Plan) -> bool:
    """Whether the body's own fields ask for quiet that an always-on model does not have."""
    if this.ctx.traits.thinking.mode != "always":
        return False
    return this.effort == "none" or (this.kind == "disabled" and this.refuses("disabled"))


def _tell_betas(this: Plan) -> None:
    """A whole new `thinking` tells of the betas that its members bring."""
    if (this.body.table("thinking") or {}).get("type") == this.kind:
        return
    told = ""
    for member, value in (this.thinking or {}).items():
        for field in (f"thinking.{member}", f"thinking.{member}={value}"):
            told += _beside(this, field)
    this.thinking_why = this.thinking_why._replace(reason=this.thinking_why.reason + told)


# --- an effort of none ---------------------------------------------------------------------------


def _quiet(this: Plan) -> None:
    mode = this.ctx.traits.thinking.mode
    if "none" in (this.ctx.traits.effort.levels or ()):
        this.exert("none", Why("no thinking is asked for", "effort.levels"))
    elif mode in ("never", "opt_in"):
        _leave_off(this)
    elif this.ctx.policy.effort_none == "off" and _turn_off(this):
        return
    else:
        _lowest(this, blocks=_holds_bound_blocks(this))


def _leave_off(this: Plan) -> None:
    why = Why("no thinking is asked for, and the model does not think unasked", "thinking.mode")
    if this.ctx.policy.ask_thinking == "all" and this.takes("disabled"):
        this.think({"type": "disabled"}, why)
    else:
        this.think(None, why)
    if this.effort == "none":
        this.exert(None, Why("`none` is no level of the model", "effort.levels"))


def _turn_off(this: Plan) -> bool:
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
    _to_lowest(this)


def _to_lowest(this: Plan) -> None:
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


# --- an effort of some level ---------------------------------------------------------------------


def _exert(this: Plan, level: Effort) -> None:
    traits = this.ctx.traits
    if traits.effort.levels != ():
        why = Why(f"an effort of {level} is asked", "effort.levels")
        this.exert(level, why)
    _think_for(this, level, Why(f"an effort of {level} is asked", "thinking.mode"))


def _think_for(this: Plan, level: Effort, why: Why) -> None:
    """Thinking in the shape the model takes, so that the effort means something."""
    if this.takes("adaptive"):
        if this.kind != "adaptive" and _may_ask(this):
            this.think({"type": "adaptive"}, why)
    elif this.takes("enabled"):
        _budget(this, level, why)
    elif this.ctx.traits.thinking.types is not None:
        this.think(None, Why("the model does not think", "thinking.types", "quality"))


def _may_ask(this: Plan) -> bool:
    """`caller` adds nothing that the model does of itself."""
    thinks_unasked = this.ctx.traits.thinking.mode in ("default_on", "always")
    return not (
        this.ctx.policy.ask_thinking == "caller" and thinks_unasked and this.thinking is None
    )


def _budget(this: Plan, level: Effort, why: Why) -> None:
    tokens = budget_for(level, _output(this), this.ctx.traits.thinking.budget)
    if tokens is None:
        small = Why("no budget fits the output limit", "thinking.budget", "quality")
        this.think(None, small)
    else:
        own = _display(this.thinking or {})
        this.think({"type": "enabled", "budget_tokens": tokens, **own}, why)


def _output(this: Plan) -> int | None:
    limit = this.body.get("max_tokens")
    return limit if type(limit) is int and limit > 0 else this.ctx.traits.limits.output


# --- what the body itself asks -------------------------------------------------------------------


def _own(this: Plan) -> None:
    if this.effort == "none" and "none" not in (this.ctx.traits.effort.levels or ("none",)):
        _own_quiet(this)
        return
    match this.kind:
        case None if this.body.get("thinking") is None:
            _ask_unasked(this)
        case "adaptive" if this.refuses("adaptive"):
            _from_adaptive(this)
        case "enabled":
            _from_budget(this)
        case "between_tools" if this.refuses("between_tools") and this.takes("disabled"):
            this.think(
                {"type": "disabled"}, Why("between_tools is not taken here", "thinking.types")
            )
        case "disabled" | "between_tools" if this.refuses(str(this.kind)):
            _own_quiet(this)


def _ask_unasked(this: Plan) -> None:
    policy, mode = this.ctx.policy.ask_thinking, this.ctx.traits.thinking.mode
    thinker = mode in ("default_on", "always") and policy != "caller"
    if thinker or (mode == "opt_in" and policy == "all"):
        why = Why("the model thinks; asked for, its thinking can be seen", "thinking.mode")
        _think_for(this, this.ctx.traits.effort.default or "high", why)


def _from_adaptive(this: Plan) -> None:
    why = Why("adaptive thinking is refused", "thinking.types")
    _think_for(this, _level(this.effort) or this.ctx.traits.effort.default or "high", why)


def _level(effort: Json) -> Effort | None:
    return next((level for level in EFFORTS if level == effort), None)


def _from_budget(this: Plan) -> None:
    tokens = (this.thinking or {}).get("budget_tokens")
    if this.refuses("enabled"):
        _to_adaptive(this, Why("a thinking budget is refused", "thinking.types"))
    elif type(tokens) is int:
        _fit(this, tokens)


def _fit(this: Plan, tokens: int) -> None:
    """A budget the model would take stays; one that does not fit is cut to half the output."""
    output, budget = _output(this), this.ctx.traits.thinking.budget
    floor = budget.min if budget is not None and budget.min is not None else 1
    if tokens >= floor and (output is None or tokens < output):
        return
    fitting = budget_for(level_of(tokens), output, budget)
    if fitting is None:
        _to_adaptive(this, Why("the thinking budget does not fit", "thinking.budget"))
    else:
        cut = max(min(tokens, fitting), floor)
        this.thinking = {**(this.thinking or {}), "budget_tokens": cut}
        this.members["budget_tokens"] = Why(
            f"a budget stands between {floor} and the output limit, at most half of it",
            "thinking.budget",
            "quality",
        )


def _to_adaptive(this: Plan, why: Why) -> None:
    """Adaptive where it is taken, with the budget told as an effort; else no thinking."""
    if not this.takes("adaptive"):
        this.think(None, why._replace(effect="quality"))
        return
    own = this.thinking or {}
    tokens = own.get("budget_tokens")
    this.think({"type": "adaptive", **_display(own)}, why)
    if this.effort is None and type(tokens) is int and this.ctx.traits.effort.levels:
        level = level_of(tokens)
        this.exert(level, Why(f"a budget of {tokens} tokens is about {level}", "effort.levels"))


def _display(own: dict[str, Json]) -> dict[str, Json]:
    return {"display": own["display"]} if "display" in own else {}


def _own_quiet(this: Plan) -> None:
    """`disabled`, or an effort of none, on the wire itself: what leaving thinking out would do."""
    traits = this.ctx.traits.thinking
    if traits.mode in ("default_on", "always") and traits.types is None:
        _to_lowest(this)
    elif traits.mode in ("never", "opt_in") or not this.takes("adaptive"):
        _leave_off(this)
    elif this.ctx.policy.effort_none == "off" and _turn_off(this):
        return
    else:
        why = Why("thinking cannot be turned off like this", "thinking.types", "quality")
        this.think({"type": "adaptive", "display": "omitted"}, why)
        _to_lowest(this)


# --- what holds whoever asked --------------------------------------------------------------------


def _yield_budget(this: Plan) -> None:
    """A budget beside a forced tool, or on an open tool turn without blocks, is refused."""
    if this.kind not in _ON:
        return
    taken = this.ctx.traits.tools.forced
    if forced(this.body) and taken == "refused_while_thinking":
        this.think(None, Why("thinking is refused beside a forced tool", "tools.forced", "quality"))
    elif this.kind == "enabled" and forced(this.body) and taken == "refused_with_budget":
        _to_adaptive(this, Why("a budget is refused beside a forced tool", "tools.forced"))
    elif this.kind == "enabled" and open_without_blocks(this.body.rows("messages")):
        _to_adaptive(this, Why("a budget wants the blocks of the open tool turn, which are gone"))


def _offer(this: Plan) -> None:
    """The effort, as far as it is offered, and no higher than taken while thinking is off."""
    levels, effort = this.ctx.traits.effort.levels, _level(this.effort)
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
    cap, effort = this.ctx.traits.effort.max_when_off, _level(this.effort)
    if cap is None or effort is None or this.kind not in ("disabled", "between_tools"):
        return
    if EFFORTS.index(effort) > EFFORTS.index(cap):
        why = Why(f"with thinking off at most {cap} is taken", "effort.max_when_off", "quality")
        this.exert(cap, why)


def _show(this: Plan) -> None:
    """What is shown: as asked where it is taken, never beside thinking that is off."""
    if this.thinking is None or this.kind not in (*_ON, "disabled", "between_tools"):
        return
    listed = this.ctx.traits.thinking.display
    own = this.thinking.get("display")
    if this.kind not in _ON:
        _drop(this, "display", Why("nothing is shown of thinking that is off", "thinking.display"))
    elif own is None or (listed is not None and own not in listed) or this.ctx.display:
        _ask_display(this, own)


def _ask_display(this: Plan, own: Json) -> None:
    traits, policy = this.ctx.traits.thinking, this.ctx.policy.display
    wanted = this.ctx.display or (None if policy == "caller" else policy)
    listed = traits.display or ()
    if wanted in listed and (this.kind == "adaptive" or wanted != traits.display_default or own):
        this.thinking = {**(this.thinking or {}), "display": wanted}
        default = traits.display_default or "as the model likes"
        reason = f"unasked, its thinking comes {default}"
        this.members["display"] = Why(
            reason + _beside(this, f"thinking.display={wanted}"), "thinking.display"
        )
    elif own is not None and traits.display is not None and own not in listed:
        _drop(this, "display", Why("the display asked is not taken", "thinking.display", "quality"))


def _beside(this: Plan, field: str) -> str:
    """The beta that travels with a field, as a reason tells it."""
    beta = this.ctx.traits.betas.get(field)
    return f", with the beta {beta}" if beta else ""


def _drop(this: Plan, member: str, why: Why) -> None:
    if this.thinking is not None and member in this.thinking:
        this.thinking = {key: value for key, value in this.thinking.items() if key != member}
        this.members[member] = why


def _bind(this: Plan) -> None:
    """Asks for stale blocks to be dropped, where the control is taken: beside adaptive only."""
    if this.thinking is None:
        return
    control, policy = this.ctx.traits.signatures.binding_control, this.ctx.policy.binding
    trait = "signatures.binding_control"
    if this.kind != "adaptive" or control is False:
        if this.kind in (*_ON, "disabled", "between_tools"):
            _drop(this, "block_binding", Why("the control is not taken here", trait))
    elif policy == "off":
        _drop(this, "block_binding", Why("the policy sends no block binding"))
    elif policy == "drop_block" and control and this.thinking.get("block_binding") is None:
        this.thinking = {**this.thinking, "block_binding": dict(CONTROL)}
        reason = "a block whose prefix changed is dropped, not refused"
        this.members["block_binding"] = Why(reason + _beside(this, "thinking.block_binding"), trait)
