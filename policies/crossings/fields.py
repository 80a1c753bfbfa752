"""Reading the fields beside the conversation, and telling those that have no counterpart."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, escape, tell
from forethought.policies.crossings.shape import Shape, shape_of
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import was_of
from forethought.policies.words import Effect, Json

ELSEWHERE: Final = frozenset(
    {
        "messages",
        "tools",
        "tool_choice",
        "functions",
        "function_call",
        "reasoning_effort",
        "reasoning",
        "thinking",
        "output_config",
        "max_tokens",
        "max_completion_tokens",
        "response_format",
    }
)
"""Fields that every translation reads one by one."""
EFFECTS: Final[dict[str, Effect]] = {
    "n": "semantics",
    "audio": "semantics",
    "logprobs": "semantics",
    "modalities": "semantics",
    "web_search_options": "semantics",
    "stop": "quality",
    "seed": "quality",
    "frequency_penalty": "quality",
    "presence_penalty": "quality",
    "logit_bias": "quality",
    "verbosity": "quality",
}
"""Fields without which another answer comes than was asked for, or a little differently."""
_IDLE: Final[dict[str, Json]] = {"n": 1, "modalities": ["text"]}
"""Values that ask for just what comes anyway."""
_EMPTY: Final[dict[str, Json]] = {"logprobs": False, "logit_bias": {}}
"""Values that ask for nothing."""
_WHY_OLDER: Final = Why("max_completion_tokens stands over it")
_WHY_SHAPE: Final = Why("response_format stands over it")


class Fields:
    """Reads the fields of a body and says what has no counterpart."""

    rule: ClassVar[str]
    target: ClassVar[str]
    """What the target is called in a reason."""
    within: ClassVar[str] = ""
    """The pointer of what holds the fields."""
    effects: ClassVar[Mapping[str, Effect]] = EFFECTS
    quiet: ClassVar[Mapping[str, str]] = {
        "stream_options": "usage always comes",
        "store": "nothing is stored to read back",
    }
    """Reasons of fields that nobody misses."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def _from(self, ours: str, theirs: str, value: Json) -> tuple[str, Json]:
        self._trace.fields[f"{self.within}/{ours}"] = f"/{theirs}"
        return ours, value

    def _tell(self, at: str, value: Json, why: Why) -> None:
        self._changes.append(tell(at, was_of(value), self.rule, why))

    def _drop(self, key: str, reason: str | None = None) -> None:
        value = self._body.get(key)
        if value is None or value == _IDLE.get(key):
            return
        reason = reason or self.quiet.get(key, f"{self.target} has no such field")
        empty = key in _EMPTY and value == _EMPTY[key]
        effect = "none" if empty else self.effects.get(key, "none")
        self._tell(f"/{escape(key)}", value, Why(reason, None, effect))

    def _limit(self, ours: str) -> Iterator[tuple[str, Json]]:
        newer, older = self._body.get("max_completion_tokens"), self._body.get("max_tokens")
        if newer is not None:
            yield self._from(ours, "max_completion_tokens", newer)
            if older not in (None, newer):
                self._tell("/max_tokens", older, _WHY_OLDER)
        elif older is not None:
            yield self._from(ours, "max_tokens", older)

    def _stops(self) -> list[str]:
        """The stop sequences that are asked."""
        stop = self._body.get("stop")
        listed = [] if stop is None else [stop] if isinstance(stop, str) else stop
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise Untranslatable("stop is a string or a list of strings", pointer="/stop")
        return listed

    def _shape(self) -> Shape | None:
        """What `response_format` asks for, or else Claude's own `output_config.format`."""
        shape = shape_of(self._body.get("response_format"), "response_format")
        config = self._body.get("output_config")
        claudes = config.get("format") if isinstance(config, dict) else None
        if claudes is None:
            return shape
        if shape is None or shape.kind == "text":
            return shape_of(claudes, "output_config/format")
        self._tell("/output_config/format", claudes, _WHY_SHAPE)
        return shape

    def _told_of_schema(self, shape: Shape, why: Why) -> None:
        """Says what of a schema's companions the target has no place for."""
        for key, value in (shape.own or {}).items():
            if key != "schema" and value is not None and (key, value) != ("strict", True):
                self._tell(f"{shape.own_at}/{escape(key)}", value, why)


def table_of(body: Body, key: str) -> dict[str, Json] | None:
    """The object under a top-level key. Raises `Untranslatable` where it is anything else."""
    value = body.get(key)
    if value is not None and not isinstance(value, dict):
        raise Untranslatable(f"{key} is an object", pointer=f"/{key}")
    return value
