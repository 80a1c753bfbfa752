"""What is kept of a reply so that the next request can carry its signed reasoning back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from forethought.policies.turns import content_text
from forethought.policies.words import Json, Wire

BLOCK_FIELDS = ("thinking_blocks", "reasoning_items", "reasoning_details")
"""Where blocks stand on an assistant message of `openai.chat`; one reply fills one of them."""


class Dropped(Struct, frozen=True, kw_only=True):
    """A block of the request that the provider says it dropped."""

    path: str
    """In the request as sent: `messages.1.content.0`."""
    reason: str


class SignedText(Struct, frozen=True, kw_only=True):
    """A text part with a signature of its own; `length` 0 is an empty part."""

    length: int
    signature: str

    def __repr__(self) -> str:
        return f"SignedText(length={self.length})"

    def __rich_repr__(self) -> list[tuple[str, Json]]:
        return [("length", self.length)]


LayoutItem: TypeAlias = Literal["block", "call", "gap", "other"] | int | SignedText
Layout: TypeAlias = tuple[LayoutItem, ...]


class Kept(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The signed reasoning of one reply, its writer, and its place among text and calls.

    Encodes to JSON and back without changing a byte of what was signed.

    `layout` tells the order of the reply's content, one item a piece: `"block"` is the next of
    `blocks`; a number is a stretch of text of so many code points; `SignedText` is one that
    carries a signature; `"call"` is the next of `call_ids`; `"gap"` is an unsigned block that was
    let go; `"other"` is a piece of the provider's own tools, which has no place in `openai.chat`.
    On a message of `openai.chat` it is written as `thinking_layout`, and only where the order is
    not the plain one (blocks, text, calls); `pieces` reads it.
    """

    wire: Wire
    signed_by: str | None = None
    """Platform and model: `anthropic/claude-…`."""
    signed_route: str | None = None
    signed_account: str | None = None
    reply_id: str | None = None
    item_ids: tuple[str, ...] = ()
    """The ids of the reply's messages, where they have their own (`openai.responses`)."""
    call_ids: tuple[str, ...] = ()
    call_signatures: dict[str, str] = {}
    """By call id: what came on the call itself (Gemini)."""
    made_ids: bool = False
    """Whether the call ids were made here, for want of the provider's."""
    call_digests: tuple[str, ...] = ()
    """Of each call's name and arguments, where the ids were made."""
    blocks: tuple[dict[str, Json], ...] = ()
    """The provider's own blocks, in order, as they came."""
    layout: Layout = ()
    text: str | None = None
    """A digest of the reply's text; only of a reply without calls."""
    after: str | None = None
    """The digest of the user turn before the reply (`turns.turn_digest`)."""
    stop_reason: str | None = None
    """The provider's own word; unset where the stream was cut."""
    dropped: tuple[Dropped, ...] = ()

    @property
    def first_call_id(self) -> str | None:
        """The key of a reply with calls."""
        return self.call_ids[0] if self.call_ids else None

    @property
    def signed(self) -> bool:
        """Whether there is anything to give back."""
        texts = any(isinstance(item, SignedText) for item in self.layout)
        return bool(self.blocks or self.call_signatures or texts)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"Kept({told})"

    def __rich_repr__(self) -> list[tuple[str, Json]]:
        return [
            ("wire", self.wire),
            ("signed_by", self.signed_by),
            ("first_call_id", self.first_call_id),
            ("blocks", len(self.blocks)),
            ("call_signatures", len(self.call_signatures)),
            ("stop_reason", self.stop_reason),
        ]


class Piece(NamedTuple):
    """One piece of an assistant message, in the order its writer wrote it."""

    kind: Literal["block", "text", "call", "gap", "other"]
    value: Json = None
    """The native block, the text (or the content as it stands, where it is a list), the call."""
    signature: str | None = None
    """Of a text part; a call carries its own."""

    def __repr__(self) -> str:
        return f"Piece({self.kind})"


def block_field(blocks: Sequence[Mapping[str, Json]]) -> str:
    """The member of an `openai.chat` message that carries such blocks."""
    kind = blocks[0].get("type") if blocks else None
    if kind == "reasoning":
        return "reasoning_items"
    return "reasoning_details" if str(kind).startswith("reasoning.") else "thinking_blocks"


def plain(layout: Iterable[LayoutItem]) -> bool:
    """Whether the order is the one a message has without being told: blocks, text, calls."""
    rank = {"block": 0, "call": 2}
    last, texts = 0, 0
    for item in layout:
        now = rank.get(item, 3) if isinstance(item, str) else 1
        texts += now == 1
        if now < last or now == 3 or texts > 1:
            return False
        last = now
    return True


def signed_members(blocks: Sequence[dict[str, Json]], layout: Layout) -> dict[str, Json]:
    """The members of an `openai.chat` message that carry these blocks and text signatures back."""
    members: dict[str, Json] = {block_field(blocks): [*blocks]} if blocks else {}
    texts = [item for item in layout if isinstance(item, SignedText)]
    if plain(layout):
        members.update([("provider_signature", item.signature) for item in texts])
    elif blocks or texts:
        members["thinking_layout"] = [msgspec.to_builtins(item) for item in layout]
    return members


def writer_members(kept: Kept) -> dict[str, Json]:
    """`signed_by`, `signed_route` and `signed_account`, as far as they are known."""
    names = ("signed_by", "signed_route", "signed_account")
    return {name: value for name in names if (value := getattr(kept, name)) is not None}


def signature_on(value: Mapping[str, Json]) -> str:
    """The signature on a call or a message, in any of its spellings; empty where there is none."""
    google = _under(_under(value.get("extra_content"), "google"), "thought_signature")
    function = value.get("function")
    found = (
        value.get("provider_signature")
        or _under(value.get("provider_specific_fields"), "thought_signature")
        or google
        or (signature_on(function) if isinstance(function, dict) else "")
    )
    return found if isinstance(found, str) else ""


def _under(value: Json, key: str) -> Json:
    return value.get(key) if isinstance(value, dict) else None


def pieces(message: Mapping[str, Json]) -> tuple[Piece, ...]:
    """The pieces of an `openai.chat` assistant message, in the order its writer wrote them.

    Where `thinking_layout` does not fit the message (it was edited since), only the blocks that
    stood first come, since the place of the others is gone.
    """
    blocks = _blocks(message)
    layout = _layout(message)
    if layout is None:
        return (*(Piece("block", block) for block in blocks), *_rest(message))
    laid = _lay(layout, blocks, message)
    if laid is not None:
        return laid
    first = next((at for at, item in enumerate(layout) if item != "block"), len(layout))
    return (*(Piece("block", block) for block in blocks[:first]), *_rest(message))


def _blocks(message: Mapping[str, Json]) -> list[Json]:
    for field in BLOCK_FIELDS:
        found = message.get(field)
        if isinstance(found, list) and found:
            return found
    return []


def _layout(message: Mapping[str, Json]) -> Layout | None:
    found = message.get("thinking_layout")
    if not isinstance(found, list):
        return None
    try:
        return msgspec.convert(found, Layout)
    except msgspec.ValidationError:
        return None


def _calls(message: Mapping[str, Json]) -> list[Json]:
    calls = message.get("tool_calls")
    return calls if isinstance(calls, list) else []


def _rest(message: Mapping[str, Json]) -> Iterator[Piece]:
    content, signature = message.get("content"), message.get("provider_signature")
    signature = signature if isinstance(signature, str) and signature else None
    if content or signature:
        yield Piece("text", content or "", signature)
    for call in _calls(message):
        yield Piece("call", call)


def length_of(item: LayoutItem) -> int:
    """How many code points of text an item of a layout stands for."""
    if isinstance(item, SignedText):
        return item.length
    return item if isinstance(item, int) else 0


def _lay(
    layout: Layout, blocks: list[Json], message: Mapping[str, Json]
) -> tuple[Piece, ...] | None:
    text, calls = content_text(message.get("content")), _calls(message)
    fits = (
        text is not None
        and sum(map(length_of, layout)) == len(text)
        and layout.count("block") == len(blocks)
        and layout.count("call") == len(calls)
    )
    return tuple(_walk(layout, iter(blocks), text or "", iter(calls))) if fits else None


def _walk(
    layout: Layout, blocks: Iterator[Json], text: str, calls: Iterator[Json]
) -> Iterator[Piece]:
    at = 0
    for item in layout:
        if item == "block":
            yield Piece("block", next(blocks))
        elif item == "call":
            yield Piece("call", next(calls))
        elif isinstance(item, str):
            yield Piece(item)
        else:
            end = at + length_of(item)
            signature = item.signature if isinstance(item, SignedText) else None
            yield Piece("text", text[at:end], signature)
            at = end
