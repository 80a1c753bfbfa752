"""A bounded memory for what hostile callers choose the keys of."""

from collections.abc import Hashable
from typing import Final, Generic, TypeVar

_Value = TypeVar("_Value")

DEFAULT_SIZE: Final = 1024


class Recent(Generic[_Value]):
    """The most recent values, between `size` and twice as many.

    Two generations of plain dicts instead of an order: every step is one atomic dict operation,
    so threads need no lock, and a hit costs what a dict hit costs. What is lost in a race is a
    value that is made again.
    """

    def __init__(self, size: int = DEFAULT_SIZE) -> None:
        self._size = size
        self._young: dict[Hashable, _Value] = {}
        self._old: dict[Hashable, _Value] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Hashable) -> _Value | None:
        """The value, if it is still known. One found among the old becomes young again."""
        value = self._young.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: Hashable, value: _Value) -> None:
        """Keep a value, and forget the old ones when the young are many."""
        if len(self._young) >= self._size:
            self._old, self._young = self._young, {}
        self._young[key] = value
