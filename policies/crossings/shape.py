"""Reading the format that is asked of an answer."""

from collections.abc import Mapping
from typing import NamedTuple

from forethought.policies.errors import Untranslatable
from forethought.policies.words import Json


class Shape(NamedTuple):
    """The format that is asked of an answer."""

    kind: str
    """`text`, `json_object` or `json_schema`."""
    at: str
    """The field that asks, without a leading slash."""
    own: Mapping[str, Json] | None = None
    """The schema, and what is said of it."""
    own_at: str = ""

    @property
    def schema(self) -> dict[str, Json] | None:
        """The schema itself; None where there is none to read."""
        schema = (self.own or {}).get("schema")
        return schema if isinstance(schema, dict) else None


def shape_of(asked: Json, at: str) -> Shape | None:
    """A format read, as `response_format` spells it or flat."""
    match asked:
        case None:
            return None
        case {"type": "text" | "json_object" as kind}:
            return Shape(kind, at)
        case {"type": "json_schema", "json_schema": dict(own)}:
            return Shape("json_schema", at, own, f"/{at}/json_schema")
        case {"type": "json_schema", "schema": dict()}:
            flat = {key: value for key, value in asked.items() if key != "type"}
            return Shape("json_schema", at, flat, f"/{at}")
        case {"type": "json_schema"}:
            return Shape("json_schema", at)
        case _:
            raise no_shape(at)


def no_shape(at: str) -> Untranslatable:
    """The error of a format that cannot be read."""
    return Untranslatable("response_format is text, json_object or a json_schema", pointer=f"/{at}")
