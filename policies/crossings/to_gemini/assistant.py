"""An assistant's message, as a content of the model: speech, calls, and what signed them."""

from collections.abc import Collection, Iterator
from typing import Final

from forethought.policies import kept
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.to_gemini.content import RULE, pieces
from forethought.policies.crossings.to_gemini.signatures import (
    Signature,
    detailed,
    foreign,
    signature_of,
)
from forethought.policies.crossings.to_gemini.spelling import spell
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_filled, is_text, plain, size
from forethought.policies.words import Json

_READ: Final = frozenset(
    {
        "role",
        "content",
        "tool_calls",
        "tool_call_id",
        "thinking_blocks",
        "thinking_layout",
        "thinking_positions",
        "provider_signature",
        "provider_specific_fields",
        "extra_content",
        "signed_by",
        "signed_route",
        "signed_account",
        "refusal",
        "id",
        "function_call",
    }
)
"""Members of a message that have a place, or only say something of others that do."""
_SHOWN: Final = frozenset({"reasoning", "reasoning_content", "reasoning_details"})
_WHY_SHOWN: Final = Why("reasoning as text is for reading and never sent back")
_WHY_BLOCKS: Final = Why("no part of Gemini's: left out, not turned into text", None, "quality")
_WHY_NAME: Final = Why("a content of Gemini has no name", None, "quality")
_WHY_CACHE: Final = Why("Gemini caches of itself")
_WHY_OTHER: Final = Why("a content of Gemini has no place for it", None, "quality")
_WHY_RENAMED: Final = Why("the name is not one that Gemini takes")


class Assistant:
    """Reads one message."""

    def __init__(
        self, message: dict[str, Json], at: str, ctx: Context, changes: list[Change]
    ) -> None:
        self._message = message
        self._at = at
        self._changes = changes
        signed_by = plain(message.get("signed_by"))
        writer = ctx.writers(signed_by) if isinstance(signed_by, str) and signed_by else None
        self._ids = takes_ids(ctx)
        self._foreign = foreign(writer, plain(message.get("signed_account")), ctx)
        self._details = detailed(message)
        self._taken: set[str] = set()
        self.calls: list[tuple[chat.Call, str]] = []
        """The calls, and the names that they are sent by."""

    def parts(self) -> list[Json]:
        """All parts, in the order in which the writer wrote them."""
        laid = isinstance(self._message.get("thinking_layout"), list)
        made = list(self._laid() if laid else self._plain())
        self._changes.extend(left(self._message, self._at, self._taken))
        return made

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
        if is_text(message.get("refusal")):
            yield {"text": message["refusal"]}

    @staticmethod
    def _sign(said: list[dict[str, Json]], signature: Json) -> None:
        """Puts the signature on the last text, where the writer had it."""
        last = next((part for part in reversed(said) if "text" in part), None)
        if last is None:
            last = {"text": ""}
            said.append(last)
        last["thoughtSignature"] = signature

    def _laid(self) -> Iterator[Json]:
        message = plain(self._message)
        calls = chat.calls(message, self._at)
        for piece in kept.pieces(message):
            if piece.kind == "block":
                yield from self._block(piece.value)
            elif piece.kind == "text":
                yield from self._laid_text(piece)
            elif piece.kind == "call":
                yield self._call(next(calls))

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
        given = self._message.get("thinking_blocks")
        if given is None:
            return
        if not isinstance(given, list) or not all(isinstance(block, dict) for block in given):
            at = f"{self._at}/thinking_blocks"
            raise Untranslatable("thinking_blocks is a list of blocks", pointer=at)
        for block in given:
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
        name = spell(call.name)
        if name != call.name:
            at = f"{call.at}/function/name"
            self._changes.append(tell(at, call.name, RULE, _WHY_RENAMED, name))
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


def left(message: dict[str, Json], at: str, taken: Collection[str] = ()) -> Iterator[Change]:
    """What of a message has no place in a content."""
    for key, value in message.items():
        if key in _READ or value is None or (key == "name" and message["role"] == "tool"):
            continue
        if key == "reasoning_details" and isinstance(value, list) and len(value) == len(taken):
            continue
        yield tell(f"{at}/{key}", size(value), RULE, _why_left(key))


def _why_left(key: str) -> Why:
    if key in _SHOWN:
        return _WHY_SHOWN
    if key == "cache_control":
        return _WHY_CACHE
    return _WHY_NAME if key == "name" else _WHY_OTHER
