"""The conversation, as Gemini's contents. What a rule of the target decides is left to it."""

from typing import Final

from msgspec import Struct

from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat, turns
from forethought.policies.crossings.members import left_of_message
from forethought.policies.crossings.spelling import Names
from forethought.policies.crossings.to_gemini.assistant import MESSAGE, Assistant, takes_ids
from forethought.policies.crossings.to_gemini.content import RULE, pieces
from forethought.policies.crossings.to_gemini.spelling import NAMES
from forethought.policies.crossings.to_gemini.tools import WHY_RENAMED
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import size
from forethought.policies.words import Json

_WHY_MOVED: Final = Why("results stand behind their calls, in the order of the calls")


class _Slot(Struct):
    """A call of the newest reply, and its result once it came."""

    call: chat.Call
    name: str
    result: dict[str, Json] | None = None


class GeminisTurns(turns.Turns):
    """Builds the contents, one message of the caller's at a time."""

    def __init__(self, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        super().__init__(ctx, trace, changes)
        self._names = Names(NAMES, RULE, WHY_RENAMED, changes)
        self._role = ""
        self._slots: list[_Slot] = []
        self._results: list[Json] | None = None
        """The parts of the content that the newest reply's results stand in."""
        self._behind = 0
        """Where that content stands, or will."""

    def read(self, message: dict[str, Json], at: str) -> None:
        """Adds one message."""
        role = message["role"]
        if role == "tool":
            self.changes.extend(left_of_message(message, at, MESSAGE))
            self._result(message, at)
        elif role == "assistant":
            self._assistant(message, at)
        else:
            self.changes.extend(left_of_message(message, at, MESSAGE))
            said = list(pieces(message.get("content"), f"{at}/content", self.changes))
            self._add({"role": "user" if role == "user" else "system", "parts": said}, at)
        self._role = role

    def say(self, message: dict[str, Json], role: str, at: str) -> None:
        """Adds a message that is a text and nothing else."""
        text = message["content"]
        if role == "assistant":
            self._begin([], {"role": "model", "parts": [{"text": text}]}, at)
        else:
            self._add({"role": "user", "parts": [{"text": text}]}, at)
        self._role = role

    def _assistant(self, message: dict[str, Json], at: str) -> None:
        reply = Assistant(message, at, self.ctx, self._names, self.changes)
        row = {"role": "model", "parts": reply.parts()}
        self._begin([_Slot(call, name) for call, name in reply.calls], row, at)

    def _begin(self, slots: list[_Slot], row: dict[str, Json], at: str) -> None:
        """A reply may have been stored as several messages: its calls are known together."""
        self._add(row, at)
        self._slots = [*self._slots, *slots] if self._role == "assistant" else slots
        self._results, self._behind = None, len(self.rows)

    def _result(self, message: dict[str, Json], at: str) -> None:
        slot = self._slot(message, at)
        said = list(pieces(message.get("content"), f"{at}/content", self.changes))
        slot.result = {"functionResponse": _response(slot, said, ids=takes_ids(self.ctx))}
        if self._results is None:
            self._results = []
            self.rows.insert(self._behind, {"role": "user", "parts": self._results})
            self.trace.rows.insert(self._behind, at)
        before = len(self._results)
        self._results[:] = [slot.result for slot in self._slots if slot.result is not None]
        last = self._results[-1] is slot.result and len(self._results) == before + 1
        if not last or len(self.rows) > self._behind + 1:
            self.changes.append(tell(at, size(message), RULE, _WHY_MOVED, None))

    def _slot(self, message: dict[str, Json], at: str) -> _Slot:
        call_id = turns.call_answered(message, at)
        for slot in self._slots:
            if slot.call.id == call_id and slot.result is None:
                return slot
        raise Untranslatable(
            "the result names no open call of the reply before it", pointer=f"{at}/tool_call_id"
        )


def _response(slot: _Slot, said: list[dict[str, Json]], *, ids: bool) -> dict[str, Json]:
    """The result as an object: its text under `result`, several texts as a list; media beside."""
    texts = [part["text"] for part in said if "text" in part]
    media = [part for part in said if "text" not in part]
    response: dict[str, Json] = {"id": slot.call.id} if ids else {}
    response["name"] = slot.name
    response["response"] = {"result": texts if len(texts) > 1 else next(iter(texts), "")}
    return {**response, **({"parts": media} if media else {})}
