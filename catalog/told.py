"""What is told of a resolved model, over HTTP and on the command line alike, as JSON has it."""

import datetime
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec import Raw, Struct

from forethought.catalog.found import Found, Lifecycle, Origin
from forethought.policies import Policy, Traits
from forethought.policies.words import Json, Match, Platform, Wire

LineOf: TypeAlias = Callable[[Origin], int | None]
"""The line on which an origin states the value that is told."""

DEFAULT: Final = "default"
"""The layer of a choice that nobody states."""

_Value = TypeVar("_Value", bound="Value")


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

    data: Sequence[Raw]
    has_more: bool
    """Whether there are more in the direction asked for."""
    first_id: str | None
    last_id: str | None


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


def model_list(ids: Sequence[str], data: Sequence[Raw], *, has_more: bool) -> ModelList:
    """A page of encoded models, with the ids they have."""
    return ModelList(
        data=data,
        has_more=has_more,
        first_id=ids[0] if ids else None,
        last_id=ids[-1] if ids else None,
    )


def explained(value: Json, origin: Origin, line_of: LineOf) -> Explained:
    """A value with where it came from, and what it beat."""
    lost = [_placed(Value, each.value, each, line_of) for each in origin.lost]
    return _placed(Explained, value, origin, line_of, lost=lost)


def unstated(value: Json, layer: str | None) -> Explained:
    """A value that no file states."""
    return Explained(
        value=value,
        layer=layer,
        file=None,
        line=None,
        table=None,
        source=None,
        checked=None,
        lost=(),
    )


def _placed(
    kind: Callable[..., _Value], value: Json, origin: Origin, line_of: LineOf, **more: Json
) -> _Value:
    return kind(
        value=value,
        layer=origin.layer,
        file=origin.file,
        line=line_of(origin),
        table=origin.table,
        source=origin.source,
        checked=origin.checked,
        **more,
    )
