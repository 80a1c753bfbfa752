"""Prefill on `openai.chat`: a model that continues no assistant turn is asked to by a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body, open_members
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.continuing import continued, prefill_refused
from forethought.policies.openai.own import reasons_in
from forethought.policies.openai.survey import entries, survey
from forethought.policies.texts import CONTINUE

RULE: Final = "openai.prefill"
_REASON: Final = "the model continues no assistant turn"


def chat_prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """An assistant turn that ends in calls is no prefill."""
    if survey(body).last != "assistant" or not prefill_refused(body, ctx, _thinks):
        return
    if open_members(entries(body, "messages")[-1]).get("tool_calls") is not None:
        return
    turn = {"role": "user", "content": CONTINUE}
    yield from continued(ctx, "messages", turn, RULE, _REASON)


def _thinks(body: Body, ctx: Context) -> bool:
    return reasons_in(body, ctx, "openai.chat")
