"""An assistant's message, as a content of the model: speech, calls, and what signed them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies import kept
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.members import (
    CALL,
    READ,
    SHOWN,
    SIGNATURES,
    Place,
    left_of_call,
    left_of_message,
    thinking_blocks,
)
from forethought.policies.crossings.spelling import Names
from forethought.policies.crossings.to_gemini.content import RULE, pieces
from forethought.policies.crossings.to_gemini.signatures import (
    Signature,
    detailed,
    foreign,
    signature_of,
)
from forethought.policies.leaves import is_filled, is_text, plain, size
from forethought.policies.readers import writer_of
from forethought.policies.words import Json

_WHY_BLOCKS: Final = Why("no part of Gemini's: left out, not turned into text", None, "quality")
_WHY_CACHE: Final = Why("Gemini caches of itself")
MESSAGE: Final = Place(
    RULE,
    READ | SIGNATURES | {"thinking_blocks"},
    Why("a content of Gemini has no place for it", None, "quality"),
    {
        **SHOWN,
        "cache_control": _WHY_CACHE,
        "name": Why("a content of Gemini has no name", None, "quality"),
    },
)
_CALL: Final = Place(
    RULE,
    CALL | SIGNATURES,
    Why("a call of Gemini's has no such member"),
    {"cache_control": _WHY_CACHE},
)


class Assistant:
    """Reads one message."""

    def __init__(
        self,
        message: dict[str, Json],
        at: str,
        ctx: Context,
        names: Names,
        changes: list[Change],
    ) -> None:
        self._message = message
        self._at = at
        self._changes = changes
        self._ids = takes_ids(ctx)
        self._foreign = foreign(writer_of(message, ctx), plain(message.get("signed_account")), ctx)
        self._names = names
        self._details = detailed(message)
        self._taken: set[str] = set()
        self.calls: list[tuple[chat.Call, str]] = []
        """The calls, and the names that they are sent by."""

    def parts(self) -> list[Json]:
        """All parts, in the order in which the writer wrote them."""
        laid = isinstance(self._message.get("thinking_layout"), list)
        made = list(self._laid() if laid else self._plain())
        self._changes.extend(left_of_message(self._message, self._at, MESSAGE, self._given_back()))
        return made

    def _given_back(self) -> tuple[str, ...]:
        """OpenRouter's details, where each of them was read."""
        details = self._message.get("reasoning_details")
        whole = isinstance(details, list) and len(details) == len(self._taken)
        return ("reasoning_details",) if whole else ()

    def _plain(self) -> Iterator[Json]:
        yield from self._blocks()
        said = list(self._spoken())
        signature = self._signature(self._message, self._at)
        if signature is not None:
            self._sign(said, signature)
        yield from said
        for call in chat.calls(self._message, self._at):
            yield self._call(call)

    def _spoken(self) -> Iterator[dict[str, Json]]:
        message, content = self._message, self._message.get("content")
        alone = not message.get("tool_calls") and message.get("refusal") is None
        if not is_text(content) or is_filled(content) or alone:
            yield from pieces(content, f"{self._at}/content", self._changes)
        yield from self._refusal()

    def _refusal(self) -> Iterator[dict[str, Json]]:
        if is_text(self._message.get("refusal")):
            yield {"text": self._message["refusal"]}

    @staticmethod
    def _sign(said: list[dict[str, Json]], signature: Json) -> None:
        """Puts the signature on the last text, where the writer had it."""
        last = next((part for part in reversed(said) if "text" in part), None)
        if last is None:
            last = {"text": ""}
            said.append(last)
        last["thoughtSignature"] = signature

    def _laid(self) -> Iterator[Json]:
        blocks = thinking_blocks(self._message, self._at)
        message = plain(self._message)
        calls = chat.calls(message, self._at)
        for piece in kept.pieces(message):
            if piece.kind == "block" and blocks:  # else they are another wire's, and left behind
                yield from self._block(piece.value)
            elif piece.kind == "text":
                yield from self._laid_text(piece)
            elif piece.kind == "call":
                yield self._call(next(calls))
        if is_filled(message.get("refusal")):
            yield from self._refusal()

    def _laid_text(self, piece: kept.Piece) -> Iterator[Json]:
        said = list(pieces(piece.value, f"{self._at}/content", self._changes))
        if piece.signature and self._foreign is None:
            self._sign(said, piece.signature)
        elif piece.signature:
            self._tell("/thinking_layout", piece.signature)
        yield from said

    def _tell(self, at: str, value: Json, why: Why | None = None) -> None:
        why = why or self._foreign or _WHY_BLOCKS
        self._changes.append(tell(f"{self._at}{at}", size(value), RULE, why))

    # --- blocks ----------------------------------------------------------------------------------

    def _blocks(self) -> Iterator[Json]:
        for block in thinking_blocks(self._message, self._at):
            yield from self._block(block)

    def _block(self, block: dict[str, Json]) -> Iterator[Json]:
        """A thought that Gemini signed goes back as it came; any other block is left out."""
        own = block.get("thought") is True and is_filled(block.get("thoughtSignature"))
        if own and self._foreign is None:
            yield block
        else:
            self._tell("/thinking_blocks", block, None if own else _WHY_BLOCKS)

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, call: chat.Call) -> Json:
        self._changes.extend(left_of_call(call, _CALL))
        name = self._names.spell(call.name, call.at)
        first = not self.calls
        self.calls.append((call, name))
        made: dict[str, Json] = {"id": call.id} if call.id is not None and self._ids else {}
        part: dict[str, Json] = {"functionCall": {**made, "name": name, "args": call.arguments}}
        signature = self._signature(call.own, call.at) or self._detail(call.id, first=first)
        return part if signature is None else {**part, "thoughtSignature": signature}

    def _signature(self, own: dict[str, Json], at: str) -> Json:
        found = signature_of(own)
        return None if found is None else self._readable(found, at)

    def _detail(self, call_id: str | None, *, first: bool) -> Json:
        """OpenRouter's, by the call's id; one without an id is of the first call."""
        found = self._details.get(call_id) if call_id is not None else None
        if found is None and first:
            found = self._details.get(None)
        if found is None:
            return None
        self._taken.add(found.at)
        return self._readable(found, self._at)

    def _readable(self, found: Signature, at: str) -> Json:
        if self._foreign is None:
            return found.value
        self._changes.append(tell(f"{at}{found.at}", size(found.value), RULE, self._foreign))
        return None


def takes_ids(ctx: Context) -> bool:
    """Whether ids of calls may be sent; where not, calls and results pair by their order."""
    return ctx.traits.tools.call_ids is not False
