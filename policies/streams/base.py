"""What every stream has: a way in, chunks out, and what is kept at the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

from forethought.policies.kept import Kept
from forethought.policies.streams.ledger import Ledger, Writer
from forethought.policies.words import Json

Chunk = dict[str, Json]
NOTHING: Final[tuple[Chunk, ...]] = ()
WITHHELD: Final = "[reasoning withheld by the provider]"
"""What a reader sees of reasoning that only the provider can read."""


class Stream:
    """One reply. `feed` takes decoded events in order and never raises; `close` may come any time.

    A stream that was cut keeps what was whole by then. Choices other than the first are shown
    but nothing of them is kept.
    """

    __slots__ = ("_head", "_ledger", "_writer")

    def __init__(self, writer: Writer, created: int | None = None) -> None:
        self._writer = writer
        self._ledger = Ledger()
        self._head: Chunk = {"id": None, "object": "chat.completion.chunk", "model": _model(writer)}
        if created is not None:
            self._head["created"] = created

    def feed(self, event: Json) -> Sequence[Chunk]:
        """The chunks that one event of the provider's stream becomes."""
        raise NotImplementedError

    def end(self) -> Sequence[Chunk]:
        """Text still held back (the beginning of what could be a tag), after the last event."""
        return NOTHING

    def close(self) -> Kept:
        """What is kept of the reply, as far as it came."""
        return self._ledger.kept(self._writer)

    def _named(self, reply_id: Json, model: Json) -> None:
        if isinstance(reply_id, str):
            self._head["id"] = self._ledger.reply_id = reply_id
        if isinstance(model, str):
            self._head["model"] = model

    def _chunk(self, delta: Chunk) -> Chunk:
        chunk = self._head.copy()
        chunk["choices"] = [{"index": 0, "delta": delta, "finish_reason": None}]
        return chunk

    def _finish(self, reason: str) -> Chunk:
        return {**self._head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}

    def _usage(self, usage: Chunk) -> Chunk:
        return {**self._head, "choices": [], "usage": usage}


Handlers: TypeAlias = Mapping[str, Callable[..., Sequence[Chunk]]]


class TypedStream(Stream):
    """A stream whose events say what they are in `type`; what no handler knows is passed over."""

    __slots__ = ()
    _EVENTS: ClassVar[Handlers] = {}

    def feed(self, event: Json) -> Sequence[Chunk]:
        try:
            handle = self._EVENTS[event["type"]]
        except (KeyError, TypeError, IndexError):
            return NOTHING
        return handle(self, event)


def _model(writer: Writer) -> str | None:
    return writer.signed_by.partition("/")[2] if writer.signed_by else None


def failure(error: Json) -> Chunk:
    """The chunk that passes a provider's error on."""
    if not isinstance(error, Mapping):
        return {
            "error": {
                "type": "error",
                "message": error if isinstance(error, str) else None,
                "code": None,
            }
        }
    kind = error.get("type") or error.get("status") or "error"
    return {"error": {"type": kind, "message": error.get("message"), "code": error.get("code")}}


def count(usage: Json, *path: str) -> int:
    """A number of tokens at a path; 0 where there is none."""
    for key in path:
        usage = usage.get(key) if isinstance(usage, Mapping) else None
    return usage if isinstance(usage, int) and not isinstance(usage, bool) else 0


def tokens(prompt: int, completion: int, *, cached: int, reasoning: int, total: int = 0) -> Chunk:
    """Usage as `openai.chat` tells it."""
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": total or prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }


def opening(index: int, call_id: str, name: str, arguments: str = "") -> Chunk:
    """The delta that begins a call."""
    function = {"name": name, "arguments": arguments}
    return {
        "tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]
    }


def continuing(index: int, arguments: str) -> Chunk:
    """The delta that goes on with a call's arguments."""
    return {"tool_calls": [{"index": index, "function": {"arguments": arguments}}]}


def dicts(value: Json) -> Iterable[Chunk]:
    """The objects of a list, whatever else it holds."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def string(value: Json) -> str:
    """A string; empty where it is none."""
    return value if isinstance(value, str) else ""
