"""Blocks of an OpenAI-shaped stream: they come in pieces and nothing says when one ends."""

from typing import Final

from forethought.policies.streams.base import WITHHELD, Chunk, string
from forethought.policies.words import Json

_TEXT: Final = {
    "thinking": "thinking",
    "reasoning.text": "text",
    "reasoning.summary": "summary",
    "reasoning.encrypted": None,
    "redacted_thinking": None,
}
_OPAQUE: Final = ("data", "encrypted_content", "thoughtSignature")


class Entry:
    """One block, assembled."""

    __slots__ = ("_base", "_field", "_parts", "_signatures", "_whole", "slot")

    def __init__(self, piece: Chunk, slot: int) -> None:
        self.slot = slot
        self._base = {key: value for key, value in piece.items() if key != "signature"}
        self._field = _TEXT.get(string(piece.get("type")))
        self._parts = [string(piece.get(self._field))] if self._field else []
        self._signatures = [string(piece.get("signature"))]
        self._whole = _whole(piece)

    def takes(self, piece: Chunk, first: bool) -> bool:
        """Whether a piece goes on with this block rather than beginning another.

        Only the first piece of a delta may complete what an earlier delta began: a signature
        never goes to a neighbour.
        """
        if self._field is None or piece.get("type") != self._base.get("type"):
            return False
        if piece.get("index") != self._base.get("index"):
            return False
        if self.signed:
            return first and not self._whole and not piece.get(self._field)
        return first or not _whole(piece)

    def add(self, piece: Chunk) -> None:
        """Adds one more piece of the same block."""
        self._parts.append(string(piece.get(self._field or "")))
        self._signatures.append(string(piece.get("signature")))
        for key, value in piece.items():
            if self._base.get(key) is None and key != "signature":
                self._base[key] = value

    @property
    def signed(self) -> bool:
        """Whether it carries what only its writer can read."""
        return any(self._signatures) or any(string(self._base.get(key)) for key in _OPAQUE)

    @property
    def summary(self) -> bool:
        """Whether it is a summary: it is signed by the encrypted entry it belongs to."""
        return self._base.get("type") == "reasoning.summary"

    def native(self) -> Chunk:
        """The block as it goes back."""
        native = {**self._base}
        if self._field:
            native[self._field] = "".join(self._parts)
        signature = "".join(self._signatures)
        return {**native, "signature": signature} if signature else native


def placeholder(piece: Chunk) -> str:
    """What a reader sees of a block that has no text at all, only data."""
    claude = string(piece.get("format")).startswith("anthropic")
    kind = piece.get("type")
    if kind == "redacted_thinking" or (kind == "reasoning.encrypted" and claude):
        return WITHHELD
    return ""


def _whole(piece: Chunk) -> bool:
    return bool(text_of(piece) and piece.get("signature"))


def text_of(piece: Json) -> str:
    """The text of one piece."""
    if not isinstance(piece, dict):
        return ""
    field = _TEXT.get(string(piece.get("type")))
    return string(piece.get(field)) if field else ""
