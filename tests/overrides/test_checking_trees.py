"""Partial trees of traits and of policy, checked against the structs themselves."""

import datetime
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.catalog.checking import doubtful, policy_findings, traits_findings
from forethought.catalog.lines import dotted
from forethought.policies import Policy, Traits
from forethought.policies.words import EFFORTS, Json, ThinkingMode

WHOLE: Json = {
    "chat": True,
    "wires": ["anthropic.messages", "openai.chat"],
    "prefill": "refused_while_thinking",
    "thinking": {
        "mode": "opt_in",
        "types": ["adaptive", "disabled"],
        "budget": {"min": 1024, "max": 32_000, "zero": False, "dynamic": True},
        "off": {"field": "reasoning", "value": {"effort": "none", "also": [1, 0.5, True]}},
        "display": [],
        "display_default": "omitted",
        "summary": "reasoning.summary",
    },
    "effort": {"levels": list(EFFORTS), "default": "high", "mid_conversation": False},
    "sampling": {"temperature": "ignored", "temperature_with_top_p": "accepted"},
    "tools": {"forced": "refused_with_budget", "endpoint": "openai.responses"},
    "limits": {"output": 1, "context": 2},
    "signatures": {"binding": "prefix", "unreadable": "dropped"},
    "betas": {"thinking.block_binding": "binding-1"},
}


def check_traits(tree: Json) -> list[tuple[str, str, str | None]]:
    return [(dotted(f.path), f.message, f.accepted) for f in traits_findings(tree)]


def check_policy(tree: Json) -> list[tuple[str, str, str | None]]:
    return [(dotted(f.path), f.message, f.accepted) for f in policy_findings(tree)]


def test_a_tree_of_good_values_is_taken() -> None:
    assert check_traits(WHOLE) == []
    assert msgspec.convert(WHOLE, Traits).thinking.mode == "opt_in"


def test_every_default_of_the_policy_is_taken() -> None:
    assert check_policy(msgspec.to_builtins(Policy())) == []


def leaves(tree: Json, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(tree, dict):
        return [path]
    return [leaf for key, value in tree.items() for leaf in leaves(value, (*path, key))]


def nested(path: tuple[str, ...], value: Json) -> Json:
    for key in reversed(path):
        value = {key: value}
    return value


LEAVES = [leaf for leaf in leaves(msgspec.to_builtins(Traits())) if leaf != ("thinking", "off")]


@pytest.mark.parametrize("leaf", LEAVES, ids=".".join)
def test_every_trait_may_be_unknown(leaf: tuple[str, ...]) -> None:
    assert check_traits(nested(leaf, "unknown")) == []


@pytest.mark.parametrize("leaf", LEAVES, ids=".".join)
def test_no_trait_takes_a_date(leaf: tuple[str, ...]) -> None:
    assert len(check_traits(nested(leaf, datetime.date(2027, 2, 1)))) == 1


@pytest.mark.parametrize("leaf", LEAVES, ids=".".join)
def test_a_trait_with_a_letter_too_many_is_told_its_name(leaf: tuple[str, ...]) -> None:
    (key, message, accepted) = check_traits(nested((*leaf[:-1], leaf[-1] + "x"), 1))[0]
    assert key == ".".join(leaf) + "x"
    assert message == "there is no such key"
    assert accepted == f"did you mean {'.'.join(leaf)}?"


@pytest.mark.parametrize("value", get_args(ThinkingMode))
def test_every_value_of_a_set_is_taken(value: str) -> None:
    assert check_traits({"thinking": {"mode": value}}) == []


def test_a_value_outside_its_set_is_told_the_set_in_its_order() -> None:
    found = check_traits({"thinking": {"mode": "allways"}})
    message = "'allways' is none of never, opt_in, default_on, always"
    assert found == [("thinking.mode", message, "did you mean always?")]


def test_a_table_of_the_overrides_that_is_cut_out_is_not_dumped() -> None:
    secret = {"nested": ["private"] * 1000}
    told = str(check_traits({"prefill": secret, "effort": ["private"], "limits": {"output": [9]}}))
    assert "private" not in told


@pytest.mark.parametrize("value", [0, -1, True, False, 1.0, 1.5, "1", 2**53, 10**40, None, [1]])
def test_a_token_count_is_a_positive_whole_number(value: Json) -> None:
    assert len(check_traits({"limits": {"output": value}})) == 1
    assert len(check_policy({"max_tokens": value})) == 1


@pytest.mark.parametrize("value", ["limit", "caller", 1, 16_000])
def test_what_max_tokens_may_be(value: Json) -> None:
    assert check_policy({"max_tokens": value}) == []


@pytest.mark.parametrize("value", [float("nan"), float("inf"), datetime.date(2027, 1, 1), 2**60])
def test_the_value_that_turns_thinking_off_is_json(value: Json) -> None:
    assert len(check_traits({"thinking": {"off": {"field": "x", "value": value}}})) == 1


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(
    [*Traits.__struct_fields__, *Policy.__struct_fields__, "mode", "levels", "output", "budget"]
)
trees = st.dictionaries(
    names | st.text(),
    st.dictionaries(names | st.text(), json_like, max_size=4) | json_like,
    max_size=5,
)


@given(trees)
def test_any_tree_is_checked_and_what_is_left_converts(tree: dict[str, Json]) -> None:
    check_policy(tree)
    findings = traits_findings(tree)
    assert all(finding.path for finding in findings)
    left = doubtful(tree, findings)
    assert check_traits(left) == []
    msgspec.convert(without_unknown(left), Traits)


def without_unknown(tree: Json) -> Json:
    if not isinstance(tree, dict):
        return tree
    return {key: without_unknown(v) for key, v in tree.items() if v != "unknown"}
