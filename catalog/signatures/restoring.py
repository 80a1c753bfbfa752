"""Kept replies put back into the bytes of a request; what they do not touch stays byte for byte."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from forethought.policies.history import restore
from forethought.policies.kept import Kept, SignedText
from forethought.policies.turns import CONVERSATION
from forethought.policies.words import Binding, Json, Wire

UNREAD: Final = "the conversation cannot be read: nothing is restored"

_TOP: Final = msgspec.json.Decoder(dict[str, Raw])
_ROWS: Final = msgspec.json.Decoder(list[Raw])
_BAD: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class PutBack(NamedTuple):
    """A request with its signed reasoning; as it came where nothing was put back."""

    request: Raw
    restored: int
    notes: Sequence[str]

    def __repr__(self) -> str:
        return f"PutBack(restored={self.restored})"


def put_back(request: Raw, kept: Sequence[Kept], wire: Wire, binding: Binding | None) -> PutBack:
    """`restore` for a request in JSON. Whatever is wrong with it, it comes back as it came."""
    if not kept:
        return PutBack(request, 0, ())
    try:
        return _put_back(request, kept, wire, binding)
    except _BAD:
        return PutBack(request, 0, (UNREAD,))


def _put_back(request: Raw, kept: Sequence[Kept], wire: Wire, binding: Binding | None) -> PutBack:
    member = CONVERSATION[wire]
    top = _TOP.decode(request)
    came = top.get(member, Raw(b"null"))
    if not bytes(came).lstrip().startswith(b"["):
        return PutBack(request, 0, ())
    rows = _ROWS.decode(came)
    entries: list[Json] = [msgspec.json.decode(row) for row in rows]
    done = restore({member: entries}, kept, wire=wire, binding=binding)
    if not done.restored:
        return PutBack(request, 0, done.notes)
    raw = {id(entry): row for entry, row in zip(entries, rows, strict=True)}
    made = [raw.get(id(entry), entry) for entry in done.request[member]]
    body = msgspec.json.encode({**top, member: made})
    return PutBack(Raw(body), done.restored, done.notes)


def carried(data: bytes, kept: Iterable[Kept]) -> list[Kept]:
    """The kept replies of which something is in a body that is sent."""
    return [reply for reply in kept if any(sign in data for sign in _signs(reply))]


def _signs(kept: Kept) -> Iterable[bytes]:
    """What was signed, as it stands in JSON."""
    values: list[Json] = [*kept.call_signatures.values()]
    values += [item.signature for item in kept.layout if isinstance(item, SignedText)]
    values += [block.get(member) for block in kept.blocks for member in _MEMBERS]
    return (msgspec.json.encode(v)[1:-1] for v in values if isinstance(v, str) and v)


_MEMBERS: Final = ("signature", "data", "encrypted_content", "thoughtSignature")
