"""What `thinkingConfig` a request should carry: decided as a whole, before anything changes."""

from collections.abc import Mapping
from typing import Final

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.efforts import level_of
from forethought.policies.gemini.asked import is_off
from forethought.policies.gemini.spelled import read
from forethought.policies.words import EFFORTS, Effort, Json

LEVEL: Final = "thinkingLevel"
BUDGET: Final = "thinkingBudget"
SHOWN: Final = "includeThoughts"
MEMBERS: Final = (LEVEL, BUDGET, SHOWN)
_FIELD: Final = "generationConfig.thinkingConfig."


class Plan:
    """The members as they should be sent, None for none, and why each differs from what came."""

    def __init__(self, own: Mapping[str, Json], ctx: Context) -> None:
        self.ctx = ctx
        self.values: dict[str, Json] = {member: read(own, member) for member in MEMBERS}
        self.whys: dict[str, Why] = {}

    def put(self, member: str, value: Json, why: Why) -> None:
        self.values[member], self.whys[member] = value, why

    @property
    def never(self) -> bool:
        return self.ctx.traits.thinking.mode == "never"


def plan(own: Mapping[str, Json], ctx: Context) -> Plan:
    """Decides all members."""
    this = Plan(own, ctx)
    if this.never:
        _never(this)
    elif ctx.traits.effort.levels:
        _by_level(this, ctx.traits.effort.levels)
    elif ctx.traits.thinking.budget is not None:
        _by_budget(this)
    elif ctx.effort_at is not None:
        why = Why("the levels of the model are not known: left to its default", None, "quality")
        this.put(LEVEL, None, why)
    _show(this)
    return this


def _never(this: Plan) -> None:
    quiet = is_off(this.values[BUDGET]) or _word(this.values[LEVEL]) == "none"
    why = Why("the model does not think", "thinking.mode", "none" if quiet else "quality")
    for member in MEMBERS:
        this.put(member, None, why)


def _word(level: Json) -> Effort | None:
    """The level that a text is, in upper or lower case."""
    if not isinstance(level, str):
        return None
    return next((word for word in EFFORTS if word == level.lower()), None)


def _turn_off(this: Plan) -> bool:
    """Whether the policy turns thinking off, and the model can be."""
    off = this.ctx.traits.thinking.off
    if off is None or this.ctx.policy.effort_none != "off":
        return False
    member = off.field.removeprefix(_FIELD)
    if member not in MEMBERS:
        return False
    why = Why("no thinking is asked for, and the policy turns it off", "thinking.off")
    for other in MEMBERS:
        this.put(other, off.value if other == member else None, why)
    return True


# --- models that take a level --------------------------------------------------------------------


def _by_level(this: Plan, levels: tuple[Effort, ...]) -> None:
    level, budget = this.values[LEVEL], this.values[BUDGET]
    asked = this.ctx.effort or _word(level)
    told = asked is None and level is None and type(budget) is int
    if told:
        asked = _asked_by(budget)
    if asked == "none" and _turn_off(this):
        return
    if budget is not None and (told or asked is not None or level is not None):
        this.put(BUDGET, None, _why_no_budget(budget, asked if told else None))
    if asked is not None:
        _offer(this, asked, levels)
    if told and asked == "none":
        why = Why("no thinking is asked for: none is shown", "thinking.summary")
        this.put(SHOWN, False, why)


def _asked_by(budget: int) -> Effort | None:
    """The level that a budget is worth; none of them where it is left to the model."""
    if budget < 0:
        return None
    return level_of(budget) if budget else "none"


def _why_no_budget(budget: Json, level: Effort | None) -> Why:
    said = f"a budget of {budget} tokens is about {level}" if level else "the level says it"
    return Why(f"the model takes a level, not a budget: {said}", "thinking.budget", "quality")


def _offer(this: Plan, asked: Effort, levels: tuple[Effort, ...]) -> None:
    """The level, if it is offered; only above and below do others stand for it."""
    chosen = _chosen(asked, levels)
    if chosen == _word(this.values[LEVEL]):
        return
    if chosen is None:
        why = Why(
            f"{asked} is not offered: left to the model's default", "effort.levels", "quality"
        )
        this.put(LEVEL, None, why)
    elif chosen == asked:
        this.put(LEVEL, chosen.upper(), Why(f"an effort of {asked} is asked", "effort.levels"))
    else:
        side = "lowest" if chosen == levels[0] else "highest"
        why = Why(f"{asked} is not offered: the {side} level", "effort.levels", "quality")
        this.put(LEVEL, chosen.upper(), why)


def _chosen(asked: Effort, levels: tuple[Effort, ...]) -> Effort | None:
    if asked in levels:
        return asked
    if asked in ("none", "minimal"):
        return levels[0]
    return levels[-1] if asked in ("xhigh", "max") else None


# --- models that take a budget -------------------------------------------------------------------


def _by_budget(this: Plan) -> None:
    """Nothing is sent of ours; a budget of the caller's stands as far as it is taken."""
    asked = this.ctx.effort
    if asked == "none" and _turn_off(this):
        return
    quiet = asked == "none" and this.ctx.traits.thinking.mode == "opt_in"
    why = Why(
        "the model takes a budget, not a level: left to its default",
        "thinking.budget",
        "none" if quiet else "quality",
    )
    this.put(LEVEL, None, why)
    if asked is not None:
        this.put(BUDGET, None, why)
    elif type(this.values[BUDGET]) is int:
        _fit(this, this.values[BUDGET])
    if this.ctx.crossed:
        this.put(
            SHOWN, None, Why("a model that takes a budget is asked nothing", "thinking.budget")
        )


def _fit(this: Plan, tokens: int) -> None:
    budget = this.ctx.traits.thinking.budget
    if budget is None or tokens < -1:
        return
    if (tokens == 0 and budget.zero is False) or (tokens == -1 and budget.dynamic is False):
        why = Why(
            f"a budget of {tokens} is refused: left to the default", "thinking.budget", "quality"
        )
        this.put(BUDGET, None, why)
    elif tokens > 0:
        low, high = budget.min or 1, budget.max or tokens
        fitting = max(low, min(tokens, high))
        why = Why(f"a budget stands between {low} and {high}", "thinking.budget", "quality")
        this.put(BUDGET, fitting, why)


# --- what is shown -------------------------------------------------------------------------------


def _show(this: Plan) -> None:
    """Whether thoughts come along: as asked, else by policy; never of thinking that is off."""
    ctx, own = this.ctx, this.values[SHOWN]
    if this.never or not (ctx.traits.thinking.summary or "").endswith(SHOWN):
        return
    if is_off(this.values[BUDGET]):
        if own is not None and own is not False:
            why = Why("nothing is shown of thinking that is off", "thinking.summary")
            this.put(SHOWN, None, why)
    elif own is not None:
        if ctx.display is not None:
            this.put(
                SHOWN, ctx.display != "omitted", Why("the display is asked", "thinking.summary")
            )
    elif _may_ask(this):
        why = Why("the model thinks; asked for, its thinking can be seen", "thinking.summary")
        this.put(SHOWN, True, why)


def _may_ask(this: Plan) -> bool:
    ctx, thinking = this.ctx, this.ctx.traits.thinking
    if thinking.budget is not None and not ctx.traits.effort.levels:
        return False
    if ctx.display is not None:
        return ctx.display != "omitted"
    if ctx.effort == "none" or ctx.policy.ask_thinking == "caller":
        return False
    asked = this.values[LEVEL] is not None or ctx.policy.ask_thinking == "all"
    thinks = thinking.mode in ("default_on", "always") or (thinking.mode == "opt_in" and asked)
    return thinks and ctx.policy.display in ("summarized", "updates")
