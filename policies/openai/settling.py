"""Carrying one wish into the model's own fields: a level, on, or off."""

from typing import Final

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.efforts import budget_for, nearest
from forethought.policies.openai.asked import Asked
from forethought.policies.openai.draft import Draft
from forethought.policies.openai.own import Own
from forethought.policies.words import Effort

_WHY_MOVED: Final = Why("the model is asked in another field", "effort.parameter")
_WHY_NO_LEVELS: Final = Why("the model has no effort parameter", "effort.levels", "quality")
_WHY_ON: Final = Why("an effort is asked, so thinking is on", "thinking.off")
_WHY_OFF: Final = Why("no thinking is asked for, and this turns it off", "thinking.off")
_WHY_LOWEST: Final = Why(
    "thinking cannot be turned off: the lowest effort offered", "effort.levels", "quality"
)
_WHY_UNASKED: Final = Why("the model does not think unasked", "thinking.mode")
_WHY_ALWAYS: Final = Why("thinking cannot be turned off", "thinking.mode", "quality")
_WHY_ONE: Final = Why("of an effort, a budget and off, one is asked")
_WHY_WORD: Final = Why("the word is Claude's; the model has another", "thinking.off")


class Settling:
    """Carries one wish into the model's own fields."""

    def __init__(self, draft: Draft, ctx: Context, own: Own) -> None:
        self._draft = draft
        self._ctx = ctx
        self._own = own

    def settle(self, asked: Asked) -> None:
        if asked.wanted == "none":
            self._quiet(asked)
        elif asked.wanted == "on":
            self._on(asked)
        elif self._own.levels:
            self._level(asked, asked.wanted)
        else:
            self._think(asked, asked.wanted)
        self._never_off()
        self._respell()

    # --- none ------------------------------------------------------------------------------------

    def _quiet(self, asked: Asked) -> None:
        own, mode = self._own, self._ctx.traits.thinking.mode
        if "none" in (own.levels or ()):
            self._draft.put(own.effort, "none", Why("no thinking is asked for", "effort.levels"))
            self._alone()
        elif own.toggle is not None and (asked.at == own.toggle.field or self._may_turn_off()):
            self._draft.put(own.toggle.field, own.toggle.value, _WHY_OFF)
            self._no_effort(_WHY_OFF)
        elif mode in ("never", "opt_in"):
            self._no_effort(_WHY_UNASKED)
            if own.router and self._draft.at("reasoning.enabled") is True:
                self._draft.drop("reasoning.enabled", _WHY_UNASKED)
        elif own.levels:
            self._draft.put(own.effort, own.levels[0], _WHY_LOWEST)
            self._alone()
        else:
            self._no_effort(_WHY_NO_LEVELS)

    def _may_turn_off(self) -> bool:
        """The specification's `lowest` is about Claude; elsewhere off is off."""
        return self._ctx.served.vendor != "anthropic" or self._ctx.policy.effort_none == "off"

    def _no_effort(self, why: Why) -> None:
        self._draft.drop(self._own.effort, why)
        if self._own.router:
            self._draft.drop("reasoning.max_tokens", why)

    def _alone(self) -> None:
        """On OpenRouter a level, or a budget, stands alone in `reasoning`."""
        if not self._own.router:
            return
        if self._draft.at(self._own.effort) is not None:
            self._draft.drop("reasoning.max_tokens", _WHY_ONE)
        if self._draft.at("reasoning.enabled") is False:
            self._draft.drop("reasoning.enabled", _WHY_ONE)

    def _never_off(self) -> None:
        always = self._ctx.traits.thinking.mode == "always"
        if self._own.router and always and self._draft.at("reasoning.enabled") is False:
            self._draft.drop("reasoning.enabled", _WHY_ALWAYS)

    def _respell(self) -> None:
        """Claude's words in a toggle of the same name."""
        own, said = self._own, self._draft.at("thinking.type")
        if own.toggle is None or own.toggle.field != "thinking.type":
            return
        if said == "adaptive":
            self._draft.put("thinking.type", own.on(), _WHY_WORD)
        elif said == "between_tools":
            self._draft.put("thinking.type", own.toggle.value, _WHY_WORD)

    # --- a level, or thinking without one --------------------------------------------------------

    def _level(self, asked: Asked, wanted: Effort) -> None:
        own = self._own
        offered = own.offered()
        if not offered:
            self._no_effort(_WHY_NO_LEVELS)
            return
        chosen = nearest(wanted, offered)
        why = Why(f"{wanted} is not offered", "effort.levels", "quality")
        self._draft.put(own.effort, chosen, _WHY_MOVED if chosen == wanted else why)
        if asked.at != own.effort:
            self._turn_on()
        self._alone()

    def _think(self, asked: Asked, wanted: Effort) -> None:
        """A level for a model that offers none: its budget, or only on."""
        if self._own.router and self._ctx.traits.thinking.budget is not None:
            self._budget(wanted)
            self._alone()
        else:
            self._no_effort(_WHY_NO_LEVELS)
        if not asked.native or asked.at == self._own.effort:
            self._turn_on()

    def _budget(self, wanted: Effort) -> None:
        own, limits = self._own, self._ctx.traits.limits
        asked = self._draft.at("reasoning.max_tokens")
        self._draft.drop(own.effort, _WHY_NO_LEVELS)
        if type(asked) is int and self._ctx.effort is None:
            return
        most = self._draft.at("max_tokens") or self._draft.at("max_completion_tokens")
        output = most if type(most) is int else limits.output
        tokens = budget_for(wanted, output, self._ctx.traits.thinking.budget)
        if tokens is None:
            self._no_effort(Why("the thinking budget does not fit", "thinking.budget", "quality"))
        else:
            why = Why("the model takes a thinking budget, not an effort", "thinking.budget")
            self._draft.put("reasoning.max_tokens", tokens, why)

    def _on(self, asked: Asked) -> None:
        own, traits = self._own, self._ctx.traits
        if asked.native:
            return
        levels = own.offered()
        if traits.thinking.mode == "opt_in" and levels:
            default = traits.effort.default
            usual = nearest("medium", levels) if default in (None, "none") else default
            why = Why("thinking is asked for, and comes by an effort", "effort.levels")
            self._draft.put(own.effort, usual, why)
        self._turn_on()

    def _turn_on(self) -> None:
        own = self._own
        if own.toggle is None or own.on() is None:
            return
        opted = self._ctx.traits.thinking.mode == "opt_in" and not own.levels
        if opted or own.is_off(self._draft):
            self._turn(own.toggle.field)

    def _turn(self, field: str) -> None:
        """On OpenRouter an effort or a budget is on by itself."""
        said = self._draft.at(self._own.effort) or self._draft.at("reasoning.max_tokens")
        if self._own.router and said is not None:
            self._draft.drop(field, _WHY_ON)
        else:
            self._draft.put(field, self._own.on(), _WHY_ON)
