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
_OFF: Final = ("disabled", "between_tools")
_THINKS: Final = ("adaptive", "enabled")


class Asked(NamedTuple):
    """One wish, and the field that says it."""

    wanted: Wanted
    at: str | None = None
    """Dotted; unset where the intent says it."""
    native: bool = False
    """Whether the field is the model's own."""
    foreign: str | None = None
    """What to take out, where the field is not."""


def wishes(body: Body, own: Own) -> Iterator[Asked]:
    """Everything a body says of thinking, what stands over the others first.

    A field that is neither the model's own nor known to be refused says nothing.
    """
    for at, wanted in _read(body, own):
        native = own.is_native(at)
        foreign = None if native else _foreign(at, body, own)
        if wanted is not None and (native or foreign is not None):
            yield Asked(wanted, at, native, foreign)


def _foreign(at: str, body: Body, own: Own) -> str | None:
    """What to take out for a field that is not the model's own; None where it may stay."""
    head = at.partition(".")[0]
    if head == "thinking" and own.toggle is not None and own.toggle.field == "thinking.type":
        return at
    if head == "thinking":
        return head if _is_claudes(body, own) else None
    if head == "reasoning":
        return None if own.effort.startswith("reasoning.") else head
    return at


def _is_claudes(body: Body, own: Own) -> bool:
    """Whether `thinking` is Claude's; a plain `enabled` may be the model's own and do no harm."""
    plain = body.at("thinking.type") == "enabled" and body.at("thinking.budget_tokens") is None
    return own.strict or not plain


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
    kind, budget = body.at("thinking.type"), _budget(body.at("thinking.budget_tokens"))
    yield "output_config.effort", level(body.at("output_config.effort"))
    if kind in _OFF:
        yield "thinking.type", "none"
    yield "thinking.budget_tokens", budget
    if kind in _THINKS:
        yield "thinking.type", "on"


def level(value: Json) -> Effort | None:
    """The level that a value names, if it names one."""
    return next((level for level in EFFORTS if level == value), None)


def _switch(value: Json) -> Wanted | None:
    if value is False:
        return "none"
    return "on" if value is True else None


def _budget(value: Json) -> Wanted | None:
    return level_of(value) if type(value) is int and value > 0 else None
