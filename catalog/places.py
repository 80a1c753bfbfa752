"""From where a value came from to the line in its file."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from forethought.catalog.found import Origin
from forethought.catalog.leaves import SHAPE
from forethought.catalog.lines import Places, parts_of
from forethought.catalog.sources import text_of
from forethought.catalog.tables import Locate
from forethought.policies.words import Json

Kind: TypeAlias = Literal["traits", "policy"]
_Path: TypeAlias = tuple[str | int, ...]


class _File(NamedTuple):
    """One packaged file."""

    places: Places
    families: Mapping[str, int]
    """The place of each in its array by its name and a dot; the longest first, as one may begin
    another."""


class Lines:
    """Finds the line that states a value. Each file is scanned once, when first asked for."""

    def __init__(self, packaged: Mapping[str, str], overrides: Locate | None) -> None:
        """`packaged` are texts by name, `anthropic.toml`."""
        self._packaged = cache(lambda name: _scanned(packaged.get(name, "")))
        self._overrides = overrides

    def line(self, origin: Origin, kind: Kind, key: str) -> int | None:
        """The line of the dotted trait or the choice that has this origin."""
        below = (kind, *path_of(key)) if kind == "traits" else (kind, key)
        if kind == "traits" and not origin.layer.startswith("override"):
            file = self._packaged(origin.file.rpartition("/")[2])
            return file.places.line((*_root(origin.table, file.families), *below))
        if self._overrides is None:
            return None
        table = parts_of(origin.table)
        return self._overrides(origin.file, below if table == (kind,) else (*table, *below))


def locating(read: Callable[[str], bytes]) -> Locate:
    """Finds lines in files by name; each is read and scanned once, when first asked for.

    What cannot be read has no lines.
    """

    @cache
    def places(file: str) -> Places:
        try:
            return Places(text_of(read(file)))
        except (OSError, UnicodeDecodeError):
            return Places("")

    return lambda file, path: places(file).line(path)


def path_of(trait: str) -> tuple[str, ...]:
    """The keys of a dotted trait; those of a table that takes any key may hold dots."""
    parts = trait.split(".")
    shape: Mapping[str, Json] = SHAPE
    for number, part in enumerate(parts[:-1], start=1):
        below = shape.get(part)
        if below is None:
            return tuple(parts)
        if not below:
            return (*parts[:number], ".".join(parts[number:]))
        shape = below
    return tuple(parts)


def _scanned(text: str) -> _File:
    families = tomllib.loads(text).get("family", [])
    named = {f"{family['name']}.": place for place, family in enumerate(families)}
    longest_first = sorted(named.items(), key=lambda pair: -len(pair[0]))
    return _File(Places(text), dict(longest_first))


def _root(table: str, families: Mapping[str, int]) -> _Path:
    """Where a table of the packaged facts stands: a family is told by its name, not by its place,
    and what all models of a vendor have is told as `traits`."""
    if table == "traits":
        return ()
    written = f"{table}."
    for name, place in families.items():
        if written.startswith(name):
            return ("family", place, *parts_of(table[len(name) :]))
    return parts_of(table)
