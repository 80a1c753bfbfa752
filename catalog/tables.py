"""The tables of the overrides, as ops wrote them."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from forethought.catalog.lines import dotted
from forethought.policies.words import Json, Platform, Wire

Locate: TypeAlias = Callable[[str, Sequence[str | int]], int | None]
"""The line in a file of the overrides (named as `Stated.file` names it) at a path from its top."""


class Stated(Struct, frozen=True, kw_only=True):
    """What every table may carry."""

    file: str
    """The folder's name and the file's: `overrides/eu.toml`."""
    table: str
    """As its author wrote it, without brackets: `route."eu-prod"`."""
    traits: Mapping[str, Json] = {}
    """The partial tree, nested as in `Traits`; `"unknown"` stays the string."""
    policy: Mapping[str, Json] = {}
    elsewhere: Mapping[str, tuple[str, str]] = {}
    """File and table of each dotted key (`traits.limits.output`) that another file adds."""

    def place(self, *path: str) -> tuple[str, str]:
        """The file and the table that state the key, `("traits", "limits", "output")`."""
        return self.elsewhere.get(dotted(path), (self.file, self.table))


class ModelOverride(Stated, frozen=True, kw_only=True):
    """`[model."ID"]`: a model the catalog does not know, or knows otherwise."""

    id: str
    like: str | None = None
    vendor: str | None = None
    family: str | None = None
    aliases: tuple[str, ...] = ()


class PlatformOverride(Stated, frozen=True, kw_only=True):
    """`[platform.NAME]`: what differs on one platform, for every model."""

    platform: Platform


class RouteOverride(Stated, frozen=True, kw_only=True):
    """`[route."NAME"]`: a gateway's own name for a model on a platform."""

    name: str
    model: str = ""
    """Where its traits come from; "" only in a route that is refused for having none."""
    id: str | None = None
    """What is sent."""
    platform: Platform | None = None
    wire: Wire | None = None
    account: str | None = None
    reason: str | None = None
    owner: str | None = None
    expires: datetime.date | None = None


class Overrides(Struct, frozen=True, kw_only=True):
    """All tables of all files."""

    everywhere: tuple[Stated, ...] = ()
    """The `[policy]` table of each file that has one."""
    models: Mapping[str, ModelOverride] = {}
    platforms: Mapping[str, PlatformOverride] = {}
    routes: Mapping[str, RouteOverride] = {}
    files: Mapping[str, str] = {}
    """The SHA-256 of each file's bytes."""


NO_OVERRIDES: Final = Overrides()
