"""`/v1/signatures`: kept replies taken in, put back into a request, and forgotten."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from litestar import Response, delete, post, put
from msgspec import Raw, Struct
from msgspec.structs import fields

from forethought.catalog.service.answers import as_json
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.conversations import (
    Name,
    recall,
    signatures_of,
)
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.rewrite import beside, check_utf8
from forethought.catalog.service.service import service_of
from forethought.catalog.signatures import StoreDown, TooLarge, conversation_key
from forethought.catalog.signatures.restoring import put_back
from forethought.policies.kept import Kept
from forethought.policies.words import Binding, Wire

_Body = TypeVar("_Body", bound=Struct)


class KeepRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was signed in a reply, or in several."""

    conversation: Name
    kept: Kept | list[Kept]
    """As `open_stream(…).close()` and `read_reply` give it."""
    tenant: str = ""


class KeepAnswer(Struct, frozen=True, kw_only=True):
    """What will be there for the next request."""

    kept: int
    unsigned: int
    """Replies that hold nothing to give back, or that nothing names; they are not kept."""
    forgotten: int
    """How many of the oldest had to go, because a conversation has a limit."""


class RestoreRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request, and the conversation that it goes on with."""

    conversation: Name
    request: Raw
    """The body as its caller wrote it: a JSON object of the shape that `wire` names."""
    tenant: str = ""
    wire: Wire = "openai.chat"
    binding: Binding | None = None
    """The target's `signatures.binding`."""


class RestoreAnswer(Struct, frozen=True, kw_only=True):
    """The request with its signed reasoning."""

    request: Raw
    restored: int
    """How many blocks and signatures were put back."""
    notes: Sequence[str]


class ForgetRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be forgotten."""

    conversation: Name
    tenant: str = ""
    first_call_id: str | None = None
    """Of the one reply; without it, all of the conversation."""


_KEEP: Final = msgspec.json.Decoder(KeepRequest)
_RESTORE: Final = msgspec.json.Decoder(RestoreRequest)
_FORGET: Final = msgspec.json.Decoder(ForgetRequest)
_UNKEPT: Final = "the store does not answer; nothing was acknowledged, so send it again"


@put("/v1/signatures", status_code=200, operation_id="keep_signatures", summary="Keep")
async def keep(request: Asked) -> Response[bytes]:
    """Keeps what was signed. Once this answers, a restore finds it, whatever becomes of the
    service. The same reply, sent again, takes the place of the first."""
    signatures, count = signatures_of(request), service_of(request).counters.kept
    asked = _read(_KEEP, KeepRequest, await request.body())
    given = [asked.kept] if isinstance(asked.kept, Kept) else asked.kept
    replies = [reply for reply in given if reply.signed and _named(reply)]
    key = conversation_key(asked.tenant, asked.conversation)
    try:
        forgotten = await signatures.keep(key, replies)
    except TooLarge as large:
        count("keep", "too_much")
        raise Problem("too_much_to_keep", str(large)) from None
    except StoreDown:
        count("keep", "down")
        raise Problem("store_down", _UNKEPT) from None
    count("keep", "ok", len(replies))
    count("forget", "limit", forgotten)
    unsigned = len(given) - len(replies)
    return as_json(KeepAnswer(kept=len(replies), unsigned=unsigned, forgotten=forgotten))


@post(
    "/v1/signatures/restore",
    status_code=200,
    operation_id="restore_signatures",
    summary="Put back what was kept",
)
async def restore(request: Asked) -> Response[bytes]:
    """The request with what was kept of its replies. A store that is down costs the reasoning,
    never the request: it comes back as it came, and a note says so."""
    signatures_of(request)
    body = await request.body()
    asked = _read(_RESTORE, RestoreRequest, body)
    if bytes(memoryview(asked.request)[:1]) != b"{":
        raise Problem("not_an_object", "/request: expected an object", pointer="/request")
    talk = await recall(request, asked.tenant, asked.conversation)
    kept = talk.remembered.kept if talk.remembered else ()
    back = await beside(len(body), put_back, asked.request, kept, asked.wire, asked.binding)
    if talk.remembered is not None:
        service_of(request).counters.kept("restore", "ok")
    notes = (*talk.notes, *back.notes)
    return as_json(RestoreAnswer(request=back.request, restored=back.restored, notes=notes))


@delete("/v1/signatures", status_code=204, operation_id="forget_signatures", summary="Forget")
async def forget(request: Asked) -> None:
    """Forgets a conversation, with its fronts, or one reply of it; it is no error where there is
    nothing."""
    signatures, count = signatures_of(request), service_of(request).counters.kept
    asked = _read(_FORGET, ForgetRequest, await request.body())
    key = conversation_key(asked.tenant, asked.conversation)
    try:
        await signatures.forget(key, asked.first_call_id)
    except StoreDown:
        count("forget", "down")
        raise Problem("store_down", "the store does not answer; nothing was forgotten") from None
    count("forget", "ok")


def _read(decoder: msgspec.json.Decoder[_Body], shape: type[_Body], body: bytes) -> _Body:
    """What is asked. A mistake in what was kept is told by its place alone."""
    if not body.isascii():
        check_utf8(body)
    names = tuple(field.name for field in fields(shape))
    try:
        return decoded(decoder, body, names)
    except Problem as problem:
        pointer = problem.body.pointer
        if not isinstance(pointer, str) or not pointer.startswith("/kept"):
            raise
        detail = f"{pointer}: this is not what the stream gave to keep"
        raise Problem("invalid_field", detail, pointer=pointer) from None


def _named(kept: Kept) -> bool:
    """Whether the reply can be known again."""
    return bool(kept.call_ids or kept.reply_id or kept.item_ids or (kept.text and kept.after))
