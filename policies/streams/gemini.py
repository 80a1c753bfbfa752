"""The stream of `gemini.generate`."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Final

from forethought.policies.streams.base import (
    NOTHING,
    Chunk,
    Stream,
    count,
    failure,
    string,
    tokens,
)
from forethought.policies.streams.ledger import Writer, encoded
from forethought.policies.words import Json

FINISH: Final[Mapping[str, str]] = {
    "MAX_TOKENS": "length",
    "CONTINUATION": "length",
    "SAFETY": "content_filter",
    "RECITATION": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "MODEL_ARMOR": "content_filter",
    "IMAGE_SAFETY": "content_filter",
    "IMAGE_PROHIBITED_CONTENT": "content_filter",
    "IMAGE_RECITATION": "content_filter",
}


class GeminiStream(Stream):
    """Parts come whole; a signature stands on the part it signs. Only candidate 0 is read."""

    __slots__ = ("_begun", "_finished", "_prefix", "_tokens")

    def __init__(self, writer: Writer, created: int | None = None, *, prefix: str) -> None:
        super().__init__(writer, created)
        self._begun = False
        self._finished = False
        self._prefix = prefix
        self._tokens: Json = None

    def feed(self, event: Json) -> Sequence[Chunk]:
        if not isinstance(event, dict):
            return NOTHING
        if "error" in event:
            return (failure(event["error"]),)
        if not self._begun:
            self._begin(event)
        chunks: list[Chunk] = []
        candidate = _first(event)
        if candidate is not None:
            self._parts(candidate, chunks)
        self._ending(event, candidate, chunks)
        return chunks

    def _begin(self, event: Chunk) -> None:
        reply_id = _either(event, "responseId", "response_id")
        self._named(reply_id, _either(event, "modelVersion", "model_version"))
        self._begun = self._head["id"] is not None

    def _parts(self, candidate: Chunk, chunks: list[Chunk]) -> None:
        content = candidate.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        if not isinstance(parts, list):
            return
        for part in parts:
            if isinstance(part, dict):
                self._part(part, chunks)

    def _part(self, part: Chunk, chunks: list[Chunk]) -> None:
        if not _MORE.isdisjoint(part):
            self._rich_part(part, chunks)
            return
        text = part.get("text")
        if not isinstance(text, str):
            self._ledger.other()
        elif text:
            if part.get("thought"):
                chunks.append(self._chunk({"reasoning": text}))
            else:
                self._ledger.texts.append(text)
                chunks.append(self._chunk({"content": text}))

    def _rich_part(self, part: Chunk, chunks: list[Chunk]) -> None:
        """A part with a call or a signature."""
        signature = _signature(part)
        call = part.get("functionCall") or part.get("function_call")
        if isinstance(call, dict):
            chunks.append(self._chunk(self._call(call, signature)))
            return
        text = part.get("text", "")
        if not isinstance(text, str) or part.keys() - _SIGNED:
            self._ledger.other()
            return
        thought = part.get("thought")
        delta = self._thought(text, signature) if thought else self._text(text, signature)
        if delta:
            chunks.append(self._chunk(delta))

    def _text(self, text: str, signature: str) -> Chunk:
        if not signature:
            if text:
                self._ledger.texts.append(text)
            return {"content": text} if text else {}
        self._ledger.signed_text(text, signature)
        said = {"content": text} if text else {}
        return {**said, "provider_signature": signature}

    def _thought(self, text: str, signature: str) -> Chunk:
        said: Chunk = {"reasoning": text} if text else {}
        if signature:
            native = {"text": text, "thought": True, "thoughtSignature": signature}
            self._ledger.block(native)
            said["thinking_block"] = {**native}
        return said

    def _call(self, call: Chunk, signature: str) -> Chunk:
        name, arguments = string(call.get("name")), call.get("args")
        arguments = arguments if isinstance(arguments, dict) else {}
        call_id = string(call.get("id")) or self._make(name, arguments)
        index = self._ledger.call(call_id, signature)
        function = {"name": name, "arguments": encoded(arguments)}
        entry: Chunk = {"index": index, "id": call_id, "type": "function", "function": function}
        if signature:
            entry["provider_signature"] = signature
        return {"tool_calls": [entry]}

    def _make(self, name: str, arguments: Json) -> str:
        self._ledger.made(name, arguments)
        return f"{self._prefix}{len(self._ledger.calls)}"

    def _ending(self, event: Chunk, candidate: Chunk | None, chunks: list[Chunk]) -> None:
        usage = event.get("usageMetadata") or event.get("usage_metadata")
        if usage:
            self._tokens = usage
        if not self._finished:
            reason = _reason(event, candidate)
            if not reason:
                return
            self._finished = True
            self._ledger.stop_reason = reason
            chunks.append(self._finish(self._finish_reason(reason, candidate)))
            usage = self._tokens
        if isinstance(usage, dict):
            chunks.append(self._usage(_usage(usage)))

    def _finish_reason(self, reason: str, candidate: Chunk | None) -> str:
        if candidate is None:
            return "content_filter"
        if reason == "STOP" and self._ledger.calls:
            return "tool_calls"
        return FINISH.get(reason, "stop")


_MORE: Final = frozenset({"functionCall", "function_call", "thoughtSignature", "thought_signature"})
_SIGNED: Final = frozenset({"text", "thought", "thoughtSignature", "thought_signature"})


def _first(event: Chunk) -> Chunk | None:
    candidates = event.get("candidates")
    if not isinstance(candidates, list):
        return None
    for candidate in candidates:
        if isinstance(candidate, dict) and not candidate.get("index"):
            return candidate
    return None


def _either(value: Chunk, name: str, spelling: str) -> Json:
    """A member, in the spelling of the wire or of the vendor's Python SDK."""
    found = value.get(name)
    return value.get(spelling) if found is None else found


def _signature(part: Chunk) -> str:
    found = part.get("thoughtSignature") or part.get("thought_signature")
    if isinstance(found, bytes):
        return b64encode(found).decode()
    return string(found)


def _reason(event: Chunk, candidate: Chunk | None) -> str:
    """Why the reply ended, where this event says so; also why the prompt was refused."""
    if candidate is not None:
        reason = candidate.get("finishReason") or candidate.get("finish_reason")
        return "" if reason == "FINISH_REASON_UNSPECIFIED" else string(reason)
    feedback = _either(event, "promptFeedback", "prompt_feedback")
    if not isinstance(feedback, dict):
        return ""
    return string(_either(feedback, "blockReason", "block_reason"))


def _usage(usage: Chunk) -> Chunk:
    thoughts = _count(usage, "thoughtsTokenCount", "thoughts_token_count")
    return tokens(
        _count(usage, "promptTokenCount", "prompt_token_count")
        + _count(usage, "toolUsePromptTokenCount", "tool_use_prompt_token_count"),
        _count(usage, "candidatesTokenCount", "candidates_token_count") + thoughts,
        cached=_count(usage, "cachedContentTokenCount", "cached_content_token_count"),
        reasoning=thoughts,
        total=_count(usage, "totalTokenCount", "total_token_count"),
    )


def _count(usage: Chunk, name: str, spelling: str) -> int:
    return count(usage, name) or count(usage, spelling)
