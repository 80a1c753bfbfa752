"""`/v1/rewrite`: a request, so that its model takes it. Its bytes are read once and spliced."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, ParamSpec, TypeVar

import msgspec
from litestar import Response, post
from msgspec import Raw, Struct
from msgspec.structs import fields

from forethought.catalog.found import Found
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.conversations import (
    Compared,
    FrontAnswer,
    Name,
    Talk,
    compared,
    recall,
    remember,
    restored,
)
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import service_of
from forethought.catalog.service.serving import Serving, serving_of
from forethought.catalog.signatures.restoring import PutBack
from forethought.policies import Change, Intent, Rewritten
from forethought.policies.words import Display, Effort, Json, Match, Platform, Wire

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")
LARGE: Final = 256 * 1024
"""Bytes from which a body is rewritten in a thread: beside bodies of 1 MB, the slowest answers to
others then came in half the time."""
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
    conversation: Name | None = None
    """Under which signatures are kept, to put them back first. Needs the token of signatures."""
    tenant: str = ""
    """Whose conversation it is."""


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
    restored: int | None = None
    """How many blocks and signatures were put back; null without a conversation."""
    front: FrontAnswer | None = None
    """What changed since the last request of the conversation; null without one."""
    wire: Wire
    model: str | None
    """The canonical id."""
    match: Match
    revision: str


class _Named(Struct):
    model: Json = None


_DECODER: Final = msgspec.json.Decoder(RewriteRequest)
_NAMED: Final = msgspec.json.Decoder(_Named)
_FIELDS: Final = tuple(field.name for field in fields(RewriteRequest))


@post("/v1/rewrite", status_code=200, operation_id="rewrite", summary="Rewrite a request")
async def rewrite(request: Asked) -> Response[bytes]:
    """The request as its model takes it. For a model that nobody knows it comes back as it was.

    With a `conversation` (and the token of kept signatures) what was kept of it is put back first,
    and `front` says what changed since the last request before a kept block.
    """
    serving = serving_of(request.scope)
    body = await request.body()
    asked = await beside(len(body), read, body)
    if asked.conversation is None:
        out, answer = await beside(len(body), answered, asked, serving)
    else:
        talk = await recall(request, asked.tenant, asked.conversation)
        out, answer = await _in_conversation(asked, serving, talk)
        if talk.remembered is not None:
            service_of(request).counters.kept("restore", "ok")
    service_of(request).counters.rewrote(out)
    return Response(answer, media_type="application/json")


async def beside(
    size: int, work: Callable[_Given, _Result], *args: _Given.args, **more: _Given.kwargs
) -> _Result:
    """Does work on a body of a size: a large one beside the loop. Raises `Problem` where what was
    just shallow enough to be skipped is too deep to be opened."""
    try:
        if size < LARGE:
            return work(*args, **more)
        return await asyncio.to_thread(work, *args, **more)
    except RecursionError:
        raise Problem("too_deep", "the JSON is nested too deep") from None


def read(body: bytes) -> RewriteRequest:
    """What is asked."""
    if not body.isascii():
        check_utf8(body)
    return decoded(_DECODER, body, _FIELDS, _HINT)


def answered(asked: RewriteRequest, serving: Serving) -> tuple[Rewritten, bytes]:
    """The rewritten request, and the answer that holds it."""
    out = rewritten(asked, serving)
    return out, msgspec.json.encode(_answer(out, serving.catalog.revision))


async def _in_conversation(
    asked: RewriteRequest, serving: Serving, talk: Talk
) -> tuple[Rewritten, bytes]:
    """The same with kept replies put back, and the front remembered."""
    size = len(memoryview(asked.request))

    def work() -> tuple[PutBack, Rewritten, Compared | None]:
        back = restored(talk, asked.request, asked.wire, _target(asked, serving))
        out = rewritten(msgspec.structs.replace(asked, request=back.request), serving)
        return back, out, compared(talk, out)

    back, out, seen = await beside(size, work)
    front, notes = await remember(talk, seen)
    told = msgspec.structs.replace(
        _answer(out, serving.catalog.revision),
        notes=(*out.notes, *talk.notes, *back.notes, *notes),
        restored=back.restored,
        front=front,
    )
    return out, await beside(size, msgspec.json.encode, told)


def _target(asked: RewriteRequest, serving: Serving) -> Found | None:
    """The model that the request is for."""
    try:
        own = _NAMED.decode(asked.request).model
    except msgspec.DecodeError:
        own = None
    model = asked.model or (own if isinstance(own, str) else None)
    if model is None and asked.route is None:
        return None
    return serving.catalog.resolve(model, route=asked.route, platform=asked.platform)


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


def check_utf8(body: bytes) -> None:
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
