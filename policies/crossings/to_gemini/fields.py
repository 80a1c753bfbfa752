"""The fields beside the conversation, as Gemini has them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from forethought.policies.changes import Why, tell
from forethought.policies.crossings.fields import EFFECTS, ELSEWHERE, Fields
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import size
from forethought.policies.words import Effect, Json

RULE: Final = "chat_to_gemini.fields"
_PATH: Final = frozenset({"model", "stream"})
"""Fields that go in the path."""
_ELSEWHERE: Final = ELSEWHERE | {
    "parallel_tool_calls",
    "logprobs",
    "top_logprobs",
    "n",
    "modalities",
    "stop",
}
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
_EFFECTS: Final[dict[str, Effect]] = {**EFFECTS, "logit_bias": "semantics"}
_WHY_STOP: Final = Why(f"Gemini takes at most {_STOPS} stop sequences, none empty", None, "quality")
_WHY_NO_SCHEMA: Final = Why("there is no schema: only JSON is asked for", None, "quality")
_WHY_SCHEMA: Final = Why("Gemini's format has only the schema, and always keeps to it")


class GeminisFields(Fields):
    """Reads the fields of a body as Gemini's."""

    rule: ClassVar[str] = RULE
    target: ClassVar[str] = "Gemini"
    within: ClassVar[str] = "/generationConfig"
    effects: ClassVar[Mapping[str, Effect]] = _EFFECTS

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
        yield from self._limit("maxOutputTokens")
        for key, ours in _CONFIG.items():
            if self._body.get(key) is not None:
                yield self._from(ours, key, self._body.get(key))
        fields = self._body.fields
        if "stop" in fields:
            yield from self._stop()
        if self._body.get("n") is not None:
            yield self._from("candidateCount", "n", self._body.get("n"))
        yield from self._logprobs()
        if "response_format" in fields or "output_config" in fields:
            yield from self._format()
        yield from self._modalities()

    def _stop(self) -> Iterator[tuple[str, Json]]:
        listed = self._stops()
        kept = [item for item in listed if item][:_STOPS]
        if len(kept) < len(listed):
            was = size(self._body.get("stop"))
            self._changes.append(tell("/stop", was, RULE, _WHY_STOP, len(kept)))
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

    def _format(self) -> Iterator[tuple[str, Json]]:
        """What is asked of an answer's format."""
        shape = self._shape()
        if shape is None or shape.kind == "text":
            return
        yield self._from("responseMimeType", shape.at, "application/json")
        if shape.schema is not None:
            yield self._from("responseJsonSchema", shape.at, shape.schema)
            self._told_of_schema(shape, _WHY_SCHEMA)
        elif shape.kind == "json_schema":
            was = size(self._body.at(shape.at.replace("/", ".")))
            self._changes.append(tell(f"/{shape.at}", was, RULE, _WHY_NO_SCHEMA, None))
