"""The stream of `anthropic.messages`."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from forethought.policies.kept import Dropped
from forethought.policies.streams.base import (
    NOTHING,
    WITHHELD,
    Chunk,
    Handlers,
    TypedStream,
    continuing,
    count,
    dicts,
    failure,
    opening,
    string,
    tokens,
)
from forethought.policies.streams.ledger import Writer, encoded
from forethought.policies.words import Json

FINISH: Final[Mapping[str, str]] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "pause_turn": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
}


class Block:
    """An open content block. Its state is its own: blocks may interleave."""

    __slots__ = ("call", "kind", "parts", "signatures", "slot", "start")

    def __init__(self, kind: str, start: Chunk, *, slot: int = -1, call: int = -1) -> None:
        self.kind = kind
        self.start = start
        self.slot = slot
        self.call = call
        self.parts: list[str] = []
        self.signatures: list[str] = []


class AnthropicStream(TypedStream):
    """Content blocks come by index; a signature comes after the text it signs."""

    __slots__ = ("_open", "_texts", "_tokens")

    def __init__(self, writer: Writer, created: int | None = None) -> None:
        super().__init__(writer, created)
        self._open: dict[Json, Block] = {}
        self._texts = self._ledger.texts
        self._tokens: dict[str, Json] = {}

    def _message_start(self, event: Chunk) -> Sequence[Chunk]:
        message = event.get("message")
        if not isinstance(message, dict):
            return NOTHING
        self._named(message.get("id"), message.get("model"))
        self._count(message.get("usage"))
        return (self._chunk({"role": "assistant"}),)

    def _block_start(self, event: Chunk) -> Sequence[Chunk]:
        start, index = event.get("content_block"), event.get("index")
        if not isinstance(start, dict) or isinstance(index, (list, dict)):
            return NOTHING
        before = self._stop(index)
        begin = self._STARTS.get(string(start.get("type")))
        begun = begin(self, index, start) if begin else self._other_start(index, start)
        return (*before, *begun)

    def _text_start(self, index: Json, start: Chunk) -> Sequence[Chunk]:
        self._ledger.end_text()
        self._open[index] = Block("text", start)
        return self._text(self._open[index], start)

    def _thinking_start(self, index: Json, start: Chunk) -> Sequence[Chunk]:
        block = self._open[index] = Block("thinking", start, slot=self._ledger.reserve())
        self._signature(block, start)
        return self._thinking(block, start)

    def _redacted_start(self, index: Json, start: Chunk) -> Sequence[Chunk]:
        self._open[index] = Block("redacted_thinking", start, slot=self._ledger.reserve())
        return (self._chunk({"reasoning": WITHHELD}),)

    def _call_start(self, index: Json, start: Chunk) -> Sequence[Chunk]:
        call_id, name = start.get("id"), start.get("name")
        if not isinstance(call_id, str) or not isinstance(name, str):
            return self._other_start(index, start)
        block = self._open[index] = Block("tool_use", start, call=self._ledger.call(call_id))
        return (self._chunk(opening(block.call, call_id, name)),)

    def _other_start(self, index: Json, start: Chunk) -> Sequence[Chunk]:
        self._ledger.other()
        self._open[index] = Block("other", start)
        return NOTHING

    def _delta(self, event: Chunk) -> Sequence[Chunk]:
        try:
            delta = event["delta"]
            handle = self._DELTAS[delta["type"]]
            block = self._open.get(event.get("index"))
        except (KeyError, TypeError, IndexError):
            return NOTHING
        if block is None:
            block = self._unannounced(event.get("index"), delta["type"])
        return handle(self, block, delta)

    def _unannounced(self, index: Json, delta: str) -> Block:
        """A block whose start was missed."""
        if delta in {"thinking_delta", "signature_delta"}:
            start = {"type": "thinking", "thinking": "", "signature": ""}
            block = Block("thinking", start, slot=self._ledger.reserve())
        else:
            block = Block("text", {})
        self._open[index] = block
        return block

    def _text(self, block: Block, delta: Chunk) -> Sequence[Chunk]:
        text = delta.get("text")
        if not text or not isinstance(text, str):
            return NOTHING
        self._texts.append(text)
        return (self._chunk({"content": text}),)

    def _thinking(self, block: Block, delta: Chunk) -> Sequence[Chunk]:
        text = delta.get("thinking")
        if not text or not isinstance(text, str):
            return NOTHING
        block.parts.append(text)
        return (self._chunk({"reasoning": text}),)

    def _signature(self, block: Block, delta: Chunk) -> Sequence[Chunk]:
        block.signatures.append(string(delta.get("signature")))
        return NOTHING

    def _arguments(self, block: Block, delta: Chunk) -> Sequence[Chunk]:
        text = delta.get("partial_json")
        if not text or not isinstance(text, str) or block.call < 0:
            return NOTHING
        block.parts.append("")
        return (self._chunk(continuing(block.call, text)),)

    def _block_stop(self, event: Chunk) -> Sequence[Chunk]:
        index = event.get("index")
        return NOTHING if isinstance(index, (list, dict)) else self._stop(index)

    def _stop(self, index: Json) -> Sequence[Chunk]:
        block = self._open.pop(index, None)
        if block is None:
            return NOTHING
        if block.kind == "tool_use":
            return self._whole_arguments(block)
        native = _signed(block)
        if native is None:
            return NOTHING
        self._ledger.fill(block.slot, native)
        return (self._chunk({"thinking_block": {**native}}),)

    def _whole_arguments(self, block: Block) -> Sequence[Chunk]:
        """Arguments that came with the start, or none at all."""
        if block.parts:
            return NOTHING
        given = block.start.get("input")
        arguments = encoded(given) if isinstance(given, dict) else "{}"
        return (self._chunk(continuing(block.call, arguments)),)

    def _stop_all(self) -> Sequence[Chunk]:
        return [chunk for index in [*self._open] for chunk in self._stop(index)]

    def _message_delta(self, event: Chunk) -> Sequence[Chunk]:
        self._count(event.get("usage"))
        for told in dicts(event.get("input_transformations")):
            self._told(told)
        delta = event.get("delta")
        reason = delta.get("stop_reason") if isinstance(delta, dict) else None
        if not isinstance(reason, str):
            return NOTHING
        self._ledger.stop_reason = reason
        finish = self._finish(FINISH.get(reason, "stop"))
        usage = [self._usage(usage_of(self._tokens))] if self._tokens else []
        return (*self._stop_all(), finish, *usage)

    def _told(self, told: Chunk) -> None:
        path, reason = told.get("path"), told.get("reason")
        if told.get("type") == "thinking_dropped" and isinstance(path, str):
            self._ledger.dropped.append(Dropped(path=path, reason=string(reason)))

    def _message_stop(self, event: Chunk) -> Sequence[Chunk]:
        return self._stop_all()

    def _error(self, event: Chunk) -> Sequence[Chunk]:
        return (failure(event.get("error")),)

    def _count(self, usage: Json) -> None:
        if isinstance(usage, dict):
            self._tokens |= {key: value for key, value in usage.items() if value is not None}

    _EVENTS: ClassVar[Handlers] = {
        "content_block_delta": _delta,
        "content_block_start": _block_start,
        "content_block_stop": _block_stop,
        "message_start": _message_start,
        "message_delta": _message_delta,
        "message_stop": _message_stop,
        "error": _error,
    }

    _STARTS: ClassVar[Mapping[str, Callable[..., Sequence[Chunk]]]] = {
        "text": _text_start,
        "thinking": _thinking_start,
        "redacted_thinking": _redacted_start,
        "tool_use": _call_start,
    }

    _DELTAS: ClassVar[Mapping[str, Callable[..., Sequence[Chunk]]]] = {
        "text_delta": _text,
        "thinking_delta": _thinking,
        "input_json_delta": _arguments,
        "signature_delta": _signature,
    }


def _signed(block: Block) -> Chunk | None:
    """The block as it goes back; none where nothing signs it."""
    if block.kind == "redacted_thinking":
        return {**block.start} if string(block.start.get("data")) else None
    signature = "".join(block.signatures)
    if block.kind != "thinking" or not signature:
        return None
    return {**block.start, "thinking": "".join(block.parts), "signature": signature}


def usage_of(usage: Mapping[str, Json]) -> Chunk:
    """Usage as `openai.chat` tells it: its prompt tokens include the cached ones."""
    cached = count(usage, "cache_read_input_tokens")
    written = count(usage, "cache_creation_input_tokens")
    return tokens(
        count(usage, "input_tokens") + cached + written,
        count(usage, "output_tokens"),
        cached=cached,
        reasoning=count(usage, "output_tokens_details", "thinking_tokens"),
    )


def events_of(reply: Chunk) -> Sequence[Chunk]:
    """The events that would have streamed a whole reply."""
    if not isinstance(reply.get("content"), list):
        return [reply]
    blocks = [
        event
        for index, block in enumerate(reply["content"])
        for event in (
            {"type": "content_block_start", "index": index, "content_block": block},
            {"type": "content_block_stop", "index": index},
        )
    ]
    end = {"stop_reason": reply.get("stop_reason")}
    told = reply.get("input_transformations")
    return [
        {"type": "message_start", "message": reply},
        *blocks,
        {"type": "message_delta", "delta": end, "input_transformations": told},
        {"type": "message_stop"},
    ]
