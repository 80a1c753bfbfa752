"""The conversation as a translation builds it: rows of the target's, each with its source."""

from abc import ABC, abstractmethod

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain
from forethought.policies.words import Json


class Turns(ABC):
    """Builds the rows, one message of the caller's at a time."""

    def __init__(self, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        self.ctx = ctx
        self.trace = trace
        self.changes = changes
        self.rows: list[Json] = []

    def read_all(self, body: Body) -> None:
        """Adds every message of the body."""
        for index, (message, role) in enumerate(chat.closed_turns(body)):
            if role is None:
                self.read(message, f"/messages/{index}")
            else:
                self.say(message, role, f"/messages/{index}")

    @abstractmethod
    def read(self, message: dict[str, Json], at: str) -> None:
        """Adds one message."""

    @abstractmethod
    def say(self, message: dict[str, Json], role: str, at: str) -> None:
        """Adds a message that is a user's or an assistant's text and nothing else."""

    def take_leading(self) -> list[tuple[dict[str, Json], str]]:
        """The system rows at the top and their sources, taken out of the conversation."""
        count = 0
        while count < len(self.rows) and self.rows[count]["role"] == "system":
            count += 1
        if not count:
            return []
        first = list(zip(self.rows, map(str, self.trace.rows[:count]), strict=False))
        del self.rows[:count], self.trace.rows[:count]
        return first

    def _add(self, row: dict[str, Json], at: str) -> None:
        self.rows.append(row)
        self.trace.rows.append(at)


def call_answered(message: dict[str, Json], at: str) -> str:
    """The id of the call that a result is of."""
    call_id = plain(message.get("tool_call_id"))
    if not isinstance(call_id, str) or not call_id:
        raise Untranslatable("a result names its call", pointer=f"{at}/tool_call_id")
    return call_id
