"""What the service counts: numbers, and the ids that nobody knows; never a word of a request."""

from collections import Counter
from typing import Final

from cachetools import LRUCache

from forethought.policies import Rewritten

_KEPT: Final = 1000
_LONGEST: Final = 200
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})


class UnknownIds:
    """How often each id was asked for that nobody knows; of many, those asked for last."""

    def __init__(self, kept: int = _KEPT) -> None:
        self.total = 0
        self._counts: LRUCache[str, int] = LRUCache(kept)

    def __len__(self) -> int:
        return len(self._counts)

    def saw(self, asked: str) -> None:
        """Counts one; a long one by its beginning."""
        asked = asked[:_LONGEST]
        self.total += 1
        self._counts[asked] = self._counts.get(asked, 0) + 1

    def top(self, most: int) -> list[tuple[str, int]]:
        """Those asked for most, with how often."""
        return sorted(self._counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]


class Counters:
    """Counted since the start of this process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """By method, route and status."""
        self.rewrites: Counter[tuple[str, str]] = Counter()
        """By match and the wire that is sent."""
        self.changes: Counter[str] = Counter()
        """By rule."""
        self.signatures: Counter[tuple[str, str]] = Counter()
        """Kept replies by what was done and how it went."""
        self.unknown = UnknownIds()

    def kept(self, done: str, outcome: str, count: int = 1) -> None:
        """Counts kept replies that were kept, restored, let go or forgotten."""
        self.signatures[done, outcome] += count

    def answered(self, method: str, route: str, status: int) -> None:
        """Counts an answer."""
        known = method if method in _METHODS else "other"
        self.requests[known, route, status] += 1

    def rewrote(self, out: Rewritten) -> None:
        """Counts a rewritten request and what was changed in it."""
        match = out.match or "unknown"
        self.rewrites[match, out.wire] += 1
        for change in out.changes:
            self.changes[change.rule] += 1
        if match == "unknown" and out.model:
            self.unknown.saw(out.model)
