"""Fields as one rule means to leave them, and the edits that lead there.

A rule that decides over several fields at once writes its decisions here; what it took back in
between is no edit.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, escape, remove, replace
from forethought.policies.words import Json

_WHY_NONE: Final = Why("")


class Draft:
    """Top-level knobs and what stands in them, by dotted path. Never writes to the body."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._new: dict[str, Json] = {}
        self._whys: dict[str, Why] = {}

    def at(self, dotted: str) -> Json:
        """The value as it will be; None where something is missing."""
        head, *rest = dotted.split(".")
        value = self._new[head] if head in self._new else self._body.get(head)
        for key in rest:
            value = value.get(key) if isinstance(value, dict) else None
        return None if value is UNSET else value

    def put(self, dotted: str, value: Json, why: Why) -> bool:
        """Sets a value and says whether it stands; a holder of a wrong type is left for the
        provider to refuse."""
        head, *rest = dotted.split(".")
        top = self._top(head)
        if not _holds(top, rest):
            return False
        if not _same(self.at(dotted), value):
            self._new[head] = _with(top, rest, value)
            self._whys[dotted] = why
        return True

    def drop(self, dotted: str, why: Why) -> None:
        """Takes a value out, and a holder that is left empty."""
        head, *rest = dotted.split(".")
        if self.at(dotted) is None:
            return
        self._new[head] = _without(self._top(head), rest)
        self._whys[dotted] = why

    def changes(self, rule: str) -> Iterator[Change]:
        """The edits, in the order in which the fields were first touched."""
        for head, new in self._new.items():
            old = self._body.get(head) if head in self._body else UNSET
            yield from self._steps([head], old, new, rule)

    def _top(self, head: str) -> Json:
        if head in self._new:
            return self._new[head]
        return self._body.get(head) if head in self._body else UNSET

    def _steps(self, keys: list[str], old: Json, new: Json, rule: str) -> Iterator[Change]:
        path, why = "".join(f"/{escape(key)}" for key in keys), self._why(".".join(keys))
        if isinstance(old, dict) and isinstance(new, dict):
            for key in {**old, **new}:
                yield from self._steps([*keys, key], old.get(key, UNSET), new.get(key, UNSET), rule)
        elif old is UNSET and new is not UNSET:
            yield add(path, new, rule, why)
        elif old is not UNSET and new is UNSET:
            yield remove(path, _told(old), rule, why)
        elif not _same(old, new):
            yield replace(path, new, _told(old), rule, why)

    def _why(self, dotted: str) -> Why:
        """The reason given for the field itself, else for something in it, else for its holder."""
        if dotted in self._whys:
            return self._whys[dotted]
        within = (why for at, why in self._whys.items() if at.startswith(f"{dotted}."))
        above = (why for at, why in self._whys.items() if dotted.startswith(f"{at}."))
        return next(within, next(above, _WHY_NONE))


def _same(one: Json, other: Json) -> bool:
    return type(one) is type(other) and bool(one == other)


def _told(value: Json) -> Json:
    return None if isinstance(value, dict | list) else value


def _holds(value: Json, keys: list[str]) -> bool:
    for key in keys:
        if value is UNSET or value is None:
            return True
        if not isinstance(value, dict):
            return False
        value = value.get(key)
    return True


def _with(value: Json, keys: list[str], leaf: Json) -> Json:
    if not keys:
        return leaf
    table = value if isinstance(value, dict) else {}
    return {**table, keys[0]: _with(table.get(keys[0]), keys[1:], leaf)}


def _without(value: Json, keys: list[str]) -> Json:
    if not keys:
        return UNSET
    inner = _without(value[keys[0]], keys[1:])
    left = {key: inner if key == keys[0] else item for key, item in value.items()}
    left = {key: item for key, item in left.items() if item is not UNSET}
    return left or UNSET
