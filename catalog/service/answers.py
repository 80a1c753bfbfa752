"""The shapes of answers that only the service gives, and how answers are sent."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Response
from msgspec import Struct

from forethought.catalog.told import Explained, ModelAnswer
from forethought.policies import Policy, Traits
from forethought.policies.words import Match, Platform, Wire


class RouteAnswer(Struct, frozen=True, kw_only=True):
    """A route, and what its model resolves to there."""

    name: str
    model: str
    """The canonical id of the model whose traits it has."""
    id: str
    """The id that is sent."""
    platform: Platform | None
    wire: Wire | None
    account: str | None
    vendor: str | None
    match: Match
    assumed: bool
    always_on: bool | None
    traits: Traits
    policy: Policy
    owner: str | None
    reason: str | None
    expires: datetime.date | None
    file: str
    """Who defines it: the file and the table."""
    table: str
    notes: Sequence[str]
    revision: str


class RouteList(Struct, frozen=True, kw_only=True):
    """Every route, sorted by name."""

    data: Sequence[RouteAnswer]


class ExplainAnswer(Struct, frozen=True, kw_only=True):
    """Where every trait and every choice of a model comes from."""

    id: str
    asked: str
    match: Match
    assumed: bool
    platform: Platform | None
    route: str | None
    traits: Mapping[str, Explained]
    """By dotted trait. One that nobody states has no layer."""
    policy: Mapping[str, Explained]
    notes: Sequence[str]
    revision: str


class ResolveAnswer(Struct, frozen=True, kw_only=True):
    """The models of a batch, in its order."""

    items: Sequence[ModelAnswer]
    revision: str


class SnapshotAnswer(Struct, frozen=True, kw_only=True):
    """Every file of the catalog: enough to build the same catalog anywhere."""

    schema: int
    version: str
    """Of the software whose packaged facts these are."""
    revision: str
    packaged: Mapping[str, str]
    """Text by name: `anthropic.toml`."""
    overrides: Mapping[str, str]
    """Text by folder and name: `overrides/eu.toml`."""


def as_json(
    answer: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """An answer as bytes, so that nothing encodes it again."""
    return Response(
        msgspec.json.encode(answer),
        status_code=status,
        headers=headers,
        media_type="application/json",
    )
