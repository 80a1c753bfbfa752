"""`/v1/rewrite`: a request, so that its model takes it. Its bytes are read once and spliced."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from litestar import Response, post
from msgspec import Raw, Struct
from msgspec.structs import fields

from forethought.catalog.service.answers import as_json
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import service_of
from forethought.catalog.service.serving import Serving, serving_of
from forethought.policies import Change, Intent, Rewritten
from forethought.policies.words import Display, Effort, Match, Platform, Wire

LARGE: Final = 4 * 1024 * 1024
"""Bytes from which a body is rewritten in a thread: it would hold up the loop for too long. Below,
handing it over costs others more than it saves them, for decoding holds the interpreter's lock."""
_HINT: Final = '; the request itself goes into `request`: {"request": {"model": …}, "wire": …}'


class IntentFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked beside the request. It stands over what the request says."""

    effort: Effort | None = None
    display: Display | None = None


class RewriteRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request and whom it is for."""

    request: Raw
    """The body as its caller wrote it: a JSON object of the shape that `wire` names."""
    model: str | None = None
    """Stands over the request's own."""
    route: str | None = None
    """Stands over the model."""
    platform: Platform | None = None
    account: str | None = None
    """Whom the platform bills, where signatures are bound to that."""
    wire: Wire = "openai.chat"
    """The shape of the request."""
    target: Wire | None = None
    """The shape to send: by default its own where the model is served on it."""
    headers: Mapping[str, str] | None = None
    """The caller's, for the betas in them."""
    intent: IntentFields | None = None
    strict: bool = False
    """Whether a model that nobody knows is an error."""
    stream: bool | None = None
    """Whether the reply is streamed, on wires whose body does not say."""


class RewriteAnswer(Struct, frozen=True, kw_only=True):
    """The request to send, and what was changed to get there."""

    request: Raw
    headers: Mapping[str, str]
    """The whole value to send for each header it names."""
    path: str | None
    """Where to send it, below the platform's base URL."""
    id: str | None
    """The id that is sent."""
    changes: Sequence[Change]
    notes: Sequence[str]
    names: Mapping[str, str]
    """Tools that had to be renamed: the name sent to the caller's own."""
    wire: Wire
    model: str | None
    """The canonical id."""
    match: Match
    revision: str


_DECODER: Final = msgspec.json.Decoder(RewriteRequest)
_FIELDS: Final = tuple(field.name for field in fields(RewriteRequest))


@post("/v1/rewrite", status_code=200, operation_id="rewrite", summary="Rewrite a request")
async def rewrite(request: Asked) -> Response[bytes]:
    """The request as its model takes it. For a model that nobody knows it comes back as it was."""
    serving = serving_of(request.scope)
    body = await request.body()
    if not body.isascii():
        _check_utf8(body)
    asked = decoded(_DECODER, body, _FIELDS, _HINT)
    if len(body) < LARGE:
        out = rewritten(asked, serving)
    else:
        out = await asyncio.to_thread(rewritten, asked, serving)
    service_of(request).counters.rewrote(out, asked.model or out.model or "")
    return as_json(_answer(out, serving.catalog.revision))


def rewritten(asked: RewriteRequest, serving: Serving) -> Rewritten:
    """Rewrites the bytes as they came. Raises what `Catalog.rewrite` raises."""
    intent = asked.intent
    return serving.catalog.rewrite(
        memoryview(asked.request),
        model=asked.model,
        route=asked.route,
        platform=asked.platform,
        account=asked.account,
        wire=asked.wire,
        target=asked.target,
        headers=asked.headers,
        intent=Intent(effort=intent.effort, display=intent.display) if intent else None,
        strict=asked.strict,
        stream=asked.stream,
    )


def _check_utf8(body: bytes) -> None:
    """What nobody opens is spliced as it came, so it has to be sound."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise Problem("bad_json", "the body is not valid UTF-8") from None


def _answer(out: Rewritten, revision: str) -> RewriteAnswer:
    request = out.request
    return RewriteAnswer(
        request=Raw(msgspec.json.encode(request) if isinstance(request, Mapping) else request),
        headers=out.headers,
        path=out.path,
        id=out.id,
        changes=out.changes,
        notes=out.notes,
        names=out.names,
        wire=out.wire,
        model=out.model,
        match=out.match or "unknown",
        revision=revision,
    )
