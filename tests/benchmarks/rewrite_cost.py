"""What a rewrite costs, as a ratio to a JSON decode and encode of the same body in the same run.

    python tests/benchmarks/rewrite_cost.py

CPU time of this thread, medians of interleaved rounds. "json" is the standard library, "splice" the
least that can be done with bytes: the top level decoded and written again.
"""

import json
from collections.abc import Callable
from statistics import median
from time import thread_time
from typing import Any, Final

import msgspec
from msgspec import Raw

from forethought.catalog import Catalog

ROUNDS: Final = 15
MODEL: Final = "claude-opus-5-5"
TEXT: Final = 'The "quick" brown fox\njumps over the lazy dog, à la carte — naïve 狐.\n'


def body(messages: int, tools: int, length: int) -> dict[str, Any]:
    """A request in the shape of `openai.chat`."""
    words = (TEXT * (length // len(TEXT) + 1))[:length]
    return {
        "model": MODEL,
        "reasoning_effort": "high",
        "temperature": 0.2,
        "messages": [
            {"role": ("user", "assistant")[index % 2], "content": words}
            for index in range(messages - 1)
        ]
        + [{"role": "user", "content": "hi"}],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": f"tool_{index}",
                    "description": words[:200],
                    "parameters": {"type": "object", "properties": {"a": {"type": "string"}}},
                },
            }
            for index in range(tools)
        ],
    }


def native(request: dict[str, Any]) -> dict[str, Any]:
    """The same request in Claude's own shape, ready to send."""
    return dict(Catalog.load().rewrite(request).body)


def cost(works: dict[str, Callable[[], object]], times: int) -> dict[str, float]:
    """Median seconds of each work, measured in turn."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = thread_time()
            for _ in range(times):
                work()
            seconds[name].append((thread_time() - start) / times)
    return {name: median(rounds) for name, rounds in seconds.items()}


def report(title: str, request: dict[str, Any], catalog: Catalog, wire: Any) -> None:
    """One line: the ratios of one body."""
    raw = msgspec.json.encode(request)
    splice = msgspec.json.Decoder(dict[str, Raw])
    works: dict[str, Callable[[], object]] = {
        "json": lambda: json.dumps(json.loads(raw)),
        "splice": lambda: msgspec.json.encode(splice.decode(raw)),
        "mapping": lambda: catalog.rewrite(request, wire=wire),
        "bytes": lambda: catalog.rewrite(raw, wire=wire).encode(),
    }
    spent = cost(works, max(1, 4_000_000 // (len(raw) + 10_000)))
    mapping, byte = spent["mapping"] / spent["json"], spent["bytes"] / spent["json"]
    print(
        f"{title:42} {len(raw):>9,} B  json {spent['json'] * 1e6:8.0f} µs"
        f"  mapping {mapping:6.3f}  bytes {byte:6.3f}  bytes/splice"
        f" {spent['bytes'] / spent['splice']:6.2f}"
    )


def main() -> None:
    """Prints the table."""
    catalog = Catalog.load()
    sizes = {
        "2 messages": (2, 0, 400),
        "20 messages, 5 tools": (20, 5, 400),
        "200 messages, 20 tools": (200, 20, 950),
        "200 messages, five times as long": (200, 20, 4750),
    }
    for title, size in sizes.items():
        request = body(*size)
        report(f"{title}, translated", request, catalog, "openai.chat")
        report(f"{title}, own wire", native(request), catalog, "anthropic.messages")


if __name__ == "__main__":
    main()
