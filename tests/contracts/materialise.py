"""Validating against a vendor's own request types, with nothing dropped in silence."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter


def validated(adapter: TypeAdapter[Any], body: dict[str, Any]) -> Any:
    """The body as the vendor's types read it: what they do not know is not in it. Raises pydantic's
    `ValidationError` on what they refuse.

    Lists that the types call iterables are validated only as they are read; so they are read.
    """
    return _read(adapter.validate_python(body))


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _read(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_read(item) for item in value]
    return value
