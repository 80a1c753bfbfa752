"""What a bare model name says: its line, its version, its date, and what is none of its identity.

A version is parsed as a whole or not at all. What cannot be parsed stays as it is written.
"""

import re
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.grammar import Dialect, Stem

Generation = tuple[int, int]

_DATE: Final = (
    r"(?:20[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-20[0-9]{2}|[0-9]{2}-20[0-9]{2}"
    r"|[0-9]{8}|[0-9]{6}"
    r"|(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12][0-9]|3[01])"  # month and day
    r"|2[3-9](?:0[1-9]|1[0-2]))"  # year and month
)
_DATED: Final = re.compile(rf"-({_DATE})(?=-|$)")
_DATED_AT_END: Final = re.compile(rf"-({_DATE})$")
# A word, or a size: "120b", "8x7b", "32k".
_WORD: Final = re.compile(r"[a-z][a-z0-9.]*|[0-9]+(?:\.[0-9]+)?(?:x[0-9]+)?[bkm][a-z0-9]*")
_REVISION: Final = re.compile(r"00[0-9]")
_LETTERS: Final = re.compile(r"[a-z]+")
_LINE_BEHIND: Final = re.compile(r"-([a-z]+)(?=-|$)")
_STRAY_DOT: Final = re.compile(r"(?<![0-9])\.|\.(?![0-9])")


class Reading(Struct, frozen=True, kw_only=True):
    """A name, read."""

    model: str
    """In the canonical spelling."""
    line: str | None
    generation: Generation | None
    date: str | None = None
    variant: str = ""


class _Parts(NamedTuple):
    """What stands behind a version."""

    kept: str
    dropped: str
    date: str | None


def tidy(name: str) -> str:
    """The name with hyphens between its words; dots are left between digits."""
    name = name.replace("_", "-")
    return _STRAY_DOT.sub("-", name) if "." in name else name


def read(name: str, dialect: Dialect) -> Reading:
    """What a tidy name, which begins with the dialect's stem, says."""
    date: str | None = None
    dropped = ""
    while (reading := _versioned(name, dialect)) is None:
        if dated := _DATED_AT_END.search(name):
            name, date = name[: dated.start()], date or dated[1]
            continue
        shorter, _, word = name.rpartition("-")
        if word not in dialect.shed or len(shorter) < len(dialect.stem.stem):
            reading = _unversioned(name, dialect)
            break
        name, dropped = shorter, f"-{word}{dropped}"
    if date is None and not dropped:
        return reading
    return replace(reading, date=reading.date or date, variant=reading.variant + dropped)


def _versioned(name: str, dialect: Dialect) -> Reading | None:
    stem = dialect.stem
    found = dialect.version and dialect.version.match(name, len(stem.stem))
    if not found:
        return None
    line: str | None = found["line"]
    tail = name[found.end() :]
    if stem.reversed and line is None:
        line, tail = _line_behind(tail, stem)
    parts = _parts(tail, dialect)
    if parts is None:
        return None
    generation = _generation(found, stem)
    version = _written(found, generation, stem)
    if stem.order == "line":
        model = _joined(stem.stem, line, version, parts.kept)
    else:
        suffix = _joined(line, parts.kept)
        suffix = stem.same.get(suffix, suffix)
        model = _joined(version, suffix)
        line = _joined(found["ending"] and version.removeprefix(_before(stem)), suffix)
    return Reading(
        model=model,
        line=stem.line or ((line or stem.line_alone) if stem.lines else None),
        generation=generation,
        date=parts.date,
        variant=parts.dropped,
    )


def _line_behind(tail: str, stem: Stem) -> tuple[str | None, str]:
    found = _LINE_BEHIND.match(tail)
    if not found or found[1] in stem.variants:
        return None, tail
    return found[1], tail[found.end() :]


def _parts(tail: str, dialect: Dialect) -> _Parts | None:
    """What follows a version, or nothing where it cannot be told from a longer version."""
    if not tail:
        return _Parts("", "", None)
    if tail[0] != "-":
        return None
    date: str | None = None
    while dated := _DATED.search(tail):
        date = date or dated[1]
        tail = tail[: dated.start()] + tail[dated.end() :]
    if tail[1:] in dialect.means:
        return _Parts(tail[1:], "", date)
    kept: list[str] = []
    dropped = ""
    for word in tail.split("-")[1:]:
        if word in dialect.stem.variants or _REVISION.fullmatch(word):
            dropped += f"-{word}"
        elif not _WORD.fullmatch(word):
            return None
        elif dialect.stem.all_variant:
            dropped += f"-{word}"
        else:
            kept.append(word)
    return _Parts("-".join(kept), dropped, date)


def _generation(found: re.Match[str], stem: Stem) -> Generation:
    major: str = found["major"]
    minor: str | None = found["minor"]
    if minor is None and _is_compact(major, stem):
        return int(major[0]), int(major[1])
    return int(major), int(minor or 0)


def _is_compact(number: str, stem: Stem) -> bool:
    """Whether a number is a major and a minor without a separator."""
    return len(number) == 2 and number[0] in stem.compact and number[1] != "0"


def _written(found: re.Match[str], generation: Generation, stem: Stem) -> str:
    major, minor = generation
    text = str(major)
    if minor or major in stem.zeros or _is_compact(text, stem):
        text += f"{stem.separator}{minor}"
    if stem.order == "line":
        return text
    letter = found["letter"] or ""
    letter = letter.upper() if stem.capital else letter
    return f"{_before(stem)}{letter}{text}{found['ending'] or ''}"


def _before(stem: Stem) -> str:
    return stem.written or f"{stem.stem}-"


def _unversioned(name: str, dialect: Dialect) -> Reading:
    stem = dialect.stem
    return Reading(
        model=stem.model if stem.model and name == stem.stem else name,
        line=stem.line or (_first_words(name, dialect) if stem.lines else None),
        generation=None,
    )


def _first_words(name: str, dialect: Dialect) -> str | None:
    """The words that stand where a line does, before anything that is no word."""
    stem = dialect.stem
    words = name[len(stem.stem) :].lstrip("-").split("-")
    if stem.order == "line":
        first = _LETTERS.match(words[0])
        return first[0] if first and words[0] not in stem.variants else None
    line = takewhile(lambda word: word not in stem.variants and _LETTERS.fullmatch(word), words)
    return "-".join(line) or None


def _joined(*parts: str | None) -> str:
    return "-".join(part for part in parts if part)
