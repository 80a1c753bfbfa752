"""A picture of all resolved values, so that a one-line edit of the facts shows what it moves.

What every model of a vendor has is told once. `UPDATE_MATRIX=1 pytest` paints it anew.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from forethought.catalog.catalog import Catalog
from forethought.catalog.leaves import dotted, flatten
from forethought.policies import Traits
from forethought.policies.words import PLATFORMS, WIRES, Json

PICTURE = Path(__file__).parent / "matrix.txt"

Values = Mapping[str, Json]


def values(traits: Traits) -> Values:
    """Every trait that is known, by name."""
    tree = json.loads(msgspec.json.encode(traits))
    return {dotted(path): value for path, value in flatten(tree).items() if value is not None}


def told(here: Values, than: Values) -> Iterator[str]:
    """What differs: `+` the value here, `-` what is unknown here and known there."""
    for name in sorted({*here, *than}):
        if name not in here:
            yield f"    - {name}"
        elif here[name] != than.get(name):
            yield f"    + {name} = {json.dumps(here[name])}"


def picture(catalog: Catalog) -> Iterator[str]:
    """The matrix, line by line."""
    models = [catalog.resolve(model) for model in catalog.models()]
    for vendor in sorted({found.vendor or "" for found in models}):
        own = [found for found in models if found.vendor == vendor]
        all_values = [values(found.traits) for found in own]
        shared = {
            name: value
            for name, value in all_values[0].items()
            if all(other.get(name) == value for other in all_values)
        }
        yield f"== {vendor}: every model"
        yield from told(shared, {})
        for found, here in zip(own, all_values, strict=True):
            yield f"{found.model} ({found.family})"
            yield from told(here, shared)
            for wire in WIRES:
                there = values(catalog.resolve(found.model, wire=wire).traits)
                yield from titled(f"  on {wire}", there, here)
            for platform in PLATFORMS:
                there = values(catalog.resolve(found.model, platform=platform).traits)
                yield from titled(f"  by {platform}", there, here)


def titled(title: str, here: Values, than: Values) -> Iterator[str]:
    """What differs under its title, or nothing."""
    lines = list(told(here, than))
    if lines:
        yield title
        yield from lines


def test_the_resolved_values_are_as_painted() -> None:
    painted = "\n".join(picture(Catalog.load())) + "\n"
    if os.environ.get("UPDATE_MATRIX"):
        PICTURE.write_text(painted)
    assert painted.splitlines() == PICTURE.read_text().splitlines()
