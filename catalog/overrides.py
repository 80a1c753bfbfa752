"""Overrides as ops write them: read from their folder, every mistake of every file at once."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from forethought.catalog.lines import dotted
from forethought.catalog.mistakes import Mistake
from forethought.catalog.override_checks import check_overrides, expiring
from forethought.catalog.override_files import KINDS, TREES, Body, mistake_at, read_file
from forethought.catalog.places import locating
from forethought.catalog.sources import Source, file_of, read_sources
from forethought.catalog.tables import (
    NO_OVERRIDES,
    Locate,
    ModelOverride,
    Overrides,
    PlatformOverride,
    RouteOverride,
    Stated,
)
from forethought.catalog.wording import Finding
from forethought.policies.words import PLATFORMS, Json

__all__ = [
    "NO_OVERRIDES",
    "Locate",
    "ModelOverride",
    "Overrides",
    "PlatformOverride",
    "RouteOverride",
    "Stated",
    "check_overrides",
    "expiring",
    "locator",
    "read_overrides",
]


Keys: TypeAlias = tuple[str, ...]


def read_overrides(path: Path) -> tuple[Overrides, list[Mistake]]:
    """The overrides of a folder or of one file, and what is wrong in them, by file and line.

    What is wrong is left out of the overrides, so that the rest can be checked further.
    """
    sources, mistakes = read_sources(path)
    bodies: list[Body] = []
    for source in sources:
        found, wrong = read_file(source)
        bodies += found
        mistakes += wrong
    mistakes += [*_stated_twice(sources), *_without_model(bodies)]
    return _assembled(sources, bodies), sorted(mistakes, key=lambda m: (m.file, m.line or 0))


def locator(path: Path) -> Locate:
    """Finds lines in the files that `read_overrides(path)` read; reads each once, when asked."""
    return locating(lambda name: file_of(path, name).read_bytes())


def _stated_twice(sources: Sequence[Source]) -> Iterator[Mistake]:
    """The same key in two files: within one, TOML itself refuses it."""
    leaves: dict[Keys, tuple[Source, Keys]] = {}
    tables: dict[Keys, tuple[Source, Keys]] = {}
    for source in sources:
        here = [leaf for leaf in _leaves(source.tree, ()) if leaf[0] in (*KINDS, "policy")]
        for leaf in here:
            around = (leaves[part] for part in _prefixes(leaf) if part in leaves)
            if there := next(around, tables.get(leaf)):
                at = f"{there[0].file}:{there[0].places.line(there[1])}"
                found = Finding(leaf, f"is stated already in {at}", "keep one of the two")
                yield mistake_at(source, found, 1 if leaf[0] == "policy" else 2)
        for leaf in here:
            leaves.setdefault(leaf, (source, leaf))
            for part in _prefixes(leaf[:-1]):
                tables.setdefault(part, (source, leaf))


def _prefixes(path: Keys) -> Iterator[Keys]:
    return (path[:length] for length in range(len(path), 0, -1))


def _leaves(tree: Mapping[str, Json], path: Keys = ()) -> Iterator[Keys]:
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        elif value != {}:
            yield (*path, key)


def _without_model(bodies: Sequence[Body]) -> Iterator[Mistake]:
    """Routes for which no file says the model."""
    stated = {body.name for body in bodies if body.kind == "route" and "model" in body.stated}
    for body in bodies:
        if body.kind == "route" and body.name not in stated:
            stated.add(body.name)
            accepted = "name the model whose traits the route has"
            missing = Finding((*body.path, "model"), "is missing", accepted)
            yield mistake_at(body.source, missing, len(body.path))


def _assembled(sources: Sequence[Source], bodies: Sequence[Body]) -> Overrides:
    named: dict[tuple[str, str], dict[str, Any]] = {}
    for body in bodies:
        key = (body.kind, body.name)
        named[key] = _joined(named[key], body) if key in named else _alone(body)
    return Overrides(
        everywhere=tuple(
            Stated(file=b.source.file, table=b.table, policy=b.policy)
            for b in bodies
            if b.kind == "policy"
        ),
        models={n: ModelOverride(id=n, **v) for (kind, n), v in named.items() if kind == "model"},
        platforms={
            platform: PlatformOverride(platform=platform, **named["platform", platform])
            for platform in PLATFORMS
            if ("platform", platform) in named
        },
        routes={
            name: RouteOverride(name=name, **values)
            for (kind, name), values in named.items()
            if kind == "route"
        },
        files={source.file: source.digest for source in sources},
    )


def _alone(body: Body) -> dict[str, Any]:
    """The fields of a table that one file states."""
    own = {key: tuple(v) if isinstance(v, list) else v for key, v in body.own.items()}
    trees = {"traits": body.traits, "policy": body.policy}
    return {"file": body.source.file, "table": body.table, **trees, **own}


def _joined(fields: Mapping[str, Any], body: Body) -> dict[str, Any]:
    """The fields with what another file adds to the same table."""
    added = _alone(body)
    place = (added.pop("file"), added.pop("table"))
    trees = {key: _merged(fields[key], added.pop(key)) for key in TREES}
    leaves = (*_leaves(added), *_leaves({key: getattr(body, key) for key in TREES}))
    elsewhere = {**fields.get("elsewhere", {}), **{dotted(leaf): place for leaf in leaves}}
    return {**added, **fields, **trees, "elsewhere": elsewhere}


def _merged(first: Mapping[str, Json], second: Mapping[str, Json]) -> dict[str, Json]:
    """Both trees; the first stands where both state a key, which is a mistake told elsewhere."""
    both = {**second, **first}
    for key, value in first.items():
        if isinstance(value, dict) and isinstance(second.get(key), dict):
            both[key] = _merged(value, second[key])
    return both
