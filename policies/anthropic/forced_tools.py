"""Forced tools: where the model refuses them, the choice is left to it."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.asked import forced, thinking_type, thinks
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove, replace
from forethought.policies.context import Context
from forethought.policies.words import Forcing

RULE: Final = "anthropic.forced_tools"


def forced_tools(body: Body, ctx: Context) -> Iterator[Change]:
    """Turns `any` and a named tool into `auto`; whether calls may be parallel stays as it was."""
    if not forced(body) or not refuses(body, ctx):
        return
    choice = body.get("tool_choice")
    why = Why("a forced tool is refused; the choice is the model's", "tools.forced", "semantics")
    yield replace("/tool_choice/type", "auto", choice["type"], RULE, why)
    if "name" in choice:
        yield remove("/tool_choice/name", choice["name"], RULE, why)


def refuses(body: Body, ctx: Context) -> bool:
    """Whether the model refuses a forced tool on this request, thinking being settled."""
    taken: Forcing | None = ctx.traits.tools.forced
    match taken:
        case "refused":
            return True
        case "refused_while_thinking":
            return thinks(body, ctx)
        case "refused_with_budget":
            return bool(thinking_type(body) == "enabled")
        case _:
            return False
