"""Tools of a body in OpenAI's shapes, and the choice among them."""

from typing import Final

from forethought.policies.body import Body

_FREE: Final = ("auto", "none", "allowed_tools")


def forced(body: Body) -> bool:
    """Whether a call is demanded: `required`, a named tool, or one of the allowed tools."""
    choice = body.get("tool_choice")
    if not isinstance(choice, dict):
        return bool(choice == "required")
    kind = choice.get("type")
    if kind == "allowed_tools":
        return allowed_mode(choice) == "required"
    return isinstance(kind, str) and kind not in _FREE


def allowed_mode(choice: dict[str, object]) -> object:
    """The mode of a choice of allowed tools, which each wire writes elsewhere."""
    nested = choice.get("allowed_tools")
    return nested.get("mode") if isinstance(nested, dict) else choice.get("mode")


def has_functions(body: Body) -> bool:
    """Whether the body brings function tools."""
    if body.get("functions"):
        return True
    return any(
        isinstance(tool, dict) and tool.get("type") == "function" for tool in body.rows("tools")
    )
