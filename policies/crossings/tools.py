"""Reading tools and the choice among them, whatever they are translated to."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Raw

from forethought.policies.body import Body
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain
from forethought.policies.words import Json

NESTED: Final = ("function", "custom")
"""The kinds of tools that `openai.chat` has; they are described below a member of that name."""
NO_INPUT: Final[dict[str, Json]] = {"type": "object", "properties": {}}
"""The schema of a function without parameters."""


class Choice(NamedTuple):
    """The choice among tools that is asked."""

    mode: Literal["auto", "none", "required", "own"]
    """`own`: a form of the target's own, which the caller wrote in its shape."""
    kind: str | None = None
    name: str | None = None
    """Of the one tool that is to be called."""
    allowed: list[Json] | None = None
    """The tools that may be called, where not all."""


def listed(body: Body) -> list[Json]:
    """The tools of a body. Raises `Untranslatable` where they are no list of objects."""
    for key in ("functions", "function_call"):
        if key in body.fields and body.get(key) is not None:
            raise Untranslatable(f"{key} is gone; use tools and tool_choice", pointer=f"/{key}")
    tools = body.rows("tools")
    if not tools and plain(body.fields.get("tools")) not in (None, []):
        raise Untranslatable("tools is a list of objects", pointer="/tools")
    return tools


def function_of(tool: Json) -> dict[str, Json] | None:
    """What a function tool says of its function; None where it is none with a name."""
    if not isinstance(tool, dict) or tool.get("type") != "function":
        return None
    function = tool.get("function")
    return function if isinstance(function, dict) and is_text(function.get("name")) else None


def schema_of(function: dict[str, Json], at: str) -> dict[str, Json] | None:
    """The parameters of the function of the tool at `at`; None where there are none."""
    schema = function.get("parameters")
    if type(schema) is Raw:
        schema = msgspec.json.decode(schema)
    if schema is not None and not isinstance(schema, dict):
        raise Untranslatable("parameters is a JSON schema", pointer=f"{at}/function/parameters")
    return schema


def choice_of(body: Body, tool: str = "tool") -> Choice | None:
    """`tool_choice`, in every form that `openai.chat` has; `tool` is what an error calls one."""
    asked = body.get("tool_choice")
    match asked:
        case None:
            return None
        case "auto" | "none" | "required":
            return Choice(asked)
        case {"type": "function" | "custom" as kind} if name_of(asked, kind) is not None:
            return Choice("required", kind, name_of(asked, kind))
        case {"type": "allowed_tools", "allowed_tools": {"mode": "auto" | "required" as mode}}:
            return Choice(mode, allowed=_allowed(asked["allowed_tools"]))
        case {"type": str(kind)} if kind not in (*NESTED, "allowed_tools"):
            return Choice("own", kind)
        case _:
            raise _refused(tool)


def _allowed(asked: dict[str, Json]) -> list[Json]:
    tools = asked.get("tools")
    if not isinstance(tools, list):
        at = "/tool_choice/allowed_tools/tools"
        raise Untranslatable("the allowed tools are a list", pointer=at)
    return tools


def _refused(tool: str) -> Untranslatable:
    reason = f"tool_choice is auto, none, required, a named {tool} or allowed tools"
    return Untranslatable(reason, pointer="/tool_choice")


def name_of(tool: Json, kind: str) -> str | None:
    """The name of a tool of a kind, in the nested or the flat form; None where it has none."""
    if not isinstance(tool, dict):
        return None
    nested = tool.get(kind)
    name = nested.get("name") if isinstance(nested, dict) else tool.get("name")
    return name if isinstance(name, str) else None


def function_choice(body: Body) -> Choice | None:
    """The choice, for a target that has only functions to choose from."""
    choice = choice_of(body, "function")
    if choice is not None and (choice.mode == "own" or choice.kind == "custom"):
        raise _refused("function")
    return choice


def allowed_names(choice: Choice) -> Iterator[str]:
    """The functions that may be called, by name."""
    for tool in choice.allowed or ():
        name = name_of(tool, "function")
        if name is not None:
            yield name
