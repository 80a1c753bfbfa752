"""What a MESSAGES_SNAPSHOT makes of the history that is held."""

from collections.abc import Sequence
from typing import Final

from forethought.policies.words import Json

CLIENT_KEPT: Final = frozenset({"reasoning", "activity"})
"""Roles that not every producer tracks: a snapshot without any leaves those that are held."""


def reconcile(held: Sequence[Json], restated: Sequence[Json]) -> list[Json]:
    """The history after a snapshot: restated messages whole and in place, new ones at the end,
    and the others gone, except of the roles that the snapshot does not track."""
    by_id: dict[str | None, Json] = {message["id"]: message for message in restated}
    tracked = {message["role"] for message in restated}
    kept = [by_id.pop(_id(m), m) for m in held if _stays(m, by_id, tracked)]
    return [*kept, *by_id.values()]


def _stays(message: Json, by_id: dict[str | None, Json], tracked: set[str]) -> bool:
    if _id(message) in by_id:
        return True
    role = message.get("role") if isinstance(message, dict) else None
    return isinstance(role, str) and role in CLIENT_KEPT and role not in tracked


def _id(message: Json) -> str | None:
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) else None
