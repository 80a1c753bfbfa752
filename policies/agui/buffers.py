"""Texts that grow: fragments are gathered, and joined when somebody looks."""

import re
from typing import Final

from forethought.policies.words import Json

FIELDS: Final = ("content", "arguments")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Buffers:
    """The fields that are being written. Appending costs what the fragment costs."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, str], tuple[Json, list[str]]] = {}

    def append(self, holder: Json, field: str, fragment: str) -> None:
        buffer = self._open.get((id(holder), field))
        if buffer is None:
            held = holder.get(field)
            buffer = (holder, [held] if isinstance(held, str) else [])
            self._open[(id(holder), field)] = buffer
        buffer[1].append(fragment)

    def flush(self, holder: Json | None = None) -> None:
        """Join what was gathered: of one holder, or of all."""
        keys = list(self._open) if holder is None else [(id(holder), f) for f in FIELDS]
        for key in keys:
            buffer = self._open.pop(key, None)
            if buffer is not None:
                buffer[0][key[1]] = _paired("".join(buffer[1]))


def _paired(text: str) -> str:
    """A character that came as two halves in two fragments is one again."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
