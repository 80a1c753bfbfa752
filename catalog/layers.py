"""Layers: statements of traits laid over each other, each value with where it came from."""

import datetime
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.found import Layer, Origin
from forethought.catalog.leaves import UNKNOWN_VALUE, Leaf, Leaves, dotted
from forethought.policies.words import Json


class Statement(Struct, frozen=True, kw_only=True):
    """What one table says in one layer."""

    layer: Layer
    file: str
    table: str
    leaves: Leaves
    source: str | None = None
    checked: datetime.date | None = None

    def origin(self, value: Json, lost: tuple[Origin, ...]) -> Origin:
        """Where a value that this table states came from."""
        return Origin(
            layer=self.layer,
            file=self.file,
            table=self.table,
            value=value,
            source=self.source,
            checked=self.checked,
            lost=lost,
        )


class Merged(Struct, frozen=True, kw_only=True):
    """Values that stand, and the origin of each. A leaf returned to unknown has an origin only."""

    leaves: Leaves
    origins: Mapping[str, Origin]


def merge(statements: Iterable[Statement]) -> Merged:
    """Lay statements over each other, lowest first: tables leaf by leaf, lists replaced."""
    origins: dict[Leaf, Origin] = {}
    for statement in statements:
        for path, value in statement.leaves.items():
            if value == UNKNOWN_VALUE:
                _forget(origins, path, statement)
            else:
                origins[path] = statement.origin(value, _beaten(origins.get(path)))
    return Merged(
        leaves={path: origin.value for path, origin in origins.items() if origin.value is not None},
        origins={dotted(path): origin for path, origin in origins.items()},
    )


def _forget(origins: dict[Leaf, Origin], path: Leaf, statement: Statement) -> None:
    """Return a leaf, or every leaf of a table, to unknown."""
    below = [known for known in origins if known[: len(path)] == path]
    for known in below or [path]:
        origins[known] = statement.origin(None, _beaten(origins.get(known)))


def _beaten(origin: Origin | None) -> tuple[Origin, ...]:
    if origin is None:
        return ()
    return (replace(origin, lost=()), *origin.lost)
