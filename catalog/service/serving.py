"""What is served at one moment: a catalog and everything made from it beforehand.

A request takes it once and uses nothing else; a reload makes another and swaps it in.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from litestar.types import HTTPScope
from msgspec import Raw, Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.filters import names_of
from forethought.catalog.found import Found
from forethought.catalog.mistakes import Mistake
from forethought.catalog.near import Near
from forethought.catalog.places import Lines
from forethought.catalog.recent import Recent
from forethought.catalog.service.answers import SnapshotAnswer
from forethought.catalog.service.pages import Page, page
from forethought.catalog.service.texts import Texts, lines_of, read_texts
from forethought.catalog.service.version import VERSION
from forethought.catalog.told import ModelAnswer, model_answer

MODEL_ROUTE: Final = "/v1/models/{id}"
SNAPSHOT_ROUTE: Final = "/v1/snapshot"
READY_ROUTE: Final = "/health/ready"
LIVE_ROUTE: Final = "/health/live"
_ATTEMPTS: Final = 5
_LONGEST: Final = 512
"""A longer id is answered and forgotten."""


class Entry(NamedTuple):
    """A listed model."""

    found: Found
    body: Raw
    names: str
    """Its id and aliases in lower case, to search in."""


class Failure(Struct, frozen=True, kw_only=True):
    """Why the files as they are now are not served."""

    at: datetime.datetime
    message: str
    errors: Sequence[Mistake] = ()


class Serving(Struct, frozen=True, kw_only=True):
    """One catalog, ready to be asked."""

    catalog: Catalog
    texts: Texts
    lines: Lines
    entries: Sequence[Entry]
    """By id."""
    pages: Mapping[str, Page]
    """By path."""
    spelled: Recent[Page]
    """Pages of models by what else they were asked by."""
    near_routes: Near
    revision: bytes
    loaded_at: datetime.datetime
    failure: Failure | None = None
    """Set while what is served is not what the files say."""

    @property
    def degraded(self) -> bool:
        """Whether what is served is not what the files say."""
        return self.failure is not None


def load_serving(overrides: Path | None, now: datetime.datetime) -> Serving:
    """Loads the files and makes all answers that can be made beforehand. Raises `CatalogError`.

    Files that change under its hands are read again.
    """
    for _ in range(_ATTEMPTS):
        catalog = Catalog.load(overrides)
        texts = read_texts(catalog, overrides)
        if texts is not None:
            return _serving(catalog, texts, now)
    raise OSError("the overrides go on changing while they are read")


def failed(serving: Serving, failure: Failure | None) -> Serving:
    """The same catalog, with why the files are not served, or with nothing wrong."""
    ready = _ready(serving.revision, degraded=failure is not None)
    pages = {**serving.pages, READY_ROUTE: ready}
    return msgspec.structs.replace(serving, failure=failure, pages=pages)


def model_page(serving: Serving, asked: str) -> Page | None:
    """The page of a model by any spelling; None where nobody knows it."""
    found = serving.spelled.get(asked)
    if found is None:
        model = serving.catalog.resolve(asked)
        if model.match == "unknown":
            return None
        found = _model_page(model_answer(model, serving.catalog.revision), serving.revision)
        if len(asked) <= _LONGEST:
            serving.spelled.put(asked, found)
    return found


def put_serving(scope: HTTPScope, serving: Serving) -> None:
    """Ties a request to what is served when it comes."""
    scope["state"]["serving"] = serving


def serving_of(scope: HTTPScope) -> Serving:
    """What the request is answered from."""
    serving: Serving = scope["state"]["serving"]
    return serving


def _serving(catalog: Catalog, texts: Texts, now: datetime.datetime) -> Serving:
    revision = catalog.revision.encode()
    entries = tuple(_entries(catalog))
    return Serving(
        catalog=catalog,
        texts=texts,
        lines=lines_of(texts),
        entries=entries,
        pages=_pages(catalog, texts, entries),
        spelled=Recent(),
        near_routes=Near(catalog.routes),
        revision=revision,
        loaded_at=now,
    )


def _entries(catalog: Catalog) -> Iterable[Entry]:
    for model in catalog.models():
        found = catalog.resolve(model)
        body = msgspec.json.encode(model_answer(found, catalog.revision))
        names = " ".join(names_of(model, catalog)).lower()
        yield Entry(found, Raw(body), names)


def _pages(catalog: Catalog, texts: Texts, entries: Sequence[Entry]) -> Mapping[str, Page]:
    revision = catalog.revision.encode()
    models = {
        f"/v1/models/{found.model}": page(MODEL_ROUTE, bytes(body), revision)
        for found, body, _ in entries
        if found.asked == found.model
    }
    return {
        **models,
        SNAPSHOT_ROUTE: page(SNAPSHOT_ROUTE, _snapshot(catalog, texts), revision),
        LIVE_ROUTE: page(LIVE_ROUTE, b'{"status":"live"}', revision),
        READY_ROUTE: _ready(revision, degraded=False),
    }


def _model_page(answer: ModelAnswer, revision: bytes) -> Page:
    return page(MODEL_ROUTE, msgspec.json.encode(answer), revision)


def _ready(revision: bytes, *, degraded: bool) -> Page:
    status = "degraded" if degraded else "ready"
    body = msgspec.json.encode({"status": status, "revision": revision.decode()})
    return page(READY_ROUTE, body, revision)


def _snapshot(catalog: Catalog, texts: Texts) -> bytes:
    return msgspec.json.encode(
        SnapshotAnswer(
            schema=1,
            version=VERSION,
            revision=catalog.revision,
            packaged=texts.packaged,
            overrides=texts.overrides,
        )
    )
