"""Every model gets the values that were collected for it."""

import json
from pathlib import Path

import msgspec
import pytest

from forethought.catalog.catalog import Catalog
from forethought.policies import Traits
from forethought.policies.words import Json

HERE = Path(__file__).parent
EXPECTED: dict[str, Json] = json.loads((HERE / "expected.json").read_text())
DEVIATIONS = [
    line.split("\t")
    for line in (HERE / "deviations.tsv").read_text().splitlines()
    if not line.startswith("#")
]
UNORDERED = ("thinking.types", "thinking.display")


@pytest.fixture(scope="module", name="catalog")
def _catalog() -> Catalog:
    return Catalog.load()


def value(traits: Traits, path: str) -> Json:
    """A trait by its dotted name."""
    found: Json = traits
    for name in path.split("."):
        found = None if found is None else getattr(found, name)
    plain = json.loads(msgspec.json.encode(found))
    return sorted(plain) if path in UNORDERED and plain is not None else plain


@pytest.mark.parametrize("model", EXPECTED)
def test_a_model_accepts_what_was_collected(catalog: Catalog, model: str) -> None:
    found = catalog.resolve(model)
    expected = EXPECTED[model]["traits"]
    assert {path: value(found.traits, path) for path in expected} == expected
    assert (found.model, found.vendor) == (model, EXPECTED[model]["vendor"])


@pytest.mark.parametrize("model", EXPECTED)
def test_a_model_is_recognised_by_its_own_id(catalog: Catalog, model: str) -> None:
    found = catalog.resolve(model)
    assert (found.match, found.assumed, found.notes) == ("exact", False, ())


@pytest.mark.parametrize("model", [name for name in EXPECTED if "lifecycle" in EXPECTED[name]])
def test_a_model_comes_and_goes_as_was_collected(catalog: Catalog, model: str) -> None:
    lifecycle = catalog.resolve(model).lifecycle
    assert lifecycle is not None
    collected = {
        "status": lifecycle.status,
        "released": lifecycle.released,
        "retires": lifecycle.retires and lifecycle.retires.isoformat(),
    }
    expected = EXPECTED[model]["lifecycle"]
    # The day of gpt-6.2 is told in prose only.
    released = expected["released"] or collected["released"]
    assert collected == {**expected, "released": released}


@pytest.mark.parametrize(("model", "trait", "facts", "here", "why"), DEVIATIONS)
def test_a_deviation_is_still_one(model: str, trait: str, facts: str, here: str, why: str) -> None:
    told = EXPECTED[model]["traits"][trait]
    assert ("unset" if told is None else json.dumps(told)) == here != facts
    assert why


def test_every_listed_model_is_collected(catalog: Catalog) -> None:
    known_otherwise = {
        "gemini-exp-1206",
        "gemini-pro",
        "gemini-pro-vision",
        "grok-latest",
    }
    assert set(catalog.models()) - set(EXPECTED) == known_otherwise
