"""The packaged facts as their files tell them: one TOML file a vendor, and `base.toml` for all.

Which keys a file may hold is what these structs hold; what is odd about a fact stands beside it.
"""

import datetime
import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.policies.words import Json, Platform, Wire

SCHEMA: Final = 1
BASE: Final = "base.toml"
NOT_FACTS: Final = ("spellings.toml",)


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Traits, and those of one wire. `source` and `checked` fall back to the table around it."""

    traits: Mapping[str, Json] = {}
    wire: Mapping[Wire, "Table"] = {}
    source: tuple[str, ...] = ()
    """Words of the file's `[sources]`, or addresses."""
    checked: datetime.date | None = None


class PlacedTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Traits, and what differs on a wire or a platform."""

    platform: Mapping[Platform, Table] = {}


class ModelTable(PlacedTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One id, its other names, its lifecycle, and what it alone does."""

    aliases: tuple[str, ...] = ()
    status: str = "active"
    released: str | None = None
    retires: datetime.date | None = None


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"first": "from"}):
    """Ids that a family takes without listing them: all that is said must hold."""

    line: str | None = None
    """The line; "" is an id without one."""
    first: str | None = None
    """The lowest generation, `4` or `4.1`."""
    to: str | None = None
    """The highest, included: `4.4` is not beyond `4.10`."""
    starts: str | None = None
    """How the id starts, up to a hyphen or the end."""
    word: str | None = None
    """One of the words between its hyphens."""


class FamilyTable(PlacedTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Models that share traits, told once."""

    name: str
    inherits: str | None = None
    """The family, told earlier in the file, whose traits hold unless told otherwise."""
    models: Mapping[str, ModelTable] = {}
    owns: tuple[Rule, ...] = ()
    newest: tuple[str, ...] = ()
    """The lines whose unlisted ids are treated as this family."""
    vendor_newest: bool = False
    """Whether ids of an unknown line are."""
    unlisted: Table = Table()
    """What such ids do not get from it."""


class VendorFile(PlacedTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file. `base.toml` has no vendor and no families."""

    schema: int
    vendor: str | None = None
    home: Platform = "compatible"
    """The platform a request goes to when nobody says."""
    plain_on: tuple[Platform, ...] = ()
    """The platforms that take the plain id."""
    sources: Mapping[str, str]
    family: tuple[FamilyTable, ...] = ()
    unlisted: Table = Table()
    """What no id that no family lists gets."""
    unlisted_line: Table = Table()
    """What no id of an unknown line gets."""


def folder() -> Traversable:
    """Where the packaged facts are."""
    return resources.files("forethought.data")


def write_files(place: Path, texts: Mapping[str, str]) -> Path:
    """A folder of these files, each named after the last part of its name."""
    place.mkdir()
    for name, text in texts.items():
        file = name.rpartition("/")[2]
        if not file.endswith(".toml") or "\\" in file or "\0" in file:
            raise ValueError(f"{name!r} is no name of a TOML file")
        Path(place, file).write_bytes(text.encode())
    return place


def texts(data: Traversable) -> dict[str, str]:
    """Each packaged TOML file, as its bytes say."""
    return {file.name: file.read_bytes().decode() for file in _tomls(data)}


def digests(data: Traversable) -> dict[str, str]:
    """Each packaged TOML file and the sha256 of its bytes."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in _tomls(data)}


def read_files(data: Traversable) -> dict[str, VendorFile]:
    """The facts by file name: `anthropic.toml`. Raises `CatalogError` with all mistakes."""
    read: dict[str, VendorFile] = {}
    mistakes: list[Mistake] = []
    for file in _tomls(data):
        if file.name not in NOT_FACTS:
            try:
                read[file.name] = _decode(file.read_bytes())
            except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
                mistakes.append(mistake(file.name, "", str(wrong)))
    if mistakes:
        raise CatalogError(mistakes)
    return read


def mistake(file: str, table: str, message: str) -> Mistake:
    """A mistake of the packaged facts."""
    return Mistake(file=f"data/{file}", line=None, table=table, key="", message=message)


def _tomls(data: Traversable) -> Iterator[Traversable]:
    files = (file for file in data.iterdir() if file.name.endswith(".toml"))
    return iter(sorted(files, key=lambda file: file.name))


def _decode(text: bytes) -> VendorFile:
    tree = tomllib.loads(text.decode())
    return msgspec.convert(tree, VendorFile, builtin_types=(datetime.date,))
