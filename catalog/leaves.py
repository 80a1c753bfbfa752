"""A tree of traits as single leaves, and back.

The shape comes from `Traits` itself, so that a new trait needs no second place. A table that is
itself one fact (`thinking.off`: a field and its value) is one leaf.
"""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Final, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Struct

from forethought.policies import Traits
from forethought.policies.traits import Off
from forethought.policies.words import Json

Leaf: TypeAlias = tuple[str, ...]
"""The path of a leaf, or of a table that is returned to unknown as a whole."""
Leaves: TypeAlias = Mapping[Leaf, Json]

UNKNOWN_VALUE: Final = "unknown"
"""The value that returns a leaf, or all leaves of a table, to unknown."""
_WHOLE: Final = (Off,)


def _table_of(annotation: object) -> type[Struct] | None:
    """The struct that a field holds, optional or not, if its leaves merge one by one."""
    options = get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
    for option in options:
        if isinstance(option, type) and issubclass(option, Struct) and option not in _WHOLE:
            return option
    return None


def _shape(struct: type[Struct]) -> dict[str, Json]:
    return {
        field.name: _shape(table)
        if (table := _table_of(field.type))
        else {}
        if get_origin(field.type) is Mapping
        else None
        for field in msgspec.structs.fields(struct)
    }


SHAPE: Final = _shape(Traits)
"""Traits by name: a dict is a table, an empty one takes any key, `None` is a leaf."""


def flatten(tree: Mapping[str, Json]) -> dict[Leaf, Json]:
    """The leaves of a partial tree. Raises `ValueError` for what is no trait."""
    return dict(_walk(tree, SHAPE, ()))


def _walk(
    tree: Mapping[str, Json], shape: dict[str, Json], at: Leaf
) -> Iterator[tuple[Leaf, Json]]:
    for key, value in tree.items():
        here = (*at, key)
        if shape and key not in shape:
            raise ValueError(f"{dotted(here)} is no trait")
        below = shape.get(key)
        if below is not None and isinstance(value, Mapping):
            yield from _walk(value, below, here)
        else:
            yield here, tuple(value) if isinstance(value, list) else value


def build(leaves: Leaves) -> Traits:
    """The traits with these values. Raises `msgspec.ValidationError` where one has no place."""
    tree: dict[str, Json] = {}
    for path, value in leaves.items():
        at = tree
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = value
    return msgspec.convert(tree, Traits)


def dotted(path: Leaf) -> str:
    """A path as it is told: `thinking.mode`, `betas.thinking.block_binding`."""
    return ".".join(path)
