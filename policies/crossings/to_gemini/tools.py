"""Tools and the choice among them, as Gemini has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings import tools
from forethought.policies.crossings.members import Place
from forethought.policies.crossings.spelling import Names
from forethought.policies.crossings.to_gemini.spelling import NAMES
from forethought.policies.crossings.tools import Choice
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain
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
_READ: Final = frozenset({"type", "function", "name", "description", "parameters"})
_PLACE: Final = Place(
    RULE,
    _READ,
    Why("a function of Gemini's has no such member"),
    {
        "strict": Why("Gemini has no such setting for a function", None, "quality"),
        "cache_control": Why("Gemini caches of itself"),
    },
)
WHY_RENAMED: Final = Why("the name is not one that Gemini takes")
_WHY_NO_TOOLS: Final = Why("without functions there is no choice among them")
_WHY_ALLOWED: Final = Why("the allowed tools are sent, the others are not")
_WHY_PARALLEL: Final = Why("Gemini cannot be kept to one call at a time", None, "quality")


class Tools:
    """The tools of a request, its choice, and the names that had to be spelled anew."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes
        self.names = Names(NAMES, RULE, WHY_RENAMED, changes)

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `toolConfig`, as far as they are said."""
        functions, own = self._listed()
        choice = tools.function_choice(self._body)
        functions = self._narrowed(functions, choice)
        if choice is not None and not functions:
            self._changes.append(tell("/tool_choice", None, RULE, _WHY_NO_TOOLS))
        if self._body.get("parallel_tool_calls") is False and functions:
            self._changes.append(tell("/parallel_tool_calls", False, RULE, _WHY_PARALLEL))
        listed = [{"functionDeclarations": functions}, *own] if functions else own
        if listed:
            self._trace.fields["/tools"] = "/tools"
            yield "tools", listed
        if choice is not None and functions:
            self._trace.fields["/toolConfig"] = "/tool_choice"
            yield "toolConfig", {"functionCallingConfig": _rendered(choice)}

    def _listed(self) -> tuple[list[Json], list[Json]]:
        """The functions, and the tools that are Gemini's own."""
        functions: list[Json] = []
        own: list[Json] = []
        for index, tool in enumerate(tools.listed(self._body)):
            if isinstance(tool, dict) and tool and tool.keys() <= _OWN:
                own.append(plain(tool))
            else:
                functions.append(self._function(tool, f"/tools/{index}"))
        return functions, own

    def _function(self, tool: Json, at: str) -> dict[str, Json]:
        function = tools.function_of(tool)
        if function is None:
            raise Untranslatable(
                "only a named function, or one of Gemini's own tools, can be carried", pointer=at
            )
        self._left(tool, function, at)
        name = self.names.spell(plain(function["name"]), at)
        ours: dict[str, Json] = {"name": name}
        if function.get("description") is not None:
            ours["description"] = function["description"]
        schema = tools.schema_of(function, at)
        return ours if schema is None else {**ours, "parametersJsonSchema": schema}

    def _left(self, tool: dict[str, Json], function: dict[str, Json], at: str) -> None:
        lax = ("strict",) if function.get("strict") is False else ()
        self._changes.extend(_PLACE.left(tool, at))
        self._changes.extend(_PLACE.left(function, f"{at}/function", lax))

    def _narrowed(self, functions: list[Json], choice: Choice | None) -> list[Json]:
        """Without the functions that may not be called, where only their absence can say so."""
        if choice is None or choice.allowed is None or choice.mode == "required":
            return functions
        allowed = _allowed(choice)
        kept = [function for function in functions if function["name"] in allowed]
        if len(kept) < len(functions):
            self._changes.append(tell("/tool_choice/allowed_tools", None, RULE, _WHY_ALLOWED, None))
        return kept


def _rendered(choice: Choice) -> dict[str, Json]:
    if choice.mode != "required":
        return {"mode": choice.mode.upper()}
    if choice.name is not None:
        return {"mode": "ANY", "allowedFunctionNames": [NAMES.spell(choice.name)]}
    named = {} if choice.allowed is None else {"allowedFunctionNames": _allowed(choice)}
    return {"mode": "ANY", **named}


def _allowed(choice: Choice) -> list[str]:
    """The names that may be called, as they are sent."""
    return [NAMES.spell(name) for name in tools.allowed_names(choice)]
