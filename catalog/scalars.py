"""What is wrong with a single value: what was found, and what is accepted."""

import datetime
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from forethought.catalog.wording import article, shown
from forethought.policies.words import Json

LARGEST: Final = 2**53
"""No token count reaches it, and every JSON reader holds what is below it exactly."""


def wrong_scalar(wanted: Any, value: Json) -> tuple[str, str] | None:
    """What was found and what is accepted where `value` is not of the type `wanted`.

    An `int` is a number of tokens. Any other type than `str`, `bool` and `date` is JSON.
    """
    return _CHECKS.get(wanted, _not_json)(value)


def _not_text(value: Json) -> tuple[str, str] | None:
    if not isinstance(value, str):
        return article(value), "write a string, in quotes"
    return None if value.strip() else ("is empty", "write something, or leave the key out")


def _not_tokens(value: Json) -> tuple[str, str] | None:
    if isinstance(value, str) and value.replace("_", "").isdigit():
        return article(value), f"write a number of tokens without quotes: {value}"
    if isinstance(value, float) and value.is_integer() and 0 < value < LARGEST:
        return article(value), f"write a whole number of tokens: {int(value)}"
    if isinstance(value, bool) or not isinstance(value, int):
        return article(value), "write a number of tokens, such as 128_000"
    if value <= 0:
        return f"{shown(value)} is not positive", "write a number of tokens, such as 128_000"
    return None if value < LARGEST else ("the number is too large", "write a number of tokens")


def _not_bool(value: Json) -> tuple[str, str] | None:
    return (
        None if isinstance(value, bool) else (article(value), "write true or false, without quotes")
    )


def _not_date(value: Json) -> tuple[str, str] | None:
    if isinstance(value, datetime.datetime):
        return article(value), f"write the day alone: {value.date()}"
    if isinstance(value, datetime.date):
        return None
    example = value if isinstance(value, str) and _is_day(value) else "2027-02-01"
    return article(value), f"write a date, without quotes: {example}"


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10


def _not_json(value: Json) -> tuple[str, str] | None:
    accepted = "write a string, a number, true, false, an array or a table"
    return None if _is_json(value) else (article(value), accepted)


def _is_json(value: Json) -> bool:
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) < LARGEST
    return isinstance(value, str | bool) or (isinstance(value, float) and isfinite(value))


_CHECKS: Final[dict[Any, Callable[[Json], tuple[str, str] | None]]] = {
    str: _not_text,
    int: _not_tokens,
    bool: _not_bool,
    datetime.date: _not_date,
}
