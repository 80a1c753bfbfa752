"""`/v1/explain`: where every trait and every choice of a model comes from."""

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from litestar import Response, get
from msgspec.structs import fields

from forethought.catalog.found import Found, Origin
from forethought.catalog.leaves import SHAPE
from forethought.catalog.service.answers import ExplainAnswer, as_json
from forethought.catalog.service.models import ONE, asked_for
from forethought.catalog.service.problems import Asked
from forethought.catalog.service.queries import parameters
from forethought.catalog.service.serving import Serving, serving_of
from forethought.catalog.told import DEFAULT, Explained, LineOf, explained, unstated
from forethought.policies import Policy
from forethought.policies.words import Json


@get("/v1/explain/{id:path}", operation_id="explain_model", summary="Where its traits come from")
async def explain(request: Asked) -> Response[bytes]:
    """Per trait its value, who states it and where, and the values that lost."""
    serving = serving_of(request.scope)
    query = parameters(request.scope, ONE)
    found = asked_for(request, serving, query, "/v1/explain/")
    # A file is scanned for its lines when first asked for: a thread keeps that off the loop.
    return as_json(await asyncio.to_thread(explain_answer, found, serving))


def explain_answer(found: Found, serving: Serving) -> ExplainAnswer:
    """The origins of a resolved model, with their lines."""
    find, policy_origins = serving.lines.line, found.policy_origins
    return ExplainAnswer(
        id=found.model,
        asked=found.asked,
        match=found.match,
        assumed=found.assumed,
        platform=found.platform,
        route=found.route,
        traits={
            trait: _trait(origin, partial(find, kind="traits", key=trait))
            for trait, origin in _traits(found.origins)
        },
        policy={
            key: _choice(value, policy_origins.get(key), partial(find, kind="policy", key=key))
            for key, value in _choices(found.policy)
        },
        notes=found.notes,
        revision=serving.catalog.revision,
    )


def _traits(origins: Mapping[str, Origin]) -> Iterator[tuple[str, Origin | None]]:
    """Every trait that there is, in its order, then those of tables that take any key."""
    left = dict(origins)
    for trait in leaf_names(SHAPE):
        nearer = [name for name in left if name.startswith(f"{trait}.")]
        if nearer:
            yield from ((name, left.pop(name)) for name in nearer)
        else:
            yield trait, left.pop(trait, None)
    yield from left.items()


def leaf_names(shape: Mapping[str, Json], prefix: str = "") -> Iterator[str]:
    """The dotted name of every leaf, and of every table that takes any key."""
    for key, below in shape.items():
        if below:
            yield from leaf_names(below, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def _choices(policy: Policy) -> Iterator[tuple[str, Json]]:
    return ((field.name, getattr(policy, field.name)) for field in fields(policy))


def _trait(origin: Origin | None, line_of: LineOf) -> Explained:
    return _NOBODY if origin is None else _stated(origin, line_of)


def _choice(value: Json, origin: Origin | None, line_of: LineOf) -> Explained:
    return unstated(value, DEFAULT) if origin is None else _stated(origin, line_of)


def _stated(origin: Origin, line_of: LineOf) -> Explained:
    return explained(origin.value, origin, line_of)


_NOBODY: Final = unstated(None, None)
