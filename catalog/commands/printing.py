"""How commands print: text for people, JSON for programs; data to stdout, the rest to stderr."""

import datetime
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from forethought.policies.words import Json

UNKNOWN: Final = "unknown"
"""How text shows what nobody knows."""


def say(text: str = "") -> None:
    """Prints lines to stdout."""
    print(_harmless(text))


def tell(text: str) -> None:
    """Prints lines to stderr: what is said about the data, not the data."""
    print(_harmless(text), file=sys.stderr)


def say_json(value: Json, *, indent: int = 2) -> None:
    """Prints JSON to stdout; an indent of 0 keeps it on one line."""
    encoded = msgspec.json.encode(value)
    print((msgspec.json.format(encoded, indent=indent) if indent else encoded).decode())


def in_words(value: Json) -> str:
    """A value as text shows it."""
    if value is None:
        return UNKNOWN
    if isinstance(value, str):
        return value
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, Mapping) and {*value} == {"field", "value"}:
        return f"{value['field']} = {in_words(value['value'])}"
    return msgspec.json.encode(value).decode()


def aligned(rows: Sequence[Sequence[str]], *, before: str = "") -> Iterable[str]:
    """Rows as columns of equal width, without blanks at the end."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{before}{'  '.join(cells)}".rstrip()


def counted(number: int, one: str) -> str:
    """`1 id`, `2 ids`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _harmless(text: str) -> str:
    """The text with nothing in it that acts on a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text)
