"""Names that Gemini's pattern refuses, spelled so that they are taken."""

import re
from typing import Final
from zlib import crc32

_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
"""Source: google-genai 3.6.1, `FunctionDeclaration.name`."""
_REFUSED: Final = re.compile(r"[^a-zA-Z0-9_.:-]")
_LONGEST: Final = 128


def spell(text: str) -> str:
    """The text itself where the pattern takes it, else a spelling that only it has."""
    if _NAME.fullmatch(text):
        return text
    mark = f"_{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
    taken = _REFUSED.sub("_", text)
    led = taken if taken[:1].isalpha() or taken[:1] == "_" else f"_{taken}"
    return led[: _LONGEST - len(mark)] + mark
