"""The texts of the files that a catalog was loaded from, and where things stand in them."""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.found import Origin
from forethought.catalog.leaves import SHAPE
from forethought.catalog.lines import Places, parts_of
from forethought.catalog.packaged import folder

_POLICY: Final = "policy"


class Texts(Struct, frozen=True, kw_only=True):
    """The files by name."""

    packaged: Mapping[str, str]
    """`anthropic.toml`."""
    overrides: Mapping[str, str]
    """By folder and name, as origins name them: `overrides/eu.toml`."""


def read_texts(catalog: Catalog, overrides: Path | None) -> Texts | None:
    """The texts that the catalog was loaded from; None where the overrides have changed since."""
    packaged = {
        file.name: file.read_text("utf-8")
        for file in sorted(folder().iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    }
    read: dict[str, str] = {}
    for name, digest in catalog.overrides.files.items():
        data = _bytes(overrides, name)
        if data is None or hashlib.sha256(data).hexdigest() != digest:
            return None
        read[name] = data.decode("utf-8")
    return Texts(packaged=packaged, overrides=read)


def digests_of(texts: Texts) -> Iterator[tuple[str, str, int]]:
    """Name, SHA-256 and size of each file, the packaged ones first."""
    packaged = {f"data/{name}": text for name, text in texts.packaged.items()}
    for name, text in (*packaged.items(), *texts.overrides.items()):
        data = text.encode()
        yield name, hashlib.sha256(data).hexdigest(), len(data)


def _bytes(overrides: Path | None, name: str) -> bytes | None:
    if overrides is None:
        return None
    file = overrides / name.rpartition("/")[2] if overrides.is_dir() else overrides
    try:
        return file.read_bytes()
    except OSError:
        return None


class Lines:
    """Finds the line that states a value. Each file is scanned once, when first asked for."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._places = cache(self._scanned)
        self._families = cache(self._named)

    def trait(self, origin: Origin, trait: str) -> int | None:
        """The line of a dotted trait in the table that states it."""
        return self._line(origin, ("traits", *leaf_of(trait)))

    def policy(self, origin: Origin, key: str) -> int | None:
        """The line of a choice in the table that states it."""
        below = (key,) if origin.table == _POLICY else (_POLICY, key)
        return self._line(origin, below)

    def _line(self, origin: Origin, below: tuple[str, ...]) -> int | None:
        if origin.layer.startswith("override") or below[0] != "traits":
            text = self._texts.overrides.get(origin.file)
            table: tuple[str | int, ...] = parts_of(origin.table)
        else:
            text = self._texts.packaged.get(origin.file.rpartition("/")[2])
            table = self._packaged_table(text or "", origin.table)
        return None if text is None else self._places(text).line((*table, *below))

    def _packaged_table(self, text: str, table: str) -> tuple[str | int, ...]:
        """The path of a table as origins name it: a family by its name, the vendor's by none."""
        if table == "traits":
            return ()
        for name, place in self._families(text).items():
            if table == name or table.startswith(f"{name}."):
                return ("family", place, *parts_of(table[len(name) :]))
        return parts_of(table)

    @staticmethod
    def _scanned(text: str) -> Places:
        return Places(text.removeprefix("\ufeff").replace("\r\n", "\n"))

    @staticmethod
    def _named(text: str) -> Mapping[str, int]:
        """The place of each family in its array, the longest name first: one may begin another."""
        families = tomllib.loads(text).get("family", [])
        names = {family["name"]: place for place, family in enumerate(families)}
        return dict(sorted(names.items(), key=lambda pair: -len(pair[0])))


def leaf_of(trait: str) -> tuple[str, ...]:
    """The path of a dotted trait: below a table that takes any key, dots are the key's own."""
    path: list[str] = []
    shape: Mapping[str, object] = SHAPE
    rest = trait
    while rest:
        head, _, tail = rest.partition(".")
        if not shape:
            return (*path, rest)
        path.append(head)
        below = shape.get(head)
        shape, rest = (below, tail) if isinstance(below, Mapping) else ({}, tail)
    return tuple(path)
