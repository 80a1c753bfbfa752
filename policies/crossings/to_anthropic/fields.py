"""The fields beside the conversation, as Claude has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain, size
from forethought.policies.words import Effect, Json

RULE: Final = "chat_to_anthropic.fields"
_ELSEWHERE: Final = frozenset(
    {
        "messages",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "functions",
        "function_call",
        "reasoning_effort",
        "reasoning",
        "max_tokens",
        "max_completion_tokens",
        "response_format",
        "output_config",
        "stop",
        "user",
        "temperature",
        "top_p",
        "n",
        "service_tier",
        "thinking",
    }
)
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
_QUIET: Final = {"stream_options": "usage always comes", "store": "nothing is stored to read back"}
_MEANT: Final = frozenset({"logprobs", "modalities", "audio", "web_search_options", "n"})
"""Fields without which another answer comes than was asked for."""


_LEANING: Final = frozenset(
    {"seed", "frequency_penalty", "presence_penalty", "logit_bias", "prediction", "verbosity"}
)
"""Fields without which the same answer comes a little differently."""


def _effect(key: str, value: Json) -> Effect:
    if key in _MEANT and value is not False and value != ["text"]:
        return "semantics"
    return "quality" if key in _LEANING else "none"


class Fields:
    """Reads the fields of a body and says what has no counterpart."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def read(self) -> Iterator[tuple[str, Json]]:
        """Our fields, in the order in which they are sent."""
        for key in self._body.fields:
            if key in _OWN:
                yield self._from(key, key, self._body.get(key))
            elif key not in _ELSEWHERE:
                self._drop(key)
        yield from self._limit()
        yield from self._sampling()
        yield from self._stop()
        yield from self._thinking()
        yield from self._output()
        yield from self._rest()

    def _from(self, ours: str, theirs: str, value: Json) -> tuple[str, Json]:
        self._trace.fields[f"/{ours}"] = f"/{theirs}"
        return ours, value

    def _drop(self, key: str, reason: str = "Claude has no such field") -> None:
        value = self._body.get(key)
        if value is None:
            return
        why = Why(_QUIET.get(key, reason), None, _effect(key, value))
        was = size(value) if isinstance(value, str | dict | list) else value
        self._changes.append(tell(f"/{key}", was, RULE, why))

    def _limit(self) -> Iterator[tuple[str, Json]]:
        newer, older = self._body.get("max_completion_tokens"), self._body.get("max_tokens")
        if newer is not None:
            yield self._from("max_tokens", "max_completion_tokens", newer)
            if older not in (None, newer):
                why = Why("max_completion_tokens stands over it")
                self._changes.append(tell("/max_tokens", older, RULE, why))
        elif older is not None:
            yield self._from("max_tokens", "max_tokens", older)

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
        stop = self._body.get("stop")
        if stop is None:
            return
        listed = [stop] if isinstance(stop, str) else stop
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise Untranslatable("stop is a string or a list of strings", pointer="/stop")
        kept = [item for item in listed if item.strip()]
        if len(kept) < len(listed):
            why = Why("a stop sequence of white space is refused", None, "quality")
            self._changes.append(tell("/stop", size(stop), RULE, why))
        if kept:
            yield self._from("stop_sequences", "stop", kept)

    def _thinking(self) -> Iterator[tuple[str, Json]]:
        thinking = self._body.get("thinking")
        if thinking is None:
            return
        if not isinstance(thinking, dict):
            raise Untranslatable("thinking is an object", pointer="/thinking")
        yield self._from("thinking", "thinking", thinking)

    def _output(self) -> Iterator[tuple[str, Json]]:
        config = self._body.get("output_config")
        if config is not None and not isinstance(config, dict):
            raise Untranslatable("output_config is an object", pointer="/output_config")
        shape = self._shape()
        if config is not None:
            self._trace.fields["/output_config"] = "/output_config"
        if shape is not None:
            self._trace.fields["/output_config/format"] = "/response_format"
            config = {**(config or {}), "format": shape}
        if config is not None:
            yield "output_config", config

    def _shape(self) -> Json:
        """The format that `response_format` asks for."""
        asked = self._body.get("response_format")
        match asked:
            case None | {"type": "text"}:
                return None
            case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
                self._told_of_schema(asked["json_schema"])
                return {"type": "json_schema", "schema": plain(schema)}
            case {"type": "json_schema" | "json_object" as kind}:
                why = Why("JSON without a schema cannot be asked for", None, "semantics")
                self._changes.append(tell("/response_format", kind, RULE, why))
                return None
            case _:
                raise Untranslatable(
                    "response_format is text, json_object or a json_schema",
                    pointer="/response_format",
                )

    def _told_of_schema(self, asked: dict[str, Json]) -> None:
        for key in ("name", "description", "strict"):
            if asked.get(key) not in (None, True):
                why = Why("Claude's format has only the schema, and always keeps to it")
                at = f"/response_format/json_schema/{key}"
                self._changes.append(tell(at, size(asked[key]), RULE, why))

    def _rest(self) -> Iterator[tuple[str, Json]]:
        user = self._body.get("user")
        if user is not None:
            yield self._from("metadata", "user", {"user_id": user})
        tier = self._body.get("service_tier")
        if isinstance(tier, str) and tier in _TIERS:
            yield self._from("service_tier", "service_tier", _TIERS[tier])
        elif tier is not None:
            self._drop("service_tier", "Claude has no such tier")
        if self._body.get("n") not in (None, 1):
            self._drop("n", "Claude gives one answer")
