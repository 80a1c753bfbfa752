"""The stream of `bedrock.converse`: Claude's content blocks under other names."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final

from forethought.policies.streams.anthropic import AnthropicStream, Block, usage_of
from forethought.policies.streams.base import NOTHING, Chunk, dicts, failure, string
from forethought.policies.words import Json


class ConverseStream(AnthropicStream):
    """Only calls announce themselves; any other block begins with its first delta.

    Blocks are kept in the form of `anthropic.messages`, whichever of the two names they had.
    """

    __slots__ = ()

    def feed(self, event: Json) -> Sequence[Chunk]:
        if not isinstance(event, dict):
            return NOTHING
        for name, said in event.items():
            read = self._READ.get(name)
            if read is not None and isinstance(said, dict):
                return read(self, said)
        return NOTHING

    def _begin(self, said: Chunk) -> Sequence[Chunk]:
        return (self._chunk({"role": "assistant"}),)

    def _start(self, said: Chunk) -> Sequence[Chunk]:
        start = said.get("start")
        call = start.get("toolUse") if isinstance(start, dict) else None
        return self._opened(said, _call(call)) if isinstance(call, dict) else NOTHING

    def _opened(self, said: Chunk, block: Chunk) -> Sequence[Chunk]:
        return self._block_start({"index": said.get("contentBlockIndex"), "content_block": block})

    def _change(self, said: Chunk) -> Sequence[Chunk]:
        delta, index = said.get("delta"), said.get("contentBlockIndex")
        if not isinstance(delta, dict) or isinstance(index, (list, dict)):
            return NOTHING
        reasoning, call = delta.get("reasoningContent"), delta.get("toolUse")
        if isinstance(reasoning, dict):
            return self._reasoned(said, index, reasoning)
        if isinstance(call, dict):
            spelled = {"partial_json": call.get("input")}
            return self._arguments(self._block(index, "input_json_delta"), spelled)
        return self._text(self._block(index, "text_delta"), delta)

    def _reasoned(self, said: Chunk, index: Json, reasoning: Chunk) -> Sequence[Chunk]:
        if reasoning.get("redactedContent"):
            return self._opened(said, _redacted(reasoning))
        block = self._block(index, "thinking_delta")
        if reasoning.get("signature"):
            self._signature(block, reasoning)
        return self._thinking(block, {"thinking": reasoning.get("text")})

    def _block(self, index: Json, kind: str) -> Block:
        return self._open.get(index) or self._unannounced(index, kind)

    def _stopped(self, said: Chunk) -> Sequence[Chunk]:
        return self._block_stop({"index": said.get("contentBlockIndex")})

    def _end(self, said: Chunk) -> Sequence[Chunk]:
        return self._message_delta({"delta": {"stop_reason": said.get("stopReason")}})

    def _counted(self, said: Chunk) -> Sequence[Chunk]:
        usage = said.get("usage")
        return (self._usage(usage_of(_respelled(usage))),) if isinstance(usage, dict) else NOTHING

    def _failed(self, said: Chunk) -> Sequence[Chunk]:
        return (failure(said),)

    _READ: ClassVar[Mapping[str, Callable[..., Sequence[Chunk]]]] = {
        "contentBlockDelta": _change,
        "contentBlockStart": _start,
        "contentBlockStop": _stopped,
        "messageStart": _begin,
        "messageStop": _end,
        "metadata": _counted,
        "internalServerException": _failed,
        "modelStreamErrorException": _failed,
        "serviceUnavailableException": _failed,
        "throttlingException": _failed,
        "validationException": _failed,
    }


def _call(call: Chunk) -> Chunk:
    block = {"type": "tool_use", "id": call.get("toolUseId"), "name": call.get("name")}
    return {**block, "input": call["input"]} if "input" in call else block


def _redacted(reasoning: Chunk) -> Chunk:
    data = reasoning["redactedContent"]
    text = b64encode(data).decode() if isinstance(data, bytes) else string(data)
    return {"type": "redacted_thinking", "data": text}


def _respelled(usage: Chunk) -> Chunk:
    return {to: usage[name] for name, to in _TOKENS.items() if name in usage}


_TOKENS: Final[Mapping[str, str]] = {
    "inputTokens": "input_tokens",
    "outputTokens": "output_tokens",
    "cacheReadInputTokens": "cache_read_input_tokens",
    "cacheWriteInputTokens": "cache_creation_input_tokens",
}


def events_of(reply: Chunk) -> Sequence[Chunk]:
    """The events that would have streamed a whole reply."""
    output = reply.get("output")
    message = output.get("message") if isinstance(output, dict) else None
    if not isinstance(message, dict):
        return [reply]
    blocks = [
        event
        for index, block in enumerate(dicts(message.get("content")))
        for event in _block_events(index, block)
    ]
    end = {"messageStop": {"stopReason": reply.get("stopReason")}}
    return [{"messageStart": {}}, *blocks, end, {"metadata": {"usage": reply.get("usage")}}]


def _block_events(index: int, block: Chunk) -> Iterable[Chunk]:
    at = {"contentBlockIndex": index}
    reasoning = block.get("reasoningContent")
    if isinstance(block.get("toolUse"), dict):
        yield {"contentBlockStart": {**at, "start": block}}
    elif isinstance(reasoning, dict):
        text = reasoning.get("reasoningText")
        delta = text if isinstance(text, dict) else reasoning
        yield {"contentBlockDelta": {**at, "delta": {"reasoningContent": delta}}}
    else:
        yield {"contentBlockDelta": {**at, "delta": block}}
    yield {"contentBlockStop": at}
