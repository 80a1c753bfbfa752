"""What a provider answers to a request that it does not take."""

import json
from typing import Any

Json = Any


class Refused(Exception):
    """A 400, with the provider's words."""


class Overloaded(Exception):
    """A 529: another route may have more time."""


def same(value: Json) -> str:
    """A value as bytes would be compared, without cache markers."""
    return json.dumps(_bare(value), ensure_ascii=False)


def _bare(value: Json) -> Json:
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if key != "cache_control"}
    return value
