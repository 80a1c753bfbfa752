"""The producer's check: everything that is wrong with a stream, and nothing raised."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from forethought.policies.agui.apply import History
from forethought.policies.agui.boundary import Boundary
from forethought.policies.agui.chunks import Expander
from forethought.policies.agui.enforce import Enforcer
from forethought.policies.agui.issuers import Entity, holders
from forethought.policies.agui.report import Code, Diagnostic, ProtocolViolation, Report
from forethought.policies.agui.schema import Profile
from forethought.policies.agui.verify import Verifier
from forethought.policies.words import Json

FAULTS: Final[frozenset[Code]] = frozenset(
    {
        "unknown_event",
        "unknown_property",
        "unknown_value",
        "retired_event",
        "retired_null",
        "version_unreadable",
        "id_taken",
        "duplicate_id",
        "patch_failed",
    }
)
"""What a consumer tolerates and a producer must not send."""


class Checker:
    """The check, one event at a time: `feed` takes an event as it would be sent."""

    def __init__(self, messages: Sequence[Json] = (), *, profile: Profile = "1.0") -> None:
        self.report = Report()
        self._count = 0
        self._stages = (
            Boundary(self.report),
            Enforcer(self.report, profile=profile),
            Expander(self.report),
            Verifier(self.report, discipline="report", profile=profile),
        )
        self._history = History(messages, self.report)

    def feed(self, event: Json) -> None:
        self.report.at = self._count
        self._count += 1
        self._advance(event, 0)

    def finish(self) -> list[Diagnostic]:
        self.report.at = self._count
        self._stages[-1].finish()
        return [_judged(diagnostic) for diagnostic in self.report.diagnostics]

    def _advance(self, event: Json, place: int) -> None:
        """Through the stages that are left; one broken event does not take its siblings along."""
        if place == len(self._stages):
            self._apply(event)
            return
        try:
            made = self._stages[place].feed(event)
        except ProtocolViolation:
            return
        for one in made:
            self._advance(one, place + 1)

    def _apply(self, event: Json) -> None:
        if event["type"] != "MESSAGES_SNAPSHOT":
            self._history.feed(event)
            return
        before = self._values()
        for place, message in enumerate(event["messages"]):
            self._untyped(message, f"/messages/{place}")
        self._history.feed(event)
        for _ in before - self._values():
            self.report.warn("value_withdrawn", "/messages")

    def _values(self) -> set[Entity]:
        return {entity for m in self._history.messages for entity, _, _ in holders(m)}

    def _untyped(self, message: Json, path: str) -> None:
        """A type says what a value is: without the value it says nothing."""
        calls = enumerate(message.get("toolCalls", ()))
        for where, holder in ((path, message), *((f"{path}/toolCalls/{i}", c) for i, c in calls)):
            if "encryptedValueType" in holder and "encryptedValue" not in holder:
                self.report.error("type_without_value", f"{where}/encryptedValueType")


def check(
    events: Iterable[Json], messages: Sequence[Json] = (), *, profile: Profile = "1.0"
) -> list[Diagnostic]:
    """Every violation in a producer's own stream, as `error`; what is legal and costs something,
    as `warning`. The history the run starts from is not judged."""
    checker = Checker(messages, profile=profile)
    for event in events:
        checker.feed(event)
    return checker.finish()


def _judged(diagnostic: Diagnostic) -> Diagnostic:
    return replace(diagnostic, level="error") if diagnostic.code in FAULTS else diagnostic
