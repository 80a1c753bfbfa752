"""What taking in an AG-UI event costs, as a ratio to decoding that event's JSON in the same run.

    python tests/benchmarks/agui_cost.py

CPU time of this thread, medians of interleaved rounds. "json" is the standard library, "msgspec"
its untyped decoder, "ag-ui" the published package's own parse (`validate_json`), "stages" all
stages of `Consumer` on a decoded event, "emit" what makes such events of a provider's chunks.
"""

import json
from collections.abc import Callable
from functools import partial
from statistics import median
from time import thread_time
from typing import Any, Final

import msgspec
from ag_ui.core import Event
from pydantic import TypeAdapter

from forethought.policies.agui import Consumer, Emitter, Seal, check

ROUNDS: Final = 15
TIMES: Final = 2000
ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(Event)
START: Final = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
OPEN: Final = {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}

EVENTS: Final[dict[str, dict[str, Any]]] = {
    "content, 20 B": {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "x" * 20},
    "content, 2 KB": {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "é\n" * 700},
    "chunk, 20 B": {"type": "REASONING_MESSAGE_CHUNK", "messageId": "n", "delta": "x" * 20},
    "value, 2 KB": {
        "type": "REASONING_ENCRYPTED_VALUE",
        "subtype": "message",
        "entityId": "m",
        "encryptedValue": "AbC+/" * 400,
    },
    "snapshot of 50": {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [
            {
                "id": f"m{place or ''}",
                "role": "reasoning",
                "content": "x" * 200,
                "encryptedValue": "v",
            }
            for place in range(50)
        ],
    },
    "raw, 2 KB": {"type": "RAW", "event": {"a": ["x" * 20] * 100}},
}


def cost(works: dict[str, Callable[[], object]], times: int) -> dict[str, float]:
    """Median seconds of each work, measured in turn."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            begun = thread_time()
            for _ in range(times):
                work()
            seconds[name].append((thread_time() - begun) / times)
    return {name: median(values) for name, values in seconds.items()}


def stages(event: dict[str, Any]) -> Callable[[], object]:
    """A consumer in the middle of a run; what it gathers is dropped now and then."""
    consumer = Consumer()
    for first in (START, OPEN):
        consumer.feed(first)
    left = [1000]

    def work() -> object:
        left[0] -= 1
        if not left[0]:
            left[0] = 1000
            consumer.feed({"type": "REASONING_MESSAGE_END", "messageId": "m"})
            consumer.feed({"type": "MESSAGES_SNAPSHOT", "messages": [
                {"id": "m", "role": "reasoning", "content": ""}]})  # fmt: skip
            consumer.feed(OPEN)
        return consumer.feed(event)

    return work


def per_event() -> None:
    print(f"{'event':<16}{'json µs':>9}{'msgspec':>9}{'ag-ui':>9}{'stages':>9}  (ratio to json)")
    for name, event in EVENTS.items():
        raw = json.dumps(event).encode()
        works: dict[str, Callable[[], object]] = {
            "json": partial(json.loads, raw),
            "msgspec": partial(msgspec.json.decode, raw),
            "ag-ui": partial(ADAPTER.validate_json, raw),
            "stages": stages(event),
        }
        took = cost(works, TIMES if len(raw) < 4000 else TIMES // 20)
        base = took["json"]
        ratios = "".join(f"{took[key] / base:>9.2f}" for key in ("msgspec", "ag-ui", "stages"))
        print(f"{name:<16}{base * 1e6:>9.2f}{ratios}")


def chunks() -> list[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"reasoning": "word "} for _ in range(100)]
    block = {"type": "thinking", "thinking": "word " * 100, "signature": "S" * 400}
    deltas += [{"thinking_block": block}, *({"content": "word "} for _ in range(100))]
    return [{"id": "c", "choices": [{"index": 0, "delta": delta}]} for delta in deltas]


def whole_streams() -> None:
    given = chunks()
    raws = [json.dumps(chunk).encode() for chunk in given]

    def emit() -> list[Any]:
        made = Emitter(Seal(b"key"), thread_id="t", run_id="r", signed_by="p/m")
        return [event for chunk in given for event in made.feed(chunk)] + made.finish()

    events = emit()
    encoded = [json.dumps(event).encode() for event in events]
    took = cost(
        {
            "decode chunks": lambda: [json.loads(raw) for raw in raws],
            "emit": emit,
            "decode events": lambda: [json.loads(raw) for raw in encoded],
            "check": lambda: check(events),
            "ag-ui": lambda: [ADAPTER.validate_json(raw) for raw in encoded],
        },
        20,
    )
    print(f"\na reply of {len(given)} chunks, {len(events)} events")
    print(f"emit / decode of its chunks   {took['emit'] / took['decode chunks']:.2f}")
    print(f"check / decode of its events  {took['check'] / took['decode events']:.2f}")
    print(f"ag-ui / decode of its events  {took['ag-ui'] / took['decode events']:.2f}")


if __name__ == "__main__":
    per_event()
    whole_streams()
