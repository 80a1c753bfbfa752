"""The fields beside the conversation, as Responses has them."""

from collections.abc import Iterator
from typing import ClassVar, Final

from forethought.policies.changes import Why, add, escape
from forethought.policies.crossings.fields import ELSEWHERE, Fields, table_of
from forethought.policies.crossings.shape import no_shape
from forethought.policies.errors import Untranslatable
from forethought.policies.words import Json

RULE: Final = "chat_to_responses.fields"
_SAME: Final = frozenset(
    {
        "model",
        "stream",
        "temperature",
        "top_p",
        "metadata",
        "user",
        "service_tier",
        "parallel_tool_calls",
        "prompt_cache_key",
        "prompt_cache_options",
        "prompt_cache_retention",
        "safety_identifier",
        "moderation",
        "truncation",
        "background",
        "conversation",
        "previous_response_id",
        "instructions",
        "prompt",
        "max_tool_calls",
        "context_management",
    }
)
"""Fields that Responses has under the same name, its own among them."""
_ELSEWHERE: Final = ELSEWHERE | {
    "verbosity",
    "text",
    "store",
    "include",
    "logprobs",
    "top_logprobs",
    "stream_options",
}
"""Fields that are read one by one."""
_LOGPROBS: Final = "message.output_text.logprobs"
_WHY_STORED: Final = Why("Responses stores a reply unless told not to; openai.chat does not")
_TEXTS: Final = ("text", "verbosity", "response_format", "output_config")
_WHY_TEXT: Final = Why("the field of openai.chat stands over it")
_SCHEMA: Final = ("name", "description", "schema", "strict")
_WHY_MEMBER: Final = Why("a format of Responses has no such member")
_WHY_USAGE: Final = Why("usage always comes")


class ResponsesFields(Fields):
    """Reads the fields of a body as those of Responses."""

    rule: ClassVar[str] = RULE
    target: ClassVar[str] = "Responses"

    def read(self) -> Iterator[tuple[str, Json]]:
        """Our fields, in the order in which they are sent."""
        for key in self._body.fields:
            if key in _SAME:
                yield self._from(key, key, self._body.get(key))
            elif key not in _ELSEWHERE:
                self._drop(key)
        yield from self._limit("max_output_tokens")
        yield from self._text()
        yield from self._logprobs()
        yield from self._store()
        yield from self._stream()

    def _text(self) -> Iterator[tuple[str, Json]]:
        if self._body.fields.keys().isdisjoint(_TEXTS):
            return
        text: dict[str, Json] = dict(table_of(self._body, "text") or {})
        shape, verbosity = self._format(), self._body.get("verbosity")
        for key, value in (("format", shape), ("verbosity", verbosity)):
            if value is not None and text.get(key) not in (None, value):
                self._tell(f"/text/{key}", text[key], _WHY_TEXT)
        if shape is not None:
            text["format"] = shape
        if verbosity is not None:
            self._trace.fields["/text/verbosity"] = "/verbosity"
            text["verbosity"] = verbosity
        if text:
            yield "text", text

    def _format(self) -> Json:
        """What is asked of an answer's format."""
        shape = self._shape()
        if shape is None:
            return None
        self._trace.fields["/text/format"] = f"/{shape.at}"
        if shape.kind != "json_schema":
            return {"type": shape.kind}
        if shape.own is None:
            raise no_shape(shape.at)
        own = {key: value for key, value in shape.own.items() if key in _SCHEMA}
        for key, value in shape.own.items():
            if key not in _SCHEMA and value is not None:
                self._tell(f"{shape.own_at}/{escape(key)}", value, _WHY_MEMBER)
        return {"type": "json_schema", "name": "response", **own}

    def _logprobs(self) -> Iterator[tuple[str, Json]]:
        """Asked for by `include`; `top_logprobs` keeps its name."""
        included = self._body.get("include")
        if not isinstance(included, list | None):
            raise Untranslatable("include is a list", pointer="/include")
        listed: list[Json] = [*(included or ())]
        self._trace.fields |= {f"/include/{i}": f"/include/{i}" for i in range(len(listed))}
        if self._body.get("logprobs") is True and _LOGPROBS not in listed:
            self._trace.fields[f"/include/{len(listed)}"] = "/logprobs"
            listed.append(_LOGPROBS)
        if listed:
            yield "include", listed
        if self._body.get("top_logprobs") is not None:
            yield self._from("top_logprobs", "top_logprobs", self._body.get("top_logprobs"))

    def _store(self) -> Iterator[tuple[str, Json]]:
        asked = self._body.get("store")
        if asked is not None:
            yield self._from("store", "store", asked)
            return
        self._changes.append(add("/store", False, RULE, _WHY_STORED))
        yield "store", False

    def _stream(self) -> Iterator[tuple[str, Json]]:
        options = table_of(self._body, "stream_options")
        if options is None:
            return
        if options.get("include_usage") is not None:
            self._tell("/stream_options/include_usage", options["include_usage"], _WHY_USAGE)
        left = {key: value for key, value in options.items() if key != "include_usage"}
        if left:
            yield self._from("stream_options", "stream_options", left)
