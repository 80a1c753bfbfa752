"""A resolved model as single values by dotted name."""

from collections.abc import Iterator, Mapping

import msgspec

from forethought.catalog.found import Found
from forethought.catalog.leaves import SHAPE
from forethought.policies import Policy, Traits
from forethought.policies.words import Json


def trait_values(traits: Traits) -> dict[str, Json]:
    """Every trait by its dotted name, in the order of `Traits`; None is unknown."""
    return dict(_leaves(msgspec.to_builtins(traits), SHAPE, ""))


def policy_values(policy: Policy) -> dict[str, Json]:
    """Every choice by its name."""
    values: dict[str, Json] = msgspec.to_builtins(policy)
    return values


def facts(found: Found) -> dict[str, Json]:
    """All that two answers can differ in, by dotted name, but for the model's own name."""
    lifecycle = found.lifecycle
    return {
        "match": found.match,
        "family": found.family,
        "platform": found.platform,
        "wire": found.wire,
        "account": found.account,
        "send_id": found.id,
        "lifecycle.status": lifecycle.status if lifecycle else None,
        "lifecycle.retires": lifecycle.retires if lifecycle else None,
        **trait_values(found.traits),
        **{f"policy.{name}": value for name, value in policy_values(found.policy).items()},
    }


def _leaves(tree: Json, shape: Mapping[str, Json], before: str) -> Iterator[tuple[str, Json]]:
    """`tree` has a value or a table wherever `shape` has one; a missing table is all unknown."""
    for name, below in shape.items():
        value = tree.get(name) if tree else None
        if below:
            yield from _leaves(value, below, f"{before}{name}.")
        elif below is None:
            yield f"{before}{name}", value
        else:
            yield from ((f"{before}{name}.{key}", one) for key, one in (value or {}).items())
