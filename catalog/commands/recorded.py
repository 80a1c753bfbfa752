"""Recorded AG-UI streams: JSON lines, server-sent events or a JSON array."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from forethought.catalog.commands.command import Exit, Stopped
from forethought.catalog.lone import read_json
from forethought.policies.words import Json

_BREAK: Final = re.compile(rb"\r\n|\n|\r")
_FIELD: Final = re.compile(rb"(data|event|id|retry)(?::|$)|:")
"""How a line of server-sent events begins; a colon alone begins a comment."""
_MARK: Final = b"\xef\xbb\xbf"

Numbered = tuple[int, bytes]
"""A text and the line it begins at."""


class Recorded(Struct, frozen=True, kw_only=True):
    """What was recorded."""

    events: list[Json]
    lines: list[int] | None
    """The line of each; None of an array."""

    def line(self, index: int | None) -> int | None:
        """The line of an event, where it has one of its own."""
        if self.lines is None or index is None or index >= len(self.lines):
            return None
        return self.lines[index]


def read_recorded(given: bytes, name: str) -> Recorded:
    """The events of a file. Raises `Stopped` with the line that is no JSON."""
    body = given.removeprefix(_MARK)
    if body.lstrip().startswith(b"["):
        return Recorded(events=_array(body, name), lines=None)
    numbered = [*_texts(body)]
    return Recorded(
        events=[_json(text, f"{name}:{line}") for line, text in numbered],
        lines=[line for line, _ in numbered],
    )


def _array(body: bytes, name: str) -> list[Json]:
    events: list[Json] = _json(body, name)
    return events


def _texts(body: bytes) -> Iterator[Numbered]:
    lines = [(number, line) for number, line in enumerate(_BREAK.split(body), 1)]
    first = next((line for _, line in lines if line.strip()), b"")
    if _FIELD.match(first):
        return _sent(lines)
    return ((number, line) for number, line in lines if line.strip())


def _sent(lines: list[Numbered]) -> Iterator[Numbered]:
    """The data of server-sent events; the last one may lack the blank line that ends it."""
    begun, data = 0, list[bytes]()
    for number, line in [*lines, (0, b"")]:
        if not line and data:
            yield begun, b"\n".join(data)
            data = []
        name, _, value = line.partition(b":")
        if name == b"data":
            begun = begun if data else number
            data.append(value.removeprefix(b" "))


def _json(text: bytes, where: str) -> Json:
    try:
        return read_json(text)
    except RecursionError:
        raise Stopped(Exit.CANNOT_LOAD, f"{where}: it is nested too deep") from None
    except msgspec.DecodeError:
        message = f"{where}: it is no JSON; accepted are JSON lines, SSE or a JSON array of events"
        raise Stopped(Exit.CANNOT_LOAD, message) from None
