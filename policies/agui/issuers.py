"""Who issued which value, kept beside the history: nothing in a message says so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from forethought.policies.agui.report import listed
from forethought.policies.words import Json

Subtype = Literal["message", "tool-call"]
Table = Mapping[str, Mapping[str, str]]
"""Plain JSON: by subtype, by id of the message or call, the producer."""
Entity = tuple[Subtype, str]


class Messages(list[Json]):
    """A history: a list of plain messages that also knows who issued their values, so that it can
    be handed to the next `consume` as it is."""

    def __init__(self, messages: Iterable[Json] = (), issuers: Table | None = None) -> None:
        super().__init__(messages)
        self.issuers: Table = issuers or {}


def issuers_of(messages: Sequence[Json], given: Table | None) -> dict[Entity, str]:
    """What is known of a history: what is told, else what it brings along."""
    table = given if given is not None else getattr(messages, "issuers", {})
    subtypes: tuple[Subtype, ...] = ("message", "tool-call")
    return {
        (subtype, name): producer
        for subtype in subtypes
        for name, producer in table.get(subtype, {}).items()
    }


def as_table(known: Mapping[Entity, str]) -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for (subtype, name), producer in known.items():
        table.setdefault(subtype, {})[name] = producer
    return table


def holders(message: Json) -> Iterator[tuple[Entity, Json, str]]:
    """The message and its calls, as far as they hold a value: which, what, and the path to it."""
    if not isinstance(message, dict):
        return
    if "encryptedValue" in message and isinstance(message.get("id"), str):
        yield ("message", message["id"]), message, ""
    for place, call in enumerate(listed(message.get("toolCalls"))):
        if isinstance(call, dict) and "encryptedValue" in call and isinstance(call.get("id"), str):
            yield ("tool-call", call["id"]), call, f"/toolCalls/{place}"
