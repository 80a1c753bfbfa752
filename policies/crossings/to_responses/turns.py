"""The conversation, as input items. What a rule of the target decides is left to it.

System and developer messages stay where they stand: Responses takes them anywhere in its input, and
what is moved to `instructions` would not be carried on by `previous_response_id`.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import turns
from forethought.policies.crossings.members import (
    CALL,
    READ,
    SHOWN,
    SIGNATURES,
    Place,
    left_of_message,
)
from forethought.policies.crossings.to_responses.content import RULE, content_of
from forethought.policies.crossings.trace import Trace
from forethought.policies.errors import Untranslatable
from forethought.policies.kept import pieces
from forethought.policies.leaves import is_filled, is_text, plain, size
from forethought.policies.openai.replay import sealed
from forethought.policies.words import Json

_KEPT: Final = "reasoning_items"
_OPAQUE: Final = frozenset({"thinking_blocks", "reasoning_details", *SIGNATURES})
_WHY_OPAQUE: Final = Why("signed reasoning of another wire has no place here", None, "quality")
_WHY_SAYS_NOTHING: Final = Why("an input item has no place for it")
_MESSAGE: Final = Place(
    RULE,
    READ | {_KEPT},
    Why("an input item has no place for it", None, "quality"),
    {
        **SHOWN,
        **dict.fromkeys(_OPAQUE, _WHY_OPAQUE),
        **dict.fromkeys(("annotations", "cache_control"), _WHY_SAYS_NOTHING),
        "name": Why("an input message has no name", None, "quality"),
    },
    idle=([],),
)
_CALL: Final = Place(
    RULE,
    CALL,
    _WHY_SAYS_NOTHING,
    dict.fromkeys(_OPAQUE, _WHY_OPAQUE),
)


class Items(turns.Turns):
    """Builds input items, one message of the caller's at a time."""

    def __init__(self, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        super().__init__(ctx, trace, changes)
        self._custom = set[str]()
        """The ids of calls of custom tools, whose results are items of another type."""

    def say(self, message: dict[str, Json], role: str, at: str) -> None:
        """Adds a message that is an input item as it stands."""
        self._add(message, at)

    def read(self, message: dict[str, Json], at: str) -> None:
        """Adds one message."""
        self.changes.extend(left_of_message(message, at, _MESSAGE))
        if message["role"] == "tool":
            self._add(self._result(message, at), at)
        elif message["role"] == "assistant":
            for item in self._assistant(message, at):
                self._add(item, at)
        else:
            self._add({"role": message["role"], "content": self._input(message, at)}, at)

    def _input(self, message: dict[str, Json], at: str) -> Json:
        return content_of(message.get("content"), f"{at}/content", "input", self.changes)

    def _result(self, message: dict[str, Json], at: str) -> Json:
        call_id = turns.call_answered(message, at)
        kind = "custom_tool_call_output" if call_id in self._custom else "function_call_output"
        return {"type": kind, "call_id": call_id, "output": self._input(message, at)}

    def _assistant(self, message: dict[str, Json], at: str) -> Iterator[Json]:
        """Reasoning, speech and calls, in the order in which they were written."""
        calls = iter(self._calls(message, at))
        kept = self._kept(message, at)
        if not kept:
            yield from self._speech(message.get("content"), message, at)
            yield from calls
            return
        refusal = message
        for piece in pieces(_opened(message)):
            if piece.kind == "block":
                yield plain(piece.value)
            elif piece.kind == "text":
                yield from self._speech(piece.value, refusal, at)
                refusal = {}
            elif piece.kind == "call":
                yield next(calls)
        if refusal:
            yield from self._speech(None, refusal, at)

    def _speech(self, content: Json, message: dict[str, Json], at: str) -> Iterator[Json]:
        said = content_of(content, f"{at}/content", "output", self.changes)
        if is_filled(message.get("refusal")):
            texts = [{"type": "output_text", "text": said}] if is_text(said) else said
            spoken = [part for part in texts if part.get("text") != ""]
            said = [*spoken, {"type": "refusal", "refusal": message["refusal"]}]
        if said if isinstance(said, list) else is_filled(said):
            yield {"role": "assistant", "content": said}

    def _kept(self, message: dict[str, Json], at: str) -> list[Json]:
        """The reasoning items that the target may read; empty where there are none."""
        items = message.get(_KEPT)
        if items is None:
            return []
        if not isinstance(items, list) or not all(map(_is_reasoning, items)):
            raise Untranslatable("reasoning_items is a list of items", pointer=f"{at}/{_KEPT}")
        why = sealed(message, self.ctx)
        if why is None or not items:
            return items
        self.changes.append(tell(f"{at}/{_KEPT}", size(items), RULE, why))
        return []

    def _calls(self, message: dict[str, Json], at: str) -> list[Json]:
        calls = message.get("tool_calls")
        if calls is None:
            return []
        if not isinstance(calls, list):
            raise Untranslatable("tool_calls is a list", pointer=f"{at}/tool_calls")
        return [self._call(call, f"{at}/tool_calls/{i}") for i, call in enumerate(calls)]

    def _call(self, call: Json, at: str) -> Json:
        kind = "custom" if isinstance(call, dict) and call.get("type") == "custom" else "function"
        own = call.get(kind) if isinstance(call, dict) else None
        if not isinstance(own, dict) or not is_text(own.get("name")):
            raise Untranslatable("a call names a function or a custom tool", pointer=at)
        call_id = plain(call.get("id"))
        if not isinstance(call_id, str) or not call_id:
            raise Untranslatable("a call has an id", pointer=f"{at}/id")
        self.changes.extend(_CALL.left(call, at))
        self.changes.extend(_CALL.left(own, f"{at}/{kind}"))
        if kind == "custom":
            self._custom.add(call_id)
            said = {"name": own["name"], "input": _text(own.get("input"), f"{at}/custom/input")}
            return {"type": "custom_tool_call", "call_id": call_id, **said}
        arguments = _arguments(own.get("arguments"), f"{at}/function/arguments")
        said = {"name": own["name"], "arguments": arguments}
        return {"type": "function_call", "call_id": call_id, **said}


def _is_reasoning(item: Json) -> bool:
    return isinstance(item, dict) and item.get("type") == "reasoning"


def _opened(message: dict[str, Json]) -> dict[str, Json]:
    """The message with its text opened, and no blocks but the reasoning items."""
    return {key: plain(value) for key, value in message.items() if key not in _OPAQUE}


def _arguments(value: Json, at: str) -> Json:
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    return "{}" if value is None or value == "" else _text(value, at)


def _text(value: Json, at: str) -> Json:
    if not is_text(value):
        raise Untranslatable("it is a string", pointer=at)
    return value
