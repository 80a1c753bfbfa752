"""A request of a conversation: what was kept of it is put back, and its front is looked after."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Raw, Struct

from forethought.catalog.found import Found
from forethought.catalog.service.operations import require_token
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import Service, service_of
from forethought.catalog.signatures import Remembered, Signatures, StoreDown, conversation_key
from forethought.catalog.signatures.entries import front_name
from forethought.catalog.signatures.restoring import PutBack, carried, put_back
from forethought.policies import RequestError, Rewritten
from forethought.policies.front import Front, changed, front
from forethought.policies.turns import json_digest
from forethought.policies.words import Wire

Name = Annotated[str, Meta(min_length=1, max_length=1000)]
TOKEN: Final = "FORETHOUGHT_SIGNATURES_TOKEN"
DOWN: Final = "the store of kept signatures does not answer: nothing is restored"
NOT_REMEMBERED: Final = (
    "the store of kept signatures does not answer: what was sent is not remembered"
)


class FrontAnswer(Struct, frozen=True, kw_only=True):
    """The front of the request beside the one sent before to the same model."""

    changed: Sequence[str]
    """What changed before a kept block: `effort`, `system`, `tools`, `message 3` (its index in the
    request as it is sent). The provider drops the block or refuses it, and its cache is lost."""


class Talk(Struct, frozen=True, kw_only=True):
    """A conversation, and what there is of it."""

    key: str
    signatures: Signatures
    remembered: Remembered | None
    """None where the store is down."""

    @property
    def notes(self) -> Sequence[str]:
        """What the caller has to know of it."""
        if self.remembered is None:
            return (DOWN,)
        lost = self.remembered.unreadable
        return (f"{lost} kept replies cannot be read: they are left out",) if lost else ()


def signatures_of(request: Asked) -> Signatures:
    """The store, for a caller with its token. Raises `Problem`."""
    return _guarded(request, service_of(request))


def _guarded(request: Asked, service: Service) -> Signatures:
    token = service.settings.signatures_token
    if service.signatures is None or token is None:
        detail = "nothing is kept here; FORETHOUGHT_SIGNATURES names a store where something is"
        raise Problem("signatures_off", detail)
    require_token(request, token, TOKEN)
    return service.signatures


async def recall(request: Asked, tenant: str, conversation: str) -> Talk:
    """The conversation, for a caller with the token."""
    signatures = signatures_of(request)
    key = conversation_key(tenant, conversation)
    try:
        remembered = await signatures.recall(key)
    except StoreDown:
        service_of(request).counters.kept("restore", "down")
        return Talk(key=key, signatures=signatures, remembered=None)
    return Talk(key=key, signatures=signatures, remembered=remembered)


def restored(talk: Talk, request: Raw, wire: Wire, target: Found | None) -> PutBack:
    """The request with what was kept of its replies; for a model whose requests are left as they
    came, that too."""
    if target is None or target.match == "unknown" or target.traits.chat is False:
        return PutBack(request, 0, ())
    kept = talk.remembered.kept if talk.remembered else ()
    return put_back(request, kept, wire, target.traits.signatures.binding)


class Compared(Struct, frozen=True, kw_only=True):
    """The front of a request as it is sent, and what of it changed."""

    key: str
    now: Front
    changed: Sequence[str]


def compared(talk: Talk, out: Rewritten) -> Compared | None:
    """The front beside the one remembered for the same model on the same wire: what another model
    was sent says nothing of this one's cache. None where there is no telling."""
    if talk.remembered is None:
        return None
    try:
        now = front(out.body, out.wire)
    except RequestError:
        return None
    key = json_digest([out.wire, out.model, out.id])
    before = talk.remembered.fronts.get(front_name(key))
    sent = carried(out.encode(), talk.remembered.kept)
    told = changed(before, now, sent) if before is not None else ()
    return Compared(key=key, now=now, changed=told)


async def remember(talk: Talk, seen: Compared | None) -> tuple[FrontAnswer | None, Sequence[str]]:
    """Remembers the front; gives what is answered of it, and notes."""
    if seen is None:
        return None, ()
    notes: list[str] = []
    if seen.changed:
        listed = ", ".join(seen.changed)
        notes.append(f"changed before a kept block: {listed}; the block and the cache are lost")
    try:
        await talk.signatures.remember(talk.key, seen.key, seen.now)
    except StoreDown:
        notes.append(NOT_REMEMBERED)
    return FrontAnswer(changed=seen.changed), notes
