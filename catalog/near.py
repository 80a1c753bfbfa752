"""Names near to one that nobody knows."""

import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

_WORD: Final = re.compile(r"[a-z]+|\d+")
_LONGEST: Final = 64
"""Longer texts are cut: no name is longer, and the comparison is quadratic."""
_COMPARED: Final = 16
_SUGGESTED: Final = 3
_NEAR: Final = 0.6


class Near:
    """Suggests names. What is compared shares a word, so the effort hardly grows with the names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_word: defaultdict[str, set[str]] = defaultdict(set)
        for name in names:
            for word in _words(name):
                self._by_word[word].add(name)

    def to(self, text: str) -> tuple[str, ...]:
        """Up to three names, the nearest first."""
        text = text[-_LONGEST:].lower()
        scored = [(self._likeness(text, name), name) for name in self._candidates(text)]
        near = sorted((pair for pair in scored if pair[0] >= _NEAR), reverse=True)
        return tuple(name for _, name in near[:_SUGGESTED])

    def _candidates(self, text: str) -> list[str]:
        """Those that share most words with it; a rare word counts for more."""
        shared: defaultdict[str, float] = defaultdict(float)
        for word in _words(text):
            names = self._by_word.get(word, ())
            for name in names:
                shared[name] += 1 / len(names)
        return sorted(shared, key=lambda name: (-shared[name], name))[:_COMPARED]

    @staticmethod
    def _likeness(text: str, name: str) -> float:
        return SequenceMatcher(None, text, name.lower(), autojunk=False).ratio()


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
