"""The streams of the public AG-UI conformance suite (MIT), under profile 1.1.

Relaxed, as for any client that is not the suite's own: the wording of errors and of warnings (that
there is one is enough; `unknown-property-stripped` names its path all the same), and how the
`era-*` stream is translated. Agent state is not built here, so `state` is left out.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from forethought.policies.agui import Consumer, Outcome, ProtocolViolation

STREAMS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "conformance.json").read_text("utf-8")
)
IDS = [stream["id"] for stream in STREAMS]


def played(stream: dict[str, Any]) -> tuple[list[Any], Outcome]:
    """What the application is given, and what it all came to."""
    consumer, delivered = Consumer(stream["input"], profile="1.1"), list[Any]()
    for event in stream["stream"]:
        try:
            delivered += consumer.feed(event)
        except ProtocolViolation as violation:
            return delivered, consumer.finish(violation.diagnostic)
    return delivered, consumer.finish()


def holds(expected: Any, actual: Any) -> bool:
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and holds(value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(holds, expected, actual))
    return bool(expected == actual)


def at(path: str, events: list[Any]) -> Any:
    place, *keys = path.split(".")
    found = events[int(place)]
    for key in keys:
        found = found.get(key)
    return found


@pytest.mark.parametrize("stream", STREAMS, ids=IDS)
def test_the_stream_ends_as_the_suite_says(stream: dict[str, Any]) -> None:
    expect = stream["expect"]
    delivered, outcome = played(stream)
    truncated = delivered and not delivered[-1]["type"].startswith("RUN_")
    assert outcome.status == expect["outcome"]
    assert (outcome.error is not None) == ("errorContains" in expect)
    if expect.get("noWarnings"):
        assert not outcome.diagnostics
    if "warnings" in expect:
        assert outcome.diagnostics
        assert not truncated


@pytest.mark.parametrize("stream", STREAMS, ids=IDS)
def test_the_history_is_what_the_suite_says(stream: dict[str, Any]) -> None:
    expect = stream["expect"]
    _, outcome = played(stream)
    assert len(outcome.messages) == expect.get("messageCount", len(outcome.messages))
    assert holds(expect.get("messages", list(outcome.messages)), outcome.messages)


@pytest.mark.parametrize("stream", STREAMS, ids=IDS)
def test_the_application_is_given_what_the_suite_says(stream: dict[str, Any]) -> None:
    expect = stream["expect"]
    delivered, _ = played(stream)
    types = [event["type"] for event in delivered]
    assert types == expect.get("eventTypes", types)
    assert not set(expect.get("eventTypesAbsent", ())) & set(types)
    for path, value in expect.get("eventPaths", {}).items():
        assert at(path, delivered) == value
    for path in expect.get("eventAbsentPaths", ()):
        assert at(path, delivered) is None
    if "runError" in expect:
        errors = [event["message"] for event in delivered if event["type"] == "RUN_ERROR"]
        assert errors == [expect["runError"]]


def test_a_stripped_property_is_named_by_its_path() -> None:
    stream = next(s for s in STREAMS if s["id"] == "unknown-property-stripped")
    _, outcome = played(stream)
    assert [d.path for d in outcome.diagnostics] == stream["expect"]["warnings"]
