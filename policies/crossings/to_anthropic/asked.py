"""What a chat body asks of thinking, beside Claude's own fields."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings.chat import asked_effort
from forethought.policies.crossings.trace import Trace
from forethought.policies.efforts import level_of
from forethought.policies.leaves import size
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.asked"
_READ: Final = ("effort", "enabled", "exclude", "max_tokens")
_WHY_LEVEL: Final = Why("a budget is told as a level", None, "quality")
_WHY_OVER: Final = Why("another field, or the intent, stands over it")
_WHY_OTHER: Final = Why("Claude has no such setting")


def asked(body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> Context:
    """The context with the effort and the display that the body asks.

    Intent stands over `reasoning_effort`, which stands over OpenRouter's `reasoning`.
    """
    effort, at = asked_effort(body, ctx)
    reasoning = body.table("reasoning") or {}
    tokens = reasoning.get("max_tokens")
    if effort is None and type(tokens) is int and tokens > 0:
        effort = level_of(tokens)
        changes.append(tell("/reasoning/max_tokens", tokens, RULE, _WHY_LEVEL, effort))
    elif effort is None and reasoning.get("enabled") is True:
        effort = ctx.traits.effort.default or "medium"
    if at is not None:
        trace.fields |= {"/output_config": at, "/output_config/effort": at}
        trace.respelled |= {"/output_config": {"effort": effort}, "/output_config/effort": effort}
    hidden = ctx.display is None and reasoning.get("exclude") is True
    changes.extend(_rest(reasoning, used=_used(reasoning, ctx, at)))
    return replace(
        ctx,
        effort=effort,
        effort_at=at,
        display="omitted" if hidden else ctx.display,
        crossed=True,
    )


def _used(reasoning: dict[str, Json], ctx: Context, at: str | None) -> str | None:
    """Which member of `reasoning` says the effort."""
    if at is not None:
        return at.removeprefix("/reasoning/")
    if ctx.effort is not None:
        return None
    return "max_tokens" if reasoning.get("max_tokens") is not None else "enabled"


def _rest(reasoning: dict[str, Json], used: str | None) -> Iterator[Change]:
    for key, value in reasoning.items():
        if key in (used, "exclude") or value is None or (key == "enabled" and value is True):
            continue
        why = _WHY_OVER if key in _READ else _WHY_OTHER
        yield tell(f"/reasoning/{key}", size(value), RULE, why)
