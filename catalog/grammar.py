"""The grammar of model ids, as `data/spellings.toml` tells it."""

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from forethought.policies.words import Platform

_MAJOR: Final = r"(?P<major>[1-9][0-9]?)"
_MINOR: Final = r"(?:[-.:p](?P<minor>0|[1-9][0-9]?))?"
# Neither a longer number, nor a word that only begins like one, nor a third part.
_END: Final = r"(?![0-9a-z]|[.:p][0-9])"


class Wrappers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may stand around a name."""

    routing: Mapping[str, Platform | Literal[""]]
    """Before a slash."""
    providers: Mapping[str, Platform | Literal[""]]
    """Before a colon."""
    geos: frozenset[str]
    bedrock_makers: frozenset[str]
    named_resources: frozenset[str]
    openrouter_makers: frozenset[str]
    undotted_makers: frozenset[str]
    openrouter_tags: frozenset[str]
    unpinned: frozenset[str]
    prefixes: frozenset[str]


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that mean one thing in one place and another elsewhere."""

    pointers: frozenset[str]
    version_after_v: frozenset[str]


class Stem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How names that begin alike are written. The data file documents each field."""

    stem: str
    vendor: str
    order: Literal["version", "line", "none"] = "version"
    reversed: bool = False
    tiers: tuple[str, ...] = ()
    written: str | None = None
    separator: str = "."
    letters: str = ""
    capital: bool = False
    endings: str = ""
    compact: str = ""
    zeros: frozenset[int] = frozenset()
    variants: frozenset[str] = frozenset()
    all_variant: bool = False
    line: str | None = None
    lines: bool = False
    line_alone: str | None = None
    same: Mapping[str, str] = {}
    model: str | None = None
    inside: bool = False


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    wrappers: Wrappers
    words: Words
    stems: tuple[Stem, ...] = field(name="stem")


class Dialect(Struct, frozen=True, kw_only=True):
    """A stem with what is made of it once."""

    stem: Stem
    version: re.Pattern[str] | None
    """Matches line, version and order behind the stem; unset where none is parsed."""
    shed: frozenset[str]
    """Variant words that are none of the name where no version stands."""
    means: frozenset[str]
    """The suffixes that others mean."""


class Grammar:
    """The spellings of every vendor, ready to read with. Immutable."""

    __slots__ = ("at_start", "behind", "dialects", "words", "wrappers")

    def __init__(self, wrappers: Wrappers, words: Words, stems: tuple[Stem, ...]) -> None:
        self.wrappers: Final = wrappers
        self.words: Final = words
        self.dialects: Final = {stem.stem: _dialect(stem, words) for stem in stems}
        self.at_start: Final = re.compile(_any_of(stems))
        self.behind: Final = re.compile(rf"(?<=[-.])(?:{_any_of(stems)})")


def load_grammar(data: Traversable | None = None) -> Grammar:
    """The packaged grammar, or that of another folder. Reads a file: once at start."""
    raw = ((data or files("forethought.data")) / "spellings.toml").read_bytes()
    file = msgspec.toml.decode(raw, type=_File)
    return Grammar(file.wrappers, file.words, file.stems)


def _any_of(stems: tuple[Stem, ...]) -> str:
    longest_first = sorted((stem.stem for stem in stems), key=len, reverse=True)
    return "|".join(map(_bounded, longest_first))


def _bounded(stem: str) -> str:
    # A single letter is a stem only of a number: "o3", never "o-ring".
    return re.escape(stem) + ("(?=[1-9])" if len(stem) == 1 else "(?![a-z])")


def _dialect(stem: Stem, words: Words) -> Dialect:
    return Dialect(
        stem=stem,
        version=_version(stem),
        shed=stem.variants - words.pointers,
        means=frozenset(stem.same.values()),
    )


def _version(stem: Stem) -> re.Pattern[str] | None:
    if stem.order == "none":
        return None
    letter = f"(?P<letter>[{stem.letters}])?" if stem.letters else "(?P<letter>(?!))?"
    ending = f"(?P<ending>[{stem.endings}])?" if stem.endings else "(?P<ending>(?!))?"
    return re.compile(f"{_line(stem)}-?{letter}{_MAJOR}{_MINOR}{ending}{_END}")


def _line(stem: Stem) -> str:
    if stem.order == "line":
        return r"(?:-?(?P<line>[a-z]+?(?:-[a-z]+?)*?))??"
    tiers = "|".join(map(re.escape, sorted(stem.tiers, key=len, reverse=True)))
    return f"(?:-(?P<line>{tiers or '(?!)'}))?"
