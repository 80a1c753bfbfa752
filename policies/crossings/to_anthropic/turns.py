"""The conversation, as Claude's turns. What a rule of the target decides is left to it."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat, turns
from forethought.policies.crossings.members import (
    CALL,
    READ,
    SHOWN,
    SIGNATURES,
    Place,
    left_of_call,
    left_of_message,
    thinking_blocks,
)
from forethought.policies.crossings.spelling import CallIds, Names
from forethought.policies.crossings.to_anthropic.content import RULE, blocks, content_of
from forethought.policies.crossings.to_anthropic.spelling import NAMES
from forethought.policies.crossings.to_anthropic.tools import WHY_RENAMED
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.kept import pieces
from forethought.policies.leaves import is_filled, is_text, plain, size
from forethought.policies.readers import refused
from forethought.policies.words import Json

_WHY_ID: Final = Why("the id is not one that Claude takes, or stands twice")
_WHY_NAME: Final = Why("a Claude turn has no name", None, "quality")
_WHY_OTHER: Final = Why("a Claude turn has no place for it", None, "quality")
_MESSAGE: Final = Place(
    RULE, READ | {"cache_control", "thinking_blocks"}, _WHY_OTHER, {**SHOWN, "name": _WHY_NAME}
)
_CALL: Final = Place(
    RULE,
    CALL | {"cache_control"},
    Why("a call of Claude's has no such member"),
    dict.fromkeys(SIGNATURES, _WHY_OTHER),
)


class ClaudesTurns(turns.Turns):
    """Builds Claude's turns, one message of the caller's at a time."""

    def __init__(self, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        super().__init__(ctx, trace, changes)
        self._ids = CallIds(NAMES)
        self._names = Names(NAMES, RULE, WHY_RENAMED, changes)
        self._results: list[Json] | None = None
        """The user turn that the next result joins."""

    def read(self, message: dict[str, Json], at: str) -> None:
        """Adds one message."""
        self.changes.extend(left_of_message(message, at, _MESSAGE))
        if message["role"] == "tool":
            self._result(message, at)
            return
        self._results = None
        if message["role"] == "assistant":
            self._add({"role": "assistant", "content": self._assistant(message, at)}, at)
        else:
            self._add(self._spoken(message, at), at)

    def say(self, message: dict[str, Json], role: str, at: str) -> None:
        """Adds a message that is a turn of Claude's as it stands."""
        self._results = None
        self._add(message, at)

    def _spoken(self, message: dict[str, Json], at: str) -> dict[str, Json]:
        """A user's or a system's turn."""
        role = "user" if message["role"] == "user" else "system"
        content = content_of(message.get("content"), f"{at}/content", self.changes)
        return {"role": role, "content": _cached(content, message)}

    def _result(self, message: dict[str, Json], at: str) -> None:
        sent = self._ids.result(turns.call_answered(message, at))
        content = content_of(message.get("content"), f"{at}/content", self.changes)
        result: dict[str, Json] = {"type": "tool_result", "tool_use_id": sent, "content": content}
        if message.get("cache_control") is not None:
            result["cache_control"] = message["cache_control"]
        if self._results is None:
            self._results = []
            self._add({"role": "user", "content": self._results}, at)
        self._results.append(result)

    def _assistant(self, message: dict[str, Json], at: str) -> Json:
        """Speech and calls in order, with the signed blocks where they stood."""
        signed = self._signed(message, at)
        if signed and message.get("thinking_layout") is not None:
            return _cached(list(self._laid(message, at)), message)
        content = message.get("content")
        said: list[Json] = [*signed]
        if not (is_text(content) and not plain(content)):
            said.extend(blocks(content, f"{at}/content", self.changes))
        if is_text(message.get("refusal")):
            said.append({"type": "text", "text": message["refusal"]})
        said.extend(self._call(call) for call in chat.calls(message, at))
        if len(said) == 1 and said[0].keys() == {"type", "text"}:
            return _cached(said[0]["text"], message)
        return _cached(said, message)

    def _laid(self, message: dict[str, Json], at: str) -> Iterator[Json]:
        """The pieces of an interleaved turn, in the order that was kept of it."""
        calls = chat.calls(message, at)
        for piece in pieces({**message, "content": plain(message.get("content"))}):
            if piece.kind == "block":
                yield piece.value
            elif piece.kind == "gap":
                yield {"type": "thinking", "thinking": ""}  # unsigned: its run ends here
            elif piece.kind == "call":
                yield self._call(next(calls))
            elif piece.kind == "text":
                yield from blocks(piece.value, f"{at}/content", self.changes)
        if is_filled(message.get("refusal")):
            yield {"type": "text", "text": message["refusal"]}

    def _signed(self, message: dict[str, Json], at: str) -> list[dict[str, Json]]:
        given = thinking_blocks(message, at)
        why = refused(message, self.ctx) if given else None
        if why is None:
            return given
        self.changes.append(tell(f"{at}/thinking_blocks", size(given), RULE, why))
        return []

    def _call(self, call: chat.Call) -> Json:
        if call.id is None:
            raise Untranslatable("a call has an id", pointer=f"{call.at}/id")
        self.changes.extend(left_of_call(call, _CALL))
        name = self._names.spell(call.name, call.at)
        sent = self._ids.call(call.id)
        if sent != call.id:
            self.changes.append(tell(f"{call.at}/id", call.id, RULE, _WHY_ID, sent))
        use = {"type": "tool_use", "id": sent, "name": name, "input": call.arguments}
        cached = call.own.get("cache_control")
        return use if cached is None else {**use, "cache_control": cached}


def _cached(content: Json, message: dict[str, Json]) -> Json:
    """A cache breakpoint that stood on the message goes on its last block."""
    mark = message.get("cache_control")
    if mark is None or not content:
        return content
    listed = [{"type": "text", "text": content}] if is_text(content) else content
    return [*listed[:-1], {**listed[-1], "cache_control": mark}]
