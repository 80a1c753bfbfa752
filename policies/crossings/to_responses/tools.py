"""Tools and the choice among them, as Responses has them: flat."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why
from forethought.policies.crossings import tools
from forethought.policies.crossings.members import Place
from forethought.policies.crossings.tools import NESTED, Choice, name_of
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain
from forethought.policies.words import Json

RULE: Final = "chat_to_responses.tools"
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
_PLACE: Final = Place(
    RULE, frozenset({"type", *NESTED, *_TOOL}), Why("a Responses tool has no such member")
)


class Tools:
    """The tools of a request and its choice."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def fields(self) -> Iterator[tuple[str, Json]]:
        """`tools` and `tool_choice`, as far as they are said."""
        listed = [
            self._tool(tool, f"/tools/{index}")
            for index, tool in enumerate(tools.listed(self._body))
        ]
        if listed:
            self._trace.fields["/tools"] = "/tools"
            yield "tools", listed
        choice = tools.choice_of(self._body)
        if choice is not None:
            self._trace.fields["/tool_choice"] = "/tool_choice"
            yield "tool_choice", self._rendered(choice)

    def _rendered(self, choice: Choice) -> Json:
        if choice.mode == "own":
            return self._body.get("tool_choice")
        if choice.name is not None:
            return {"type": choice.kind, "name": choice.name}
        if choice.allowed is None:
            return choice.mode
        flat = [_flat(tool) for tool in choice.allowed]
        return {"type": "allowed_tools", "mode": choice.mode, "tools": flat}

    def _tool(self, tool: Json, at: str) -> Json:
        kind = tool.get("type") if isinstance(tool, dict) else None
        if kind not in NESTED or kind not in tool:
            if isinstance(kind, str) and (kind not in NESTED or is_text(tool.get("name"))):
                return tool  # one of Responses' own, which the caller wrote in its shape
            raise Untranslatable("a tool is a function or a custom tool", pointer=at)
        own = tool[kind]
        if not isinstance(own, dict) or not is_text(own.get("name")):
            raise Untranslatable("the tool has no name", pointer=f"{at}/{kind}/name")
        self._changes.extend(_PLACE.left(tool, at))
        self._changes.extend(_PLACE.left(own, f"{at}/{kind}"))
        own = {key: value for key, value in own.items() if key in _TOOL}
        return _function(own, at) if kind == "function" else _custom(own)


def _function(own: dict[str, Json], at: str) -> Json:
    """`strict` is said, since Responses would take its absence for true."""
    schema = tools.schema_of(own, at)
    strict = own.get("strict")
    return {
        "type": "function",
        **own,
        "parameters": dict(tools.NO_INPUT) if schema is None else own["parameters"],
        "strict": False if strict is None else strict,
    }


def _custom(own: dict[str, Json]) -> Json:
    shape = plain(own.get("format"))
    flat = shape.get("grammar") if isinstance(shape, dict) else None
    if not isinstance(flat, dict):
        return {"type": "custom", **own}
    return {"type": "custom", **own, "format": {"type": "grammar", **flat}}


def _flat(tool: Json) -> Json:
    kind = tool.get("type") if isinstance(tool, dict) else None
    if kind in NESTED and name_of(tool, kind) is not None:
        return {"type": kind, "name": name_of(tool, kind)}
    return tool
