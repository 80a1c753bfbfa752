"""An effort of some level, or what the body itself asks: thinking in the shape the model takes."""

from forethought.policies.anthropic.draft import Plan, display, level
from forethought.policies.anthropic.quiet import own_quiet
from forethought.policies.changes import Why
from forethought.policies.efforts import budget_for, level_of
from forethought.policies.words import Effort


def exert(this: Plan, asked: Effort) -> None:
    """What is asked is some level."""
    traits = this.ctx.traits
    if traits.effort.levels != ():
        why = Why(f"an effort of {asked} is asked", "effort.levels")
        this.exert(asked, why)
    think_for(this, asked, Why(f"an effort of {asked} is asked", "thinking.mode"))


def think_for(this: Plan, asked: Effort, why: Why) -> None:
    """Thinking in the shape the model takes, so that the effort means something."""
    if this.takes("adaptive"):
        if this.kind != "adaptive" and _may_ask(this):
            this.think({"type": "adaptive", **display(this.thinking)}, why)
    elif this.takes("enabled"):
        budget_thinking(this, asked, why)
    elif this.ctx.traits.thinking.types is not None:
        this.think(None, Why("the model does not think", "thinking.types", "quality"))


def _may_ask(this: Plan) -> bool:
    """`caller` adds nothing that the model does of itself."""
    thinks_unasked = this.ctx.traits.thinking.mode in ("default_on", "always")
    return not (
        this.ctx.policy.ask_thinking == "caller" and thinks_unasked and this.thinking is None
    )


def budget_thinking(this: Plan, asked: Effort, why: Why) -> None:
    """Thinking with the budget of a level, where one fits."""
    tokens = budget_for(asked, _output(this), this.ctx.traits.thinking.budget)
    if tokens is None:
        small = Why("no budget fits the output limit", "thinking.budget", "quality")
        this.think(None, small)
    else:
        shown = display(this.thinking)
        this.think({"type": "enabled", "budget_tokens": tokens, **shown}, why)


def _output(this: Plan) -> int | None:
    limit = this.body.get("max_tokens")
    return limit if type(limit) is int and limit > 0 else this.ctx.traits.limits.output


def own(this: Plan) -> None:
    """Nothing is asked beside the body: what it says stands where it is taken."""
    if this.effort == "none" and "none" not in (this.ctx.traits.effort.levels or ("none",)):
        own_quiet(this)
        return
    match this.kind:
        case None if this.body.get("thinking") is None:
            ask_unasked(this)
        case "adaptive" if this.refuses("adaptive"):
            _from_adaptive(this)
        case "enabled":
            _from_budget(this)
        case "between_tools" if this.refuses("between_tools") and this.takes("disabled"):
            this.think(
                {"type": "disabled"}, Why("between_tools is not taken here", "thinking.types")
            )
        case "disabled" | "between_tools" if this.refuses(str(this.kind)):
            own_quiet(this)
        case _:
            return


def ask_unasked(this: Plan) -> None:
    policy, mode = this.ctx.policy.ask_thinking, this.ctx.traits.thinking.mode
    thinker = mode in ("default_on", "always") and policy != "caller"
    if thinker or (mode == "opt_in" and policy == "all"):
        why = Why("the model thinks; asked for, its thinking can be seen", "thinking.mode")
        think_for(this, this.ctx.traits.effort.default or "high", why)


def _from_adaptive(this: Plan) -> None:
    why = Why("adaptive thinking is refused", "thinking.types")
    think_for(this, level(this.effort) or this.ctx.traits.effort.default or "high", why)


def _from_budget(this: Plan) -> None:
    tokens = (this.thinking or {}).get("budget_tokens")
    if this.refuses("enabled"):
        to_adaptive(this, Why("a thinking budget is refused", "thinking.types"))
    elif type(tokens) is int:
        fit(this, tokens)


def fit(this: Plan, tokens: int) -> None:
    """A budget the model would take stays; one that does not fit is cut to half the output."""
    output, taken = _output(this), this.ctx.traits.thinking.budget
    floor = taken.min if taken is not None and taken.min is not None else 1
    if tokens >= floor and (output is None or tokens < output):
        return
    fitting = budget_for(level_of(tokens), output, taken)
    if fitting is None:
        to_adaptive(this, Why("the thinking budget does not fit", "thinking.budget"))
    else:
        cut = max(min(tokens, fitting), floor)
        reason = f"a budget stands between {floor} and the output limit, at most half of it"
        this.put("budget_tokens", cut, Why(reason, "thinking.budget", "quality"))


def to_adaptive(this: Plan, why: Why) -> None:
    """Adaptive where it is taken, with the budget told as an effort; else no thinking."""
    if not this.takes("adaptive"):
        this.think(None, why._replace(effect="quality"))
        return
    tokens = (this.thinking or {}).get("budget_tokens")
    this.think({"type": "adaptive", **display(this.thinking)}, why)
    if this.effort is None and type(tokens) is int and this.ctx.traits.effort.levels:
        worth = level_of(tokens)
        this.exert(worth, Why(f"a budget of {tokens} tokens is about {worth}", "effort.levels"))
