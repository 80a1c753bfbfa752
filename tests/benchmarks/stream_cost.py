"""What `feed` costs beside decoding the same event: CPU time, one run, medians of ratios.

python tests/benchmarks/stream_cost.py
"""

import json
import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from forethought.policies.streams import open_stream
from forethought.policies.words import Json, Wire

TEXT = "a few words of "
ROUNDS = 41
EVENTS = 400


def anthropic() -> Sequence[Json]:
    rows: list[Json] = []
    for index, (kind, field) in enumerate((("thinking", "thinking"), ("text", "text"))):
        delta = {"type": f"{kind}_delta", field: TEXT}
        start = {"type": kind, field: ""}
        rows += [
            {"type": "content_block_start", "index": index, "content_block": start},
            *[{"type": "content_block_delta", "index": index, "delta": delta}] * (EVENTS // 2),
        ]
    return rows


def gemini() -> Sequence[Json]:
    usage = {"promptTokenCount": 12, "candidatesTokenCount": 3, "totalTokenCount": 15}
    rows = [
        {
            "candidates": [{"content": {"parts": [part], "role": "model"}, "index": 0}],
            "usageMetadata": usage,
            "modelVersion": "gemini-x",
            "responseId": "r1",
        }
        for part in ({"text": TEXT, "thought": True}, {"text": TEXT})
    ]
    return rows * (EVENTS // 2)


def chat() -> Sequence[Json]:
    rows = [
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1796000000,
            "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
        }
        for delta in ({"reasoning_content": TEXT}, {"content": TEXT})
    ]
    return rows * (EVENTS // 2)


def responses() -> Sequence[Json]:
    rows = [
        {"type": kind, "sequence_number": 7, "item_id": "msg_1", "output_index": 1, "delta": TEXT}
        for kind in ("response.reasoning_summary_text.delta", "response.output_text.delta")
    ]
    return rows * (EVENTS // 2)


def converse() -> Sequence[Json]:
    deltas = ({"reasoningContent": {"text": TEXT}}, {"text": TEXT})
    rows: list[Json] = []
    for index, delta in enumerate(deltas):
        row = {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        rows += [row] * (EVENTS // 2)
    return rows


def timed(work: Callable[[], object]) -> float:
    began = time.thread_time_ns()
    work()
    return time.thread_time_ns() - began


def feed_all(wire: Wire, events: Sequence[Json]) -> None:
    stream = open_stream(wire)
    for event in events:
        for _ in stream.feed(event):
            pass
    stream.close()


def decode_all(decode: Callable[[bytes], object], lines: Sequence[bytes]) -> None:
    for line in lines:
        decode(line)


def measure(wire: Wire, events: Sequence[Json]) -> tuple[float, float, float]:
    """Nanoseconds an event, and the ratio to decoding it by msgspec and by the standard library."""
    lines = [json.dumps(event).encode() for event in events]
    rounds: list[tuple[float, float, float]] = []
    for _ in range(ROUNDS):
        fed = timed(lambda: feed_all(wire, events))
        fast = timed(lambda: decode_all(msgspec.json.decode, lines))
        slow = timed(lambda: decode_all(json.loads, lines))
        rounds.append((fed / len(events), fed / fast, fed / slow))
    return (
        median(row[0] for row in rounds),
        median(row[1] for row in rounds),
        median(row[2] for row in rounds),
    )


def main() -> None:
    wires: Sequence[tuple[Wire, Callable[[], Sequence[Json]]]] = (
        ("anthropic.messages", anthropic),
        ("gemini.generate", gemini),
        ("openai.chat", chat),
        ("openai.responses", responses),
        ("bedrock.converse", converse),
    )
    print(f"{'wire':20} {'ns/event':>9} {'of msgspec':>11} {'of json':>8}")
    for wire, events in wires:
        cost, fast, slow = measure(wire, events())
        print(f"{wire:20} {cost:9.0f} {fast:11.2f} {slow:8.2f}")


if __name__ == "__main__":
    main()
