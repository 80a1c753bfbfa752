"""From an AG-UI history to the messages of an `openai.chat` request.

What a target may read of it is not decided here: blocks and signatures come with their writer,
and the rules of `rewrite` do the rest.
"""

from collections.abc import Callable, Sequence
from typing import Final

from forethought.policies.agui.outgoing import outgoing
from forethought.policies.agui.parts import parts_of
from forethought.policies.agui.report import Diagnostic, Report
from forethought.policies.agui.seal import Seal
from forethought.policies.agui.turn import Turn
from forethought.policies.words import Json

SPEAKERS: Final = frozenset({"user", "system", "developer"})


def give_back(
    messages: Sequence[Json], *, seal: Seal, diagnostics: list[Diagnostic] | None = None
) -> list[Json]:
    """The request's messages: activity left out, a reply's messages joined to one, its blocks in
    order and as they came, never as text.

    What has no place, no seal opens or no writer claims is left out, each with a diagnostic in
    `diagnostics`. An unknown role is left out too; a malformed message raises
    `ProtocolViolation`."""
    report = Report()
    try:
        return _Giving(seal, report).read(outgoing(messages, report, profile="1.1"))
    finally:
        if diagnostics is not None:
            diagnostics.extend(report.diagnostics)


class _Giving:
    """One pass over the history. An assistant's turn lasts until somebody else speaks."""

    def __init__(self, seal: Seal, report: Report) -> None:
        self._seal = seal
        self._report = report
        self._rows: list[Json] = []
        self._turn = Turn(seal, report)
        self._readers: dict[str, Callable[[Json, str], None]] = {
            "assistant": self._assistant,
            "reasoning": self._reasoning,
            "tool": self._result,
        }

    def read(self, messages: Sequence[Json]) -> list[Json]:
        for place, message in enumerate(messages):
            path = f"/messages/{place}"
            self._readers.get(message["role"], self._spoken)(message, path)
        self._end_turn()
        return self._rows

    def _assistant(self, message: Json, path: str) -> None:
        self._turn.answer(message, path)

    def _reasoning(self, message: Json, path: str) -> None:
        self._turn.reasoning(message, path)

    def _spoken(self, message: Json, path: str) -> None:
        self._end_turn()
        self._unplaced(message, path)
        row: Json = {"role": message["role"]}
        row["content"] = parts_of(message["content"], f"{path}/content", self._report)
        if "name" in message:
            row["name"] = message["name"]
        self._rows.append(row)

    def _result(self, message: Json, path: str) -> None:
        self._end_turn()
        self._unplaced(message, path)
        content = parts_of(message["content"], f"{path}/content", self._report, only_text=True)
        if message.get("error") and not content:
            content = message["error"]
        self._rows.append(
            {"role": "tool", "tool_call_id": message["toolCallId"], "content": content}
        )

    def _unplaced(self, message: Json, path: str) -> None:
        if "encryptedValue" in message:
            self._report.warn("value_unplaced", f"{path}/encryptedValue")

    def _end_turn(self) -> None:
        row = self._turn.message()
        if row is not None:
            self._rows.append(row)
        self._turn = Turn(self._seal, self._report)
