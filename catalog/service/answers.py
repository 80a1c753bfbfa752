"""The shapes of answers, and how a resolved model becomes one."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Response
from msgspec import Struct

from forethought.catalog.found import Found, Lifecycle
from forethought.policies import Policy, Traits
from forethought.policies.words import Json, Match, Platform, Wire


class ModelAnswer(Struct, frozen=True, kw_only=True):
    """A resolved model. What is not known is null."""

    id: str
    """The canonical id."""
    asked: str
    vendor: str | None
    line: str | None
    family: str | None
    match: Match
    assumed: bool
    platform: Platform | None
    spelled_for: Platform | None
    send_id: str
    """The id to send to the platform."""
    route: str | None
    wire: Wire | None
    """The wire the route names."""
    account: str | None
    always_on: bool | None
    traits: Traits
    policy: Policy
    lifecycle: Lifecycle | None
    notes: Sequence[str]
    revision: str


class ModelList(Struct, frozen=True, kw_only=True):
    """A page of models, sorted by id."""

    data: Sequence[msgspec.Raw]
    has_more: bool
    """Whether there are more in the direction asked for."""
    first_id: str | None
    last_id: str | None


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


class Value(Struct, frozen=True, kw_only=True):
    """A value, and who states it."""

    value: Json
    layer: str | None
    file: str | None
    """Relative to its folder."""
    line: int | None
    table: str | None
    source: str | None
    checked: datetime.date | None


class Explained(Value, frozen=True, kw_only=True):
    """The value that stands, and those that lost to it, highest first."""

    lost: Sequence[Value]


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


def model_answer(found: Found, revision: str) -> ModelAnswer:
    """A resolved model as it is answered."""
    return ModelAnswer(
        id=found.model,
        asked=found.asked,
        vendor=found.vendor,
        line=found.line,
        family=found.family,
        match=found.match,
        assumed=found.assumed,
        platform=found.platform,
        spelled_for=found.spelled_for,
        send_id=found.id,
        route=found.route,
        wire=found.wire,
        account=found.account,
        always_on=found.traits.always_on,
        traits=found.traits,
        policy=found.policy,
        lifecycle=found.lifecycle,
        notes=found.notes,
        revision=revision,
    )


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
