"""What is wrong in a partial tree of traits, of policy, or in a table of the overrides.

Driven by the types of `policies/traits.py`, `policies/policy.py` and `catalog/tables.py`
themselves: a new field there needs nothing here.
"""

import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

import msgspec

from forethought.catalog.scalars import wrong_scalar
from forethought.catalog.wording import (
    NO_SUCH_KEY,
    Finding,
    Path,
    article,
    listed,
    near,
    no_such_key,
    shown,
)
from forethought.policies import Policy, Traits
from forethought.policies.words import EFFORTS, Json

Hint: TypeAlias = Any
"""A type, as annotations give it."""

UNKNOWN: Final = "unknown"
"""What is written where nobody knows; it returns a trait to unknown."""

NOWHERE: Final[Mapping[str, Sequence[str]]] = {}


class Names(NamedTuple):
    """What a misspelt key may have meant."""

    known: Sequence[str]
    """Every dotted key of the tree."""
    elsewhere: Mapping[str, Sequence[str]]
    """Keys of other trees, by what is to be said of them."""
    facts: bool = False
    """Whether a value may be "unknown"."""


class Kind(NamedTuple):
    """A field's type, taken apart."""

    literals: tuple[str, ...] = ()
    plain: Hint = None
    """The type beside the literals: a Struct, `str`, `int`, `bool`, `date`, an array, a mapping."""


def traits_findings(
    tree: Mapping[str, Json], elsewhere: Mapping[str, Sequence[str]] = NOWHERE
) -> list[Finding]:
    """Each mistake of a partial traits tree: its path, what was found and what is accepted."""
    choices = {"it is a choice: write it under policy": keys(Policy)}
    return list(_table(Traits, tree, (), Names(keys(Traits), {**choices, **elsewhere}, facts=True)))


def policy_findings(
    tree: Mapping[str, Json], elsewhere: Mapping[str, Sequence[str]] = NOWHERE
) -> list[Finding]:
    """Each mistake of a partial policy tree: its path, what was found and what is accepted."""
    facts = {"it is a trait: write it under traits": keys(Traits)}
    return list(_table(Policy, tree, (), Names(keys(Policy), {**facts, **elsewhere})))


def table_findings(
    table: type[msgspec.Struct], tree: Mapping[str, Json], elsewhere: Mapping[str, Sequence[str]]
) -> list[Finding]:
    """What is wrong in `tree` as a table whose keys are the fields of `table`.

    `elsewhere` holds dotted keys that other tables have, by what is then to be done.
    """
    return list(_table(table, tree, (), Names(keys(table), elsewhere)))


def pruned(tree: Mapping[str, Json], findings: Sequence[Finding]) -> dict[str, Json]:
    """The tree without its mistakes, so that the rest can be used."""
    return _repaired(tree, findings, None)


def doubtful(tree: Mapping[str, Json], findings: Sequence[Finding]) -> dict[str, Json]:
    """The traits with "unknown" for each wrong value, so that nothing follows from its absence."""
    return _repaired(tree, findings, UNKNOWN)


def _repaired(
    tree: Mapping[str, Json], findings: Sequence[Finding], instead: str | None
) -> dict[str, Json]:
    kept: dict[str, Json] = dict(tree)
    for finding in findings:
        path = [part for part in finding.path if isinstance(part, str)]
        if path:
            kept = _with(kept, path, None if finding.message == NO_SUCH_KEY else instead)
    return kept


@cache
def keys(table: Hint) -> tuple[str, ...]:
    """Every dotted key below a struct that holds a value."""
    found: list[str] = []
    for name, hint in fields(table).items():
        inner = kind(hint).plain
        below = keys(inner) if _is_struct(inner) else ()
        found += [f"{name}.{key}" for key in below] or [name]
    return tuple(found)


@cache
def fields(table: Hint) -> Mapping[str, Hint]:
    """The keys of a struct and their types, in its order."""
    return {field.name: field.type for field in msgspec.structs.fields(table)}


@cache
def kind(hint: Hint) -> Kind:
    """The parts of one annotation."""
    options = get_args(hint) if _origin(hint) in {Union, types.UnionType} else (hint,)
    literals = [value for option in options for value in _literals(option)]
    plain = [o for o in options if o is not type(None) and _origin(o) is not Literal]
    return Kind(tuple(literals), plain[0] if plain else None)


def _origin(hint: Hint) -> Hint:
    return get_origin(hint)


def _literals(hint: Hint) -> tuple[str, ...]:
    return get_args(hint) if _origin(hint) is Literal else ()


def _is_struct(hint: Hint) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def _with(tree: Mapping[str, Json], path: Sequence[str], value: str | None) -> dict[str, Json]:
    """The tree with `value` at `path`, or without it; a table that lacks the key goes whole."""
    first, *rest = path
    inner = tree.get(first)
    others = {key: kept for key, kept in tree.items() if key != first}
    if rest and isinstance(inner, dict) and (len(rest) > 1 or rest[0] in inner):
        return {**others, first: _with(inner, rest, value)}
    return others if value is None else {**others, first: value}


def _table(table: Hint, tree: Mapping[str, Json], path: Path, names: Names) -> Iterator[Finding]:
    known = fields(table)
    for name, value in tree.items():
        if name in known:
            yield from _field(known[name], value, (*path, name), names)
        else:
            yield no_such_key((*path, name), tuple(known), names.known, names.elsewhere)
    for field in msgspec.structs.fields(table):
        if field.required and field.name not in tree:
            yield Finding(
                (*path, field.name), "is missing", f"write {' and '.join(known)} together"
            )


def _field(hint: Hint, value: Json, path: Path, names: Names) -> Iterator[Finding]:
    wanted = kind(hint)
    if names.facts and isinstance(value, str) and value == UNKNOWN:
        return
    if _is_struct(wanted.plain):
        yield from _struct(wanted.plain, value, path, names)
    elif _origin(wanted.plain) is tuple:
        yield from _array(get_args(wanted.plain)[0], value, path)
    elif wanted.literals:
        yield from _choice(wanted, value, path, names.facts)
    elif _origin(wanted.plain) is not None:
        yield from _strings(value, path)
    else:
        yield from _scalar(wanted.plain, value, path)


def _struct(table: Hint, value: Json, path: Path, names: Names) -> Iterator[Finding]:
    if isinstance(value, dict):
        yield from _table(table, value, path, names)
    else:
        yield Finding(path, article(value), f"write a table with {listed(fields(table))}")


def _choice(wanted: Kind, value: Json, path: Path, unknown: bool) -> Iterator[Finding]:
    if isinstance(value, str) and value in wanted.literals:
        return
    number = wanted.plain is int
    if number and not wrong_scalar(int, value):
        return
    accepted = listed(wanted.literals) + (" or a positive whole number" if number else "")
    also = f'or "{UNKNOWN}", where nobody knows' if unknown else "write one of these"
    if number and isinstance(value, str) and value.replace("_", "").isdigit():
        also = f"write it without quotes: {value}"
    candidates = (*wanted.literals, UNKNOWN) if unknown else wanted.literals
    yield Finding(path, f"{shown(value)} is none of {accepted}", near(value, candidates) or also)


def _array(item: Hint, value: Json, path: Path) -> Iterator[Finding]:
    wanted = kind(item)
    if not isinstance(value, list):
        example = shown(value, quote='"') if isinstance(value, str) else "…"
        yield Finding(path, article(value), f"write an array, in brackets: [{example}]")
        return
    wrong = [
        finding
        for number, element in enumerate(value)
        for finding in _field(item, element, (*path, number), Names((), {}))
    ]
    yield from wrong
    if wrong:
        return
    twice = sorted({element for element in value if value.count(element) > 1})
    if twice:
        yield Finding(
            path, f"{listed(map(shown, twice))} stands there more than once", "write each once"
        )
    elif wanted.literals == EFFORTS and value != sorted(value, key=EFFORTS.index):
        ordered = ", ".join(f'"{level}"' for level in sorted(value, key=EFFORTS.index))
        yield Finding(path, "the levels are out of order", f"write the least first: [{ordered}]")


def _strings(value: Json, path: Path) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield Finding(path, article(value), "write a table of strings")
        return
    for name, text in value.items():
        if isinstance(text, dict):
            inner = ".".join((name, *map(str, text)))
            yield Finding(
                (*path, name), "is a table", f'write the field in quotes: "{inner}" = "…"'
            )
        else:
            yield from _scalar(str, text, (*path, name))


def _scalar(wanted: Hint, value: Json, path: Path) -> Iterator[Finding]:
    if wrong := wrong_scalar(wanted, value):
        yield Finding(path, *wrong)
