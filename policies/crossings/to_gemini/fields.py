"""The fields beside the conversation, as Gemini has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import size
from forethought.policies.words import Json

RULE: Final = "chat_to_gemini.fields"
_PATH: Final = frozenset({"model", "stream"})
"""Fields that go in the path."""
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
        "thinking",
        "output_config",
        "max_tokens",
        "max_completion_tokens",
        "logprobs",
        "top_logprobs",
        "n",
        "response_format",
        "modalities",
        "stop",
    }
)
"""Fields that are read one by one."""
_CONFIG: Final = {
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "seed": "seed",
    "presence_penalty": "presencePenalty",
    "frequency_penalty": "frequencyPenalty",
}
"""Fields that `generationConfig` has, and what they are called there."""
_OWN: Final = {
    "safetySettings": "safetySettings",
    "safety_settings": "safetySettings",
    "cachedContent": "cachedContent",
    "cached_content": "cachedContent",
    "labels": "labels",
}
"""Gemini's own fields, which the caller wrote in Gemini's shape."""
_STOPS: Final = 5
"""The most stop sequences that Gemini takes."""
_MODALITIES: Final = ("text", "image", "audio")
_QUIET: Final = {"stream_options": "usage always comes", "store": "nothing is stored to read back"}
_MEANT: Final = frozenset({"audio", "web_search_options", "logit_bias"})
"""Fields without which another answer comes than was asked for."""


class Fields:
    """Reads the fields of a body and says what has no counterpart."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def top(self) -> Iterator[tuple[str, Json]]:
        """The fields beside `generationConfig`."""
        for key in self._body.fields:
            value = self._body.get(key)
            if key in _OWN and value is not None:
                self._trace.fields[f"/{_OWN[key]}"] = f"/{key}"
                yield _OWN[key], value
            elif key not in _PATH and key not in _ELSEWHERE and key not in _CONFIG:
                self._drop(key)

    def config(self) -> Iterator[tuple[str, Json]]:
        """The members of `generationConfig`, in the order in which they are sent."""
        yield from self._limit()
        for key, ours in _CONFIG.items():
            if self._body.get(key) is not None:
                yield self._from(ours, key, self._body.get(key))
        yield from self._stop()
        if self._body.get("n") is not None:
            yield self._from("candidateCount", "n", self._body.get("n"))
        yield from self._logprobs()
        yield from self._shape()
        yield from self._modalities()

    def _from(self, ours: str, theirs: str, value: Json) -> tuple[str, Json]:
        self._trace.fields[f"/generationConfig/{ours}"] = f"/{theirs}"
        return ours, value

    def _drop(self, key: str) -> None:
        value = self._body.get(key)
        if value is None:
            return
        meant = key in _MEANT and value not in (False, {})
        reason = _QUIET.get(key, "Gemini has no such field")
        why = Why(reason, None, "semantics" if meant else "none")
        was = size(value) if isinstance(value, str | dict | list) else value
        self._changes.append(tell(f"/{key}", was, RULE, why))

    def _limit(self) -> Iterator[tuple[str, Json]]:
        newer, older = self._body.get("max_completion_tokens"), self._body.get("max_tokens")
        if newer is not None:
            yield self._from("maxOutputTokens", "max_completion_tokens", newer)
            if older not in (None, newer):
                why = Why("max_completion_tokens stands over it")
                self._changes.append(tell("/max_tokens", older, RULE, why))
        elif older is not None:
            yield self._from("maxOutputTokens", "max_tokens", older)

    def _stop(self) -> Iterator[tuple[str, Json]]:
        stop = self._body.get("stop")
        if stop is None:
            return
        listed = [stop] if isinstance(stop, str) else stop
        if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
            raise Untranslatable("stop is a string or a list of strings", pointer="/stop")
        kept = [item for item in listed if item][:_STOPS]
        if len(kept) < len(listed):
            why = Why(f"Gemini takes at most {_STOPS} stop sequences, none empty", None, "quality")
            self._changes.append(tell("/stop", size(stop), RULE, why, len(kept)))
        if kept:
            yield self._from("stopSequences", "stop", kept)

    def _logprobs(self) -> Iterator[tuple[str, Json]]:
        for key, ours in (("logprobs", "responseLogprobs"), ("top_logprobs", "logprobs")):
            if self._body.get(key) is not None:
                yield self._from(ours, key, self._body.get(key))

    def _modalities(self) -> Iterator[tuple[str, Json]]:
        asked = self._body.get("modalities")
        if asked in (None, ["text"]):
            return
        if not isinstance(asked, list) or not all(item in _MODALITIES for item in asked):
            accepted = ", ".join(_MODALITIES)
            raise Untranslatable(f"modalities is a list of {accepted}", pointer="/modalities")
        yield self._from("responseModalities", "modalities", [item.upper() for item in asked])

    def _shape(self) -> Iterator[tuple[str, Json]]:
        """What `response_format` asks for, or Claude's own `output_config.format`."""
        at, asked = "response_format", self._body.get("response_format")
        if asked is None:
            at, asked = "output_config/format", self._body.at("output_config.format")
        match asked:
            case None | {"type": "text"}:
                return
            case {"type": "json_object"}:
                yield self._from("responseMimeType", at, "application/json")
            case {"type": "json_schema", "json_schema": {"schema": dict(schema)}} | {
                "type": "json_schema",
                "schema": dict(schema),
            }:
                yield self._from("responseMimeType", at, "application/json")
                yield self._from("responseJsonSchema", at, schema)
                self._told_of_schema(asked.get("json_schema", {}), at)
            case {"type": "json_schema"}:
                yield self._from("responseMimeType", at, "application/json")
                why = Why("there is no schema: only JSON is asked for", None, "quality")
                self._changes.append(tell(f"/{at}", size(asked), RULE, why, None))
            case _:
                raise Untranslatable(
                    "response_format is text, json_object or a json_schema", pointer=f"/{at}"
                )

    def _told_of_schema(self, asked: dict[str, Json], at: str) -> None:
        for key in ("name", "description", "strict"):
            if asked.get(key) not in (None, True):
                why = Why("Gemini's format has only the schema, and always keeps to it")
                self._changes.append(tell(f"/{at}/json_schema/{key}", size(asked[key]), RULE, why))
