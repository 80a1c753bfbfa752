"""Reasoning that stands inside the text, between tags, at the beginning of a reply."""

from typing import Literal


class Inline:
    """Tells reasoning from text. Holds back no more than what could be the beginning of a tag.

    A tag further inside the text is text: a model may well write about tags.
    """

    __slots__ = ("_close", "_held", "_open", "_state")

    def __init__(self, tag: str) -> None:
        self._open = f"<{tag}>"
        self._close = f"</{tag}>"
        self._held = ""
        self._state: Literal["before", "inside", "after"] = "before"

    def split(self, text: str) -> tuple[str, str]:
        """The reasoning and the text of one more piece."""
        if self._state == "after":
            return "", text
        held, self._held = self._held + text, ""
        return self._inside(held) if self._state == "inside" else self._before(held)

    def rest(self) -> tuple[str, str]:
        """What was held back, once nothing more comes."""
        held, self._held = self._held, ""
        return (held, "") if self._state == "inside" else ("", held)

    def _before(self, held: str) -> tuple[str, str]:
        begun = held.lstrip()
        if begun.startswith(self._open):
            self._state = "inside"
            return self._inside(begun[len(self._open) :])
        if self._open.startswith(begun):
            self._held = held
            return "", ""
        self._state = "after"
        return "", held

    def _inside(self, held: str) -> tuple[str, str]:
        reasoning, closed, text = held.partition(self._close)
        if closed:
            self._state = "after"
            return reasoning, text
        shown = len(held) - _begun(held, self._close)
        self._held = held[shown:]
        return held[:shown], ""


def _begun(text: str, tag: str) -> int:
    """How much of the end of a text could be the beginning of a tag."""
    most = min(len(text), len(tag) - 1)
    return next((size for size in range(most, 0, -1) if text.endswith(tag[:size])), 0)
