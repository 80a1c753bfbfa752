"""What a chat body asks of thinking, beside Claude's own fields."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why
from forethought.policies.context import Context
from forethought.policies.crossings.asked import Wish, display_of, left, unused, wish_of
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Effort

RULE: Final = "chat_to_anthropic.asked"
_READ: Final = ("/reasoning/effort", "/reasoning/enabled", "/reasoning/max_tokens")
_WHY_OVER: Final = Why("another field, or the intent, stands over it")
_WHY_OTHER: Final = Why("Claude has no such setting")


def asked(body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> Context:
    """The context with the effort and the display that the body asks."""
    wish = wish_of(body, ctx, claude=True)
    effort, at = _effort(wish, ctx)
    if wish is not None and wish.tokens is not None:
        changes.append(wish.told(RULE, effort))
    if at is not None:
        trace.fields |= {"/output_config": at, "/output_config/effort": at}
        trace.respelled |= {"/output_config": {"effort": effort}, "/output_config/effort": effort}
    if "reasoning" in body:
        changes.extend(_rest(body, wish))
    return replace(ctx, effort=effort, effort_at=at, display=display_of(body, ctx), crossed=True)


def _effort(wish: Wish | None, ctx: Context) -> tuple[Effort | None, str | None]:
    """The effort, and the pointer of the field that says just that."""
    if wish is None:
        return None, None
    if wish.effort is None:
        return ctx.traits.effort.default or "medium", None
    return wish.effort, wish.at if wish.tokens is None else None


def _rest(body: Body, wish: Wish | None) -> Iterator[Change]:
    """What is said of thinking in fields that Claude does not have, and is not followed."""
    used = ("/reasoning/exclude", None if wish is None else wish.at)
    for at, value in unused(body, "reasoning", used):
        if at != "/reasoning/enabled" or value is not True:
            yield left(at, value, RULE, _WHY_OVER if at in _READ else _WHY_OTHER)
