"""What every id of one target gets: its traits and policy, made once and shared."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from forethought.catalog.found import Origin
from forethought.catalog.layers import Merged, merge
from forethought.catalog.leaves import build
from forethought.catalog.recognise import Target
from forethought.catalog.stack import Place, policy_stack, traits_stack
from forethought.catalog.tables import Overrides
from forethought.policies import UNKNOWN, Policy, Traits
from forethought.policies.words import PLATFORMS, WIRES

_PLATFORMS: Final = (None, *PLATFORMS)
_WIRES: Final = (None, *WIRES)


class Basis(Struct, frozen=True, kw_only=True):
    """Resolved values and where each came from."""

    traits: Traits
    origins: Mapping[str, Origin]
    policy: Policy
    policy_origins: Mapping[str, Origin]


class Bases:
    """Makes a basis when it is first asked for, and keeps it.

    As many are kept as there are targets, places and routes: no caller's text makes one.
    """

    def __init__(self, overrides: Overrides) -> None:
        self._overrides = overrides
        self._kept: dict[tuple[str, str | None, str | None, str | None], Basis] = {}

    def get(self, target: Target, place: Place) -> Basis:
        """The basis of a target in a place."""
        route = place.route.name if place.route else None
        key = (target.key, place.platform, place.wire, route)
        basis = self._kept.get(key)
        if basis is None:
            basis = self._alike(target, place)
            if place.platform in _PLATFORMS and place.wire in _WIRES:
                self._kept[key] = basis
        return basis

    def _alike(self, target: Target, place: Place) -> Basis:
        """The basis of the place where nothing differs, where that is another one."""
        plain = _told_of(target, place, self._overrides)
        return self.get(target, plain) if plain != place else self._make(target, place)

    def _make(self, target: Target, place: Place) -> Basis:
        traits = merge(traits_stack(target, place, self._overrides))
        policy = merge(policy_stack(target, place, self._overrides))
        return Basis(
            traits=build(traits.leaves) if traits.leaves else UNKNOWN,
            origins=traits.origins,
            policy=_policy(policy),
            policy_origins=policy.origins,
        )


def _told_of(target: Target, place: Place, overrides: Overrides) -> Place:
    """The place without a platform or a wire that nobody says anything of."""
    platforms = {*overrides.platforms}
    wires = set[str]()
    for author in target.authors:
        platforms.update(author.platforms)
        wires.update(author.wires)
        wires.update(wire for _, wire in author.platform_wires)
    return Place(
        platform=place.platform if place.platform in platforms else None,
        wire=place.wire if place.wire in wires else None,
        route=place.route,
    )


def _policy(merged: Merged) -> Policy:
    return msgspec.convert({path[0]: value for path, value in merged.leaves.items()}, Policy)
