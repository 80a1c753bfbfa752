"""The store of kept replies while the application runs."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Final

from forethought.catalog.service.holder import Clock
from forethought.catalog.service.problems import logger
from forethought.catalog.service.settings import Settings
from forethought.catalog.signatures import Signatures, open_backend

SWEEP_SECONDS: Final = 3600.0


def open_signatures(settings: Settings, now: Clock) -> Signatures | None:
    """The store that the settings name; nothing is connected to yet."""
    if settings.signatures is None or settings.signatures_token is None:
        return None
    return Signatures(
        open_backend(settings.signatures),
        seconds=settings.signatures_ttl,
        limit=settings.signatures_limit,
        now=now,
    )


@contextlib.asynccontextmanager
async def keeping(signatures: Signatures | None) -> AsyncGenerator[None]:
    """Removes what has expired, again and again, where the store does not do so itself."""
    if signatures is None or signatures.backend.shared:
        yield
        return
    logger.warning(
        "signatures are kept in files: only services on this host find them again; for more hosts "
        "name a server, valkey://... or redis://..."
    )
    sweeper = asyncio.create_task(_sweep(signatures))
    yield
    sweeper.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await sweeper


async def _sweep(signatures: Signatures) -> None:
    while True:
        await signatures.sweep()
        await asyncio.sleep(SWEEP_SECONDS)
