"""What is said about a stream: codes, levels and places, never a text or a value."""

from typing import Final, Literal, NoReturn

from msgspec import Struct

from forethought.policies.words import Json

Level = Literal["warning", "error"]

Code = Literal[
    "malformed",
    "unknown_event",
    "unknown_property",
    "unknown_role",
    "unknown_value",
    "retired_event",
    "retired_null",
    "title_lost",
    "version_newer",
    "version_unreadable",
    "chunk_without_id",
    "chunk_without_name",
    "chunk_conflict",
    "chunk_ambiguous",
    "run_not_started",
    "run_still_open",
    "run_ended",
    "run_unfinished",
    "message_reopened",
    "message_not_open",
    "message_left_open",
    "call_reopened",
    "call_not_open",
    "call_left_open",
    "span_reopened",
    "span_not_open",
    "span_left_open",
    "reasoning_reopened",
    "reasoning_not_open",
    "reasoning_left_open",
    "reasoning_owner",
    "step_reopened",
    "step_not_open",
    "step_left_open",
    "subagent_reopened",
    "subagent_not_open",
    "subagent_left_open",
    "owner",
    "id_taken",
    "duplicate_id",
    "unknown_message",
    "unknown_call",
    "patch_failed",
    "unknown_entity",
    "activity_entity",
    "value_lost",
    "value_foreign",
    "value_unreadable",
    "value_unplaced",
    "value_withdrawn",
    "writer_unknown",
    "writers_mixed",
    "text_changed",
    "type_without_value",
    "reasoning_alone",
    "part_unplaced",
]

MEANINGS: Final[dict[Code, str]] = {
    "malformed": "a known field holds what it must not",
    "unknown_event": "no such event type is known: the event is left out",
    "unknown_property": "no such property is known: it is stripped",
    "unknown_role": "no such role is known: the message is left out",
    "unknown_value": "the value is outside its set: what requires it is left out",
    "retired_event": "a retired event: translated to its reasoning successor",
    "retired_null": "null where the field is absent: taken as absent",
    "title_lost": "reasoning spans have no title: it is lost",
    "version_newer": "the producer speaks a newer version",
    "version_unreadable": "the version is not MAJOR.MINOR",
    "chunk_without_id": "the first chunk of a stream names nothing",
    "chunk_without_name": "the first chunk of a tool call names no tool",
    "chunk_conflict": "the chunk contradicts the one that opened its stream",
    "chunk_ambiguous": "more than one open stream could be meant",
    "run_not_started": "nothing but RUN_STARTED or RUN_ERROR may come before a run",
    "run_still_open": "the run before has not ended",
    "run_ended": "the run has ended",
    "run_unfinished": "the stream ends inside a run",
    "message_reopened": "the text message is already open",
    "message_not_open": "no such text message is open",
    "message_left_open": "a text message is open at the end of the run",
    "call_reopened": "the tool call is already open",
    "call_not_open": "no such tool call is open",
    "call_left_open": "a tool call is open at the end of the run",
    "span_reopened": "the reasoning span is already open",
    "span_not_open": "no such reasoning span is open",
    "span_left_open": "a reasoning span is open at the end of the run",
    "reasoning_reopened": "the reasoning message is already open",
    "reasoning_not_open": "no such reasoning message is open",
    "reasoning_left_open": "a reasoning message is open at the end of the run",
    "reasoning_owner": "another subagent opened this reasoning",
    "step_reopened": "the step is already open",
    "step_not_open": "no such step is open",
    "step_left_open": "a step is open at the end of the run",
    "subagent_reopened": "the subagent has been started before",
    "subagent_not_open": "no such subagent is active",
    "subagent_left_open": "a subagent is active at the end of the run",
    "owner": "another subagent opened this",
    "id_taken": "the id belongs to a message of another kind: left out",
    "duplicate_id": "the id comes twice in one snapshot: the last one stands",
    "unknown_message": "no such message is held: left out, not invented",
    "unknown_call": "no such tool call is held: left out, not invented",
    "patch_failed": "the patch does not apply: left out",
    "unknown_entity": "the value names nothing that is held: lost",
    "activity_entity": "an activity message holds no value: lost",
    "value_lost": "an encrypted value is lost with what held it",
    "value_foreign": "another producer, or nobody known, issued the value: not sent",
    "value_unreadable": "no seal opens the value: left out",
    "value_unplaced": "the request has no place for the value: left out",
    "value_withdrawn": "the snapshot leaves out a value that was held: withdrawn",
    "writer_unknown": "the value does not say who wrote it: left out",
    "writers_mixed": "two writers in one turn: the later one's is left out",
    "text_changed": "the text is not the one that was signed: the block is left out",
    "type_without_value": "a type of a value that is not there",
    "reasoning_alone": "no answer follows the reasoning: left out",
    "part_unplaced": "the request has no place for this part: left out",
}
"""What each code says, in words for people."""

_SHOWN = 64


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One remark. `index` is the place of the event in the stream (None: the history), `path` a
    JSON pointer into the event or the messages, `detail` what is accepted there."""

    code: Code
    level: Level = "warning"
    index: int | None = None
    path: str = ""
    detail: str = ""

    def __str__(self) -> str:
        where = "history" if self.index is None else f"event {self.index}"
        accepted = f" ({self.detail})" if self.detail else ""
        return f"{where} {self.path or '/'}: {self.code}: {MEANINGS[self.code]}{accepted}"


class ProtocolViolation(Exception):
    """The stream breaks the protocol; `diagnostic` says how and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


class Report:
    """Where stages put their remarks. Stages in a row share one; `at` is the index of the event
    in hand, set by whoever feeds them."""

    __slots__ = ("at", "diagnostics")

    def __init__(self, at: int | None = None) -> None:
        self.at = at
        self.diagnostics: list[Diagnostic] = []

    def warn(self, code: Code, path: str = "", detail: str = "") -> None:
        self._add(code, "warning", path, detail)

    def error(self, code: Code, path: str = "", detail: str = "") -> Diagnostic:
        return self._add(code, "error", path, detail)

    def fail(self, code: Code, path: str = "", detail: str = "") -> NoReturn:
        raise ProtocolViolation(self.error(code, path, detail))

    def _add(self, code: Code, level: Level, path: str, detail: str) -> Diagnostic:
        said = Diagnostic(code=code, level=level, index=self.at, path=path, detail=detail)
        self.diagnostics.append(said)
        return said


def step(key: Json) -> str:
    """One step of a JSON pointer. A name is the producer's: a long one is cut, and what cannot be
    encoded is spelled out."""
    name = str(key)
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    safe = shown.encode("utf-8", "backslashreplace").decode()
    return "/" + safe.replace("~", "~0").replace("/", "~1")


def listed(value: Json) -> list[Json]:
    """The elements of a list; none of anything else."""
    return value if isinstance(value, list) else []


def tell_lost(thing: Json, path: str, report: Report) -> None:
    """A warning for each encrypted value that goes with a thing left out: a message, an event."""
    if not isinstance(thing, dict):
        return
    if "encryptedValue" in thing:
        report.warn("value_lost", f"{path}/encryptedValue")
    for place, call in enumerate(listed(thing.get("toolCalls"))):
        if isinstance(call, dict) and "encryptedValue" in call:
            report.warn("value_lost", f"{path}/toolCalls/{place}/encryptedValue")
    for place, message in enumerate(listed(thing.get("messages"))):
        tell_lost(message, f"{path}/messages/{place}", report)
