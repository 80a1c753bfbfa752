"""What all parts of an emitted stream share: its ids, and the writer whose artefacts it packs."""

from typing import TypedDict, Unpack

from msgspec import Struct

from forethought.policies.agui.blocks import Kind
from forethought.policies.agui.seal import Artefact, Packed, Seal
from forethought.policies.words import Json


class Names:
    """Ids that no two things of a run share, the same on every replay."""

    def __init__(self, run_id: str) -> None:
        self._run = run_id
        self._count = 0

    def next(self) -> str:
        self._count += 1
        return f"{self._run}:{self._count}"


class Told(TypedDict, total=False):
    """What some kinds say beside their data."""

    text: str | None
    length: int | None
    rest: dict[str, Json] | None


class Writer(Struct, frozen=True, kw_only=True):
    """Who wrote what is streamed, and how it is packed."""

    seal: Seal
    signed_by: str | None = None
    route: str | None = None
    account: str | None = None

    def pack(self, kind: Kind, data: str, **told: Unpack[Told]) -> Packed:
        return self.seal.pack(
            Artefact(
                kind=kind,
                data=data,
                signed_by=self.signed_by,
                route=self.route,
                account=self.account,
                **told,
            )
        )


def value_event(subtype: str, entity: str, packed: Packed) -> Json:
    event: Json = {
        "type": "REASONING_ENCRYPTED_VALUE",
        "subtype": subtype,
        "entityId": entity,
        "encryptedValue": packed.value,
    }
    if packed.type is not None:
        event["encryptedValueType"] = packed.type
    return event


def with_metadata(event: Json, packed: Packed | None, told: Json = None) -> Json:
    """The metadata goes on an event of the thing itself: a value's own gets nowhere."""
    metadata = {**(told or {}), **((packed and packed.metadata) or {})}
    return {**event, "metadata": metadata} if metadata else event
