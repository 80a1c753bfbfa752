"""Holds what is served, and swaps it: readers take one attribute, and only a reload writes it."""

import datetime
import gc
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from forethought.catalog.mistakes import CatalogError
from forethought.catalog.service.last_good import restore, save
from forethought.catalog.service.problems import places
from forethought.catalog.service.serving import Failure, Serving, failed, load_serving
from forethought.catalog.service.watching import Stamp, stamp

logger: Final = logging.getLogger("forethought.service")

Clock: TypeAlias = Callable[[], datetime.datetime]


class Reloads(Struct, kw_only=True):
    """How often the files were loaded since the start."""

    ok: int = 0
    failed: int = 0


class Holder:
    """What is served. `serving` may be read by anybody at any time without a lock."""

    def __init__(self, overrides: Path | None, last_good: Path | None, now: Clock) -> None:
        """Loads the files, or what is kept of them where they have mistakes. Raises `CatalogError`
        where neither can be served."""
        self.reloads = Reloads()
        self._overrides = overrides
        self._last_good = last_good
        self._now = now
        self._loading = threading.Lock()
        self._seen: Stamp = stamp(overrides)
        self.serving = self._start()
        gc.freeze()

    def reload(self) -> Serving:
        """Loads the files now and serves them. Raises `CatalogError`, and goes on serving what was
        served. Takes as long as loading takes: for a thread."""
        with self._loading:
            self._seen = stamp(self._overrides)
            try:
                self._swap(load_serving(self._overrides, self._now()))
            except Exception as error:
                self._keep(error)
                raise
        return self.serving

    def poll(self) -> None:
        """Loads the files if they have changed. Never raises."""
        if stamp(self._overrides) == self._seen:
            return
        try:
            self.reload()
        except Exception:  # told by `reload`; whoever polls goes on
            logger.debug("a changed file was not taken")

    def _start(self) -> Serving:
        try:
            serving = load_serving(self._overrides, self._now())
        except CatalogError as error:
            kept = None if self._last_good is None else restore(self._last_good)
            if kept is None:
                raise
            return self._from_kept(kept, error)
        self._save(serving)
        return serving

    def _from_kept(self, kept: Path, error: CatalogError) -> Serving:
        try:
            serving = load_serving(kept, self._now())
        except CatalogError as second:
            raise CatalogError([*error.mistakes, *second.mistakes]) from None
        logger.error("the last good overrides are served instead of what has mistakes:\n%s", error)
        return failed(serving, self._failure(error))

    def _swap(self, serving: Serving) -> None:
        self._save(serving)
        self.serving = serving
        self.reloads.ok += 1
        gc.freeze()  # what lives as long as the catalog is never looked through again
        logger.info("revision %s is served", serving.catalog.revision)

    def _keep(self, error: Exception) -> None:
        self.reloads.failed += 1
        self.serving = failed(self.serving, self._failure(error))
        revision = self.serving.catalog.revision
        told = error if isinstance(error, CatalogError) else places(error)
        logger.error(
            "revision %s goes on being served; what came has mistakes:\n%s", revision, told
        )

    def _failure(self, error: Exception) -> Failure:
        if isinstance(error, CatalogError):
            return Failure(at=self._now(), message=str(error), errors=error.mistakes)
        return Failure(at=self._now(), message=f"cannot be loaded: {type(error).__name__}")

    def _save(self, serving: Serving) -> None:
        if self._last_good is None:
            return
        try:
            save(self._last_good, serving.catalog.revision, serving.texts)
        except OSError as error:
            logger.warning("the last good overrides cannot be kept: %s", error.strerror)
