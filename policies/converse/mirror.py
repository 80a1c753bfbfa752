"""A Converse body as one of Claude's own wire: for decisions that are the same on both."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Raw

from forethought.policies.anthropic.survey import look
from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.converse.light import light
from forethought.policies.converse.survey import survey
from forethought.policies.traits import Traits
from forethought.policies.words import EFFORTS, Json

EXTRA: Final = "additionalModelRequestFields"
CONFIG: Final = "inferenceConfig"
TOOLS: Final = "toolConfig"
ALIAS: Final = "reasoning_config"
"""How AWS spells Claude's `thinking` in places."""
Keys = tuple[str, ...]
PLACES: Final[dict[str, Keys]] = {
    "max_tokens": (CONFIG, "maxTokens"),
    "temperature": (CONFIG, "temperature"),
    "top_p": (CONFIG, "topP"),
    "top_k": (EXTRA, "top_k"),
}
"""Where the knobs of Claude's own wire stand that are the same value here."""
KNOBS: Final = (*PLACES, "output_config", "thinking", "tool_choice")
_CHOICES: Final = ("any", "tool", "auto")
_TOP: Final = msgspec.json.Decoder(dict[str, Raw])


class Mirror(Body):
    """Read only, and read as far as somebody asks. Its changes are brought back by `landing`."""

    __slots__ = ("_origin", "_traits")

    def __init__(self, origin: Body, ctx: Context) -> None:
        super().__init__({})
        self._origin = origin
        self._traits = ctx.traits
        self._read["messages", look] = survey(origin).found

    def __contains__(self, key: str) -> bool:
        return knob(self._origin, key, self._traits) is not UNSET

    def get(self, key: str) -> Json:
        """As of any body."""
        value = knob(self._origin, key, self._traits)
        return None if value is UNSET else value

    def rows(self, key: str) -> list[Json]:
        """As of any body; without contents."""
        value = light(self._origin).rows(key) if key == "messages" else self.get(key)
        return value if isinstance(value, list) else []


def effort_keys(traits: Traits) -> Keys | None:
    """Where the effort stands; None where no place of this wire is known."""
    head, *rest = (traits.effort.parameter or "").split(".")
    return (head, *rest) if head == EXTRA and rest else None


def thinking_keys(body: Body, traits: Traits) -> Keys | None:
    """Where Claude's thinking stands, in either spelling; None for models that take none."""
    if traits.thinking.types is None:
        return None
    extra = body.table(EXTRA) or {}
    aliased = "thinking" not in extra and is_thinking(extra.get(ALIAS))
    return (EXTRA, ALIAS if aliased else "thinking")


def is_thinking(value: Json) -> bool:
    """Whether a value of the other spelling is Claude's thinking, not a level."""
    return isinstance(value, dict) and "type" in value


def find(body: Body, keys: Sequence[str]) -> Json:
    """The value at a path; UNSET where there is none."""
    head, *rest = keys
    value = body.get(head) if head in body else UNSET
    for key in rest:
        value = value.get(key, UNSET) if isinstance(value, dict) else UNSET
    return value


def knob(body: Body, name: str, traits: Traits) -> Json:
    """A field of Claude's own wire, read from its place here; UNSET where there is none."""
    if name in PLACES:
        return find(body, PLACES[name])
    match name:
        case "output_config":
            return _output_config(body, traits)
        case "thinking":
            return _thinking(body, traits)
        case "tool_choice":
            return body.once(TOOLS, _tool_choice)
        case "tools":
            return body.once(TOOLS, _tools)
        case _:
            return UNSET


def _output_config(body: Body, traits: Traits) -> Json:
    keys = effort_keys(traits)
    if keys is None:
        return UNSET
    effort = find(body, keys)
    return UNSET if effort is UNSET else {"effort": effort}


def _thinking(body: Body, traits: Traits) -> Json:
    """Claude's own field; of others, whether the effort asked turns thinking off."""
    keys = thinking_keys(body, traits)
    if keys is not None:
        return find(body, keys)
    at = effort_keys(traits)
    effort = UNSET if at is None else find(body, at)
    if not isinstance(effort, str) or effort not in EFFORTS:
        return UNSET
    return {"type": "disabled" if effort == "none" else "adaptive"}


def _tool_choice(body: Body) -> Json:
    choice = _members(_members(body.fields.get(TOOLS)).get("toolChoice"))
    return next(({"type": kind} for kind in _CHOICES if kind in choice), UNSET)


def _tools(body: Body) -> Json:
    tools = (body.table(TOOLS) or {}).get("tools")
    if not isinstance(tools, list):
        return UNSET
    return [tool.get("toolSpec") if isinstance(tool, dict) else None for tool in tools]


def _members(value: Json) -> dict[str, Json]:
    """The members of an object, themselves unopened; none where it is anything else."""
    if type(value) is Raw:
        try:
            return dict(_TOP.decode(value))
        except msgspec.ValidationError:
            return {}
    return value if isinstance(value, dict) else {}
