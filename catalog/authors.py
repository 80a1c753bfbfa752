"""Tables of the packaged facts as statements: what each says, in which layer, on whose word."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.found import Layer
from forethought.catalog.layers import Statement
from forethought.catalog.leaves import UNKNOWN_VALUE, Leaves, build, flatten
from forethought.catalog.packaged import PlacedTable, Table, VendorFile
from forethought.policies.words import Json, Platform, Wire


class Author(Struct, frozen=True, kw_only=True):
    """One teller of facts (base, a vendor, a family, a model) and all that it states."""

    own: Statement
    wires: Mapping[Wire, Statement]
    platforms: Mapping[Platform, Statement]
    platform_wires: Mapping[tuple[Platform, Wire], Statement]

    def on_wire(self, wire: Wire | None) -> Iterator[Statement]:
        """What differs on a wire, if it says so."""
        if wire is not None and wire in self.wires:
            yield self.wires[wire]

    def on_platform(self, platform: Platform | None, wire: Wire | None) -> Iterator[Statement]:
        """What differs on a platform, and on a wire of it."""
        if platform is not None and platform in self.platforms:
            yield self.platforms[platform]
            if wire is not None and (platform, wire) in self.platform_wires:
                yield self.platform_wires[platform, wire]


class Teller(Struct, frozen=True, kw_only=True):
    """Makes the statements of one file."""

    name: str
    """`anthropic.toml`."""
    file: VendorFile

    def author(self, layer: Layer, name: str, table: PlacedTable, *around: Table) -> Author:
        """A table with what it says of wires and platforms."""
        outer = (table, *around)
        prefix = f"{name}." if name else ""
        return Author(
            own=self.statement(layer, name or "traits", *outer),
            wires={
                wire: self.statement("wire", f'{prefix}wire."{wire}"', one, *outer)
                for wire, one in table.wire.items()
            },
            platforms={
                platform: self.statement("platform", f'{prefix}platform."{platform}"', one, *outer)
                for platform, one in table.platform.items()
            },
            platform_wires={
                (platform, wire): self.statement(
                    "platform", f'{prefix}platform."{platform}".wire."{wire}"', two, one, *outer
                )
                for platform, one in table.platform.items()
                for wire, two in one.wire.items()
            },
        )

    def statement(self, layer: Layer, table: str, first: Table, *around: Table) -> Statement:
        """What one table says; its sources and date are the nearest ones told around it.

        Raises `ValueError` for what is no trait, or no value of it.
        """
        nearest = (first, *around, self.file)
        words = next((one.source for one in nearest if one.source), ())
        return Statement(
            layer=layer,
            file=f"data/{self.name}",
            table=table,
            leaves=_checked(table, first.traits),
            source="; ".join(self.file.sources.get(word, word) for word in words) or None,
            checked=next((one.checked for one in nearest if one.checked), None),
        )


def _checked(table: str, traits: Mapping[str, Json]) -> Leaves:
    try:
        leaves = flatten(traits)
        build({path: value for path, value in leaves.items() if value != UNKNOWN_VALUE})
    except ValueError as wrong:
        raise ValueError(f"[{table}] {wrong}") from None
    return leaves


def but(statement: Statement, without: Leaves) -> Statement:
    """A statement without the leaves that another has already settled."""
    left = {path: value for path, value in statement.leaves.items() if path not in without}
    return statement if len(left) == len(statement.leaves) else replace(statement, leaves=left)
