"""One file of the overrides: its tables, and all that is wrong in it without resolving anything."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, defstruct
from msgspec.structs import fields

from forethought.catalog.checking import (
    doubtful,
    keys,
    policy_findings,
    pruned,
    table_findings,
    traits_findings,
)
from forethought.catalog.lines import bare, dotted, named_tables
from forethought.catalog.mistakes import Mistake
from forethought.catalog.sources import Source
from forethought.catalog.tables import ModelOverride, PlatformOverride, RouteOverride, Stated
from forethought.catalog.wording import (
    NO_SUCH_KEY,
    Finding,
    article,
    listed,
    near,
    nearest,
    no_such_key,
    shown,
)
from forethought.policies import Policy, Traits
from forethought.policies.words import PLATFORMS, Json

SCHEMA: Final = 1
"""The only schema so far."""
TREES: Final = ("traits", "policy")
_TREE_KEYS: Final = {(tree,) for tree in TREES}


def _own_keys(table: type[Stated], name: str) -> type[Struct]:
    """What may be written in a table itself, beside the trees; `name` stands in its header."""
    stated = {*(field.name for field in fields(Stated)), name}
    own = [field for field in fields(table) if field.name not in stated]
    return defstruct(table.__name__, [(each.name, each.type, each.default) for each in own])


KINDS: Final[Mapping[str, type[Struct]]] = {
    "model": _own_keys(ModelOverride, "id"),
    "platform": _own_keys(PlatformOverride, "platform"),
    "route": _own_keys(RouteOverride, "name"),
}
_EXAMPLES: Final = {
    "model": '[model."ID"]',
    "platform": "[platform.NAME]",
    "route": '[route."NAME"]',
}
_TOP: Final = ("schema", "policy", *KINDS)
_ABOVE: Final = "write it at the top of the file, above the first [table]"


class Body(NamedTuple):
    """One table of one file, without its mistakes."""

    source: Source
    kind: str
    name: str
    """"" of `[policy]`."""
    path: tuple[str, ...]
    """Where it stands, from the top of the file."""
    table: str
    """As its author wrote it."""
    stated: frozenset[str]
    """Its own keys, those with mistakes too."""
    own: Mapping[str, Json]
    traits: Mapping[str, Json]
    policy: Mapping[str, Json]


def read_file(source: Source) -> tuple[list[Body], list[Mistake]]:
    """The tables of one file without their mistakes, and the mistakes."""
    bodies: list[Body] = []
    mistakes = [mistake_at(source, f, 0) for f in (*_schema(source.tree), *_top(source.tree))]
    written = named_tables(source.text)
    for kind, name, path, tree in _tables(source.tree):
        wrong, body = _table(source, kind, name, path, tree)
        bodies.append(body._replace(table=written.get((kind, name), body.table)))
        for finding in (*_name(path, name), *wrong):
            below = finding._replace(path=(*path, *finding.path))
            mistakes.append(mistake_at(source, below, max(len(path), 1)))
    return bodies, mistakes


def mistake_at(source: Source, finding: Finding, depth: int) -> Mistake:
    """The finding at its place; the first `depth` keys of its path are the table's."""
    path = finding.path
    below = path[depth + 1 :] if depth != 1 and path[depth : depth + 1] in _TREE_KEYS else ()
    return Mistake(
        file=source.file,
        line=source.places.line(path) or 1,
        table=source.places.table(path[:depth]) if depth else "",
        key=dotted(below or path[depth:]),
        message=finding.message,
        accepted=finding.accepted,
    )


def _schema(tree: Mapping[str, Json]) -> Iterator[Finding]:
    value = tree.get("schema")
    if "schema" not in tree:
        yield Finding(("schema",), "is missing", f"write schema = {SCHEMA} above the first [table]")
    elif value != SCHEMA or isinstance(value, bool | float):
        yield Finding(
            ("schema",), f"{shown(value)} is no schema that is known", f"write schema = {SCHEMA}"
        )


def _top(tree: Mapping[str, Json]) -> Iterator[Finding]:
    """Keys of the top level that are unknown or no tables."""
    for name, value in tree.items():
        if name not in _TOP:
            kind = "table" if isinstance(value, dict) else "key"
            yield _unknown_top(name)._replace(message=f"there is no such {kind}")
        elif name != "schema" and not isinstance(value, dict):
            wanted = "write [policy]" if name == "policy" else f"write {_EXAMPLES[name]}"
            yield Finding((name,), article(value), wanted)
        elif name in KINDS:
            for inner, body in value.items():
                if not isinstance(body, dict):
                    yield Finding((name, inner), article(body), f"write {_EXAMPLES[name]}")


def _unknown_top(name: str) -> Finding:
    route = f"it is a key of a route or a model: write {_EXAMPLES['route']} above it"
    elsewhere = {
        'they belong to a model, platform or route: write [route."NAME".traits]': (
            "traits",
            *keys(Traits),
        ),
        "it is a choice: write [policy] above it": keys(Policy),
        route: (*keys(KINDS["route"]), *keys(KINDS["model"])),
    }
    return no_such_key((name,), _TOP, _TOP, elsewhere)


def _tables(
    tree: Mapping[str, Json],
) -> Iterator[tuple[str, str, tuple[str, ...], Mapping[str, Json]]]:
    """Kind, name, path and content of each table; the name is "" in `[policy]`."""
    if isinstance(tree.get("policy"), dict):
        yield "policy", "", (), {"policy": tree["policy"]}
    for kind in KINDS:
        named = tree.get(kind)
        for name, body in named.items() if isinstance(named, dict) else ():
            if isinstance(body, dict):
                yield from _named(kind, name, (kind, name), body)


def _named(
    kind: str, name: str, path: tuple[str, ...], body: Mapping[str, Json]
) -> Iterator[tuple[str, str, tuple[str, ...], Mapping[str, Json]]]:
    """The table; where an unquoted dot split its name, the table that was meant."""
    known = (*TREES, *keys(KINDS[kind]))
    split = {
        key: value for key, value in body.items() if key not in known and _is_body(value, known)
    }
    for key, value in split.items():
        yield from _named(kind, f"{name}.{key}", (*path, key), value)
    rest = {key: value for key, value in body.items() if key not in split}
    if rest or not split:
        yield kind, name, path, rest


def _is_body(value: Json, known: Sequence[str]) -> bool:
    """Whether the table holds, or a table in it holds, what a named table has."""
    if not isinstance(value, dict):
        return False
    return any(key in known or _is_body(inner, known) for key, inner in value.items())


def _name(path: tuple[str, ...], name: str) -> Iterator[Finding]:
    if len(path) > 2:
        quoted = f"{path[0]}.{bare(name)}"
        yield Finding((), "the dot splits the name in two", f"write the name in quotes: [{quoted}]")
    elif path and not name.strip():
        yield Finding((), "the name is empty", f"write {_EXAMPLES[path[0]]}")
    elif path[:1] == ("platform",) and name not in PLATFORMS:
        message = f"{shown(name)} is none of {listed(PLATFORMS)}"
        yield Finding((), message, near(name, PLATFORMS) or "write one of these")


def _table(
    source: Source, kind: str, name: str, path: tuple[str, ...], tree: Mapping[str, Json]
) -> tuple[list[Finding], Body]:
    own = {key: value for key, value in tree.items() if key not in TREES}
    wrong = [] if kind == "policy" else _own_findings(kind, own)
    said = _said(own) if kind == "model" else {}
    sound = {**said, **pruned(own, wrong)}
    trees: dict[str, Mapping[str, Json]] = {}
    for key in TREES:
        value = tree.get(key, {})
        found = _tree_findings(kind, key, value)
        repaired = doubtful if key == "traits" else pruned
        trees[key] = repaired(value, found) if isinstance(value, dict) else {}
        wrong += [finding._replace(path=(key, *finding.path)) for finding in found]
    table = dotted((kind, name)) if path else kind
    return wrong, Body(source, kind, name, path, table, frozenset(own), sound, **trees)


def _said(own: Mapping[str, Json]) -> dict[str, str]:
    """Empty texts for the keys that say what a model is: a wrong one is not a missing one."""
    return {key: "" for key in ("like", "vendor", "family") if key in own}


def _own_findings(kind: str, own: Mapping[str, Json]) -> list[Finding]:
    elsewhere = {
        "it is a trait: write traits.{key}": keys(Traits),
        "it is a choice: write policy.{key}": keys(Policy),
        _ABOVE: ("schema",),
    }
    found = table_findings(KINDS[kind], own, elsewhere)
    return [_trait_or_policy(finding) for finding in found]


def _trait_or_policy(finding: Finding) -> Finding:
    """A key near to one of the two trees, which are no fields of the struct."""
    meant = nearest(str(finding.path[-1]), TREES, 0.7)
    if finding.message != NO_SUCH_KEY or meant is None:
        return finding
    return finding._replace(accepted=f"did you mean {meant}?")


def _tree_findings(kind: str, key: str, value: Json) -> list[Finding]:
    if not isinstance(value, dict):
        return [Finding((), article(value), f"write a table of {key}")]
    elsewhere: dict[str, Sequence[str]] = {_ABOVE: ("schema",)}
    if kind in KINDS:
        said = f"it is a key of the {kind} itself: write it above the header of its {key}"
        elsewhere[said] = keys(KINDS[kind])
    return (traits_findings if key == "traits" else policy_findings)(value, elsewhere)
