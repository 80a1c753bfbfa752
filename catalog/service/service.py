"""What every handler works with."""

import asyncio
import datetime
from typing import Final
from urllib.parse import unquote

from litestar.types import HTTPScope
from msgspec import Struct

from forethought.catalog.service.counters import Counters
from forethought.catalog.service.holder import Clock, Holder
from forethought.catalog.service.problems import Asked
from forethought.catalog.service.settings import Settings
from forethought.catalog.signatures import Signatures

MODELS: Final = "/v1/models/"
_STATE: Final = "service"


class Service(Struct, frozen=True, kw_only=True):
    """One running service."""

    settings: Settings
    holder: Holder
    counters: Counters
    now: Clock
    started: datetime.datetime
    signatures: Signatures | None
    """The store of kept replies; None where none is named."""
    heavy: asyncio.Semaphore
    """Held while files are read: one at a time, so that nobody can fill the threads with it."""


def service_of(request: Asked) -> Service:
    """The service that the request came to."""
    service: Service = request.app.state[_STATE]
    return service


def state_of(service: Service) -> dict[str, Service]:
    """The application state from which `service_of` reads."""
    return {_STATE: service}


def tail(scope: HTTPScope, prefix: str) -> str:
    """What stands behind the prefix in the path as it came, with `//` and `%2F` kept apart from
    what routing makes of them."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    _, found, rest = raw.partition(b"?")[0].partition(prefix.encode())
    text = unquote(rest.decode("latin-1")) if found else scope["path"].rpartition(prefix)[2]
    return text.strip("/")
