"""A model that nobody listed is right on its first day, however a platform writes it."""

from typing import Final

import pytest

from forethought.catalog import Catalog
from forethought.policies.words import Platform

CATALOG: Final = Catalog.load()
SPELLINGS: Final = (
    "{id}",
    "us.anthropic.{id}-v1:0",
    "anthropic.{id}",
    "arn:aws:bedrock:us-east-1::foundation-model/anthropic.{id}-v1:0",
    "{id}@20270101",
    "publishers/anthropic/models/{id}@default",
    "vertex_ai/{id}",
    "anthropic/{dotted}",
    "openrouter/anthropic/{dotted}:free",
    "anthropic/{id}",
    "{id}-20270101",
    "{upper}",
    "databricks-{id}",
)
MODELS: Final = {
    "claude-opus-6": ("newest_of_line", "claude-opus-5-5"),
    "claude-sonnet-7-2": ("newest_of_line", "claude-sonnet-5-5"),
    "claude-haiku-6": ("newest_of_line", "claude-haiku-5-5"),
    "claude-nova-1": ("newest_of_vendor", None),
}


@pytest.mark.parametrize("platform", ["anthropic", "bedrock", "vertex", "foundry"])
@pytest.mark.parametrize("model", MODELS)
def test_every_spelling_has_the_same_traits_on_the_same_platform(
    model: str, platform: Platform
) -> None:
    match, like = MODELS[model]
    dotted = "-".join(model.split("-")[:2]) + "-" + ".".join(model.split("-")[2:])
    first = CATALOG.resolve(model, platform=platform)
    assert (first.match, first.assumed, first.lifecycle) == (match, True, None)
    assert first.notes
    for spelling in SPELLINGS:
        asked = spelling.format(id=model, dotted=dotted, upper=model.upper())
        found = CATALOG.resolve(asked, platform=platform)
        assert (found.model, found.traits) == (first.model, first.traits), asked
        assert found.match == match, asked
    if like is not None:
        assert first.traits == CATALOG.resolve(like, platform=platform).traits


def test_an_unknown_line_is_treated_at_its_most_cautious() -> None:
    traits = CATALOG.resolve("claude-nova-1").traits
    assert traits.thinking.types == ("adaptive",)
    assert traits.sampling.temperature == traits.sampling.top_p == "refused"
    assert (traits.tools.forced, traits.prefill) == ("refused", "refused")


def test_an_old_model_that_nobody_lists_has_its_own() -> None:
    found = CATALOG.resolve("claude-3-haiku")
    assert (found.assumed, found.traits.thinking.mode) == (False, "never")
    assert found.traits.limits.output == 4096
