"""Query parameters: read by hand, so that a wrong one is told with what is accepted."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar, cast
from urllib.parse import parse_qsl

from litestar.types import HTTPScope

from forethought.catalog.service.problems import Problem
from forethought.catalog.wording import nearest, shown

_Word = TypeVar("_Word", bound=str)
_FLAGS: Final = {"true": True, "1": True, "false": False, "0": False}


def parameters(scope: HTTPScope, names: Collection[str]) -> Mapping[str, str]:
    """The parameters by name. Raises `Problem` for one that there is not, or that is told twice: a
    filter that is overlooked gives a wrong answer."""
    told: dict[str, str] = {}
    raw = scope["query_string"].decode("latin-1")
    for name, value in parse_qsl(raw, keep_blank_values=True):
        if name not in names:
            near = nearest(name, names)
            hint = f"; did you mean {near}?" if near else ""
            raise _wrong(name, f"there is no such parameter{hint}", sorted(names))
        if name in told:
            raise _wrong(name, "it is told twice", None)
        told[name] = value
    return told


def word(query: Mapping[str, str], name: str, accepted: Sequence[_Word]) -> _Word | None:
    """A parameter that is one of some words; None where it is not told."""
    value = query.get(name)
    if value is None:
        return None
    if value not in accepted:
        raise _wrong(name, f"{shown(value)} is none of the accepted values", accepted)
    return cast(_Word, value)


def flag(query: Mapping[str, str], name: str) -> bool:
    """A parameter that is true or false; false where it is not told."""
    value = query.get(name)
    if value is None:
        return False
    if value.lower() not in _FLAGS:
        raise _wrong(name, f"{shown(value)} is neither true nor false", ["true", "false"])
    return _FLAGS[value.lower()]


def number(query: Mapping[str, str], name: str, default: int, most: int) -> int:
    """A parameter that is a whole number from 1."""
    value = query.get(name)
    if value is None:
        return default
    if not (value.isascii() and value.isdigit() and len(value) < 10 and 1 <= int(value) <= most):
        raise _wrong(name, f"{shown(value)} is no whole number from 1 to {most}", [f"1 to {most}"])
    return int(value)


def _wrong(name: str, message: str, accepted: Sequence[str] | None) -> Problem:
    name = name[:60]
    return Problem("invalid_parameter", f"{name}: {message}", parameter=name, accepted=accepted)
