"""What a body asks of thinking, in the model's own words, OpenAI's, a router's or Claude's."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.efforts import level_of
from forethought.policies.openai.own import Own
from forethought.policies.words import EFFORTS, Effort, Json

Wanted = Effort | Literal["on"]
"""A level, or thinking without one."""
_OFF: Final = frozenset({"disabled", "between_tools"})
_THINKS: Final = frozenset({"adaptive", "enabled"})


class Asked(NamedTuple):
    """One wish, and the field that says it."""

    wanted: Wanted
    at: str | None = None
    """Dotted; unset where the intent says it."""
    native: bool = False
    """Whether the field is the model's own."""


def wishes(body: Body, own: Own) -> Iterator[Asked]:
    """Everything a body says of thinking, what stands over the others first."""
    for at, wanted in _read(body, own):
        if wanted is not None:
            yield Asked(wanted, at, own.is_native(at))


def asked_of(body: Body, ctx: Context, own: Own) -> Asked | None:
    """The wish that counts: intent, `reasoning_effort`, the others in their order."""
    if ctx.effort is not None:
        return Asked(ctx.effort)
    return next(wishes(body, own), None)


def _read(body: Body, own: Own) -> Iterator[tuple[str, Wanted | None]]:
    yield "reasoning_effort", level(body.get("reasoning_effort"))
    yield "reasoning.effort", level(body.at("reasoning.effort"))
    yield "reasoning.enabled", _switch(body.at("reasoning.enabled"))
    yield "reasoning.max_tokens", _budget(body.at("reasoning.max_tokens"))
    yield from claudes(body)
    if own.toggle is not None and own.toggle.field not in ("reasoning.enabled", "thinking.type"):
        value = body.at(own.toggle.field)
        wanted: Wanted | None = "none" if value == own.toggle.value else "on"
        yield own.toggle.field, None if value is None else wanted


def claudes(body: Body) -> Iterator[tuple[str, Wanted | None]]:
    """What stands in Claude's words, which many clients send to any model."""
    kind = body.at("thinking.type")
    yield "output_config.effort", level(body.at("output_config.effort"))
    if kind == "enabled":
        yield "thinking.budget_tokens", _budget(body.at("thinking.budget_tokens"))
    if isinstance(kind, str):
        yield "thinking.type", "none" if kind in _OFF else "on" if kind in _THINKS else None


def level(value: Json) -> Effort | None:
    """The level that a value names, if it names one."""
    return next((level for level in EFFORTS if level == value), None)


def _switch(value: Json) -> Wanted | None:
    if value is False:
        return "none"
    return "on" if value is True else None


def _budget(value: Json) -> Wanted | None:
    return level_of(value) if type(value) is int and value > 0 else None
