"""The outermost layer: ready pages, entity tags, HEAD, the revision, and a count of answers."""

from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from forethought.catalog.service.counters import Counters
from forethought.catalog.service.etags import etag_of
from forethought.catalog.service.holder import Holder
from forethought.catalog.service.pages import (
    PROBLEM,
    REVISION,
    Headers,
    Page,
    has_it,
    send_body,
    send_not_modified,
    send_page,
)
from forethought.catalog.service.problems import as_problem
from forethought.catalog.service.service import MODELS, tail
from forethought.catalog.service.serving import (
    Serving,
    model_page,
    put_serving,
    serving_of,
)

_READING: Final = ("GET", "HEAD")
_NO_ROUTE: Final = "none"


class Front:
    """Answers what is ready, and hands the rest in, with what is served at this moment."""

    def __init__(self, app: ASGIApp, holder: Holder, counters: Counters) -> None:
        self._app = app
        self._holder = holder
        self._counters = counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        serving = self._holder.serving
        method: str = scope["method"]
        if method not in _READING:
            await self._pass_on(scope, receive, send, serving)
            return
        found = None if scope["query_string"] else _ready_page(scope, serving)
        if found is None:
            await self._read(scope, receive, send, serving)
            return
        status = await send_page(found, scope["headers"], method == "HEAD", send)
        self._counters.answered(method, found.route, status)

    async def _read(self, scope: HTTPScope, receive: Receive, send: Send, serving: Serving) -> None:
        """A GET, or a HEAD as a GET without its body."""
        inner: HTTPScope = {**scope, "method": "GET"}
        answer = _Answer()
        await self._inside(inner, receive, answer, serving)
        headers, status = answer.headers(serving_of(inner).revision), answer.status
        if status == 200:
            etag = etag_of(answer.body)
            headers.append((b"etag", etag))
            if has_it(scope["headers"], etag):
                status = 304
        self._count(scope["method"], inner, status)
        if status == 304:
            await send_not_modified(headers, send)
        else:
            await send_body(
                status, headers, b"" if scope["method"] == "HEAD" else answer.body, send
            )

    async def _pass_on(
        self, scope: HTTPScope, receive: Receive, send: Send, serving: Serving
    ) -> None:
        answer = _Answer()
        await self._inside(scope, receive, answer, serving)
        self._count(scope["method"], scope, answer.status)
        headers = answer.headers(serving_of(scope).revision)
        await send_body(answer.status, headers, answer.body, send)

    async def _inside(
        self, scope: HTTPScope, receive: Receive, answer: "_Answer", serving: Serving
    ) -> None:
        put_serving(scope, serving)
        try:
            await self._app(scope, receive, answer)
        except Exception as error:
            problem = as_problem(error)
            answer.replace(problem.status, problem.encode())

    def _count(self, method: str, scope: HTTPScope, status: int) -> None:
        route: str = scope.get("path_template") or _NO_ROUTE
        self._counters.answered(method, route, status)


def _ready_page(scope: HTTPScope, serving: Serving) -> Page | None:
    """What needs no handler: a page made beforehand, or a model by any spelling that is known."""
    path = scope["path"]
    if (found := serving.pages.get(path)) is not None or not path.startswith(MODELS):
        return found
    asked = tail(scope, MODELS)
    return model_page(serving, asked) if asked else None


class _Answer:
    """Takes what is sent, to be looked at before it goes."""

    def __init__(self) -> None:
        self.status = 500
        self.body = b""
        self._headers: Headers = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._headers = [(bytes(name), bytes(value)) for name, value in message["headers"]]
        elif message["type"] == "http.response.body":
            chunk = message.get("body", b"")
            self.body = self.body + chunk if self.body else chunk

    def headers(self, revision: bytes) -> Headers:
        """The headers of the answer and the revision that it was made from."""
        return [*self._headers, (REVISION, revision)]

    def replace(self, status: int, body: bytes) -> None:
        """An error in the place of what was to be answered."""
        self.status, self.body = status, body
        length = str(len(body)).encode()
        self._headers = [(b"content-type", PROBLEM), (b"content-length", length)]
