"""The compatibility boundary: what earlier versions sent, in today's words, with a warning."""

from collections.abc import Collection
from typing import Final

from forethought.policies.agui.report import Report
from forethought.policies.words import Json

RETIRED: Final = {
    "THINKING_START": "REASONING_START",
    "THINKING_END": "REASONING_END",
    "THINKING_TEXT_MESSAGE_START": "REASONING_MESSAGE_START",
    "THINKING_TEXT_MESSAGE_CONTENT": "REASONING_MESSAGE_CONTENT",
    "THINKING_TEXT_MESSAGE_END": "REASONING_MESSAGE_END",
}
"""Retired events and what took their place."""


class Boundary:
    """The first stage. The retired events named no message: ids are made from the run's id and a
    count, and never one that the history (`taken`) holds."""

    def __init__(self, report: Report | None = None, *, taken: Collection[str] = ()) -> None:
        self.report = report or Report()
        self._taken = taken
        self._run = ""
        self._count = 0
        self._open: dict[str, str] = {}
        self._told: set[str] = set()

    def feed(self, event: Json) -> list[Json]:
        if not isinstance(event, dict):
            return [event]
        kind = event.get("type")
        if kind == "RUN_STARTED":
            self._begin(event)
        if "rawEvent" in event and event["rawEvent"] is None:
            self.report.warn("retired_null", "/rawEvent")
            event = {key: value for key, value in event.items() if key != "rawEvent"}
        if isinstance(kind, str) and kind in RETIRED:
            return [self._translated(kind, event)]
        return [event]

    def _begin(self, event: dict[str, Json]) -> None:
        run = event.get("runId")
        self._run = run if isinstance(run, str) else ""
        self._open.clear()

    def _translated(self, kind: str, event: dict[str, Json]) -> Json:
        if kind not in self._told:
            self._told.add(kind)
            self.report.warn("retired_event", "/type", f"now {RETIRED[kind]}")
        rest = {key: value for key, value in event.items() if key not in ("type", "title")}
        if "title" in event:
            self.report.warn("title_lost", "/title")
        made: dict[str, Json] = {"type": RETIRED[kind], "messageId": self._named(kind), **rest}
        if kind == "THINKING_TEXT_MESSAGE_START":
            made["role"] = "reasoning"
        return made

    def _named(self, kind: str) -> str:
        entity = "message" if "TEXT_MESSAGE" in kind else "span"
        if kind.endswith("_START"):
            self._open[entity] = self._minted()
        if kind.endswith("_END"):
            return self._open.pop(entity, None) or self._minted()
        return self._open.get(entity) or self._minted()

    def _minted(self) -> str:
        while True:
            self._count += 1
            name = f"{self._run}:thinking-{self._count}"
            if name not in self._taken:
                return name
