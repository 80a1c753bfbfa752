"""The cases by rule: what a consumer makes of a stream, what a producer is told of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from forethought.policies.agui import Outcome, ProtocolViolation, check, consume
from forethought.policies.agui.schema import Profile

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "cases.json").read_text("utf-8")
)
EDITIONS = [(case, edition) for case in CASES for edition in case["expect"]]
NAMED = [f"{case['id']}-{edition}" for case, edition in EDITIONS]


def profile_of(edition: str) -> Profile:
    return "1.1" if edition == "v11" else "1.0"


def taken_in(case: dict[str, Any], edition: str) -> Outcome:
    discipline: Any = "warn" if edition == "spec" else "fatal"
    return consume(
        case["stream"], case["input"], discipline=discipline, profile=profile_of(edition)
    )


def verdict(outcome: Outcome) -> str:
    try:
        outcome.next_input()
    except ProtocolViolation:
        return "fatal"
    if outcome.status == "failed":
        return "fatal"
    return "warn" if outcome.diagnostics else "accept"


def holds(expected: Any, actual: Any) -> bool:
    """Whether the listed keys are there; lists are as long as expected."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and holds(value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(holds, expected, actual))
    return bool(expected == actual)


@pytest.mark.parametrize(("case", "edition"), EDITIONS, ids=NAMED)
def test_a_consumer_ends_as_the_case_says(case: dict[str, Any], edition: str) -> None:
    expected = {"drop": "warn"}.get(
        case["expect"][edition]["consumer"], case["expect"][edition]["consumer"]
    )
    got = verdict(taken_in(case, edition))
    assert got == expected or (expected == "optional" and got in {"warn", "accept"}), case["title"]


@pytest.mark.parametrize(("case", "edition"), EDITIONS, ids=NAMED)
def test_the_history_holds_what_the_case_says(case: dict[str, Any], edition: str) -> None:
    expected = case["expect"][edition]
    outcome = taken_in(case, edition)
    assert holds(expected.get("messages", list(outcome.messages)), outcome.messages)
    if "returned" in expected:
        assert holds(expected["returned"], outcome.next_input())
    for path in expected.get("absent", ()):
        place, key = path.split(".")
        assert key not in outcome.messages[int(place)]


@pytest.mark.parametrize(("case", "edition"), EDITIONS, ids=NAMED)
def test_the_producer_is_told_what_the_case_says(case: dict[str, Any], edition: str) -> None:
    said = check(case["stream"], case["input"], profile=profile_of(edition))
    errors = [diagnostic for diagnostic in said if diagnostic.level == "error"]
    assert bool(errors) == (case["expect"][edition]["producer"] == "violation"), case["title"]
    assert all(diagnostic.index is not None for diagnostic in errors)


DISCIPLINE = [
    case
    for case in CASES
    if case["expect"].get("spec", {}).get("consumer") == "optional" and case["rule"] != "RC1"
]


@pytest.mark.parametrize("case", DISCIPLINE, ids=[case["id"] for case in DISCIPLINE])
def test_relaxed_discipline_warns_and_invents_nothing(case: dict[str, Any]) -> None:
    outcome = taken_in(case, "spec")
    assert outcome.status == "completed"
    assert {diagnostic.level for diagnostic in outcome.diagnostics} == {"warning"}
    started = {e["messageId"] for e in case["stream"] if "START" in e["type"] and "messageId" in e}
    chunked = {e["messageId"] for e in case["stream"] if "CHUNK" in e["type"] and "messageId" in e}
    assert {message["id"] for message in outcome.messages} <= started | chunked
