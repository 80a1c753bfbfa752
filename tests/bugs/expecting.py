"""What must hold of an outcome, as one line each: `eq /thinking/type "adaptive"`.

A place that begins with a slash is a JSON pointer into the body that is sent; any other begins with
the name of something else that came out: `headers/anthropic-beta`, `match`, `traits/limits/output`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

GONE: Final = object()
Outcome = Mapping[str, Any]
"""`body`, `request`, `headers`, `path`, …, or `code` and `pointer` of an error."""


def broken(outcome: Outcome, line: str) -> str | None:
    """What is wrong, where the line does not hold."""
    op, _, rest = line.partition(" ")
    place, _, written = rest.partition(" ")
    found = at(outcome, place)
    wanted = at(outcome, written) if op in _BETWEEN else _value(written)
    if _CHECKS[op](found, wanted):
        return None
    shown = "nothing" if found is GONE else json.dumps(found)[:300]
    return f"{line}: found {shown}"


def at(outcome: Outcome, place: str) -> Any:
    """The value at a place, or `GONE`."""
    value: Any = outcome["body"] if place.startswith("/") else outcome
    for key in filter(None, place.split("/")):
        value = _step(value, key.replace("~1", "/").replace("~0", "~"))
    return value


def _step(value: Any, key: str) -> Any:
    if isinstance(value, list):
        return value[int(key)] if key.isdecimal() and int(key) < len(value) else GONE
    return value.get(key, GONE) if isinstance(value, Mapping) else GONE


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written


def texts(value: Any) -> Iterator[str]:
    """Every string in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts(item)


def _there(value: Any) -> bool:
    return value is not GONE and value is not None


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _every(key: str) -> Callable[[Any, Any], bool]:
    """Whether the members of a list, in order, say this for a key."""

    def check(value: Any, wanted: Any) -> bool:
        return isinstance(value, list) and [item.get(key) for item in value] == wanted

    return check


def _keys(value: Any, wanted: Any) -> bool:
    """Whether the members of a list, in order, have these keys, as Gemini tells its parts apart."""
    return isinstance(value, list) and [next(iter(item)) for item in value] == wanted


def _empty(value: Any) -> Iterator[Any]:
    """Everything in a conversation that says nothing: empty texts, empty contents."""
    for turn in value:
        content = turn.get("content", turn.get("parts"))
        if content in ("", []):
            yield turn
        for part in content if isinstance(content, list) else ():
            if part.get("text") == "":
                yield part


_BETWEEN: Final = ("below", "half")
"""Checks of one place against another."""
_CHECKS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "absent": lambda value, _: not _there(value),
    "present": lambda value, _: _there(value),
    "eq": lambda value, wanted: value is not GONE and value == wanted,
    "ne": lambda value, other: value != other,
    "absent_or_eq": lambda value, wanted: not _there(value) or value == wanted,
    "absent_or_gte": lambda value, least: not _there(value) or value >= least,
    "lte": lambda value, most: _number(value) and value <= most,
    "gte": lambda value, least: _number(value) and value >= least,
    "below": lambda value, most: _number(value) and _number(most) and value < most,
    "half": lambda value, most: _number(value) and _number(most) and value * 2 <= most,
    "one_of": lambda value, wanted: value in wanted,
    "not_in": lambda value, others: value not in others,
    "has": lambda value, text: any(text in one for one in texts(value)),
    "lacks": lambda value, text: value is not GONE and not any(text in one for one in texts(value)),
    "once": lambda value, text: sum(one.count(text) for one in texts(value)) == 1,
    "roles": _every("role"),
    "types": _every("type"),
    "keys": _keys,
    "size": lambda value, length: value is not GONE and len(value) == length,
    "no_empty": lambda value, _: not any(_empty(value)),
}
