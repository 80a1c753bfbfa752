"""`/v1/resolve`: many ids at once."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
from litestar import Response, post
from msgspec import Struct
from msgspec.structs import fields

from forethought.catalog.service.answers import ResolveAnswer, as_json
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.counters import UnknownIds
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import service_of
from forethought.catalog.service.serving import Serving, serving_of
from forethought.catalog.told import ModelAnswer, model_answer
from forethought.policies.words import Platform, Wire

MOST: Final = 1000
_AT_ONCE: Final = 20
"""As many as are resolved in the event loop: an id that nobody knows takes a millisecond."""


class ResolveItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question: a model or a route, or both."""

    model: str | None = None
    route: str | None = None
    platform: Platform | None = None
    wire: Wire | None = None


class ResolveRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Up to 1000 questions."""

    items: Sequence[ResolveItem]


_DECODER: Final = msgspec.json.Decoder(ResolveRequest)
_FIELDS: Final = tuple(field.name for field in fields(ResolveRequest))


@post("/v1/resolve", status_code=200, operation_id="resolve_models", summary="Many models at once")
async def resolve(request: Asked) -> Response[bytes]:
    """The models of a batch, in its order. One that nobody knows is an item, not an error."""
    serving = serving_of(request.scope)
    asked = decoded(_DECODER, await request.body(), _FIELDS).items
    _check(asked)
    if len(asked) > _AT_ONCE:
        answers = await asyncio.to_thread(_resolved, asked, serving)
    else:
        answers = _resolved(asked, serving)
    _count(answers, service_of(request).counters.unknown)
    return as_json(ResolveAnswer(items=answers, revision=serving.catalog.revision))


def _check(items: Sequence[ResolveItem]) -> None:
    if len(items) > MOST:
        detail = f"/items: {len(items)} of them; accepted are up to {MOST}"
        raise Problem("too_many_items", detail, pointer="/items")
    for place, item in enumerate(items):
        if not item.model and item.route is None:
            detail = f"/items/{place}: it names neither a model nor a route"
            accepted = ["model", "route"]
            raise Problem("invalid_field", detail, pointer=f"/items/{place}", accepted=accepted)


def _resolved(items: Sequence[ResolveItem], serving: Serving) -> list[ModelAnswer]:
    catalog = serving.catalog
    found = (
        catalog.resolve(item.model or "", route=item.route, platform=item.platform, wire=item.wire)
        for item in items
    )
    return [model_answer(each, catalog.revision) for each in found]


def _count(answers: Sequence[ModelAnswer], unknown: UnknownIds) -> None:
    for answer in answers:
        if answer.match == "unknown" and answer.asked:
            unknown.saw(answer.asked)
