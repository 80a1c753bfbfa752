"""An assistant's turn, gathered from the reasoning and the answers of an AG-UI history."""

from msgspec import to_builtins

from forethought.policies.agui.blocks import joined
from forethought.policies.agui.report import Report
from forethought.policies.agui.seal import Artefact, Seal, digest
from forethought.policies.kept import LayoutItem, SignedText, block_field, plain
from forethought.policies.words import Json


class Turn:
    """One assistant message of `openai.chat` in the making.

    All its blocks are of one writer: those of another are left out. `thinking_layout` tells the
    order where it is not blocks, text, calls."""

    def __init__(self, seal: Seal, report: Report) -> None:
        self._seal = seal
        self._report = report
        self._writer: Artefact | None = None
        self._blocks: list[Json] = []
        self._calls: list[Json] = []
        self._texts: list[str] = []
        self._layout: list[LayoutItem] = []
        self._name: str | None = None
        self._reasoned_at = ""

    def reasoning(self, message: Json, path: str) -> None:
        artefact = self._opened(message, path)
        if artefact is None:
            return
        at = f"{path}/encryptedValue"
        if artefact.text is not None and artefact.text != digest(message["content"]):
            self._report.warn("text_changed", at)
            return
        block = joined(artefact.kind, artefact.data, message["content"], artefact.rest)
        if not isinstance(block, dict):
            self._report.warn("value_unreadable", at)
        elif self._claimed(artefact, at, block):
            self._blocks.append(block)
            self._layout.append("block")
            self._reasoned_at = at

    def answer(self, message: Json, path: str) -> None:
        if "name" in message:
            self._name = message["name"]
        self._text(message, path)
        for place, call in enumerate(message.get("toolCalls", ())):
            self._call(call, f"{path}/toolCalls/{place}")

    def message(self) -> Json | None:
        """The message; None where nothing was said and nothing called."""
        text = "".join(self._texts)
        signed = any(isinstance(item, SignedText) for item in self._layout)
        if not text and not self._calls and not signed:
            if self._blocks:
                self._report.warn("reasoning_alone", self._reasoned_at)
            return None
        row: Json = {"role": "assistant", "content": text or None}
        if self._name is not None:
            row["name"] = self._name
        if self._calls:
            row["tool_calls"] = self._calls
        return {**row, **self._signed()}

    def _signed(self) -> dict[str, Json]:
        members: dict[str, Json] = {}
        if self._blocks:
            members[block_field(self._blocks)] = self._blocks
        signatures = [item.signature for item in self._layout if isinstance(item, SignedText)]
        if not plain(self._layout):
            if self._blocks or signatures:
                members["thinking_layout"] = [to_builtins(item) for item in self._layout]
        elif signatures:
            members["provider_signature"] = signatures[0]
        if self._writer is not None:
            told = (self._writer.signed_by, self._writer.route, self._writer.account)
            names = ("signed_by", "signed_route", "signed_account")
            members |= {name: value for name, value in zip(names, told, strict=True) if value}
        return members

    def _text(self, message: Json, path: str) -> None:
        text = message.get("content", "")
        signature = self._signature(message, path)
        signed = None
        if signature is not None:
            length = len(text) if signature.length is None else signature.length
            if length > len(text):
                self._report.warn("text_changed", f"{path}/encryptedValue")
            else:
                signed = SignedText(length=length, signature=signature.data)
        before = len(text) - (signed.length if signed else 0)
        if before:
            self._spoken(before)
        if signed:
            self._layout.append(signed)
        self._texts.append(text)

    def _spoken(self, length: int) -> None:
        last = self._layout[-1] if self._layout else None
        if isinstance(last, int):
            self._layout[-1] = last + length
        else:
            self._layout.append(length)

    def _call(self, call: Json, path: str) -> None:
        row: Json = {"id": call["id"], "type": "function", "function": dict(call["function"])}
        signature = self._signature(call, path)
        if signature is not None:
            row["provider_signature"] = signature.data
        self._calls.append(row)
        self._layout.append("call")

    def _signature(self, holder: Json, path: str) -> Artefact | None:
        """What an answer or a call may carry: a signature of its own."""
        artefact = self._opened(holder, path)
        if artefact is None:
            return None
        at = f"{path}/encryptedValue"
        if artefact.kind != "google.thought_signature":
            self._report.warn("value_unplaced", at)
            return None
        return artefact if self._claimed(artefact, at) else None

    def _opened(self, holder: Json, path: str) -> Artefact | None:
        if "encryptedValue" not in holder:
            return None
        artefact = self._seal.open(
            holder["encryptedValue"], holder.get("encryptedValueType"), holder.get("metadata")
        )
        if artefact is None:
            self._report.warn("value_unreadable", f"{path}/encryptedValue")
        elif artefact.signed_by is None:
            self._report.warn("writer_unknown", f"{path}/encryptedValue")
            return None
        return artefact

    def _claimed(self, artefact: Artefact, at: str, block: Json = None) -> bool:
        """Whether it is of the one writer of this turn."""
        first = self._writer or artefact
        same = (first.signed_by, first.route, first.account) == (
            artefact.signed_by,
            artefact.route,
            artefact.account,
        )
        fits = block is None or not self._blocks or _alike(block, self._blocks[0])
        if not same or not fits:
            self._report.warn("writers_mixed", at)
            return False
        self._writer = first
        return True


def _alike(block: Json, other: Json) -> bool:
    return block_field([block]) == block_field([other])
