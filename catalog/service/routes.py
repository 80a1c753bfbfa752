"""`/v1/routes`: what gateways ask by, as it resolves."""

from litestar import Response, get

from forethought.catalog.service.answers import RouteAnswer, RouteList, as_json
from forethought.catalog.service.models import no_route
from forethought.catalog.service.problems import Asked
from forethought.catalog.service.queries import parameters
from forethought.catalog.service.service import tail
from forethought.catalog.service.serving import Serving, serving_of
from forethought.catalog.tables import RouteOverride


@get("/v1/routes", operation_id="list_routes", summary="Every route")
async def list_routes(request: Asked) -> Response[bytes]:
    """The routes by name, each with what its model resolves to."""
    serving = serving_of(request.scope)
    parameters(request.scope, ())
    routes = sorted(serving.catalog.routes.items())
    return as_json(RouteList(data=[route_answer(route, serving) for _, route in routes]))


@get("/v1/routes/{name:path}", operation_id="get_route", summary="One route")
async def get_route(request: Asked) -> Response[bytes]:
    """One route and what its model resolves to."""
    serving = serving_of(request.scope)
    parameters(request.scope, ())
    name = tail(request.scope, "/v1/routes/")
    route = serving.catalog.routes.get(name)
    if route is None:
        raise no_route(serving, name)
    return as_json(route_answer(route, serving))


def route_answer(route: RouteOverride, serving: Serving) -> RouteAnswer:
    """A route as it is answered: what ops wrote, and what holds there."""
    catalog = serving.catalog
    found = catalog.resolve(None, route=route.name)
    return RouteAnswer(
        name=route.name,
        model=found.model,
        id=found.id,
        platform=found.platform,
        wire=found.wire,
        account=found.account,
        vendor=found.vendor,
        match=found.match,
        assumed=found.assumed,
        always_on=found.traits.always_on,
        traits=found.traits,
        policy=found.policy,
        owner=route.owner,
        reason=route.reason,
        expires=route.expires,
        file=route.file,
        table=route.table,
        notes=found.notes,
        revision=catalog.revision,
    )
