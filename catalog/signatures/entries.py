"""The names of a conversation's values: when each was kept, of which reply, and its size."""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from forethought.policies.kept import Kept
from forethought.policies.turns import json_digest

_DIGITS: Final = 24
_NAME: Final = re.compile(r"(\d{17})-([0-9a-f]{24})-[0-9a-f]{8}-(\d+)")
FRONT: Final = "front-"


class Entry(NamedTuple):
    """A kept reply, as its name tells it."""

    name: str
    at: int
    """Microseconds since 1970."""
    reply: str
    """The same for the same reply."""
    size: int


def entry_name(kept: Kept, size: int, at: int) -> str:
    """A name that no other writer has; names sort by time."""
    return f"{at:017d}-{_reply(kept)}-{secrets.token_hex(4)}-{size}"


def front_name(key: str) -> str:
    """The name of a front; one that is written again takes the place of the first."""
    return FRONT + key[:_DIGITS]


def entries_in(names: Iterable[str]) -> list[Entry]:
    """The kept replies among the names, the oldest first."""
    found = (_NAME.fullmatch(name) for name in sorted(names))
    return [Entry(m[0], int(m[1]), m[2], int(m[3])) for m in found if m]


def latest(entries: Sequence[Entry]) -> list[Entry]:
    """Of each reply the one kept last, in the order of time."""
    return sorted({entry.reply: entry for entry in entries}.values())


def surplus(entries: Sequence[Entry], limit: int, since: int) -> tuple[list[Entry], list[Entry]]:
    """What has to go: entries that were replaced or have expired, and the oldest of the rest
    while together they are larger than the limit."""
    standing = [entry for entry in latest(entries) if entry.at >= since]
    names = {entry.name for entry in standing}
    gone = [entry for entry in entries if entry.name not in names]
    total = sum(entry.size for entry in standing)
    forgotten: list[Entry] = []
    for entry in standing:
        if total <= limit:
            break
        forgotten.append(entry)
        total -= entry.size
    return gone, forgotten


def _reply(kept: Kept) -> str:
    """A digest of what tells one reply from all others, the more so where ids were made."""
    first = kept.call_digests[:1]
    told = [kept.reply_id, kept.first_call_id, first, kept.text, kept.after]
    return json_digest(told)[:_DIGITS]
