"""Enforcement: what the schema does not describe is left out, what breaks it is fatal."""

from forethought.policies.agui.report import Report, tell_lost
from forethought.policies.agui.schema import SCHEMAS, Profile
from forethought.policies.agui.shapes import GONE
from forethought.policies.words import Json


class Enforcer:
    """The second stage. What fits passes as the same object."""

    def __init__(self, report: Report | None = None, *, profile: Profile = "1.0") -> None:
        self.report = report or Report()
        self._events = SCHEMAS[profile].events

    def feed(self, event: Json) -> list[Json]:
        if not isinstance(event, dict):
            self.report.fail("malformed", "", "must be an object")
        kind = event.get("type")
        if not isinstance(kind, str):
            self.report.fail("malformed", "/type", "must be a string")
        shape = self._events.get(kind)
        if shape is None:
            self.report.warn("unknown_event", "/type")
            tell_lost(event, "", self.report)
            return []
        cleaned = shape.clean(event, "", self.report)
        if cleaned is GONE:
            tell_lost(event, "", self.report)
            return []
        return [cleaned]
