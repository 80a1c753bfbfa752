"""The overrides over a catalog that does not have them: who is known, and what then holds."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple, Protocol

from forethought.catalog.found import Found
from forethought.catalog.tables import (
    ModelOverride,
    Overrides,
    PlatformOverride,
    RouteOverride,
    Stated,
)
from forethought.catalog.wording import nearest
from forethought.policies import Traits
from forethought.policies.traits import UNKNOWN
from forethought.policies.words import Json, Match, Platform, Wire

LISTED: Final[frozenset[Match]] = frozenset({"exact", "alias", "dated", "spelling", "base_model"})
"""The matches that mean a listed model."""


class Resolves(Protocol):
    """What is needed of a catalog."""

    @property
    def families(self) -> Mapping[str, object]: ...

    def models(self) -> Iterable[str]: ...

    def resolve(
        self, model: str, /, *, platform: Platform | None = None, wire: Wire | None = None
    ) -> Found: ...


class About(NamedTuple):
    """One finding about a table of the overrides."""

    stated: Stated
    path: tuple[str, ...]
    """Below the table, `traits` included: `("traits", "effort", "default")`."""
    message: str
    accepted: str | None
    level: Literal["error", "warning"] = "error"

    @property
    def root(self) -> tuple[str, ...]:
        """Where the table stands in its file."""
        match self.stated:
            case ModelOverride(id=name):
                return ("model", name)
            case PlatformOverride(platform=name):
                return ("platform", name)
            case RouteOverride(name=name):
                return ("route", name)
            case _:
                return ("policy",)


class Value(NamedTuple):
    """A trait's value and the table of the overrides that states it, if one does."""

    value: Json
    by: Stated | None


class Layered(NamedTuple):
    """The traits of something, and the tables of the overrides on top, highest first."""

    traits: Traits
    tables: Sequence[Stated]

    def value(self, *path: str) -> Value:
        """What holds for a trait; `None` where nobody knows."""
        for table in self.tables:
            stated = _stated(table.traits, path)
            if stated is not None:
                return Value(None if stated == "unknown" else stated, table)
        found: Json = self.traits
        for part in path:
            found = getattr(found, part, None)
        return Value(found, None)


def _stated(tree: Json, path: Sequence[str]) -> Json:
    """The value at the path, or the "unknown" of a table around it."""
    for part in path:
        tree = tree.get(part) if isinstance(tree, dict) else tree
    return None if isinstance(tree, dict) else tree


class View:
    """Resolves ids as the catalog will when it has the overrides."""

    def __init__(self, overrides: Overrides, catalog: Resolves) -> None:
        self.overrides = overrides
        self.catalog = catalog

    @cached_property
    def own(self) -> dict[str, ModelOverride]:
        """The models of the overrides, by id and alias in lower case."""
        models = tuple(self.overrides.models.values())[::-1]
        aliases = {alias.lower(): model for model in models for alias in model.aliases}
        return {**aliases, **{model.id.lower(): model for model in models}}

    @cached_property
    def vendors(self) -> list[str]:
        """Who makes a model of the catalog."""
        found = map(self.catalog.resolve, self.catalog.models())
        return sorted({each.vendor for each in found if each.vendor})

    def find(self, asked: str) -> tuple[ModelOverride | None, Found]:
        """The table that an id has in the overrides, and what the catalog says of it."""
        found = self.catalog.resolve(asked)
        return self.own.get(asked.lower()) or self.own.get(found.model.lower()), found

    def suggestion(self, asked: str) -> str | None:
        """A known id that looks like `asked`."""
        ids = [*self.catalog.models(), *self.own]
        return nearest(asked, (known for known in ids if known != asked.lower()))

    def layered(self, asked: str, platform: Platform | None, wire: Wire | None) -> Layered:
        """The traits that hold for an id, below those of a route."""
        base, tables = self._like(asked)
        found = self.catalog.resolve(base, platform=platform, wire=wire)
        unlike = found.match not in LISTED and tables and not _by_line(tables[-1], found)
        served = self.overrides.platforms.get(platform or found.platform or "compatible")
        above = (served,) if served else ()
        return Layered(UNKNOWN if unlike else found.traits, (*above, *tables))

    def _like(self, asked: str) -> tuple[str, list[ModelOverride]]:
        """The id in the catalog that stands at the end of `like`, and the tables on the way."""
        tables: list[ModelOverride] = []
        table, _ = self.find(asked)
        while table and table not in tables:
            tables.append(table)
            asked = table.like or table.id
            table = self.find(asked)[0]
        return asked, tables


def _by_line(table: ModelOverride, found: Found) -> bool:
    """Whether a table that names neither vendor nor family leaves an id to its line."""
    return found.match != "unknown" and not (table.vendor or table.family)
