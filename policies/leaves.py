"""Values of a body that may be unopened: `msgspec.Raw` stands for text nobody had to read yet."""

from typing import Final

import msgspec
from msgspec import Raw

from forethought.policies.words import Json

_QUOTE: Final = 0x22
_WORD: Final = 64
"""Characters of the longest word that a field takes; ids may be this long."""
BLANKS: Final = frozenset(b' \t\n\r\\"')
"""What a string of nothing but white space begins with, behind its quote."""


def plain(value: Json) -> Json:
    """The value with everything in it opened."""
    if isinstance(value, Raw):
        return msgspec.json.decode(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def is_text(value: Json) -> bool:
    """Whether it is a string, opened or not."""
    return isinstance(value, str) or (isinstance(value, Raw) and memoryview(value)[0] == _QUOTE)


def is_filled(value: Json) -> bool:
    """Whether it is a string that is not empty."""
    if isinstance(value, str):
        return value != ""
    return is_text(value) and len(memoryview(value)) > 2


def is_blank(value: Json) -> bool:
    """Whether it is a string with nothing in it but white space."""
    if isinstance(value, str):
        return not value or value.isspace()
    if not isinstance(value, Raw):
        return False
    raw = memoryview(value)
    if raw[0] != _QUOTE or raw[1] not in BLANKS:
        return False
    return is_blank(msgspec.json.decode(value))


class Size(dict[str, int]):
    """All that is told of content: `{"bytes": 120}`."""


def size(value: Json) -> Size:
    """How many bytes of JSON a value is."""
    try:
        return Size(bytes=len(msgspec.json.encode(value)))
    except UnicodeEncodeError:  # half of a surrogate pair: no JSON holds it
        return Size(bytes=len(repr(value)))


def shown(value: Json) -> Json:
    """What a change may tell of a value: a number or a word as it is, anything longer as its
    size."""
    if isinstance(value, str):
        return value if len(value) <= _WORD else size(value)
    return (
        size(value) if isinstance(value, dict | list | Raw) and type(value) is not Size else value
    )


def was_of(value: Json) -> Json:
    """What is told of a value that stood somewhere: a scalar as it is, content as its size."""
    return size(value) if isinstance(value, str | dict | list | Raw) else value
