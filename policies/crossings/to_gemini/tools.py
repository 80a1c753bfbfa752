"""Tools and the choice among them, as Gemini has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.to_gemini.spelling import spell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain, size
from forethought.policies.words import Json

RULE: Final = "chat_to_gemini.tools"
_OWN: Final = frozenset(
    {
        "codeExecution",
        "computerUse",
        "enterpriseWebSearch",
        "fileSearch",
        "functionDeclarations",
        "googleMaps",
        "googleSearch",
        "googleSearchRetrieval",
        "retrieval",
        "urlContext",
        "code_execution",
        "computer_use",
        "enterprise_web_search",
        "file_search",
        "function_declarations",
        "google_maps",
        "google_search",
        "google_search_retrieval",
        "url_context",
    }
)
"""Gemini's own tools, which a caller writes in Gemini's shape."""
_WHY_RENAMED: Final = Why("the name is not one that Gemini takes")
_WHY_STRICT: Final = Why("Gemini has no such setting for a function", None, "quality")
_WHY_CACHE: Final = Why("Gemini caches of itself")
_WHY_NO_TOOLS: Final = Why("without functions there is no choice among them")
_WHY_ALLOWED: Final = Why("the allowed tools are sent, the others are not")
_WHY_PARALLEL: Final = Why("Gemini cannot be kept to one call at a time", None, "quality")


class Tools:
    """The tools of a request, its choice, and the names that had to be spelled anew."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes
        self.names: dict[str, str] = {}
        """The name sent to the caller's own."""

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `toolConfig`, as far as they are said."""
        functions, own = self._listed()
        functions = self._narrowed(functions)
        choice = self._choice(bool(functions))
        if self._body.get("parallel_tool_calls") is False and functions:
            self._changes.append(tell("/parallel_tool_calls", False, RULE, _WHY_PARALLEL))
        listed = [{"functionDeclarations": functions}, *own] if functions else own
        if listed:
            self._trace.fields["/tools"] = "/tools"
            yield "tools", listed
        if choice is not None:
            self._trace.fields["/toolConfig"] = "/tool_choice"
            yield "toolConfig", {"functionCallingConfig": choice}

    def _listed(self) -> tuple[list[Json], list[Json]]:
        """The functions, and the tools that are Gemini's own."""
        tools = self._body.rows("tools")
        if not tools and plain(self._body.fields.get("tools")) not in (None, []):
            raise Untranslatable("tools is a list of objects", pointer="/tools")
        if self._body.get("functions") is not None:
            raise Untranslatable("functions are gone; use tools", pointer="/functions")
        functions: list[Json] = []
        own: list[Json] = []
        for index, tool in enumerate(tools):
            at = f"/tools/{index}"
            if isinstance(tool, dict) and tool and tool.keys() <= _OWN:
                own.append(plain(tool))
            else:
                functions.append(self._function(tool, at))
        return functions, own

    def _function(self, tool: Json, at: str) -> dict[str, Json]:
        kind = tool.get("type") if isinstance(tool, dict) else None
        function = plain(tool.get("function")) if kind == "function" else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise Untranslatable(
                "only a named function, or one of Gemini's own tools, can be carried", pointer=at
            )
        self._left(tool, function, at)
        ours: dict[str, Json] = {"name": self._spelled(function["name"], at)}
        if function.get("description") is not None:
            ours["description"] = function["description"]
        schema = function.get("parameters")
        if schema is None:
            return ours
        if not isinstance(schema, dict):
            raise Untranslatable("parameters is a JSON schema", pointer=f"{at}/function/parameters")
        return {**ours, "parametersJsonSchema": schema}

    def _left(self, tool: dict[str, Json], function: dict[str, Json], at: str) -> None:
        if function.get("strict") is True:
            self._changes.append(tell(f"{at}/function/strict", True, RULE, _WHY_STRICT))
        for holder, where in ((tool, at), (function, f"{at}/function")):
            if holder.get("cache_control") is not None:
                was = size(holder["cache_control"])
                self._changes.append(tell(f"{where}/cache_control", was, RULE, _WHY_CACHE))

    def _spelled(self, name: str, at: str) -> str:
        sent = spell(name)
        if sent != name:
            self.names[sent] = name
            self._changes.append(tell(f"{at}/function/name", name, RULE, _WHY_RENAMED, sent))
        return sent

    def _narrowed(self, functions: list[Json]) -> list[Json]:
        """Without the functions that may not be called, where only their absence can say so."""
        choice = self._body.get("tool_choice")
        match choice:
            case {"type": "allowed_tools", "allowed_tools": {"mode": "auto"}}:
                allowed = _allowed(choice)
            case _:
                return functions
        kept = [function for function in functions if function["name"] in allowed]
        if len(kept) < len(functions):
            self._changes.append(tell("/tool_choice/allowed_tools", None, RULE, _WHY_ALLOWED, None))
        return kept

    def _choice(self, any_functions: bool) -> dict[str, Json] | None:
        asked = self._body.get("tool_choice")
        choice = _choice(asked)
        if asked is not None and not any_functions:
            self._changes.append(tell("/tool_choice", None, RULE, _WHY_NO_TOOLS))
            return None
        return choice


def _choice(asked: Json) -> dict[str, Json] | None:
    match asked:
        case None:
            return None
        case "auto" | "none":
            return {"mode": asked.upper()}
        case "required":
            return {"mode": "ANY"}
        case {"type": "function", "function": {"name": str(name)}} | {
            "type": "function",
            "name": str(name),
        }:
            return {"mode": "ANY", "allowedFunctionNames": [spell(name)]}
        case {"type": "allowed_tools", "allowed_tools": {"mode": "required"}}:
            return {"mode": "ANY", "allowedFunctionNames": _allowed(asked)}
        case {"type": "allowed_tools", "allowed_tools": {"mode": "auto"}}:
            return {"mode": "AUTO"}
        case _:
            raise Untranslatable(
                "tool_choice is auto, none, required, a named function or allowed tools",
                pointer="/tool_choice",
            )


def _allowed(choice: dict[str, Json]) -> list[str]:
    """The names that may be called, as they are sent."""
    listed = choice["allowed_tools"].get("tools")
    if not isinstance(listed, list):
        at = "/tool_choice/allowed_tools/tools"
        raise Untranslatable("the allowed tools are a list", pointer=at)
    names = (_named(tool) for tool in listed)
    return [spell(name) for name in names if name is not None]


def _named(tool: Json) -> str | None:
    function = tool.get("function", tool) if isinstance(tool, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else None
