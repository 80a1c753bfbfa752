"""What resolving gives: the model, its traits, and where each of them came from."""

import datetime
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from forethought.policies import Policy, Traits
from forethought.policies.words import Json, Match, Platform, Wire

Layer = Literal[
    "base",
    "vendor",
    "family by fallback",
    "imported",
    "family",
    "model",
    "wire",
    "platform",
    "override model",
    "override platform",
    "override route",
]
"""Sources of values, low to high."""


class Origin(Struct, frozen=True, kw_only=True):
    """Where a value came from."""

    layer: Layer
    file: str
    """Relative to its folder: `data/anthropic.toml`, `overrides/eu.toml`."""
    table: str
    """The table as its author wrote it: `claude-opus-5.5`, `route."eu-prod"`."""
    value: Json
    source: str | None = None
    """Where the fact was read."""
    checked: datetime.date | None = None
    """When it was."""
    lost: tuple["Origin", ...] = ()
    """The values that this one beat, highest first."""

    def __str__(self) -> str:
        return f"{self.file} [{self.table}]"


class Lifecycle(Struct, frozen=True, kw_only=True):
    """When a model came and goes. An assumed model has none."""

    status: str
    """`active`, `deprecated`, `retired`, `gated`, `alias`, `open weights`."""
    released: str | None = None
    """A date, or a month where the day is not known."""
    retires: datetime.date | None = None


class Found(Struct, frozen=True, kw_only=True):
    """One id, resolved."""

    model: str
    """The canonical id; for an unknown one, the id as asked."""
    asked: str
    vendor: str | None
    line: str | None
    family: str | None
    platform: Platform | None
    """Where the request goes: the argument, else the route's, else the vendor's own."""
    spelled_for: Platform | None
    """The platform whose spelling the id has, where that is not the plain one."""
    id: str
    """The id to send there."""
    match: Match
    assumed: bool
    """Whether the traits are those of the newest generation, for want of the model's own."""
    route: str | None
    wire: Wire | None
    """The wire the route names."""
    account: str | None
    traits: Traits
    policy: Policy
    origins: Mapping[str, Origin]
    """By dotted trait: `thinking.mode`, `betas.thinking.block_binding`."""
    policy_origins: Mapping[str, Origin]
    lifecycle: Lifecycle | None
    notes: tuple[str, ...]
