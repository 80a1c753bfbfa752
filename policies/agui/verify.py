"""Verification: runs, messages, calls, spans, steps and subagents open and close in order."""

import re
from collections.abc import Callable
from typing import Final, Literal

from forethought.policies.agui.owners import Owners
from forethought.policies.agui.report import Code, Report
from forethought.policies.agui.schema import Profile
from forethought.policies.words import Json

Discipline = Literal["fatal", "warn", "report"]
"""What a violation does. `warn`: on reasoning it is reported and the fragment left out, which the
specification permits. `report`: every violation is, and nothing is raised."""

Broken = list[tuple[Code, str]]
"""Violations, each with the place of it in the event."""

RELAXABLE: Final[frozenset[Code]] = frozenset(
    {
        "span_reopened",
        "span_not_open",
        "span_left_open",
        "reasoning_reopened",
        "reasoning_not_open",
        "reasoning_left_open",
        "reasoning_owner",
    }
)
KEPT: Final = frozenset({"RUN_FINISHED", "REASONING_ENCRYPTED_VALUE"})
"""They pass even where they break a relaxed rule: a value is never lost for it."""

_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)


class Bracket:
    """One kind of thing that opens and closes."""

    __slots__ = ("key", "left_open", "not_open", "open", "owner", "reopened")

    def __init__(self, key: str, reopened: Code, not_open: Code, left_open: Code) -> None:
        self.key = key
        self.reopened: Code = reopened
        self.not_open: Code = not_open
        self.left_open: Code = left_open
        self.open: set[object] = set()


class Verifier:
    """The fourth stage. What is open belongs to its run; RUN_ERROR ends it all."""

    def __init__(
        self,
        report: Report | None = None,
        *,
        discipline: Discipline = "fatal",
        profile: Profile = "1.0",
    ) -> None:
        self.report = report or Report()
        self._discipline = discipline
        self._spoken = _version(profile)
        self._run: Literal["none", "open", "finished", "errored"] = "none"
        self._owners = Owners()
        self._texts = Bracket(
            "messageId", "message_reopened", "message_not_open", "message_left_open"
        )
        self._calls = Bracket("toolCallId", "call_reopened", "call_not_open", "call_left_open")
        self._spans = Bracket("messageId", "span_reopened", "span_not_open", "span_left_open")
        self._reasonings = Bracket(
            "messageId", "reasoning_reopened", "reasoning_not_open", "reasoning_left_open"
        )
        self._steps = Bracket("stepName", "step_reopened", "step_not_open", "step_left_open")
        self._subagents = Bracket(
            "subagentRunId", "subagent_reopened", "subagent_not_open", "subagent_left_open"
        )
        self._known_subagents: set[str] = set()
        self._rules = self._table()

    def feed(self, event: Json) -> list[Json]:
        kind: str = event["type"]
        broken = self._placed(kind)
        if not broken:
            rule = self._rules.get(kind)
            broken = rule(event) if rule else broken
        if not broken:
            return [event]
        for code, path in broken:
            self._tell(code, path)
        relaxed = all(code in RELAXABLE for code, _ in broken)
        return [event] if relaxed and kind in KEPT else []

    def finish(self) -> None:
        """The stream has ended: inside a run, that is worth a word."""
        if self._run == "open":
            tell = self.report.error if self._discipline == "report" else self.report.warn
            tell("run_unfinished")

    def _tell(self, code: Code, path: str) -> None:
        if self._discipline == "report":
            self.report.error(code, path)
        elif self._discipline == "warn" and code in RELAXABLE:
            self.report.warn(code, path)
        else:
            self.report.fail(code, path)

    def _table(self) -> dict[str, Callable[[Json], Broken]]:
        owners = self._owners
        rules: dict[str, Callable[[Json], Broken]] = {
            "RUN_STARTED": self._run_started,
            "RUN_FINISHED": self._run_finished,
            "RUN_ERROR": self._run_error,
            "STEP_STARTED": self._step_started,
            "STEP_FINISHED": self._step_finished,
            "SUBAGENT_STARTED": self._subagent_started,
            "SUBAGENT_FINISHED": self._subagent_ended,
            "SUBAGENT_ERROR": self._subagent_ended,
            "REASONING_ENCRYPTED_VALUE": owners.of_value,
            "MESSAGES_SNAPSHOT": owners.restated,
            "TOOL_CALL_RESULT": owners.minted,
            "ACTIVITY_SNAPSHOT": owners.activity,
            "ACTIVITY_DELTA": owners.of_activity,
        }
        for start, content, end, bracket, claim, agree in (
            ("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", self._texts,
             owners.text, owners.of_text),
            ("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", self._calls,
             owners.call, owners.of_call),
            ("REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END",
             self._reasonings, owners.reasoning, owners.of_reasoning),
            ("REASONING_START", None, "REASONING_END", self._spans,
             owners.reasoning, owners.of_reasoning),
        ):  # fmt: skip
            rules[start] = _opening(bracket, claim)
            rules[end] = _closing(bracket, agree)
            if content:
                rules[content] = _continuing(bracket, agree)
        return rules

    def _placed(self, kind: str) -> Broken:
        """Whether the event may stand here at all."""
        if self._run == "open" or kind == "RUN_STARTED":
            return []
        if self._run == "none":
            return [] if kind == "RUN_ERROR" else [("run_not_started", "/type")]
        if self._run == "finished" and kind == "RUN_ERROR":
            return []
        return [("run_ended", "/type")]

    def _run_started(self, event: Json) -> Broken:
        if self._run == "open":
            return [("run_still_open", "/type")]
        self._clear()
        self._run = "open"
        self._version(event)
        self._owners.echoed(event)
        return []

    def _version(self, event: Json) -> None:
        if "protocolVersion" not in event:
            return
        declared = _version(event["protocolVersion"])
        if declared is None:
            self.report.warn("version_unreadable", "/protocolVersion")
        elif self._spoken and declared > self._spoken:
            self.report.warn("version_newer", "/protocolVersion")

    def _run_finished(self, event: Json) -> Broken:
        left: Broken = [(b.left_open, "/type") for b in self._brackets() for _ in b.open]
        self._run = "finished"
        return left

    def _run_error(self, event: Json) -> Broken:
        self._run = "errored"
        return []

    def _brackets(self) -> tuple[Bracket, ...]:
        return (
            self._texts,
            self._calls,
            self._steps,
            self._subagents,
            self._reasonings,
            self._spans,
        )

    def _clear(self) -> None:
        for bracket in self._brackets():
            bracket.open.clear()
        self._known_subagents.clear()
        self._owners.clear()

    def _step_started(self, event: Json) -> Broken:
        name = (event.get("subagentRunId"), event["stepName"])
        if name in self._steps.open:
            return [("step_reopened", "/stepName")]
        self._steps.open.add(name)
        return []

    def _step_finished(self, event: Json) -> Broken:
        name = (event.get("subagentRunId"), event["stepName"])
        if name not in self._steps.open:
            return [("step_not_open", "/stepName")]
        self._steps.open.discard(name)
        return []

    def _subagent_started(self, event: Json) -> Broken:
        name, parent = event["subagentRunId"], event.get("parentSubagentRunId")
        if name in self._known_subagents:
            return [("subagent_reopened", "/subagentRunId")]
        if parent is not None and parent not in self._known_subagents:
            return [("subagent_not_open", "/parentSubagentRunId")]
        self._known_subagents.add(name)
        self._subagents.open.add(name)
        return []

    def _subagent_ended(self, event: Json) -> Broken:
        if event["subagentRunId"] not in self._subagents.open:
            return [("subagent_not_open", "/subagentRunId")]
        self._subagents.open.discard(event["subagentRunId"])
        return []


def _opening(bracket: Bracket, claim: Callable[[Json], Broken]) -> Callable[[Json], Broken]:
    key = bracket.key

    def rule(event: Json) -> Broken:
        if event[key] in bracket.open:
            return [(bracket.reopened, f"/{key}")]
        broken = claim(event)
        if not broken:
            bracket.open.add(event[key])
        return broken

    return rule


def _continuing(bracket: Bracket, agree: Callable[[Json], Broken]) -> Callable[[Json], Broken]:
    key = bracket.key

    def rule(event: Json) -> Broken:
        if event[key] not in bracket.open:
            return [(bracket.not_open, f"/{key}")]
        return agree(event) if "subagentRunId" in event else []

    return rule


def _closing(bracket: Bracket, agree: Callable[[Json], Broken]) -> Callable[[Json], Broken]:
    continuing = _continuing(bracket, agree)
    key = bracket.key

    def rule(event: Json) -> Broken:
        broken = continuing(event)
        bracket.open.discard(event[key])
        return broken

    return rule


def _version(text: str) -> tuple[int, int] | None:
    found = _VERSION.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None
