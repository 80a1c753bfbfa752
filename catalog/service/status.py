"""`/v1/status`, health and metrics: what an operator asks of a running service."""

import datetime
from collections.abc import Iterator, Sequence
from typing import Final

from litestar import Response, get
from msgspec import Struct

from forethought.catalog.override_checks import WARNED_BEFORE
from forethought.catalog.service import metrics
from forethought.catalog.service.answers import as_json
from forethought.catalog.service.pages import Page
from forethought.catalog.service.problems import Asked
from forethought.catalog.service.service import Service, service_of
from forethought.catalog.service.serving import (
    LIVE_ROUTE,
    READY_ROUTE,
    SNAPSHOT_ROUTE,
    Failure,
    Serving,
    serving_of,
)
from forethought.catalog.service.texts import digests_of
from forethought.catalog.service.version import VERSION

TOLD_BEFORE: Final = datetime.timedelta(days=60)
"""How long before a model retires the status tells it."""
_MOST_UNKNOWN: Final = 50


class FileStatus(Struct, frozen=True, kw_only=True):
    """A file that is served."""

    name: str
    digest: str
    """SHA-256 of its bytes."""
    size: int
    """In bytes."""


class UnknownId(Struct, frozen=True, kw_only=True):
    """An id that was asked for and that nobody knows."""

    id: str
    count: int


class Expiring(Struct, frozen=True, kw_only=True):
    """A route that expires within 14 days, or has; it applies all the same."""

    route: str
    expires: datetime.date
    expired: bool
    owner: str | None
    reason: str | None
    file: str


class Retiring(Struct, frozen=True, kw_only=True):
    """A model that its vendor turns off within 60 days, or has."""

    id: str
    retires: datetime.date
    status: str


class StatusAnswer(Struct, frozen=True, kw_only=True):
    """How the service is."""

    version: str
    revision: str
    loaded_at: datetime.datetime
    uptime: float
    """Seconds since this process started to serve."""
    degraded: bool
    """Whether what is served is not what the files say."""
    last_error: Failure | None
    """Why the files are not served as they are now."""
    files: Sequence[FileStatus]
    models: int
    routes: int
    unknown_ids: Sequence[UnknownId]
    """Those asked for most, up to 50."""
    expiring: Sequence[Expiring]
    retiring: Sequence[Retiring]


@get("/v1/status", operation_id="get_status", summary="How the service is")
async def get_status(request: Asked) -> Response[bytes]:
    """The revision, the files, the last error, and what needs attention."""
    return as_json(status_answer(service_of(request), serving_of(request.scope)))


@get("/metrics", operation_id="get_metrics", summary="Counters for Prometheus")
async def get_metrics(request: Asked) -> Response[bytes]:
    """What this process counted, as text."""
    service = service_of(request)
    body = metrics.render(
        serving_of(request.scope), service.counters, service.holder.reloads, service.now()
    )
    return Response(body, media_type=metrics.CONTENT_TYPE)


@get(LIVE_ROUTE, operation_id="get_live", summary="Whether the process answers")
async def get_live(request: Asked) -> Response[bytes]:
    """`live`."""
    return _ready_page(serving_of(request.scope).pages[LIVE_ROUTE])


@get(READY_ROUTE, operation_id="get_ready", summary="Whether it has something to serve")
async def get_ready(request: Asked) -> Response[bytes]:
    """`ready`, or `degraded` while what is served is not what the files say."""
    return _ready_page(serving_of(request.scope).pages[READY_ROUTE])


@get(SNAPSHOT_ROUTE, operation_id="get_snapshot", summary="The whole catalog")
async def get_snapshot(request: Asked) -> Response[bytes]:
    """Every file: enough to build the same catalog in another process."""
    return _ready_page(serving_of(request.scope).pages[SNAPSHOT_ROUTE])


def status_answer(service: Service, serving: Serving) -> StatusAnswer:
    """How the service is, at the time that its clock tells."""
    now, catalog = service.now(), serving.catalog
    return StatusAnswer(
        version=VERSION,
        revision=catalog.revision,
        loaded_at=serving.loaded_at,
        uptime=round((now - service.started).total_seconds(), 3),
        degraded=serving.degraded,
        last_error=serving.failure,
        files=[
            FileStatus(name=name, digest=digest, size=size)
            for name, digest, size in digests_of(serving.texts)
        ],
        models=len(serving.entries),
        routes=len(catalog.routes),
        unknown_ids=[
            UnknownId(id=asked, count=count)
            for asked, count in service.counters.unknown.top(_MOST_UNKNOWN)
        ],
        expiring=sorted(_expiring(serving, now.date()), key=lambda each: each.expires),
        retiring=sorted(_retiring(serving, now.date()), key=lambda each: each.retires),
    )


def _expiring(serving: Serving, today: datetime.date) -> Iterator[Expiring]:
    for route in serving.catalog.routes.values():
        if route.expires is not None and route.expires - today <= WARNED_BEFORE:
            yield Expiring(
                route=route.name,
                expires=route.expires,
                expired=route.expires < today,
                owner=route.owner,
                reason=route.reason,
                file=route.file,
            )


def _retiring(serving: Serving, today: datetime.date) -> Iterator[Retiring]:
    for entry in serving.entries:
        life = entry.found.lifecycle
        if life is None or life.retires is None or life.status == "retired":
            continue
        if life.retires - today <= TOLD_BEFORE:
            yield Retiring(id=entry.found.model, retires=life.retires, status=life.status)


def _ready_page(found: Page) -> Response[bytes]:
    return Response(found.body, media_type="application/json")
