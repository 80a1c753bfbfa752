"""The account of one reply while it streams: its pieces in order, and what was signed."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from forethought.policies.kept import Dropped, Kept, LayoutItem, SignedText
from forethought.policies.turns import call_digest, text_digest
from forethought.policies.words import Json, Wire

Native = dict[str, Json]


class Writer(Struct, frozen=True, kw_only=True):
    """Who is about to reply, and to what."""

    wire: Wire
    signed_by: str | None = None
    route: str | None = None
    account: str | None = None
    after: str | None = None


class Ledger:
    """Collects pieces; nothing is joined or counted before it must be."""

    __slots__ = (
        "_arguments",
        "_mark",
        "_slots",
        "calls",
        "dropped",
        "items",
        "made_ids",
        "reply_id",
        "signatures",
        "stop_reason",
        "texts",
    )

    def __init__(self) -> None:
        self.texts: list[str] = []
        """Every piece of text shown. A stream appends to it itself: this is the hot path."""
        self.calls: list[str] = []
        self.signatures: dict[str, str] = {}
        self.items: list[str] = []
        self.dropped: list[Dropped] = []
        self.reply_id: str | None = None
        self.stop_reason: str | None = None
        self.made_ids = False
        self._arguments: list[tuple[str, Json]] = []
        self._slots: list[LayoutItem | Native | None] = []
        self._mark = 0

    def end_text(self) -> None:
        """Ends the stretch of text before whatever comes next."""
        if self._mark == len(self.texts):
            return
        length = sum(map(len, self.texts[self._mark :]))
        self._mark = len(self.texts)
        if length:
            self._slots.append(length)

    def reserve(self) -> int:
        """Holds the place of a block that has begun; one that is never filled is a gap."""
        self.end_text()
        self._slots.append(None)
        return len(self._slots) - 1

    def fill(self, slot: int, native: Native) -> None:
        """Puts a signed block in its place."""
        self._slots[slot] = native

    def block(self, native: Native) -> None:
        """Adds a signed block that came whole."""
        self.fill(self.reserve(), native)

    def other(self) -> None:
        """Marks a piece that has no place in `openai.chat`."""
        self.end_text()
        self._slots.append("other")

    def signed_text(self, text: str, signature: str) -> None:
        """Adds a text part with a signature of its own; it is never joined to its neighbours."""
        self.end_text()
        self.texts.append(text)
        self._mark = len(self.texts)
        self._slots.append(SignedText(length=len(text), signature=signature))

    def call(self, call_id: str, signature: str | None = None) -> int:
        """Adds a call and gives its index among the reply's calls."""
        self.end_text()
        self._slots.append("call")
        self.calls.append(call_id)
        if signature:
            self.signatures[call_id] = signature
        return len(self.calls) - 1

    def made(self, name: str, arguments: Json) -> None:
        """Remembers what a call without an id of its own was, to know it again."""
        self.made_ids = True
        self._arguments.append((name, arguments))

    def kept(self, writer: Writer) -> Kept:
        """What is kept, now."""
        self.end_text()
        slots = _settled(self._slots)
        return Kept(
            wire=writer.wire,
            signed_by=writer.signed_by,
            signed_route=writer.route,
            signed_account=writer.account,
            after=writer.after,
            reply_id=self.reply_id,
            item_ids=tuple(self.items),
            call_ids=tuple(self.calls),
            call_signatures=dict(self.signatures),
            made_ids=self.made_ids,
            call_digests=tuple(call_digest(*call) for call in self._arguments),
            blocks=tuple(slot for slot in slots if isinstance(slot, dict)),
            layout=tuple("block" if isinstance(slot, dict) else slot for slot in slots),
            text=None if self.calls else text_digest("".join(self.texts)),
            stop_reason=self.stop_reason,
            dropped=tuple(self.dropped),
        )


def _settled(slots: Iterable[LayoutItem | Native | None]) -> list[LayoutItem | Native]:
    settled: list[LayoutItem | Native] = ["gap" if slot is None else slot for slot in slots]
    while settled and settled[-1] == "gap":
        settled.pop()
    return settled


def encoded(value: Json) -> str:
    """JSON text, keys in the order they came."""
    return msgspec.json.encode(value).decode()
