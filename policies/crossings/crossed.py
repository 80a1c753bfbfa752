"""What a translation gives."""

from collections.abc import Mapping

from msgspec import Struct

from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Json


class Crossed(Struct, frozen=True, kw_only=True):
    """A body on another wire, before the rules of that wire."""

    fields: dict[str, Json]
    ctx: Context
    """With what was asked in fields that the other wire does not have."""
    changes: tuple[Change, ...]
    """What had no counterpart, as `tell` tells it."""
    trace: Trace
    names: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
