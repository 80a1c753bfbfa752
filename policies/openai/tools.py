"""Tools: what the model refuses of the choice among them, of parallel calls and of `strict`."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove, replace
from forethought.policies.context import Context
from forethought.policies.openai.choice import forced
from forethought.policies.openai.own import reasons_in
from forethought.policies.words import Json, Wire

RULE: Final = "openai.tools"
FORCED: Final = "openai.forced_tools"
_WHY_FREE: Final = Why(
    "a forced tool is refused; the choice is the model's", "tools.forced", "semantics"
)


def chat_forced(body: Body, ctx: Context) -> Iterator[Change]:
    """The choice on `openai.chat`."""
    yield from _forced(body, ctx, "openai.chat")


def responses_forced(body: Body, ctx: Context) -> Iterator[Change]:
    """The choice on `openai.responses`."""
    yield from _forced(body, ctx, "openai.responses")


def _forced(body: Body, ctx: Context, wire: Wire) -> Iterator[Change]:
    """`required` and a named tool become `auto`; allowed tools stay the allowed ones."""
    taken = ctx.traits.tools.forced
    refused = taken == "refused" or (
        taken == "refused_while_thinking" and reasons_in(body, ctx, wire)
    )
    if not refused or not forced(body):
        return
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("type") == "allowed_tools":
        nested = "/allowed_tools" if isinstance(choice.get("allowed_tools"), dict) else ""
        yield replace(f"/tool_choice{nested}/mode", "auto", "required", FORCED, _WHY_FREE)
    else:
        yield replace("/tool_choice", "auto", _name(choice), FORCED, _WHY_FREE)


def _name(choice: Json) -> Json:
    return choice.get("type") if isinstance(choice, dict) else choice


def tools(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops `parallel_tool_calls`, whatever it says, and `strict`, where they are refused."""
    if ctx.traits.tools.parallel is False and body.get("parallel_tool_calls") is not None:
        why = Why("parallel_tool_calls is refused", "tools.parallel", "quality")
        yield remove("/parallel_tool_calls", body.get("parallel_tool_calls"), RULE, why)
    if ctx.traits.tools.strict is False:
        yield from _strict(body)


def _strict(body: Body) -> Iterator[Change]:
    why = Why("strict schemas are refused here", "tools.strict", "quality")
    for index, tool in enumerate(body.rows("tools")):
        if not isinstance(tool, dict):
            continue
        function = tool.get("function")
        if "strict" in tool:
            yield remove(f"/tools/{index}/strict", tool["strict"], RULE, why)
        if isinstance(function, dict) and "strict" in function:
            yield remove(f"/tools/{index}/function/strict", function["strict"], RULE, why)
