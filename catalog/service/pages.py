"""Answers that are ready before they are asked for, and how they are sent."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from litestar.types import Send

from forethought.catalog.service.etags import etag_of, matches

JSON: Final = b"application/json"
PROBLEM: Final = b"application/problem+json"
REVISION: Final = b"catalog-revision"

Headers = list[tuple[bytes, bytes]]


class Page(NamedTuple):
    """A body with its tag, and the route it is counted under."""

    route: str
    body: bytes
    etag: bytes
    headers: tuple[tuple[bytes, bytes], ...]


def page(route: str, body: bytes, revision: bytes) -> Page:
    """A page of JSON."""
    etag = etag_of(body)
    headers = (
        (b"content-type", JSON),
        (b"content-length", str(len(body)).encode()),
        (b"etag", etag),
        (REVISION, revision),
    )
    return Page(route, body, etag, headers)


async def send_page(
    found: Page, asked: Iterable[tuple[bytes, bytes]], head: bool, send: Send
) -> int:
    """Answers with a page, or with 304 where the caller has it; gives the status.

    The messages are fresh for each request: what stands around the application may write to them.
    """
    if has_it(asked, found.etag):
        await send_not_modified(list(found.headers), send)
        return 304
    await _start(200, list(found.headers), send)
    await _finish(b"" if head else found.body, send)
    return 200


async def send_not_modified(headers: Headers, send: Send) -> None:
    """A 304: the headers of the answer without those of its body."""
    kept = [pair for pair in headers if not pair[0].startswith(b"content-")]
    await _start(304, kept, send)
    await _finish(b"", send)


async def send_body(status: int, headers: Headers, body: bytes, send: Send) -> None:
    """An answer with its body in one piece."""
    await _start(status, headers, send)
    await _finish(body, send)


def has_it(asked: Iterable[tuple[bytes, bytes]], etag: bytes) -> bool:
    """Whether the caller says that it has the answer with this tag."""
    told = [value for name, value in asked if name == b"if-none-match"]
    return bool(told) and matches(b",".join(told), etag)


async def _start(status: int, headers: Headers, send: Send) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _finish(body: bytes, send: Send) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": False})
