"""The packaged facts, ready to be asked: every vendor with its families, lines and listed ids."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec import Struct

from forethought.catalog.authors import Author, Teller
from forethought.catalog.families import Family, Model, Owners, owners
from forethought.catalog.found import Lifecycle
from forethought.catalog.layers import Statement
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.packaged import (
    BASE,
    SCHEMA,
    FamilyTable,
    ModelTable,
    VendorFile,
    mistake,
)
from forethought.policies.words import Platform

_T = TypeVar("_T")


class Vendor(Struct, frozen=True, kw_only=True):
    """One vendor's facts."""

    name: str
    file: str
    home: Platform
    plain_on: tuple[Platform, ...]
    author: Author
    unlisted: Statement
    unlisted_line: Statement
    families: Mapping[str, Family]
    owners: Owners
    newest: Mapping[str, Family]
    """The newest family of each line that has a fallback."""
    vendor_newest: Family | None


class Listing(Struct, frozen=True, kw_only=True):
    """A listed model and whose it is."""

    vendor: Vendor
    family: Family
    model: Model


class Facts(Struct, frozen=True, kw_only=True):
    """All packaged facts."""

    base: Author
    vendors: Mapping[str, Vendor]
    listed: Mapping[str, Listing]
    """By canonical id."""


def compile_facts(files: Mapping[str, VendorFile]) -> Facts:
    """The facts of these files. Raises `CatalogError` with every mistake."""
    mistakes: list[Mistake] = []
    vendors: dict[str, Vendor] = {}
    for name, file in files.items():
        try:
            if name != BASE:
                vendor = _vendor(name, file)
                _claim(vendors, vendor.name, vendor)
        except ValueError as wrong:
            mistakes.append(mistake(name, "", str(wrong)))
    listed: dict[str, Listing] = {}
    for listing in _listings(vendors):
        try:
            _claim(listed, listing.model.id, listing)
        except ValueError as wrong:
            mistakes.append(mistake(listing.vendor.file, listing.family.name, str(wrong)))
    if mistakes:
        raise CatalogError(mistakes)
    base = Teller(name=BASE, file=files[BASE]).author("base", "", files[BASE])
    return Facts(base=base, vendors=vendors, listed=listed)


def _claim(taken: dict[str, _T], key: str, value: _T) -> None:
    if key in taken:
        raise ValueError(f"{key!r} is told twice")
    taken[key] = value


def _listings(vendors: Mapping[str, Vendor]) -> Iterator[Listing]:
    for vendor in vendors.values():
        for family in vendor.families.values():
            for model in family.models.values():
                yield Listing(vendor=vendor, family=family, model=model)


def _vendor(name: str, file: VendorFile) -> Vendor:
    if file.schema != SCHEMA:
        raise ValueError(f"schema {file.schema} is not {SCHEMA}")
    if file.vendor is None:
        raise ValueError("no vendor is named")
    teller = Teller(name=name, file=file)
    families: dict[str, Family] = {}
    for table in file.family:
        _claim(families, table.name, _family(teller, table, families))
    newest: dict[str, Family] = {}
    for family in families.values():
        for line in family.newest:
            _claim(newest, line, family)
    return Vendor(
        name=file.vendor,
        file=name,
        home=file.home,
        plain_on=file.plain_on,
        author=teller.author("vendor", "", file),
        unlisted=teller.statement("family by fallback", "unlisted", file.unlisted),
        unlisted_line=teller.statement("family by fallback", "unlisted_line", file.unlisted_line),
        families=families,
        owners=owners(families.values()),
        newest=newest,
        vendor_newest=_vendor_newest(families),
    )


def _vendor_newest(families: Mapping[str, Family]) -> Family | None:
    found = [family for family in families.values() if family.vendor_newest]
    if len(found) > 1:
        raise ValueError(f"{found[0].name} and {found[1].name} are both the vendor's newest")
    return found[0] if found else None


def _family(teller: Teller, table: FamilyTable, told: Mapping[str, Family]) -> Family:
    if table.inherits is not None and table.inherits not in told:
        raise ValueError(f"[{table.name}] inherits from {table.inherits!r}, not told above it")
    inherited = told[table.inherits].authors if table.inherits else ()
    return Family(
        name=table.name,
        authors=(*inherited, teller.author("family", table.name, table)),
        models={key: _model(teller, table, key, model) for key, model in table.models.items()},
        owns=table.owns,
        newest=table.newest,
        vendor_newest=table.vendor_newest,
        unlisted=teller.statement(
            "family by fallback", f"{table.name}.unlisted", table.unlisted, table
        ),
    )


def _model(teller: Teller, family: FamilyTable, key: str, table: ModelTable) -> Model:
    lifecycle = Lifecycle(status=table.status, released=table.released, retires=table.retires)
    name = f'{family.name}.models."{key}"'
    return Model(
        id=key,
        aliases=table.aliases,
        lifecycle=lifecycle,
        author=teller.author("model", name, table, family),
    )
