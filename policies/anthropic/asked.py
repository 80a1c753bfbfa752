"""What a body in Anthropic's shape asks: thinking, effort, a forced tool."""

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.words import Json


def thinking_type(body: Body) -> Json:
    """The `type` of the `thinking` field; None where there is none to read."""
    thinking = body.table("thinking")
    return None if thinking is None else thinking.get("type")


def thinks(body: Body, ctx: Context) -> bool:
    """Whether the model will think on this request, as it stands."""
    kind = thinking_type(body)
    if kind in ("adaptive", "enabled"):
        return True
    if kind in ("disabled", "between_tools"):
        return False
    return ctx.traits.thinking.mode in ("default_on", "always")


def forced(body: Body) -> bool:
    """Whether a tool is forced, by name or any of them."""
    choice = body.table("tool_choice")
    return choice is not None and choice.get("type") in ("any", "tool")
