"""TOML files as they are read: which there are, their text, and what is no TOML in them."""

import hashlib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from forethought.catalog.lines import Place, Places, dotted
from forethought.catalog.mistakes import Mistake
from forethought.policies.words import Json

DEEPEST: Final = 50
"""Levels of nesting: a traits tree has five."""

_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_UTF8: Final = "save the file as UTF-8"
_SYNTAX: Final[tuple[tuple[str, str, str | None], ...]] = (
    ("Invalid statement", "no key can start here", "write a key = value, a [table] or a # comment"),
    ("Expected '=' after", "a key without a value", "write key = value"),
    (
        "Invalid value",
        "this is no value",
        'write a string in straight quotes ("low"), a number, true, false, a date, […] or {…}',
    ),
    ("Unterminated string", "a string that is never closed", "close its quotes"),
    ("Expected \"'", "a string that is never closed", "close its quotes"),
    ("Illegal character '\\n'", "a string that does not end on its line", "close its quotes"),
    ("Illegal character", "a control character", "leave it out, or write an escape such as \\t"),
    ("Found invalid character", "a control character", "leave it out"),
    (
        "Unescaped '\\'",
        "a backslash that escapes nothing",
        "write \\\\, or put the text in 'single quotes'",
    ),
    ("Cannot declare", "this table stands in the file already", "make one of the two"),
    ("Cannot redefine", "this table stands in the file already", "make one of the two"),
    ("Cannot overwrite", "this key has a value already", "keep one of the two"),
    ("Duplicate inline", "this key has a value already", "keep one of the two"),
    ("Cannot mutate", "a table in {…} or an array is complete already", "write its keys together"),
    ("Expected newline", "something stands behind the value", "one key a line, strings in quotes"),
    ("Unclosed array", "an array that is never closed", "write a ] behind its last value"),
    (
        "Unclosed inline",
        "a {…} that is not closed on its line",
        "write a } behind its last value, and no line break in it",
    ),
    ("Expected ']", "a [table] header that is not closed", "write a ] behind the name"),
    (
        "Invalid initial character",
        "here should be a name",
        "write letters, digits, - and _, or a name in quotes",
    ),
    ("Invalid date", "there is no such date", "write YYYY-MM-DD, such as 2027-02-01"),
    ("Exceeds the limit", "the number is too large", None),
)
_CONFLICT: Final = re.compile(r"<{7}|={7}|>{7}")


class Source:
    """One file that is TOML."""

    def __init__(self, file: str, text: str, digest: str, tree: Mapping[str, Json]) -> None:
        self.file = file
        """The folder's name and the file's."""
        self.text = text
        self.digest = digest
        """The SHA-256 of its bytes."""
        self.tree = tree

    @cached_property
    def places(self) -> Places:
        """Where its keys stand: worked out when a mistake or an explanation needs a line."""
        return Places(self.text)


def read_sources(path: Path) -> tuple[list[Source], list[Mistake]]:
    """Every `*.toml` of the folder by name, or the one file; and what could not be read.

    Names that begin with a dot are left out, as a shell does: editors keep their copies so.
    """
    if not path.exists():
        return [], [_mistake(str(path), None, "there is no such file or folder", None)]
    try:
        files = sorted(p for p in path.iterdir() if _is_ours(p)) if path.is_dir() else [path]
    except OSError as error:
        return [], [_mistake(str(path), None, f"cannot be read: {error.strerror}", None)]
    read = [_read(file) for file in files]
    return (
        [each for each in read if isinstance(each, Source)],
        [each for each in read if isinstance(each, Mistake)],
    )


def name_of(file: Path) -> str:
    """A file as reports name it: its folder's name and its own."""
    full = Path(os.path.abspath(file))
    return f"{full.parent.name}/{full.name}"


def file_of(path: Path, name: str) -> Path:
    """The file that reports name so, of a folder or of one file."""
    return path / name.rpartition("/")[2] if path.is_dir() else path


def text_of(data: bytes) -> str:
    """TOML's text, its line ends as `tomllib` counts them; raises `UnicodeDecodeError`."""
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def _is_ours(path: Path) -> bool:
    return path.suffix == ".toml" and not path.name.startswith(".") and not path.is_dir()


def _read(path: Path) -> Source | Mistake:
    file = name_of(path)
    try:
        if path.exists() and not path.is_file():
            return _mistake(file, None, "is no file", None)
        data = path.read_bytes()
        text = text_of(data)
    except OSError as error:
        return _mistake(file, None, f"cannot be read: {error.strerror}", None)
    except UnicodeDecodeError as error:
        return _not_utf8(file, error)
    return parse(file, text, hashlib.sha256(data).hexdigest())


def parse(file: str, text: str, digest: str) -> Source | Mistake:
    """The text as TOML, or the one mistake that keeps it from being TOML."""
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        return _mistake(file, None, "is nested too deep", None)
    except ValueError as error:
        return _syntax(file, text, str(error))
    if _is_deep(tree):
        return _mistake(file, None, "is nested too deep", None)
    return Source(file, text, digest, tree)


def _is_deep(tree: Json) -> bool:
    level = [tree]
    for _ in range(DEEPEST):
        inner = [list(v.values()) if isinstance(v, dict) else v for v in level]
        level = [v for each in inner for v in each if isinstance(v, dict | list)]
        if not level:
            return False
    return True


def _mistake(file: str, line: int | None, message: str, accepted: str | None) -> Mistake:
    return Mistake(file=file, line=line, table="", key="", message=message, accepted=accepted)


def _not_utf8(file: str, error: UnicodeDecodeError) -> Mistake:
    before: bytes = error.object[: error.start]
    if error.object[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return _mistake(file, 1, "is UTF-16", _UTF8)
    line = before.count(b"\n") + 1
    return _mistake(file, line, f"the byte 0x{error.object[error.start]:02x} is not UTF-8", _UTF8)


def _syntax(file: str, text: str, told: str) -> Mistake:
    position = _POSITION.search(told)
    known = (row for row in _SYNTAX if told.startswith(row[0]))
    fallback = (told[: position.start()] if position else told, None)
    message, accepted = next(((row[1], row[2]) for row in known), fallback)
    places = Places(text).all
    if position is None or position[1] is None:
        line = places[-1].line if places else 1
        where, inside = "", "" if "already" in message else ": the file ends inside it"
    else:
        line, inside = int(position[1]), ""
        where = "" if "already" in message else f"in column {position[2]}, "
    if _CONFLICT.match(text.split("\n")[line - 1]):
        return _mistake(file, line, "the mark of a merge conflict", "keep one side, without marks")
    hint = _first_of_two(told, places, line) or _still_open(places, line)
    return _mistake(file, line, where + message + inside, hint or accepted)


def _first_of_two(told: str, places: Sequence[Place], line: int) -> str | None:
    """Of a key or table that stands there twice, where the first one is."""
    if not told.startswith("Cannot"):
        return None
    second = next((place for place in places if place.line == line), None)
    first = next((p for p in places if second and p.path == second.path and p.line < line), None)
    return f"the first is on line {first.line}" if first else None


def _still_open(places: Sequence[Place], line: int) -> str | None:
    """The value that began on an earlier line and swallowed this one."""
    around = [p for p in places if p.line < line <= p.last_line and isinstance(p.path[-1], str)]
    if not around:
        return None
    return f"the value of {dotted(around[0].path)}, from line {around[0].line} on, is not closed"
