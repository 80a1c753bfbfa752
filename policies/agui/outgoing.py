"""What goes into the next run, and what an older or poorer place can hold of a history."""

from collections.abc import Sequence

from forethought.policies.agui.issuers import Entity, Table, holders, issuers_of
from forethought.policies.agui.report import Diagnostic, Report, tell_lost
from forethought.policies.agui.schema import SCHEMAS, Profile
from forethought.policies.agui.shapes import GONE
from forethought.policies.words import Json

VALUE = ("encryptedValue", "encryptedValueType")


def outgoing(
    messages: Sequence[Json], report: Report | None = None, *, profile: Profile = "1.0"
) -> list[Json]:
    """The messages of the next run's input: as they are held, without activity. What the schema
    does not describe is stripped with a warning; `ProtocolViolation` for what breaks it."""
    report = report or Report()
    shape = SCHEMAS[profile].message
    kept: list[Json] = []
    for place, message in enumerate(messages):
        path = f"/messages/{place}"
        cleaned = shape.clean(message, path, report)
        if cleaned is GONE:
            tell_lost(message, path, report)
        elif cleaned["role"] != "activity":
            kept.append(cleaned)
    return kept


def issued_to(
    messages: Sequence[Json],
    producer: str | None,
    report: Report | None = None,
    *,
    issuers: Table | None = None,
    trust_unknown: bool = False,
) -> list[Json]:
    """The messages with the values that this producer issued, and a warning for each of another's.

    A value nobody is known to have issued goes along where no producer is named, or with
    `trust_unknown`."""
    report = report or Report()
    known = issuers_of(messages, issuers)
    loose = trust_unknown or producer is None

    def theirs(entity: Entity) -> bool:
        return known[entity] == producer if entity in known else loose

    kept: list[Json] = []
    for place, message in enumerate(messages):
        foreign = [path for entity, _, path in holders(message) if not theirs(entity)]
        for path in foreign:
            report.warn("value_foreign", f"/messages/{place}{path}/encryptedValue")
        kept.append(_without_values(message, foreign) if foreign else message)
    return kept


def downgrade(messages: Sequence[Json]) -> tuple[list[Json], list[Diagnostic]]:
    """The messages without encrypted values, for what cannot hold them: one warning for each."""
    report = Report()
    kept: list[Json] = []
    for place, message in enumerate(messages):
        lost = [path for _, _, path in holders(message)]
        for path in lost:
            report.warn("value_lost", f"/messages/{place}{path}/encryptedValue")
        kept.append(_without_values(message, lost) if lost else message)
    return kept, report.diagnostics


def _without_values(message: Json, paths: Sequence[str]) -> Json:
    copy = {k: v for k, v in message.items() if k not in VALUE} if "" in paths else dict(message)
    if any(paths):
        copy["toolCalls"] = [
            {k: v for k, v in call.items() if k not in VALUE}
            if f"/toolCalls/{place}" in paths
            else call
            for place, call in enumerate(message["toolCalls"])
        ]
    return copy
