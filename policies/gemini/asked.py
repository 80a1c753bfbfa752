"""What a body in Gemini's shape asks: thinking, and whether the model will do it."""

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.gemini.spelled import config, read
from forethought.policies.words import Json


def thinking_config(body: Body) -> dict[str, Json]:
    """What stands in `thinkingConfig`."""
    found = read(config(body)[1], "thinkingConfig")
    return found if isinstance(found, dict) else {}


def is_off(budget: Json) -> bool:
    """Whether a `thinkingBudget` turns thinking off."""
    return type(budget) is int and budget == 0


def thinks(body: Body, ctx: Context) -> bool:
    """Whether the model will think on this request, as it stands."""
    budget = read(thinking_config(body), "thinkingBudget")
    if ctx.traits.thinking.mode == "opt_in":
        return type(budget) is int and budget != 0
    return ctx.traits.thinking.mode in ("default_on", "always") and not is_off(budget)
