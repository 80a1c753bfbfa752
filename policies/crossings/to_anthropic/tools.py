"""Tools and the choice among them, as Claude has them."""

from collections.abc import Iterator
from typing import Any, Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.to_anthropic.spelling import spell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.tools"
_NO_INPUT: Final[dict[str, Json]] = {"type": "object", "properties": {}}
_WHY_RENAMED: Final = Why("the name is not one that Claude takes")
_WHY_TYPED: Final = Why("Claude's input schema is of type object")
_WHY_NO_TOOLS: Final = Why("without tools there is no choice among them")
_WHY_ALLOWED: Final = Why("the allowed tools are sent, the others are not")


class Tools:
    """The tools of a request, its choice, and the names that had to be spelled anew."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes
        self.names: dict[str, str] = {}
        """The name sent to the caller's own."""

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `tool_choice`, as far as they are said."""
        listed = self._listed()
        choice = self._choice(bool(listed))
        allowed = self._allowed()
        if listed:
            self._trace.fields["/tools"] = "/tools"
            kept = [tool for tool in listed if not allowed or tool.get("name") in allowed]
            if len(kept) < len(listed):
                self._changes.append(tell("/tool_choice/allowed_tools", None, RULE, _WHY_ALLOWED))
            yield "tools", kept
        if choice is not None:
            self._trace.fields["/tool_choice"] = "/tool_choice"
            yield "tool_choice", choice

    def _listed(self) -> list[dict[str, Json]]:
        tools = self._body.rows("tools")
        if not tools and plain(self._body.fields.get("tools")) not in (None, []):
            raise Untranslatable("tools is a list of objects", pointer="/tools")
        if self._body.get("functions") is not None:
            raise Untranslatable("functions are gone; use tools", pointer="/functions")
        return [self._tool(tool, f"/tools/{index}") for index, tool in enumerate(tools)]

    def _tool(self, tool: Json, at: str) -> dict[str, Json]:
        kind = tool.get("type") if isinstance(tool, dict) else None
        function = plain(tool.get("function")) if kind == "function" else None
        if isinstance(function, dict) and isinstance(function.get("name"), str):
            return self._function(tool, function, at)
        if isinstance(kind, str) and kind not in ("function", "custom") and "name" in tool:
            return dict(tool)  # one of Claude's own, which the caller wrote in Claude's shape
        raise Untranslatable(
            "only a named function, or one of Claude's own tools, can be carried", pointer=at
        )

    def _function(
        self, tool: dict[str, Json], function: dict[str, Json], at: str
    ) -> dict[str, Any]:
        ours: dict[str, Json] = {"name": self._spelled(function["name"], at)}
        if function.get("description") is not None:
            ours["description"] = function["description"]
        ours["input_schema"] = self._schema(function.get("parameters"), at)
        if function.get("strict") is True:
            ours["strict"] = True
        cached = plain(tool.get("cache_control", function.get("cache_control")))
        return ours if cached is None else {**ours, "cache_control": cached}

    def _spelled(self, name: str, at: str) -> str:
        sent = spell(name)
        if sent != name:
            self.names[sent] = name
            self._changes.append(tell(f"{at}/function/name", name, RULE, _WHY_RENAMED, sent))
        return sent

    def _schema(self, schema: Json, at: str) -> Json:
        if schema is None:
            return dict(_NO_INPUT)
        if not isinstance(schema, dict):
            raise Untranslatable("parameters is a JSON schema", pointer=f"{at}/function/parameters")
        if "type" in schema:
            return schema
        self._changes.append(
            tell(f"{at}/function/parameters/type", None, RULE, _WHY_TYPED, "object")
        )
        return {"type": "object", **schema}

    def _allowed(self) -> set[str]:
        choice = self._body.get("tool_choice")
        allowed = choice.get("allowed_tools") if isinstance(choice, dict) else None
        listed = allowed.get("tools") if isinstance(allowed, dict) else None
        names = (_named(tool) for tool in listed or ())
        return {spell(name) for name in names if name is not None}

    def _choice(self, any_tools: bool) -> dict[str, Json] | None:
        asked, parallel = self._body.get("tool_choice"), self._body.get("parallel_tool_calls")
        choice = _choice(asked)
        if not any_tools:
            if asked is not None:
                self._changes.append(tell("/tool_choice", None, RULE, _WHY_NO_TOOLS))
            return None
        if parallel is False and (choice or {}).get("type") != "none":
            choice = {**(choice or {"type": "auto"}), "disable_parallel_tool_use": True}
        return choice


def _choice(asked: Json) -> dict[str, Json] | None:
    match asked:
        case None:
            return None
        case "auto" | "none":
            return {"type": asked}
        case "required":
            return {"type": "any"}
        case {"type": "function", "function": {"name": str(name)}} | {
            "type": "function",
            "name": str(name),
        }:
            return {"type": "tool", "name": spell(name)}
        case {"type": "allowed_tools", "allowed_tools": {"mode": "auto" | "required" as mode}}:
            return {"type": "any" if mode == "required" else "auto"}
        case _:
            raise Untranslatable(
                "tool_choice is auto, none, required, a named function or allowed tools",
                pointer="/tool_choice",
            )


def _named(tool: Json) -> str | None:
    function = tool.get("function", tool) if isinstance(tool, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else None
