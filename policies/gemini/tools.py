"""Tools: left out where the model has none, and left to the model where it refuses to be forced."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove, replace
from forethought.policies.context import Context
from forethought.policies.gemini.asked import thinking_config, thinks
from forethought.policies.gemini.spelled import key, read, table
from forethought.policies.leaves import size
from forethought.policies.words import Json

RULE: Final = "gemini.tools"


def tools(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops tools that are not supported; turns a forced choice that is refused into `AUTO`."""
    if ctx.traits.tools.supported is False:
        yield from _without(body)
    elif _refuses(body, ctx):
        yield from _unforced(body)


def _without(body: Body) -> Iterator[Change]:
    why = Why("the model takes no tools", "tools.supported", "semantics")
    for name in ("tools", key(body.fields, "toolConfig")):
        if body.get(name) is not None:
            yield remove(f"/{name}", size(body.get(name)), RULE, why)


def _refuses(body: Body, ctx: Context) -> bool:
    match ctx.traits.tools.forced:
        case "refused":
            return True
        case "refused_while_thinking":
            return thinks(body, ctx)
        case "refused_with_budget":
            budget = read(thinking_config(body), "thinkingBudget")
            return type(budget) is int and budget != 0
        case _:
            return False


def _unforced(body: Body) -> Iterator[Change]:
    at, whole = table(body, "toolConfig")
    name = key(whole or {}, "functionCallingConfig")
    choice = (whole or {}).get(name)
    if not isinstance(choice, dict) or not _is_any(choice.get("mode")):
        return
    why = Why("a forced tool is refused; the choice is the model's", "tools.forced", "semantics")
    yield replace(f"{at}/{name}/mode", "AUTO", choice["mode"], RULE, why)
    names = key(choice, "allowedFunctionNames")
    if names in choice:
        yield remove(f"{at}/{name}/{names}", size(choice[names]), RULE, why)


def _is_any(mode: Json) -> bool:
    return isinstance(mode, str) and mode.upper() == "ANY"
