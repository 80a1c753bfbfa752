"""Tools and the choice among them, as Responses has them: flat."""

from collections.abc import Container, Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, escape, tell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain, size
from forethought.policies.words import Json

RULE: Final = "chat_to_responses.tools"
_NO_INPUT: Final[dict[str, Json]] = {"type": "object", "properties": {}}
_TOOL: Final = (
    "name",
    "description",
    "parameters",
    "strict",
    "format",
    "async",
    "allowed_callers",
    "defer_loading",
    "output_schema",
)
"""What a Responses tool has beside its type."""
_NESTED: Final = ("function", "custom")
_WHY_MEMBER: Final = Why("a Responses tool has no such member")


class Tools:
    """The tools of a request and its choice."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `tool_choice`, as far as they are said."""
        for key in ("functions", "function_call"):
            if self._body.get(key) is not None:
                raise Untranslatable(f"{key} is gone; use tools and tool_choice", pointer=f"/{key}")
        listed = self._listed()
        if listed:
            self._trace.fields["/tools"] = "/tools"
            yield "tools", listed
        choice = _choice(self._body.get("tool_choice"))
        if choice is not None:
            self._trace.fields["/tool_choice"] = "/tool_choice"
            yield "tool_choice", choice

    def _listed(self) -> list[Json]:
        tools = self._body.rows("tools")
        if not tools and plain(self._body.fields.get("tools")) not in (None, []):
            raise Untranslatable("tools is a list of objects", pointer="/tools")
        return [self._tool(tool, f"/tools/{index}") for index, tool in enumerate(tools)]

    def _tool(self, tool: Json, at: str) -> Json:
        kind = tool.get("type") if isinstance(tool, dict) else None
        if kind not in _NESTED or kind not in tool:
            if isinstance(kind, str) and (kind not in _NESTED or is_text(tool.get("name"))):
                return tool  # one of Responses' own, which the caller wrote in its shape
            raise Untranslatable("a tool is a function or a custom tool", pointer=at)
        own = tool[kind]
        if not isinstance(own, dict) or not is_text(own.get("name")):
            raise Untranslatable("the tool has no name", pointer=f"{at}/{kind}/name")
        self._left(tool, at, ("type", kind))
        self._left(own, f"{at}/{kind}", _TOOL)
        own = {key: value for key, value in own.items() if key in _TOOL}
        return _function(own, at) if kind == "function" else _custom(own)

    def _left(self, holder: dict[str, Json], at: str, read: Container[str]) -> None:
        for key, value in holder.items():
            if key not in read and value is not None:
                self._changes.append(tell(f"{at}/{escape(key)}", size(value), RULE, _WHY_MEMBER))


def _function(own: dict[str, Json], at: str) -> Json:
    """`strict` is said, since Responses would take its absence for true."""
    schema = plain(own.get("parameters"))
    if schema is not None and not isinstance(schema, dict):
        raise Untranslatable("parameters is a JSON schema", pointer=f"{at}/function/parameters")
    strict = own.get("strict")
    return {
        "type": "function",
        **own,
        "parameters": dict(_NO_INPUT) if schema is None else own["parameters"],
        "strict": False if strict is None else strict,
    }


def _custom(own: dict[str, Json]) -> Json:
    shape = plain(own.get("format"))
    flat = shape.get("grammar") if isinstance(shape, dict) else None
    if not isinstance(flat, dict):
        return {"type": "custom", **own}
    return {"type": "custom", **own, "format": {"type": "grammar", **flat}}


def _choice(asked: Json) -> Json:
    match asked:
        case None | "auto" | "none" | "required":
            return asked
        case {"type": "function" | "custom" as kind} if _name(asked, kind) is not None:
            return {"type": kind, "name": _name(asked, kind)}
        case {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": list(tools)}}:
            return {"type": "allowed_tools", "mode": mode, "tools": [_flat(tool) for tool in tools]}
        case {"type": str(kind)} if kind not in (*_NESTED, "allowed_tools"):
            return asked  # one of Responses' own
        case _:
            raise Untranslatable(
                "tool_choice is auto, none, required, a named tool or allowed tools",
                pointer="/tool_choice",
            )


def _name(choice: Json, kind: str) -> str | None:
    nested = choice.get(kind, choice)
    name = nested.get("name") if isinstance(nested, dict) else None
    return name if isinstance(name, str) else None


def _flat(tool: Json) -> Json:
    kind = tool.get("type") if isinstance(tool, dict) else None
    if kind in _NESTED and _name(tool, kind) is not None:
        return {"type": kind, "name": _name(tool, kind)}
    return tool
