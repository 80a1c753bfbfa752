"""Streams in the making: one script of pieces, told on every wire, cut anywhere."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pytest

from forethought.policies.kept import Kept
from forethought.policies.streams import open_stream
from forethought.policies.streams.folding import fold
from forethought.policies.words import Json, Wire

Cut = Callable[[str], Sequence[str]]


class Piece(NamedTuple):
    """A piece of a reply: thinking, redacted, text, call or server."""

    kind: str
    text: str = ""
    signature: str = ""


class Ran(NamedTuple):
    """What came of a stream."""

    chunks: list[Json]
    reply: Json
    kept: Kept

    @property
    def message(self) -> Json:
        return self.reply["choices"][0]["message"]

    def deltas(self, member: str) -> list[Json]:
        return [
            choice["delta"][member]
            for chunk in self.chunks
            for choice in chunk.get("choices", ())
            if member in choice["delta"]
        ]


Run = Callable[..., Ran]
Script = Callable[[Sequence[Piece], Cut], Iterator[Json]]


def run_stream(wire: Wire, events: Iterable[Json], **options: Json) -> Ran:
    told: Json = {"signed_by": "platform/model", **options}
    stream = open_stream(wire, **told)
    chunks = [chunk for event in events for chunk in stream.feed(event)]
    chunks.extend(stream.end())
    kept = stream.close()
    return Ran(chunks, fold(chunks, kept), kept)


@pytest.fixture
def run() -> Run:
    return run_stream


def whole(text: str) -> Sequence[str]:
    """No cut at all."""
    return [text]


def anthropic(pieces: Sequence[Piece], cut: Cut) -> Iterator[Json]:
    usage = {"input_tokens": 9, "cache_read_input_tokens": 3, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "model": "m", "content": [], "usage": usage}
    yield {"type": "message_start", "message": message}
    for index, piece in enumerate(pieces):
        start, deltas = _claude_piece(index, piece, cut)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "ping"}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    calls = any(piece.kind == "call" for piece in pieces)
    reason = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": reason, "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}


def _claude_piece(index: int, piece: Piece, cut: Cut) -> tuple[Json, list[Json]]:
    if piece.kind == "thinking":
        start = {"type": "thinking", "thinking": "", "signature": ""}
        deltas: list[Json] = [{"type": "thinking_delta", "thinking": t} for t in cut(piece.text)]
        signed = cut(piece.signature) if piece.signature else []
        return start, deltas + [{"type": "signature_delta", "signature": s} for s in signed]
    if piece.kind == "redacted":
        return {"type": "redacted_thinking", "data": piece.signature}, []
    if piece.kind == "text":
        return {"type": "text", "text": ""}, [
            {"type": "text_delta", "text": t} for t in cut(piece.text)
        ]
    arguments = [{"type": "input_json_delta", "partial_json": t} for t in cut(piece.text)]
    if piece.kind == "server":
        return {"type": "server_tool_use", "id": f"srv_{index}", "name": "s"}, arguments
    return {"type": "tool_use", "id": f"call_{index}", "name": "f", "input": {}}, arguments


def converse(pieces: Sequence[Piece], cut: Cut) -> Iterator[Json]:
    yield {"messageStart": {"role": "assistant"}}
    for index, piece in enumerate(pieces):
        at = {"contentBlockIndex": index}
        if piece.kind == "call":
            call = {"toolUseId": f"call_{index}", "name": "f"}
            yield {"contentBlockStart": {**at, "start": {"toolUse": call}}}
        for delta in _converse_deltas(piece, cut):
            yield {"contentBlockDelta": {**at, "delta": delta}}
        yield {"contentBlockStop": at}
    yield {"messageStop": {"stopReason": "end_turn"}}
    yield {"metadata": {"usage": {"inputTokens": 5, "outputTokens": 7, "totalTokens": 12}}}


def _converse_deltas(piece: Piece, cut: Cut) -> list[Json]:
    if piece.kind == "thinking":
        said: list[Json] = [{"reasoningContent": {"text": t}} for t in cut(piece.text)]
        signed = cut(piece.signature) if piece.signature else []
        return said + [{"reasoningContent": {"signature": s}} for s in signed]
    if piece.kind == "redacted":
        return [{"reasoningContent": {"redactedContent": piece.signature}}]
    if piece.kind == "text":
        return [{"text": t} for t in cut(piece.text)]
    return [{"toolUse": {"input": t}} for t in cut(piece.text)] if piece.kind == "call" else []


def gemini(pieces: Sequence[Piece], cut: Cut) -> Iterator[Json]:
    for index, piece in enumerate(pieces):
        for part in _google_parts(index, piece, cut):
            content = {"role": "model", "parts": [part]}
            yield {"candidates": [{"content": content, "index": 0}], "responseId": "r1"}
    usage = {"promptTokenCount": 4, "candidatesTokenCount": 2, "thoughtsTokenCount": 3}
    yield {"candidates": [{"finishReason": "STOP", "index": 0}], "usageMetadata": usage}


def _google_parts(index: int, piece: Piece, cut: Cut) -> list[Json]:
    signed = {"thoughtSignature": piece.signature} if piece.signature else {}
    if piece.kind == "call":
        call = {"id": f"call_{index}", "name": "f", "args": {"index": index}}
        return [{"functionCall": call, **signed}]
    if piece.kind == "server":
        return [{"executableCode": {"language": "PYTHON", "code": "1"}}]
    thought = {"thought": True} if piece.kind == "thinking" else {}
    texts = [piece.text] if signed else cut(piece.text)
    return [{"text": text, **thought, **signed} for text in texts]


def chat(pieces: Sequence[Piece], cut: Cut) -> Iterator[Json]:
    for index, piece in enumerate(pieces):
        for delta in _chat_deltas(index, piece, cut):
            yield _chat_chunk(delta)
    calls = any(piece.kind == "call" for piece in pieces)
    yield _chat_chunk({}, "tool_calls" if calls else "stop")
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    yield {"id": "c1", "model": "m", "choices": [], "usage": usage}


def _chat_chunk(delta: Json, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


def _chat_deltas(index: int, piece: Piece, cut: Cut) -> list[Json]:
    if piece.kind == "thinking":
        return [
            *[
                {"reasoning_content": t, "thinking_blocks": [{"type": "thinking", "thinking": t}]}
                for t in cut(piece.text)
            ],
            *[
                {"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": s}]}
                for s in (cut(piece.signature) if piece.signature else [])
            ],
            {"content": ""},
        ]
    if piece.kind == "redacted":
        return [{"thinking_blocks": [{"type": "redacted_thinking", "data": piece.signature}]}]
    if piece.kind == "text":
        return [{"content": t} for t in cut(piece.text)]
    if piece.kind == "server":
        return []
    function = {"name": "f", "arguments": ""}
    opening = {"index": index, "id": f"call_{index}", "type": "function", "function": function}
    rest = [{"index": index, "function": {"arguments": t}} for t in cut(piece.text)]
    return [{"tool_calls": [call]} for call in (opening, *rest)]


def responses(pieces: Sequence[Piece], cut: Cut) -> Iterator[Json]:
    yield {"type": "response.created", "response": {"id": "resp_1", "model": "m", "created_at": 5}}
    for index, piece in enumerate(pieces):
        item, deltas = _response_item(index, piece, cut)
        at = {"output_index": index}
        empty = {"encrypted_content": "", "summary": [], "arguments": "", "content": []}
        begun = {key: empty.get(key, value) for key, value in item.items()}
        yield {"type": "response.output_item.added", **at, "item": begun}
        for kind, delta in deltas:
            yield {"type": kind, **at, "delta": delta}
        yield {"type": "response.output_item.done", **at, "item": item}
    usage = {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}
    end = {"id": "resp_1", "status": "completed", "usage": usage}
    yield {"type": "response.completed", "response": end}


def _response_item(index: int, piece: Piece, cut: Cut) -> tuple[Json, list[tuple[str, str]]]:
    if piece.kind in {"thinking", "redacted"}:
        summary = [{"type": "summary_text", "text": piece.text}] if piece.text else []
        item: Json = {"id": f"rs_{index}", "type": "reasoning", "summary": summary}
        if piece.signature:
            item["encrypted_content"] = piece.signature
        kind = "response.reasoning_summary_text.delta"
        return item, [(kind, t) for t in cut(piece.text)]
    if piece.kind == "text":
        content = [{"type": "output_text", "text": piece.text}]
        item = {"id": f"msg_{index}", "type": "message", "role": "assistant", "content": content}
        return item, [("response.output_text.delta", t) for t in cut(piece.text)]
    if piece.kind == "server":
        return {"id": f"ws_{index}", "type": "web_search_call", "status": "completed"}, []
    call = {"id": f"fc_{index}", "type": "function_call", "call_id": f"call_{index}", "name": "f"}
    kind = "response.function_call_arguments.delta"
    return {**call, "arguments": piece.text}, [(kind, t) for t in cut(piece.text)]


SCRIPTS: Mapping[Wire, Script] = {
    "anthropic.messages": anthropic,
    "bedrock.converse": converse,
    "gemini.generate": gemini,
    "openai.chat": chat,
    "openai.responses": responses,
}
PIECES = (
    Piece("thinking", "first I look", "SIG/1+="),
    Piece("redacted", "", "DATA=="),
    Piece("text", "Ich prüfe 🌍 das. "),
    Piece("server", '{"q":1}'),
    Piece("call", '{"city":"Bos\\u0074on"}', "CALLSIG"),
    Piece("thinking", "", "SIG2"),
    Piece("call", '{"n":[1,2]}'),
    Piece("thinking", "then I see", "SIG3"),
    Piece("text", "Done."),
)
"""One of everything, interleaved."""


@pytest.fixture(params=[*SCRIPTS])
def wire(request: pytest.FixtureRequest) -> Wire:
    found: Wire = request.param
    return found


@pytest.fixture
def rich(wire: Wire) -> list[Json]:
    """A stream on the wire with one of everything."""
    return [*SCRIPTS[wire](PIECES, whole)]
