"""JSON that may hold a lone surrogate, as JavaScript writes half a character: no Unicode text."""

import json
import math
from typing import NoReturn

import msgspec

from forethought.policies.words import Json


def read_json(text: bytes) -> Json:
    """A JSON value. Raises `msgspec.DecodeError`, and `RecursionError` where it is too deep."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        try:
            return json.loads(text.decode(), parse_constant=_refuse, parse_float=_finite)
        except ValueError:
            raise msgspec.DecodeError(str(wrong)) from None


def write_json(value: Json) -> bytes:
    """A value or a struct as JSON; what no UTF-8 holds is escaped."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")


def _refuse(_: str) -> NoReturn:
    raise ValueError("no number of JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)
