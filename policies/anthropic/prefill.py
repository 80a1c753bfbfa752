"""Prefill: an assistant turn at the end, where the model continues none, gets a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.asked import thinks
from forethought.policies.anthropic.survey import survey
from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.continuing import continued, prefill_refused
from forethought.policies.leaves import is_text
from forethought.policies.texts import CONTINUE
from forethought.policies.words import Json

RULE: Final = "anthropic.prefill"
_SPEECH: Final = ("text", "thinking", "redacted_thinking")


def prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for the continuation in words. An open call or a paused server tool is no prefill."""
    if survey(body).last != "assistant" or not prefill_refused(body, ctx, thinks):
        return
    if _is_prefill(body.rows("messages")[-1]):
        turn = {"role": "user", "content": CONTINUE}
        yield from continued(ctx, "messages", turn, RULE, "the model continues no assistant turn")


def _is_prefill(turn: dict[str, Json]) -> bool:
    content = turn.get("content")
    if is_text(content):
        return True
    last = content[-1] if isinstance(content, list) and content else None
    return isinstance(last, dict) and last.get("type") in _SPEECH
