"""The fields beside the conversation, as Claude has them."""

from collections.abc import Iterator
from typing import ClassVar, Final

from forethought.policies.changes import Why, tell
from forethought.policies.crossings.fields import ELSEWHERE, Fields, table_of
from forethought.policies.crossings.shape import shape_of
from forethought.policies.leaves import size
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.fields"
_ELSEWHERE: Final = ELSEWHERE | {
    "parallel_tool_calls",
    "stop",
    "user",
    "temperature",
    "top_p",
    "n",
    "service_tier",
}
"""Fields that are read one by one."""
_OWN: Final = frozenset(
    {
        "model",
        "stream",
        "top_k",
        "stop_sequences",
        "cache_control",
        "container",
        "context_management",
        "mcp_servers",
        "inference_geo",
        "speed",
        "fallbacks",
        "compaction",
        "anthropic_version",
        "anthropic_beta",
    }
)
"""Fields that Claude has under the same name."""
_TIERS: Final = {"auto": "auto", "default": "standard_only"}
_WHY_SCHEMA: Final = Why("Claude's format has only the schema, and always keeps to it")
_WHY_STOP: Final = Why("a stop sequence of white space is refused", None, "quality")
_WHY_NO_SCHEMA: Final = Why("JSON without a schema cannot be asked for", None, "semantics")
_WHY_FORMAT: Final = Why("response_format stands over it")


class ClaudesFields(Fields):
    """Reads the fields of a body as Claude's."""

    rule: ClassVar[str] = RULE
    target: ClassVar[str] = "Claude"

    def read(self) -> Iterator[tuple[str, Json]]:
        """Our fields, in the order in which they are sent."""
        fields = self._body.fields
        for key in fields:
            if key in _OWN:
                yield self._from(key, key, self._body.get(key))
            elif key not in _ELSEWHERE:
                self._drop(key)
        yield from self._limit("max_tokens")
        yield from self._sampling()
        if "stop" in fields:
            yield from self._stop()
        thinking = table_of(self._body, "thinking")
        if thinking is not None:
            yield self._from("thinking", "thinking", thinking)
        if "output_config" in fields or "response_format" in fields:
            yield from self._output()
        yield from self._rest()

    def _sampling(self) -> Iterator[tuple[str, Json]]:
        for key in ("temperature", "top_p"):
            value = self._body.get(key)
            if value is None:
                continue
            sent = max(0, min(1, value)) if type(value) in (int, float) else value
            yield self._from(key, key, sent)
            if sent != value:
                why = Why(f"Claude's {key} goes from 0 to 1", None, "quality")
                self._changes.append(tell(f"/{key}", value, RULE, why, sent))

    def _stop(self) -> Iterator[tuple[str, Json]]:
        listed = self._stops()
        kept = [item for item in listed if item.strip()]
        if len(kept) < len(listed):
            was = size(self._body.get("stop"))
            self._changes.append(tell("/stop", was, RULE, _WHY_STOP))
        if kept:
            yield self._from("stop_sequences", "stop", kept)

    def _output(self) -> Iterator[tuple[str, Json]]:
        config, shape = table_of(self._body, "output_config"), self._format()
        if config is not None:
            self._trace.fields["/output_config"] = "/output_config"
        if shape is not None:
            if config is not None and config.get("format") is not None:
                self._tell("/output_config/format", config["format"], _WHY_FORMAT)
            self._trace.fields["/output_config/format"] = "/response_format"
            config = {**(config or {}), "format": shape}
        if config is not None:
            yield "output_config", config

    def _format(self) -> Json:
        """The format that `response_format` asks for; Claude's own goes along as it is."""
        shape = shape_of(self._body.get("response_format"), "response_format")
        if shape is None or shape.kind == "text":
            return None
        if shape.schema is None:
            why = _WHY_NO_SCHEMA
            self._changes.append(tell("/response_format", shape.kind, RULE, why))
            return None
        self._told_of_schema(shape, _WHY_SCHEMA)
        return {"type": "json_schema", "schema": shape.schema}

    def _rest(self) -> Iterator[tuple[str, Json]]:
        user = self._body.get("user")
        if user is not None:
            yield self._from("metadata", "user", {"user_id": user})
        tier = self._body.get("service_tier")
        if isinstance(tier, str) and tier in _TIERS:
            yield self._from("service_tier", "service_tier", _TIERS[tier])
        elif tier is not None:
            self._drop("service_tier", "Claude has no such tier")
        if "n" in self._body.fields:
            self._drop("n", "Claude gives one answer")
