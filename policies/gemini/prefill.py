"""Prefill: a model's turn at the end, where the model continues none, gets a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.continuing import continued, prefill_refused
from forethought.policies.gemini.asked import thinks
from forethought.policies.gemini.survey import holds, parts, survey
from forethought.policies.texts import CONTINUE
from forethought.policies.words import Json

RULE: Final = "gemini.prefill"
_REASON: Final = "the model continues no turn of its own"


def prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for the continuation in words. An open call is no prefill."""
    if not prefill_refused(body, ctx, thinks) or not _is_prefill(survey(body).last):
        return
    turn = {"role": "user", "parts": [{"text": CONTINUE}]}
    yield from continued(ctx, "contents", turn, RULE, _REASON)


def _is_prefill(content: Json) -> bool:
    if not isinstance(content, dict) or content.get("role") != "model":
        return False
    said = parts(content)
    return bool(said) and not any(
        holds(part, "functionCall") or holds(part, "toolCall") for part in said
    )
