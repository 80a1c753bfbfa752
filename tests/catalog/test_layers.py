"""Layers: leaf by leaf, lists replaced, "unknown" forgets, and what lost is told."""

import datetime

import msgspec
import pytest

from forethought.catalog.found import Layer
from forethought.catalog.layers import Statement, merge
from forethought.catalog.leaves import build, flatten
from forethought.policies import Traits
from forethought.policies.traits import Off
from forethought.policies.words import Json


def statement(layer: Layer, tree: dict[str, Json], table: str = "") -> Statement:
    return Statement(
        layer=layer,
        file="data/test.toml",
        table=table or layer,
        leaves=flatten(tree),
        source="a test",
        checked=datetime.date(2026, 11, 30),
    )


def merged(*trees: dict[str, Json]) -> Traits:
    layers: tuple[Layer, ...] = ("vendor", "family", "model", "platform")
    stack = [statement(layer, tree) for layer, tree in zip(layers, trees, strict=False)]
    return build(merge(stack).leaves)


def test_tables_merge_leaf_by_leaf() -> None:
    traits = merged(
        {"limits": {"output": 1, "context": 2}, "thinking": {"budget": {"min": 1, "max": 9}}},
        {"limits": {"output": 3}, "thinking": {"budget": {"max": 7}}},
    )
    assert (traits.limits.output, traits.limits.context) == (3, 2)
    assert traits.thinking.budget is not None
    assert (traits.thinking.budget.min, traits.thinking.budget.max) == (1, 7)


def test_lists_are_replaced() -> None:
    traits = merged({"effort": {"levels": ["low", "high"]}}, {"effort": {"levels": ["max"]}})
    assert traits.effort.levels == ("max",)


def test_how_thinking_is_turned_off_is_one_fact() -> None:
    low = {"thinking": {"off": {"field": "a", "value": {"b": 1}}}}
    high = {"thinking": {"off": {"field": "c", "value": False}}}
    assert merged(low, high).thinking.off == Off(field="c", value=False)


def test_betas_merge_by_the_field_that_needs_them() -> None:
    traits = merged({"betas": {"a.b": "x", "c": "y"}}, {"betas": {"a.b": "z"}})
    assert traits.betas == {"a.b": "z", "c": "y"}


@pytest.mark.parametrize(
    "tree",
    [
        {"thinking": {"budget": {"min": "unknown"}}},
        {"thinking": {"budget": "unknown"}},
        {"thinking": "unknown"},
    ],
)
def test_unknown_returns_a_leaf_or_a_table_to_unknown(tree: dict[str, Json]) -> None:
    low = {"thinking": {"budget": {"min": 1}}, "prefill": "refused"}
    traits = merged(low, tree)
    assert traits.thinking.budget is None
    assert traits.prefill == "refused"


def test_a_value_may_be_stated_again_above_unknown() -> None:
    traits = merged({"prefill": "refused"}, {"prefill": "unknown"}, {"prefill": "accepted"})
    assert traits.prefill == "accepted"


def test_an_origin_names_the_winner_and_all_that_lost() -> None:
    origins = merge(
        [
            statement("vendor", {"prefill": "refused"}),
            statement("family", {"prefill": "unknown"}),
            statement("model", {"prefill": "accepted"}, table="here"),
        ]
    ).origins
    origin = origins["prefill"]
    assert (origin.layer, origin.value, str(origin)) == (
        "model",
        "accepted",
        "data/test.toml [here]",
    )
    assert [(lost.layer, lost.value, lost.lost) for lost in origin.lost] == [
        ("family", None, ()),
        ("vendor", "refused", ()),
    ]
    assert (origin.source, origin.checked) == ("a test", datetime.date(2026, 11, 30))


def test_a_leaf_returned_to_unknown_tells_who_did() -> None:
    found = merge(
        [statement("vendor", {"prefill": "refused"}), statement("family", {"prefill": "unknown"})]
    )
    assert not found.leaves
    assert (found.origins["prefill"].layer, found.origins["prefill"].value) == ("family", None)


def test_what_is_no_trait_is_told_by_its_name() -> None:
    with pytest.raises(ValueError, match=r"thinking\.modus is no trait"):
        flatten({"thinking": {"modus": "always"}})


def test_a_value_outside_the_set_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="thinking"):
        build({("thinking", "mode"): "allways"})
