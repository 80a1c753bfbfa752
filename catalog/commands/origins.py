"""The line on which a value stands, for values of the packaged facts and of the overrides."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from forethought.catalog.commands.told import path_of
from forethought.catalog.found import Origin
from forethought.catalog.lines import Places, parts_of
from forethought.catalog.overrides import locator
from forethought.catalog.packaged import folder

Kind = Literal["traits", "policy"]
Path_ = tuple[str | int, ...]


class _File(NamedTuple):
    """One packaged file."""

    places: Places
    families: Sequence[str]
    """Their names, as they follow each other."""


class Lines:
    """Finds lines; reads each file once, when asked. `overrides` is what the catalog was given."""

    def __init__(self, overrides: Path | None) -> None:
        self._locate = locator(overrides) if overrides else None

    def line(self, origin: Origin, kind: Kind, key: str) -> int | None:
        """The line of the dotted trait or the choice that has this origin."""
        below = path_of(key) if kind == "traits" else (key,)
        if kind == "traits" and not origin.layer.startswith("override"):
            file = _packaged(origin.file.rpartition("/")[2])
            return file.places.line((*_root(origin.table, file.families), "traits", *below))
        if self._locate is None:
            return None
        table = parts_of(origin.table)
        inner = () if kind in table[2:] or table == (kind,) else (kind,)
        return self._locate(origin.file, (*table, *inner, *below))


@cache
def _packaged(name: str) -> _File:
    text = (folder() / name).read_text(encoding="utf-8")
    families = tomllib.loads(text).get("family", [])
    return _File(Places(text), [family["name"] for family in families])


def _root(table: str, families: Sequence[str]) -> Path_:
    """Where a table of the packaged facts stands; families are told by name, not by place."""
    if table == "traits":
        return ()
    named = [name for name in families if f"{table}.".startswith(f"{name}.")]
    if not named:
        return parts_of(table)
    family = max(named, key=len)
    return ("family", families.index(family), *parts_of(table[len(family) :]))
