"""The fields beside the conversation, as Responses has them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, escape, tell
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import size
from forethought.policies.words import Effect, Json

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
_ELSEWHERE: Final = frozenset(
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
        "verbosity",
        "text",
        "store",
        "include",
        "logprobs",
        "top_logprobs",
        "stream_options",
    }
)
"""Fields that are read one by one."""
_EFFECTS: Final[dict[str, Effect]] = {
    "n": "semantics",
    "audio": "semantics",
    "modalities": "semantics",
    "web_search_options": "semantics",
    "stop": "quality",
    "seed": "quality",
    "frequency_penalty": "quality",
    "presence_penalty": "quality",
    "logit_bias": "quality",
}
_IDLE: Final[dict[str, tuple[Json, ...]]] = {"n": (1,), "modalities": (["text"],)}
"""Values that ask for nothing beyond what comes anyway."""
_LOGPROBS: Final = "message.output_text.logprobs"
_WHY_STORED: Final = Why("Responses stores a reply unless told not to; openai.chat does not")
_WHY_OLDER: Final = Why("max_completion_tokens stands over it")
_SCHEMA: Final = ("name", "description", "schema", "strict")
_WHY_MEMBER: Final = Why("a format of Responses has no such member")
_WHY_USAGE: Final = Why("usage always comes")


class Fields:
    """Reads the fields of a body and says what has no counterpart."""

    def __init__(self, body: Body, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._trace = trace
        self._changes = changes

    def read(self) -> Iterator[tuple[str, Json]]:
        """Our fields, in the order in which they are sent."""
        for key in self._body.fields:
            if key in _SAME:
                yield self._from(key, key, self._body.get(key))
            elif key not in _ELSEWHERE:
                self._drop(key)
        yield from self._limit()
        yield from self._text()
        yield from self._logprobs()
        yield from self._store()
        yield from self._stream()

    def _from(self, ours: str, theirs: str, value: Json) -> tuple[str, Json]:
        self._trace.fields[f"/{ours}"] = f"/{theirs}"
        return ours, value

    def _table(self, key: str) -> dict[str, Json] | None:
        value = self._body.get(key)
        if not isinstance(value, dict | None):
            raise Untranslatable(f"{key} is an object", pointer=f"/{key}")
        return value

    def _drop(self, key: str) -> None:
        value = self._body.get(key)
        if value is None or value in _IDLE.get(key, ()):
            return
        why = Why("Responses has no such field", None, _EFFECTS.get(key, "none"))
        was = size(value) if isinstance(value, str | dict | list) else value
        self._changes.append(tell(f"/{key}", was, RULE, why))

    def _limit(self) -> Iterator[tuple[str, Json]]:
        newer, older = self._body.get("max_completion_tokens"), self._body.get("max_tokens")
        if newer is not None:
            yield self._from("max_output_tokens", "max_completion_tokens", newer)
            if older not in (None, newer):
                self._changes.append(tell("/max_tokens", _scalar(older), RULE, _WHY_OLDER))
        elif older is not None:
            yield self._from("max_output_tokens", "max_tokens", older)

    def _text(self) -> Iterator[tuple[str, Json]]:
        text: dict[str, Json] = dict(self._table("text") or {})
        shape, verbosity = self._shape(), self._body.get("verbosity")
        if shape is not None:
            self._trace.fields["/text/format"] = "/response_format"
            text["format"] = shape
        if verbosity is not None:
            self._trace.fields["/text/verbosity"] = "/verbosity"
            text["verbosity"] = verbosity
        if text:
            yield "text", text

    def _shape(self) -> Json:
        """The format that `response_format` asks for."""
        asked = self._body.get("response_format")
        match asked:
            case None:
                return None
            case {"type": "text" | "json_object" as kind}:
                return {"type": kind}
            case {"type": "json_schema", "json_schema": dict(schema)}:
                return {"type": "json_schema", "name": "response", **dict(self._schema(schema))}
            case _:
                raise Untranslatable(
                    "response_format is text, json_object or a json_schema",
                    pointer="/response_format",
                )

    def _schema(self, schema: dict[str, Json]) -> Iterator[tuple[str, Json]]:
        for key, value in schema.items():
            if key in _SCHEMA:
                yield key, value
            elif value is not None:
                at = f"/response_format/json_schema/{escape(key)}"
                self._changes.append(tell(at, size(value), RULE, _WHY_MEMBER))

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
        options = self._table("stream_options")
        if options is None:
            return
        if options.get("include_usage") is not None:
            at = "/stream_options/include_usage"
            self._changes.append(tell(at, _scalar(options["include_usage"]), RULE, _WHY_USAGE))
        left = {key: value for key, value in options.items() if key != "include_usage"}
        if left:
            yield self._from("stream_options", "stream_options", left)


def _scalar(value: Json) -> Json:
    return value if isinstance(value, int | float) else None
