"""The consumer: every stage in the specification's order, on a live stream or on a whole one."""

from collections.abc import Iterable, Sequence
from typing import Literal

from forethought.policies.agui.apply import History
from forethought.policies.agui.boundary import Boundary
from forethought.policies.agui.chunks import Expander
from forethought.policies.agui.enforce import Enforcer
from forethought.policies.agui.issuers import Messages, Table
from forethought.policies.agui.outgoing import issued_to, outgoing
from forethought.policies.agui.report import Diagnostic, ProtocolViolation, Report
from forethought.policies.agui.schema import Profile
from forethought.policies.agui.verify import Discipline, Verifier
from forethought.policies.words import Json

Status = Literal["completed", "failed"]


class Outcome:
    """What a stream came to. `error` is the violation that ended it; `messages` is the history with
    everything applied that came before."""

    def __init__(
        self,
        *,
        messages: Messages,
        diagnostics: list[Diagnostic],
        error: Diagnostic | None = None,
        profile: Profile = "1.0",
        producer: str | None = None,
    ) -> None:
        self.messages = messages
        self.diagnostics = diagnostics
        self.error = error
        self.profile: Profile = profile
        self.producer = producer

    @property
    def status(self) -> Status:
        return "failed" if self.error else "completed"

    @property
    def issuers(self) -> Table:
        """Who issued which value, as plain JSON to store beside the messages."""
        return self.messages.issuers

    def next_input(self, *, producer: str | None = None, trust_unknown: bool = False) -> list[Json]:
        """The messages for the next run, of the same producer unless another is named.

        Values as they came, activity left out, unknown members stripped; each warning joins
        `diagnostics` once. A malformed known member raises `ProtocolViolation`."""
        report = Report()
        try:
            sent = issued_to(
                self.messages,
                producer or self.producer,
                report,
                trust_unknown=trust_unknown,
            )
            return outgoing(sent, report, profile=self.profile)
        finally:
            told = set(self.diagnostics)
            self.diagnostics.extend(d for d in report.diagnostics if d not in told)

    def __repr__(self) -> str:
        return (
            f"Outcome(status={self.status!r}, messages={len(self.messages)}, "
            f"diagnostics={len(self.diagnostics)})"
        )


class Consumer:
    """The whole pipeline, one event at a time. After a `ProtocolViolation` the stream is over."""

    def __init__(
        self,
        messages: Sequence[Json] = (),
        *,
        discipline: Literal["fatal", "warn"] = "fatal",
        profile: Profile = "1.0",
        producer: str | None = None,
        issuers: Table | None = None,
    ) -> None:
        self.report = Report()
        self._profile: Profile = profile
        self._producer = producer
        self._count = 0
        self.stages = _stages(messages, self.report, discipline, profile)
        self.history = History(messages, self.report, producer=producer, issuers=issuers)

    def feed(self, event: Json) -> list[Json]:
        """The events that reach the application, after they were applied to the history."""
        self.report.at = self._count
        self._count += 1
        events = [event]
        for stage in self.stages:
            if len(events) == 1:
                events = stage.feed(events[0])
            else:
                events = [made for event in events for made in stage.feed(event)]
        for made in events:
            self.history.feed(made)
        return events

    def finish(self, error: Diagnostic | None = None) -> Outcome:
        """What it came to, so far."""
        self.report.at = self._count
        if error is None:
            self.stages[-1].finish()
        self.report.at = None
        return Outcome(
            messages=self.history.messages,
            diagnostics=self.report.diagnostics,
            error=error,
            profile=self._profile,
            producer=self._producer,
        )


def consume(
    events: Iterable[Json],
    messages: Sequence[Json] = (),
    *,
    discipline: Literal["fatal", "warn"] = "fatal",
    profile: Profile = "1.0",
    producer: str | None = None,
    issuers: Table | None = None,
) -> Outcome:
    """Take in a stream of events on top of a history, up to its end or its first violation.

    `producer` names who issues the values of this stream; `issuers`, who issued those of the
    history (`Outcome.messages` brings that along by itself)."""
    consumer = Consumer(
        messages, discipline=discipline, profile=profile, producer=producer, issuers=issuers
    )
    for event in events:
        try:
            consumer.feed(event)
        except ProtocolViolation as violation:
            return consumer.finish(violation.diagnostic)
    return consumer.finish()


def _stages(
    messages: Sequence[Json], report: Report, discipline: Discipline, profile: Profile
) -> tuple[Boundary, Enforcer, Expander, Verifier]:
    taken = {m["id"] for m in messages if isinstance(m, dict) and isinstance(m.get("id"), str)}
    return (
        Boundary(report, taken=taken),
        Enforcer(report, profile=profile),
        Expander(report),
        Verifier(report, discipline=discipline, profile=profile),
    )
