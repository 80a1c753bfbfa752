"""Prefill: a model's turn at the end, where the model continues none, gets a user turn."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add
from forethought.policies.context import Context
from forethought.policies.errors import PolicyRefused
from forethought.policies.gemini.asked import thinks
from forethought.policies.gemini.survey import holds, parts, survey
from forethought.policies.texts import CONTINUE
from forethought.policies.words import Json

RULE: Final = "gemini.prefill"


def prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for the continuation in words. An open call is no prefill."""
    if not _refused(body, ctx) or not _is_prefill(survey(body).last):
        return
    if ctx.policy.on_prefill == "refuse":
        pointer = "/messages" if ctx.crossed else "/contents"
        raise PolicyRefused("the model continues no turn of its own", pointer=pointer)
    why = Why("the model continues no turn of its own", "prefill", "quality")
    yield add("/contents/-", {"role": "user", "parts": [{"text": CONTINUE}]}, RULE, why)


def _refused(body: Body, ctx: Context) -> bool:
    taken = ctx.traits.prefill
    return taken == "refused" or (taken == "refused_while_thinking" and thinks(body, ctx))


def _is_prefill(content: Json) -> bool:
    if not isinstance(content, dict) or content.get("role") != "model":
        return False
    said = parts(content)
    return bool(said) and not any(
        holds(part, "functionCall") or holds(part, "toolCall") for part in said
    )
