"""The stack of layers: which statements lie over each other for a target, a platform and a wire."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.authors import but
from forethought.catalog.found import Layer
from forethought.catalog.layers import Statement
from forethought.catalog.leaves import Leaf, flatten
from forethought.catalog.recognise import Target
from forethought.catalog.tables import Overrides, RouteOverride, Stated
from forethought.policies.words import Json, Platform, Wire


class Place(Struct, frozen=True, kw_only=True):
    """Where a request goes, as far as traits depend on it."""

    platform: Platform | None
    wire: Wire | None
    route: RouteOverride | None


def traits_stack(target: Target, place: Place, overrides: Overrides) -> Iterator[Statement]:
    """Everything stated of the traits, lowest first; nothing of what nobody knows."""
    if not target.authors and not target.overrides:
        return
    narrowed = _narrowing(target)
    settled: dict[Leaf, Json] = {}
    for statement in narrowed:
        settled.update(statement.leaves)
    yield from _own(target)
    yield from narrowed
    for author in target.authors:
        yield from (but(statement, settled) for statement in author.on_wire(place.wire))
    for author in target.authors:
        found = author.on_platform(place.platform, place.wire)
        yield from (but(statement, settled) for statement in found)
    for layer, table in _overrides(target, place, overrides):
        yield from _stated(layer, table, "traits", flatten(table.traits))


def policy_stack(target: Target, place: Place, overrides: Overrides) -> Iterator[Statement]:
    """Every choice stated in the overrides, lowest first."""
    tables: list[tuple[Layer, Stated]] = [("base", table) for table in overrides.everywhere]
    for layer, table in (*tables, *_overrides(target, place, overrides)):
        leaves: dict[Leaf, Json] = {(key,): value for key, value in table.policy.items()}
        yield from _stated(layer, table, "policy", leaves)


def _own(target: Target) -> Iterator[Statement]:
    for author in target.authors:
        own = author.own
        fallback = target.fallback is not None and own.layer == "family"
        yield replace(own, layer="family by fallback") if fallback else own


def _narrowing(target: Target) -> list[Statement]:
    """What an id reached by fallback does not get, though its stand-in has it."""
    if target.vendor is None or target.family is None or target.fallback is None:
        return []
    line = [target.vendor.unlisted_line] if target.fallback == "vendor" else []
    told = [target.vendor.unlisted, *line, target.family.unlisted]
    return [statement for statement in told if statement.leaves]


def _overrides(
    target: Target, place: Place, overrides: Overrides
) -> Iterator[tuple[Layer, Stated]]:
    for model in target.overrides:
        yield "override model", model
    if table := overrides.platforms.get(place.platform or ""):
        yield "override platform", table
    if place.route is not None:
        yield "override route", place.route


def _stated(
    layer: Layer, table: Stated, kind: str, leaves: Mapping[Leaf, Json]
) -> Iterator[Statement]:
    """The statements of one table, which may stand in more than one file."""
    places: dict[tuple[str, str], dict[Leaf, Json]] = {}
    for path, value in leaves.items():
        places.setdefault(table.place(kind, *path), {})[path] = value
    for (file, told), own in places.items():
        yield Statement(layer=layer, file=file, table=told, leaves=own)
