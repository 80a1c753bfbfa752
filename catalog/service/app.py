"""The application: every handler, behind the layer that answers what is ready."""

import asyncio
import contextlib
import datetime
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from typing import Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from forethought.catalog.service.agui import apply_agui, check_agui
from forethought.catalog.service.counters import Counters
from forethought.catalog.service.explain import explain
from forethought.catalog.service.front import Front
from forethought.catalog.service.holder import Clock, Holder
from forethought.catalog.service.keeping import keeping, open_signatures
from forethought.catalog.service.models import get_model, list_models
from forethought.catalog.service.operations import reload, validate
from forethought.catalog.service.problems import answer_problem
from forethought.catalog.service.resolve import resolve
from forethought.catalog.service.rewrite import rewrite
from forethought.catalog.service.routes import get_route, list_routes
from forethought.catalog.service.schema import schema_handler
from forethought.catalog.service.service import Service, state_of
from forethought.catalog.service.settings import Settings
from forethought.catalog.service.signatures import forget, keep, restore
from forethought.catalog.service.status import (
    get_live,
    get_metrics,
    get_ready,
    get_snapshot,
    get_status,
)
from forethought.catalog.signatures import NAME

POLL_SECONDS: Final = 0.2
"""How often files are looked at: every process serves a change within a second."""

HANDLERS: Final[Sequence[HTTPRouteHandler]] = (
    list_models,
    get_model,
    explain,
    resolve,
    rewrite,
    check_agui,
    apply_agui,
    keep,
    restore,
    forget,
    list_routes,
    get_route,
    get_snapshot,
    get_status,
    reload,
    validate,
    get_live,
    get_ready,
    get_metrics,
)


def utc_now() -> datetime.datetime:
    """The time."""
    return datetime.datetime.now(datetime.UTC)


def create_app(settings: Settings, now: Clock = utc_now) -> Litestar:
    """The service on these settings, its catalog loaded. Raises `CatalogError` where neither the
    files nor the last good ones can be served."""
    signatures = open_signatures(settings, now)
    service = Service(
        settings=settings,
        holder=Holder(settings.overrides, settings.last_good, now),
        counters=Counters(),
        now=now,
        started=now(),
        signatures=signatures,
        heavy=asyncio.Semaphore(1),
    )
    app = Litestar(
        [*HANDLERS, schema_handler(HANDLERS)],
        exception_handlers={Exception: answer_problem},
        lifespan=[lambda _: _watching(service.holder), lambda _: keeping(signatures)],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=settings.max_body,
        state=State(state_of(service)),
        stores={NAME: signatures.backend.store} if signatures else None,
    )
    app.asgi_handler = Front(app.asgi_handler, service.holder, service.counters)
    return app


@contextlib.asynccontextmanager
async def _watching(holder: Holder) -> AsyncGenerator[None]:
    """Loads changed files while the application runs, and on SIGHUP whether changed or not."""
    watcher = asyncio.create_task(_poll(holder))
    with _on_hangup(lambda: asyncio.get_running_loop().run_in_executor(None, _reload, holder)):
        yield
    watcher.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watcher


async def _poll(holder: Holder) -> None:
    while True:
        await asyncio.sleep(POLL_SECONDS)
        await asyncio.to_thread(holder.poll)


def _reload(holder: Holder) -> None:
    with contextlib.suppress(Exception):  # told by `reload`, in the log and in the status
        holder.reload()


@contextlib.contextmanager
def _on_hangup(act: Callable[[], object]) -> Generator[None]:
    """Acts on SIGHUP, where this thread is the one that signals come to."""
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGHUP"):
        yield
        return
    loop.add_signal_handler(signal.SIGHUP, act)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
