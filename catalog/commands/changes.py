"""A change in words: what was done, where and why, without what the request says."""

import re
from typing import Final

import msgspec
from msgspec import UNSET

from forethought.policies import Change
from forethought.policies.words import Json

_WORD: Final = re.compile(r"[A-Za-z][\w.-]{0,39}")
_SMALL: Final = 4


def change_in_words(change: Change) -> str:
    """`remove /temperature (was 0.2): temperature is refused [anthropic.sampling; …]`."""
    place = change.path if change.path is not None else change.to
    moved = f" → {change.to}" if change.path is not None and change.to not in (None, place) else ""
    value = "" if change.value is UNSET else f" = {shown(change.value)}"
    was = "" if change.was is None else f" (was {shown(change.was)})"
    why = [change.rule]
    if change.trait:
        why.append(f"{change.trait} of {change.origin}" if change.origin else change.trait)
    if change.effect != "none":
        why.append(f"effect: {change.effect}")
    return f"{change.op} {place}{moved}{value}{was}: {change.reason} [{'; '.join(why)}]"


def shown(value: Json) -> str:
    """A value that is a word, a number or a small table of them; of all else only its size."""
    encoded = msgspec.json.encode(value)
    if _is_telling(msgspec.json.decode(encoded)):
        return encoded.decode()
    return f"{len(encoded)} bytes"


def _is_telling(value: Json) -> bool:
    if isinstance(value, str):
        return _WORD.fullmatch(value) is not None
    if isinstance(value, dict):
        return len(value) <= _SMALL and all(map(_is_telling, value.values()))
    return value is None or isinstance(value, bool | int | float)
