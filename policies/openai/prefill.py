"""Prefill on `openai.chat`: a model that continues no assistant turn is asked to by a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body, open_members
from forethought.policies.changes import Change, Why, add
from forethought.policies.context import Context
from forethought.policies.errors import PolicyRefused
from forethought.policies.openai.own import reasons_in
from forethought.policies.openai.survey import entries, survey
from forethought.policies.texts import CONTINUE

RULE: Final = "openai.prefill"


def chat_prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """An assistant turn that ends in calls is no prefill."""
    if survey(body).last != "assistant" or not _refused(body, ctx):
        return
    if open_members(entries(body, "messages")[-1]).get("tool_calls") is not None:
        return
    if ctx.policy.on_prefill == "refuse":
        raise PolicyRefused("the model continues no assistant turn", pointer="/messages")
    why = Why("the model continues no assistant turn", "prefill", "quality")
    yield add("/messages/-", {"role": "user", "content": CONTINUE}, RULE, why)


def _refused(body: Body, ctx: Context) -> bool:
    taken = ctx.traits.prefill
    if taken == "refused_while_thinking":
        return reasons_in(body, ctx, "openai.chat")
    return taken == "refused"
