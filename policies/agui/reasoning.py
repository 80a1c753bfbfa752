"""Emitted reasoning: one span for a stretch of it, one message for each block."""

from typing import Final

from forethought.policies.agui.blocks import Parted, parted
from forethought.policies.agui.names import Names, Writer, value_event, with_metadata
from forethought.policies.agui.seal import Packed, digest
from forethought.policies.words import Json

REDACTED_KEY: Final = "forethought.redacted"
"""The key of a message's metadata that says its reasoning was withheld by the provider."""
WITHHELD: Final = "[reasoning withheld by the provider]"
"""What streams show in place of such reasoning."""


class Reasoning:
    """What is open of the reasoning, and the events that open and close it."""

    def __init__(self, names: Names, writer: Writer) -> None:
        self._names = names
        self._writer = writer
        self._span: str | None = None
        self._message: str | None = None
        self._said: list[str] = []

    def text(self, delta: str) -> list[Json]:
        events = self._opened()
        self._said.append(delta)
        events.append(
            {"type": "REASONING_MESSAGE_CONTENT", "messageId": self._message, "delta": delta}
        )
        return events

    def block(self, block: Json) -> list[Json]:
        """A block that has closed. What carries no signature is let go: its text was shown."""
        parts = parted(block)
        if parts is None:
            return self._end()
        if parts.kind == "anthropic.redacted_thinking":
            return self._redacted(parts)
        if parts.text is None:
            packed = self._writer.pack(parts.kind, parts.data, rest=parts.rest)
            return [*self._opened(), *self._end(packed)]
        return self._signed(parts, parts.text)

    def _redacted(self, parts: Parted) -> list[Json]:
        """What was shown in its place belongs to it; any other text does not."""
        packed = self._writer.pack(parts.kind, parts.data, rest=parts.rest)
        ended = [] if "".join(self._said) in ("", WITHHELD) else self._end()
        return [*ended, *self._opened(), *self._end(packed, {REDACTED_KEY: True})]

    def _signed(self, parts: Parted, text: str) -> list[Json]:
        """The text that was signed is the text of the message: what is missing of it comes now,
        and a message that says something else is left as it is."""
        said = "".join(self._said)
        ended = [] if text.startswith(said) else self._end()
        missing = text if ended else text[len(said) :]
        packed = self._writer.pack(parts.kind, parts.data, text=digest(text), rest=parts.rest)
        rest = self.text(missing) if missing else self._opened()
        return [*ended, *rest, *self._end(packed)]

    def close(self) -> list[Json]:
        """End the message and the span."""
        events = self._end()
        if self._span is not None:
            events.append({"type": "REASONING_END", "messageId": self._span})
            self._span = None
        return events

    def _opened(self) -> list[Json]:
        events: list[Json] = []
        if self._span is None:
            self._span = self._names.next()
            events.append({"type": "REASONING_START", "messageId": self._span})
        if self._message is None:
            self._message = self._names.next()
            events.append(
                {
                    "type": "REASONING_MESSAGE_START",
                    "messageId": self._message,
                    "role": "reasoning",
                }
            )
        return events

    def _end(self, packed: Packed | None = None, told: Json = None) -> list[Json]:
        if self._message is None:
            return []
        name, self._message = self._message, None
        self._said.clear()
        end: Json = {"type": "REASONING_MESSAGE_END", "messageId": name}
        events = [with_metadata(end, packed, told)]
        if packed is not None:
            events.append(value_event("message", name, packed))
        return events
