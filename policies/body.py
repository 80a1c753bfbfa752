"""A request body as the rules read it and the engine edits it: opened only where somebody looks.

Bytes are decoded one level deep; a value below is opened when a rule asks for it, and inside a
conversation long texts stay as they came. What nobody changes is never encoded again.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Raw

from forethought.policies.changes import Change, split
from forethought.policies.errors import Unreadable
from forethought.policies.words import Json

_TOP: Final = msgspec.json.Decoder(dict[str, Raw])
_ROWS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_decode: Final = msgspec.json.Decoder().decode
_QUOTE, _BRACKET, _BRACE = b'"[{'
_R = TypeVar("_R")
_LONG: Final = 66
"""Strings from this many bytes of JSON on are left closed."""
_DEPTH: Final = 4
"""Levels opened below an entry of a list: its content, a block, the block's members, theirs."""
_OPAQUE: Final = frozenset({"input", "args", "response", "parameters", "input_schema", "metadata"})
"""Members that hold the caller's own JSON: nothing there is ours to read."""


class Body:
    """One body under the rules' hands. The caller's own objects are never written to."""

    __slots__ = ("_closed", "_opened", "_owned", "_read", "fields")

    def __init__(self, fields: dict[str, Json]) -> None:
        self.fields = fields
        self._opened: dict[str, Json] = {}
        self._closed: dict[str, list[dict[str, Json]]] = {}
        self._owned: dict[int, Json] = {}
        self._read: dict[tuple[str, Callable[[Body], Any]], Any] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.fields

    def get(self, key: str) -> Json:
        """The value under a top-level key, whole; None where there is none."""
        value = self.fields.get(key)
        if type(value) is not Raw:
            return value
        if key not in self._opened:
            self._opened[key] = msgspec.json.decode(value)
        return self._opened[key]

    def at(self, dotted: str) -> Json:
        """The value under a dotted path from the top; None where something is missing."""
        head, *rest = dotted.split(".")
        value = self.get(head)
        for key in rest:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def table(self, key: str) -> dict[str, Json] | None:
        """The object under a top-level key; None where it is anything else."""
        value = self.get(key)
        return value if isinstance(value, dict) else None

    def rows(self, key: str) -> list[Json]:
        """The list under a top-level key, its texts still closed; empty where it is no list."""
        value = self.fields.get(key)
        if type(value) is Raw:
            if key not in self._opened:
                closed = self.closed_rows(key)
                self._opened[key] = [open_members(row) for row in closed] or self.get(key)
            value = self._opened[key]
        return value if isinstance(value, list) else []

    def closed_rows(self, key: str) -> list[Json]:
        """The same list, nothing below its objects' members opened yet; they are not to be
        written to. Empty also where not every entry is an object."""
        value = self.fields.get(key)
        if type(value) is not Raw or key in self._opened:
            return self.rows(key)
        if key not in self._closed:
            self._closed[key] = _decoded_rows(value)
        return self._closed[key]

    def once(self, key: str, reading: Callable[["Body"], _R]) -> _R:
        """What a reading of the field gives, read again only after that field changed."""
        if (key, reading) not in self._read:
            self._read[key, reading] = reading(self)
        found: _R = self._read[key, reading]
        return found

    def apply(self, change: Change) -> None:
        """Makes the edit, copying only the objects on the way to it."""
        *way, last = keys = split(change.path or "")
        if self._read:
            self._read = {of: was for of, was in self._read.items() if of[0] != keys[0]}
        holder: Json = self.fields
        for key in way:
            holder = self._own(holder, key)
        if change.op == "remove":
            del holder[int(last) if isinstance(holder, list) else last]
        elif isinstance(holder, list):
            self._set_item(holder, last, change)
        else:
            holder[last] = change.value

    @staticmethod
    def _set_item(holder: list[Json], last: str, change: Change) -> None:
        if change.op == "replace":
            holder[int(last)] = change.value
        else:
            holder.insert(len(holder) if last == "-" else int(last), change.value)

    def _own(self, holder: Json, key: str) -> Json:
        """The member of `holder`, after putting our own copy of it there."""
        at: Json = int(key) if isinstance(holder, list) else key
        member = holder[at]
        if type(member) is Raw:
            member = self._opened.pop(key, UNSET) if holder is self.fields else UNSET
            if member is UNSET:
                member = msgspec.json.decode(holder[at])
        elif id(member) in self._owned:
            return member
        copy = member.copy()
        holder[at] = copy
        self._owned[id(copy)] = copy
        return copy


def read(request: Mapping[str, Json] | bytes | bytearray | memoryview) -> dict[str, Json]:
    """The top level of a request, ours to write to. Raises `Unreadable`."""
    if isinstance(request, Mapping):
        return dict(request)
    try:
        return dict(_TOP.decode(request))
    except RecursionError:
        raise Unreadable("the JSON is nested too deep", code="too_deep") from None
    except msgspec.ValidationError:
        message = f"the body is {_kind(request)}, not a JSON object"
        raise Unreadable(message, code="not_an_object") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"the body is no JSON: {error}", code="bad_json") from None


def _kind(request: bytes | bytearray | memoryview) -> str:
    first = bytes(request).lstrip()[:1]
    return {b"[": "a JSON array", b'"': "a JSON string"}.get(first, "a JSON scalar")


def _decoded_rows(raw: Raw) -> list[dict[str, Json]]:
    try:
        return list(_ROWS.decode(raw))
    except msgspec.ValidationError:
        return []


def open_members(row: Json) -> Json:
    """A row whose members are opened, as deep as somebody may have to look."""
    return _open_members(dict(row), _DEPTH) if isinstance(row, dict) else row


def _open_members(members: dict[str, Json], depth: int) -> dict[str, Json]:
    for key, value in members.items():
        if type(value) is Raw and key not in _OPAQUE:
            members[key] = _open(value, depth)
    return members


def _open(raw: Raw, depth: int) -> Json:
    view = memoryview(raw)
    first = view[0]
    if first == _QUOTE:
        return raw if len(view) >= _LONG else _decode(raw)
    if first == _BRACKET:
        return [_open(item, depth - 1) for item in _LIST.decode(raw)] if depth else raw
    if first == _BRACE:
        return _open_members(_TOP.decode(raw), depth - 1) if depth else raw
    return _decode(raw)
