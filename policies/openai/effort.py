"""Effort: asked in the field the model takes, at a level it offers, or turned off where it can be.

An effort of `none` is the level where the model offers it. Where a field of its own turns thinking
off, that field does it: it is what was asked, and the model takes it. Claude, whose specification
says never to disable, is left to the policy. Any other model gets its lowest level.
"""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.errors import WrongEndpoint
from forethought.policies.openai.asked import Asked, asked_of, wishes
from forethought.policies.openai.choice import forced, has_functions
from forethought.policies.openai.draft import Draft
from forethought.policies.openai.own import Own, own_of, reasons
from forethought.policies.openai.settling import Settling
from forethought.policies.words import Wire

RULE: Final = "openai.effort"
_WHY_MOVED: Final = Why("the model is asked in another field", "effort.parameter")
_WHY_NO_LEVELS: Final = Why("the model has no effort parameter", "effort.levels", "quality")
_WHY_ENDPOINT: Final = Why(
    "function tools are refused here while the model reasons: reasoning is turned off;"
    " openai.responses takes both",
    "tools.endpoint",
    "semantics",
)
_WHY_FORCED: Final = Why("thinking is refused beside a forced tool", "tools.forced", "quality")


def chat_effort(body: Body, ctx: Context) -> Iterator[Change]:
    """The effort on `openai.chat`. Raises `WrongEndpoint`."""
    return _effort(body, ctx, "openai.chat")


def responses_effort(body: Body, ctx: Context) -> Iterator[Change]:
    """The effort on `openai.responses`."""
    return _effort(body, ctx, "openai.responses")


def _effort(body: Body, ctx: Context, wire: Wire) -> Iterator[Change]:
    own = own_of(ctx, wire)
    asked = asked_of(body, ctx, own)
    draft = Draft(body)
    if asked is not None and _is_known(asked, own):
        _sweep(draft, body, own)
        Settling(draft, ctx, own).settle(asked)
    _yield(draft, body, ctx, own)
    yield from draft.changes(RULE)
    level = ctx.effort
    if ctx.effort_at is not None and level not in (None, "none") and draft.at(own.effort) is None:
        yield tell(ctx.effort_at, level, RULE, _WHY_NO_LEVELS)


def _is_known(asked: Asked, own: Own) -> bool:
    """Whether enough is known to act: the levels, or what turns thinking off."""
    return own.levels is not None or (asked.wanted == "none" and own.toggle is not None)


def _sweep(draft: Draft, body: Body, own: Own) -> None:
    """Takes out what was said in words that are not the model's."""
    for wish in wishes(body, own):
        if wish.foreign is not None:
            draft.drop(wish.foreign, _WHY_MOVED)


def _yield(draft: Draft, body: Body, ctx: Context, own: Own) -> None:
    tools = ctx.traits.tools
    if not reasons(draft, ctx, own):
        return
    if _is_elsewhere(body, ctx, own):
        if "none" not in (own.levels or ()):
            raise WrongEndpoint(
                "function tools are refused here while the model reasons, which it always does;"
                f' send with target="{tools.endpoint}"',
                pointer="/tools",
            )
        draft.put(own.effort, "none", _WHY_ENDPOINT)
    elif tools.forced == "refused_while_thinking" and forced(body):
        _yield_to_tool(draft, own)
    elif tools.forced == "refused_with_budget" and own.router and forced(body):
        draft.drop("reasoning.max_tokens", _WHY_FORCED)


def _is_elsewhere(body: Body, ctx: Context, own: Own) -> bool:
    """Whether function tools go only to another wire of this platform while the model reasons."""
    endpoint = ctx.traits.tools.endpoint
    if endpoint is None or endpoint == own.wire or not has_functions(body):
        return False
    return ctx.traits.wires is None or endpoint in ctx.traits.wires


def _yield_to_tool(draft: Draft, own: Own) -> None:
    if own.toggle is not None:
        if draft.put(own.toggle.field, own.toggle.value, _WHY_FORCED):
            draft.drop(own.effort, _WHY_FORCED)
    elif "none" in (own.levels or ()):
        draft.put(own.effort, "none", _WHY_FORCED)
