"""Tools and the choice among them, as Claude has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings import tools
from forethought.policies.crossings.members import Place
from forethought.policies.crossings.spelling import Names
from forethought.policies.crossings.to_anthropic.spelling import NAMES
from forethought.policies.crossings.tools import Choice
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.tools"
_CARRIED: Final = ("name", "description", "parameters", "strict", "cache_control")
_PLACE: Final = Place(
    RULE, frozenset({"type", "function", *_CARRIED}), Why("a tool of Claude's has no such member")
)
WHY_RENAMED: Final = Why("the name is not one that Claude takes")
_WHY_TYPED: Final = Why("Claude's input schema is of type object")
_WHY_NO_TOOLS: Final = Why("without tools there is no choice among them")
_WHY_ALLOWED: Final = Why("the allowed tools are sent, the others are not")


class Tools:
    """The tools of a request, its choice, and the names that had to be spelled anew."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes
        self.names = Names(NAMES, RULE, WHY_RENAMED, changes)

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `tool_choice`, as far as they are said."""
        listed = tools.listed(self._body)
        made = [self._tool(tool, f"/tools/{index}") for index, tool in enumerate(listed)]
        choice = tools.function_choice(self._body)
        kept = self._allowed(made, choice)
        chosen = self._choice(choice, bool(kept))
        if kept:
            self._trace.fields["/tools"] = "/tools"
            yield "tools", kept
        if chosen is not None:
            self._trace.fields["/tool_choice"] = "/tool_choice"
            yield "tool_choice", chosen

    def _allowed(self, made: list[dict[str, Json]], choice: Choice | None) -> list[dict[str, Json]]:
        """Without the tools that may not be called."""
        if choice is None or choice.allowed is None:
            return made
        allowed = {NAMES.spell(name) for name in tools.allowed_names(choice)}
        kept = [tool for tool in made if tool.get("name") in allowed]
        if len(kept) < len(made):
            self._changes.append(tell("/tool_choice/allowed_tools", None, RULE, _WHY_ALLOWED))
        return kept

    def _tool(self, tool: Json, at: str) -> dict[str, Json]:
        function = tools.function_of(tool)
        if function is not None:
            return self._function(tool, function, at)
        kind = tool.get("type") if isinstance(tool, dict) else None
        if isinstance(kind, str) and kind not in tools.NESTED and "name" in tool:
            return dict(tool)  # one of Claude's own, which the caller wrote in Claude's shape
        raise Untranslatable(
            "only a named function, or one of Claude's own tools, can be carried", pointer=at
        )

    def _function(
        self, tool: dict[str, Json], function: dict[str, Json], at: str
    ) -> dict[str, Json]:
        self._changes.extend(_PLACE.left(tool, at))
        self._changes.extend(_PLACE.left(function, f"{at}/function"))
        name = self.names.spell(plain(function["name"]), at)
        ours: dict[str, Json] = {"name": name}
        if function.get("description") is not None:
            ours["description"] = function["description"]
        ours["input_schema"] = self._schema(tools.schema_of(function, at), at)
        if function.get("strict") is True:
            ours["strict"] = True
        cached = plain(tool.get("cache_control", function.get("cache_control")))
        return ours if cached is None else {**ours, "cache_control": cached}

    def _schema(self, schema: dict[str, Json] | None, at: str) -> Json:
        if schema is None:
            return dict(tools.NO_INPUT)
        if "type" in schema:
            return schema
        self._changes.append(
            tell(f"{at}/function/parameters/type", None, RULE, _WHY_TYPED, "object")
        )
        return {"type": "object", **schema}

    def _choice(self, choice: Choice | None, any_tools: bool) -> dict[str, Json] | None:
        if not any_tools:
            if choice is not None:
                self._changes.append(tell("/tool_choice", None, RULE, _WHY_NO_TOOLS))
            return None
        chosen = None if choice is None else _rendered(choice)
        if self._body.get("parallel_tool_calls") is False and (chosen or {}).get("type") != "none":
            chosen = {**(chosen or {"type": "auto"}), "disable_parallel_tool_use": True}
        return chosen


def _rendered(choice: Choice) -> dict[str, Json]:
    if choice.name is not None:
        return {"type": "tool", "name": NAMES.spell(choice.name)}
    return {"type": "any" if choice.mode == "required" else choice.mode}
