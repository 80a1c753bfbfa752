"""Names and ids that Claude's patterns refuse, spelled so that they are taken, and back."""

import re
from typing import Final
from zlib import crc32

_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_REFUSED: Final = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST: Final = 128


def spell(text: str) -> str:
    """The text itself where the pattern takes it, else a spelling that only it has."""
    if _NAME.fullmatch(text):
        return text
    mark = f"_{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
    return _REFUSED.sub("_", text)[: _LONGEST - len(mark)] + mark


class CallIds:
    """The ids of calls, each used once: a conversation may say `call_0` again, Claude may not."""

    def __init__(self) -> None:
        self._sent: dict[str, str] = {}
        """The newest call of an id, as it is sent."""
        self._used: set[str] = set()

    def call(self, asked: str) -> str:
        """The id to send for a call."""
        sent, count = spell(asked), 1
        while sent in self._used:
            count += 1
            sent = spell(f"{asked}_{count}")
        self._used.add(sent)
        self._sent[asked] = sent
        return sent

    def result(self, asked: str) -> str:
        """The id to send for the result of the newest call of that id."""
        return self._sent.get(asked) or spell(asked)
