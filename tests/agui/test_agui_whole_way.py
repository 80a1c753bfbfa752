"""The whole way: a provider's stream, AG-UI to a client and back, and a request to any model.

A conversation begins with one writer, goes on with another (a fallback), and comes back.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pytest

from forethought.catalog import Catalog
from forethought.policies.agui import Emitter, Seal, check, consume, give_back
from forethought.policies.streams import open_stream
from forethought.policies.words import Json, Wire

CLAUDE: Final = "claude-opus-5-5"
GEMINI: Final = "gemini-3.8-flash"
GPT: Final = "gpt-5.4"
THOUGHT: Final = "the-thought-of-the-writer"


class Writer(NamedTuple):
    """Who streams, on which wire, and what it streams: thinking, a text and two calls."""

    wire: Wire
    signed_by: str
    model: str
    target: Wire
    events: Sequence[Json]


def claude_events(run: str) -> list[Json]:
    blocks: list[tuple[Json, list[Json]]] = [
        ({"type": "thinking", "thinking": "", "signature": ""}, [
            {"type": "thinking_delta", "thinking": THOUGHT[:9]},
            {"type": "thinking_delta", "thinking": THOUGHT[9:]},
            {"type": "signature_delta", "signature": f"Sig/{run}+=="}]),
        ({"type": "redacted_thinking", "data": f"Red/{run}"}, []),
        ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "I look."}]),
        ({"type": "tool_use", "id": f"{run}_1", "name": "weather", "input": {}}, [
            {"type": "input_json_delta", "partial_json": '{"city":'},
            {"type": "input_json_delta", "partial_json": '"Oslo"}'}]),
        ({"type": "thinking", "thinking": "", "signature": ""}, [
            {"type": "signature_delta", "signature": f"Omitted/{run}"}]),
        ({"type": "tool_use", "id": f"{run}_2", "name": "weather", "input": {}}, [
            {"type": "input_json_delta", "partial_json": '{"city": "Rom"}'}]),
    ]  # fmt: skip
    message = {"id": "msg", "type": "message", "role": "assistant", "content": []}
    events: list[Json] = [{"type": "message_start", "message": message}]
    for index, (start, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
    return [*events, {"type": "message_stop"}]


def chat_events(run: str) -> list[Json]:
    """As a gateway streams what Claude wrote."""
    deltas: list[Json] = [
        {"reasoning_content": THOUGHT, "thinking_blocks": [{"type": "thinking", "thinking": THOUGHT}]},
        {"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": f"Sig/{run}"}]},
        {"content": "I "},
        {"content": "look."},
        *({"tool_calls": [{"index": place, "id": f"{run}_{place + 1}", "type": "function",
                           "function": {"name": "weather", "arguments": arguments}}]}
          for place, arguments in enumerate(('{"city":"Oslo"}', '{"city": "Rom"}'))),
    ]  # fmt: skip
    chunks: list[Json] = [
        {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in deltas
    ]
    end = {"index": 0, "delta": {}, "finish_reason": "tool_calls"}
    return [*chunks, {"id": "c", "choices": [end]}]


def gemini_events(run: str) -> list[Json]:
    def call(number: int, city: str, **more: Json) -> Json:
        asked = {"id": f"{run}_{number}", "name": "weather", "args": {"city": city}}
        return {"functionCall": asked, **more}

    parts: list[Json] = [
        {"text": THOUGHT, "thought": True},
        {"text": "I look."},
        call(1, "Oslo", thoughtSignature=f"Call/{run}=="),
        call(2, "Rom"),
    ]
    content = [{"candidates": [{"content": {"role": "model", "parts": [p]}}]} for p in parts]
    return [*content, {"candidates": [{"finishReason": "STOP"}]}]


def responses_events(run: str) -> list[Json]:
    items: list[Json] = [
        {"id": "rs", "type": "reasoning", "encrypted_content": f"Enc/{run}==",
         "summary": [{"type": "summary_text", "text": THOUGHT}]},
        {"id": "msg", "type": "message", "role": "assistant",
         "content": [{"type": "output_text", "text": "I look."}]},
        *({"id": f"fc_{place}", "type": "function_call", "call_id": f"{run}_{place}",
           "name": "weather", "arguments": arguments}
          for place, arguments in enumerate(('{"city":"Oslo"}', '{"city": "Rom"}'), 1)),
    ]  # fmt: skip
    deltas = {
        "reasoning": ("response.reasoning_summary_text.delta", THOUGHT),
        "message": ("response.output_text.delta", "I look."),
    }
    events: list[Json] = [{"type": "response.created", "response": {"id": "resp"}}]
    for place, item in enumerate(items):
        at = {"output_index": place}
        cleared = {"encrypted_content": "", "summary": [], "content": []}
        begun = {key: cleared.get(key, value) for key, value in item.items()}
        events.append({"type": "response.output_item.added", **at, "item": begun})
        if item["type"] in deltas:
            kind, text = deltas[item["type"]]
            events.append({"type": kind, **at, "delta": text})
        events.append({"type": "response.output_item.done", **at, "item": item})
    return [*events, {"type": "response.completed", "response": {"status": "completed"}}]


def writer(wire: Wire, run: str) -> Writer:
    if wire == "anthropic.messages":
        return Writer(wire, f"anthropic/{CLAUDE}", CLAUDE, wire, claude_events(run))
    if wire == "openai.chat":
        return Writer(wire, f"anthropic/{CLAUDE}", CLAUDE, "anthropic.messages", chat_events(run))
    if wire == "gemini.generate":
        return Writer(wire, f"gemini/{GEMINI}", GEMINI, wire, gemini_events(run))
    return Writer("openai.responses", f"openai/{GPT}", GPT, "openai.responses", responses_events(run))
