"""Serving over HTTP: uvicorn with uvloop and httptools, in one process or several."""

import os
import signal
import sys
from typing import Final

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from forethought.catalog.mistakes import CatalogError
from forethought.catalog.service.app import create_app
from forethought.catalog.service.memory import keep_freed_memory
from forethought.catalog.service.settings import Settings, as_environment, read_settings

CANNOT_LOAD: Final = 3
"""The exit code where there is nothing to serve."""
_FACTORY: Final = "forethought.catalog.service.server:app_from_environment"
_GRACE_SECONDS: Final = 10
_SWITCH_SECONDS: Final = 0.001
"""How long a thread that loads or rewrites may keep the event loop waiting; Python's own 5 ms show
in the slowest answers."""


def serve(settings: Settings) -> int:
    """Serves until told to stop; gives the exit code. With mistakes in the files, and nothing good
    kept, it does not start: the report goes to stderr and the code is 3."""
    _prepare_process()
    try:
        app = create_app(settings)
    except CatalogError as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT_LOAD
    if settings.workers > 1:
        return _serve_many(settings)
    server = uvicorn.Server(_config(settings, app))
    server.run()
    return 0 if server.started else CANNOT_LOAD


def app_from_environment() -> Litestar:
    """The application of a worker process."""
    _prepare_process()
    return create_app(read_settings(os.environ))


class Supervisor(Multiprocess):
    """Keeps the workers running, and tells each of a SIGHUP instead of replacing them all."""

    def handle_hup(self) -> None:
        for process in self.processes:
            if process.pid is not None:
                os.kill(process.pid, signal.SIGHUP)


def _serve_many(settings: Settings) -> int:
    os.environ.update(as_environment(settings))
    config = _config(settings, _FACTORY)
    Supervisor(config, sockets=[config.bind_socket()]).run()
    return 0


def _config(settings: Settings, app: Litestar | str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        factory=isinstance(app, str),
        loop="uvloop" if sys.platform != "win32" else "auto",
        http="httptools",
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


def _prepare_process() -> None:
    keep_freed_memory()
    sys.setswitchinterval(_SWITCH_SECONDS)
    if hasattr(signal, "SIGHUP"):  # until the application listens for it, it would end the process
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
