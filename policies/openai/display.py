"""What is shown of reasoning: OpenRouter's `exclude`, and the summary of `openai.responses`."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.openai.draft import Draft
from forethought.policies.openai.own import own_of, reasons_in
from forethought.policies.words import Display

RULE: Final = "openai.display"
_WHY_HIDDEN: Final = Why("its reasoning is not to be shown")
_WHY_SHOWN: Final = Why("its reasoning is asked to be seen")
_WHY_SUMMARY: Final = Why("unasked, its reasoning comes without a text", "thinking.summary")


def chat_display(body: Body, ctx: Context) -> Iterator[Change]:
    """On OpenRouter reasoning comes unless it is excluded; elsewhere nothing is asked."""
    own = own_of(ctx, "openai.chat")
    if not own.router or ctx.traits.thinking.mode in (None, "never"):
        return
    draft, excluded = Draft(body), body.at("reasoning.exclude")
    wanted = ctx.display or ("omitted" if ctx.policy.display == "omitted" else None)
    if wanted == "omitted" and (excluded is None or ctx.display is not None):
        draft.put("reasoning.exclude", True, _WHY_HIDDEN)
    elif ctx.display is not None and excluded is True:
        draft.drop("reasoning.exclude", _WHY_SHOWN)
    yield from draft.changes(RULE)


def responses_display(body: Body, ctx: Context) -> Iterator[Change]:
    """Asks for a summary where the intent or a translation does.

    A caller of the wire itself that asks for none gets none: OpenAI refuses summaries to
    organisations that it has not verified.
    """
    if ctx.traits.thinking.summary != "reasoning.summary":
        return
    wanted, said = _wanted(ctx), body.at("reasoning.summary")
    if wanted == "omitted" and ctx.display is not None and said is not None:
        yield remove("/reasoning/summary", said, RULE, _WHY_HIDDEN)
    elif wanted == "summarized" and said is None and reasons_in(body, ctx, "openai.responses"):
        yield from _ask(body)


def _wanted(ctx: Context) -> Display | None:
    if ctx.display is not None or not ctx.crossed or ctx.policy.display == "caller":
        return ctx.display
    return ctx.policy.display


def _ask(body: Body) -> Iterator[Change]:
    draft = Draft(body)
    if body.at("reasoning.generate_summary") is None:
        draft.put("reasoning.summary", "auto", _WHY_SUMMARY)
    yield from draft.changes(RULE)
