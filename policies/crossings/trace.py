"""Where in the caller's body each part of a translated body came from."""

from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, split
from forethought.policies.words import Json

_NOWHERE: Final = object()


class Trace:
    """Pointers of ours to pointers of the caller's."""

    def __init__(self, rows_key: str, body: Body) -> None:
        self._body = body
        self.rows_key = rows_key
        """The list that holds the conversation: `messages`, `contents`, `input`."""
        self.rows: list[str | None] = []
        """For each entry of it, the caller's message."""
        self.fields: dict[str, str] = {}
        self.respelled: dict[str, Json] = {}
        """The value that says, at a pointer of ours, just what the caller said."""

    def source(self, pointer: str) -> str | None:
        """What of the caller's our part at `pointer` came from, or what holds it."""
        keys = split(pointer)
        if len(keys) > 1 and keys[0] == self.rows_key:
            index = -1 if keys[1] == "-" else int(keys[1])
            return self.rows[index] if 0 <= index < len(self.rows) else None
        while pointer:
            if pointer in self.fields:
                return self.fields[pointer]
            pointer = pointer.rpartition("/")[0]
        return None

    def told(self, change: Change) -> Change | None:
        """A rule's change as the caller sees it; None where it only respells what was asked.

        Called before the change is applied.
        """
        if change.path is None:
            return replace(change, path=change.to, to=None)
        if change.value == self.respelled.get(change.path, _NOWHERE):
            return None
        keys = split(change.path)
        source = self.source(change.path)
        inside = keys[0] == self.rows_key and len(keys) > 2  # of an entry only the whole is known
        if keys[0] == self.rows_key and len(keys) == 2:
            self._move(change.op, keys[1])
        gone = change.op == "remove"
        op = "replace" if source is not None and (inside or change.op == "add") else change.op
        was = self._scalar(source) if source is not None else None
        was = change.was if was is None else was
        return replace(change, op=op, path=source, to=None if gone else change.path, was=was)

    def _scalar(self, pointer: str) -> Json:
        """What the caller wrote there, if it is a scalar of a field beside the conversation."""
        keys = split(pointer)
        if keys[0] == "messages":
            return None
        value = self._body.at(".".join(keys))
        return None if isinstance(value, list | dict) else value

    def _move(self, op: str, at: str) -> None:
        """Keeps the entries in step with an entry that comes or goes."""
        if op == "remove":
            del self.rows[int(at)]
        elif op == "add":
            self.rows.insert(len(self.rows) if at == "-" else int(at), None)
