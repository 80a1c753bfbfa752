"""The fields in which a model itself is asked to think: its effort, and what turns it off."""

from typing import Final, NamedTuple, Protocol

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.traits import Off
from forethought.policies.words import Effort, Json, Wire

_STRICT: Final = frozenset({"openai", "azure", "openrouter"})
"""Platforms of which it is known that `thinking` is no field of theirs."""
_ON: Final = {"disabled": "enabled", False: True}


class Fields(Protocol):
    """A body, or a draft of one."""

    def at(self, dotted: str) -> Json: ...


class Own(NamedTuple):
    """What a model takes in this matter, on one wire."""

    wire: Wire
    effort: str
    """The field of the level, dotted."""
    levels: tuple[Effort, ...] | None
    """Offered levels; empty where there is no such field, unset where nothing is known."""
    toggle: Off | None
    """What turns thinking off, where that is not a level."""
    router: bool
    """Whether OpenRouter's `reasoning` is read: `enabled`, `exclude`, `max_tokens`."""
    strict: bool
    """Whether Claude's `thinking` is refused for certain."""

    def offered(self) -> list[Effort]:
        """The levels that are thinking."""
        return [level for level in self.levels or () if level != "none"]

    def on(self) -> Json:
        """The toggle's other value; None where it is not known."""
        return None if self.toggle is None else _ON.get(self.toggle.value)

    def is_off(self, fields: Fields) -> bool:
        """Whether the toggle stands at off, in the model's word or in Claude's."""
        if self.toggle is None:
            return False
        said = fields.at(self.toggle.field)
        claudes = self.toggle.value == "disabled" and said == "between_tools"
        return bool(claudes or said == self.toggle.value)

    def is_native(self, dotted: str) -> bool:
        """Whether a field is the model's own."""
        if dotted == self.effort or (self.toggle is not None and dotted == self.toggle.field):
            return True
        return self.router and dotted.startswith("reasoning.")


def own_of(ctx: Context, wire: Wire) -> Own:
    """The model's own fields."""
    router = wire == "openai.chat" and ctx.served.platform == "openrouter"
    return Own(
        wire,
        _parameter(ctx, wire, router),
        ctx.traits.effort.levels,
        _toggle(ctx, router),
        router,
        ctx.served.platform in _STRICT,
    )


def _parameter(ctx: Context, wire: Wire, router: bool) -> str:
    if router or wire == "openai.responses":
        return "reasoning.effort"
    return ctx.traits.effort.parameter or "reasoning_effort"


def _toggle(ctx: Context, router: bool) -> Off | None:
    off = ctx.traits.thinking.off
    if off is None or off.value == "none" or ctx.traits.thinking.mode in ("always", "never"):
        return None
    return Off(field="reasoning.enabled", value=False) if router else off


def reasons(fields: Fields, ctx: Context, own: Own) -> bool:
    """Whether the model will reason on these fields; what is not known counts as no."""
    mode, effort = ctx.traits.thinking.mode, fields.at(own.effort)
    if mode in ("always", "never"):
        return mode == "always"
    if own.is_off(fields) or effort == "none":
        return False
    if own.router and _routed(fields):
        return True
    if isinstance(effort, str):
        return own.levels != ()
    if mode == "opt_in":
        return own.toggle is not None and fields.at(own.toggle.field) is not None
    default = ctx.traits.effort.default
    return mode == "default_on" if default is None else default != "none"


def _routed(fields: Fields) -> bool:
    """Whether OpenRouter is asked for reasoning by another field than an effort."""
    budget = fields.at("reasoning.max_tokens")
    return budget is not None or fields.at("reasoning.enabled") is True


def reasons_in(body: Body, ctx: Context, wire: Wire) -> bool:
    """Whether the model will reason on a body that is settled."""
    return reasons(body, ctx, own_of(ctx, wire))
