"""Where a key stands in a TOML text: tomllib keeps no positions.

A scanner for texts that tomllib has read. It is used for reports and for `explain`, never while
loading. In a text that tomllib refuses it finds what it can and does not fail.
"""

import contextlib
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

KeyPath: TypeAlias = Sequence[str | int]
"""Keys from the top of the file; a number is a place in an array, of tables too."""

_PART: Final = r'[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\''
_KEY_PART: Final = re.compile(_PART)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_DOT: Final = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS: Final = re.compile(r"[ \t]*=[ \t]*")
_SPACE: Final = re.compile(r"[ \t]*+")
_GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*+)*+")
_REST_OF_LINE: Final = re.compile(r"[^\n]*+")
_SCALAR: Final = re.compile(r"[^,\]}#\r\n]*+")
_STRINGS: Final = (
    re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}', re.DOTALL),
    re.compile(r"'''(?:[^']|'(?!''))*+'{0,5}"),
    re.compile(r'"(?:[^"\\\n]|\\.)*+"?'),
    re.compile(r"'[^'\n]*+'?"),
)
_NAMED_TABLE: Final = re.compile(rf"^[ \t]*\[[ \t]*({_PART})[ \t]*\.[ \t]*({_PART})", re.MULTILINE)


class Place(NamedTuple):
    """One key, table header or array element of the text."""

    path: tuple[str | int, ...]
    written: tuple[str, ...]
    """The parts of the path as their author spelled them; "" for a number."""
    line: int
    last_line: int
    """The line on which its value ends; of a header, its own."""


def bare(part: str) -> str:
    """A key as TOML takes it: bare where it can be, else in quotes."""
    return part if _BARE.fullmatch(part) else quoted(part)


def quoted(part: str) -> str:
    """A key in quotes."""
    escaped = part.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def dotted(path: KeyPath) -> str:
    """A path as a dotted key; places in arrays are left out."""
    return ".".join(bare(part) for part in path if isinstance(part, str))


def parts_of(written: str) -> tuple[str, ...]:
    """The keys of a dotted key as written: `route."a.b"` is `route` and `a.b`."""
    return tuple(_unquoted(part) for part in _KEY_PART.findall(written))


def named_tables(text: str) -> Mapping[tuple[str, str], str]:
    """The first two keys of each header, and how they are written: cheap enough to use on loading.

    A line that looks like a header inside a string may be among them.
    """
    found: dict[tuple[str, str], str] = {}
    for kind, name in _NAMED_TABLE.findall(text):
        found.setdefault((_unquoted(kind), _unquoted(name)), f"{kind}.{name}")
    return found


class Places:
    """All that can be located in one text; for asking more than once."""

    def __init__(self, text: str) -> None:
        self.all: list[Place] = []
        self._exact: dict[tuple[str | int, ...], Place] = {}
        self._within: dict[tuple[str | int, ...], Place] = {}
        with contextlib.suppress(RecursionError):  # arrays as deep as tomllib just manages
            for place in _Scanner(text).statements():
                self._add(place)

    def _add(self, place: Place) -> None:
        self.all.append(place)
        self._exact.setdefault(place.path, place)
        for length in range(1, len(place.path)):
            self._within.setdefault(place.path[:length], place)

    def line(self, path: KeyPath) -> int | None:
        """The line of the key at `path`, or of the nearest table around it that the text has."""
        for length in range(len(path), 0, -1):
            if place := self._at(tuple(path[:length])):
                return place.line
        return None

    def table(self, path: KeyPath) -> str:
        """The table at `path` in its author's spelling, without brackets."""
        place = self._at(tuple(path))
        return ".".join(filter(None, place.written[: len(path)])) if place else dotted(path)

    def _at(self, path: tuple[str | int, ...]) -> Place | None:
        return self._exact.get(path) or self._within.get(path)


def locate(text: str, path: KeyPath) -> int | None:
    """The line of the key at `path`, or of the nearest table around it that the text has."""
    return Places(text).line(path)


def _unquoted(part: str) -> str:
    if part[:1] not in {'"', "'"}:
        return part
    try:
        value: str = tomllib.loads(f"k = {part}")["k"]
    except tomllib.TOMLDecodeError:
        return part[1:-1]
    return value


class _Scanner:
    """Walks a text once; `at` is how far it has come."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.newlines = [match.start() for match in re.finditer("\n", text)]
        self.lengths: dict[tuple[str | int, ...], int] = {}

    def statements(self) -> Iterator[Place]:
        table = Place((), (), 1, 1)
        while self._skip(_GAP) < len(self.text):
            start = self.at
            if self.text[start] == "[":
                table = self._header()
                yield table
            else:
                yield from self._key_and_value(table)
            if self.at == start:
                self._skip(_REST_OF_LINE)

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def _line(self) -> int:
        return bisect_right(self.newlines, self.at - 1) + 1

    def _key(self) -> list[str]:
        """The parts of a dotted key, as written."""
        parts: list[str] = []
        while match := _KEY_PART.match(self.text, self.at):
            parts.append(match[0])
            self.at = match.end()
            if not _DOT.match(self.text, self.at):
                break
            self._skip(_DOT)
        return parts

    def _header(self) -> Place:
        line, double = self._line(), self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        self._skip(_SPACE)
        path: tuple[str | int, ...] = ()
        written: tuple[str, ...] = ()
        parts = self._key()
        for number, part in enumerate(parts, start=1):
            path, written = (*path, _unquoted(part)), (*written, part)
            if double and number == len(parts):
                self.lengths[path] = self.lengths.get(path, 0) + 1
            if path in self.lengths:
                path, written = (*path, self.lengths[path] - 1), (*written, "")
        self._skip(_REST_OF_LINE)
        return Place(path, written, line, line)

    def _key_and_value(self, table: Place) -> Iterator[Place]:
        line, parts = self._line(), self._key()
        if not parts or not _EQUALS.match(self.text, self.at):
            return
        self._skip(_EQUALS)
        path = (*table.path, *map(_unquoted, parts))
        place = Place(path, (*table.written, *parts), line, line)
        inside = list(self._value(place))
        yield place._replace(last_line=self._line())
        yield from inside

    def _value(self, place: Place) -> Iterator[Place]:
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            yield from self._array(place)
        elif opening == "{":
            yield from self._inline_table(place)
        elif opening in {'"', "'"}:
            self._string()
        else:
            self._skip(_SCALAR)

    def _string(self) -> None:
        for pattern in _STRINGS:
            if pattern.match(self.text, self.at):
                self._skip(pattern)
                return

    def _array(self, place: Place) -> Iterator[Place]:
        self.at += 1
        number = 0
        while self._skip(_GAP) < len(self.text) and self.text[self.at] != "]":
            start, line = self.at, self._line()
            element = Place((*place.path, number), (*place.written, ""), line, line)
            inside = list(self._value(element))
            yield element._replace(last_line=self._line())
            yield from inside
            number += 1
            self._past_comma(start)
        self.at += 1

    def _inline_table(self, place: Place) -> Iterator[Place]:
        self.at += 1
        while self._skip(_GAP) < len(self.text) and self.text[self.at] != "}":
            start = self.at
            yield from self._key_and_value(place)
            self._past_comma(start)
        self.at += 1

    def _past_comma(self, start: int) -> None:
        """Always gets on, whatever stands there."""
        self._skip(_GAP)
        if self.text.startswith(",", self.at) or self.at == start:
            self.at += 1
