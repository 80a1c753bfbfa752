"""Prefill: an assistant turn at the end, where the model continues none, gets a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.asked import thinks
from forethought.policies.anthropic.survey import survey
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add
from forethought.policies.context import Context
from forethought.policies.errors import PolicyRefused
from forethought.policies.leaves import is_text
from forethought.policies.texts import CONTINUE
from forethought.policies.words import Json

RULE: Final = "anthropic.prefill"
_SPEECH: Final = ("text", "thinking", "redacted_thinking")


def prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for the continuation in words. An open call or a paused server tool is no prefill."""
    if survey(body).last != "assistant" or not _refused(body, ctx):
        return
    if not _is_prefill(body.rows("messages")[-1]):
        return
    if ctx.policy.on_prefill == "refuse":
        raise PolicyRefused("the model continues no assistant turn", pointer="/messages")
    why = Why("the model continues no assistant turn", "prefill", "quality")
    yield add("/messages/-", {"role": "user", "content": CONTINUE}, RULE, why)


def _refused(body: Body, ctx: Context) -> bool:
    taken = ctx.traits.prefill
    return taken == "refused" or (taken == "refused_while_thinking" and thinks(body, ctx))


def _is_prefill(turn: dict[str, Json]) -> bool:
    content = turn.get("content")
    if is_text(content):
        return True
    last = content[-1] if isinstance(content, list) and content else None
    return isinstance(last, dict) and last.get("type") in _SPEECH
