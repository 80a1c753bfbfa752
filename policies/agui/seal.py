"""The producer's side of an encrypted value: what kind it is and who wrote it, packed and opened.

Only a producer opens a value, and only its own; nothing that consumes calls this.
"""

import base64
import hashlib
import hmac
import json
from typing import Final, Literal

import msgspec
from msgspec import Struct

from forethought.policies.agui.blocks import Kind
from forethought.policies.agui.schema import Profile
from forethought.policies.words import Json

Style = Literal["envelope", "raw"]

PREFIX: Final = "ft1."
METADATA_KEY: Final = "forethought"
"""The key of a message's or a call's metadata that tells the writer of a raw value."""


class Artefact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a provider wants back: opaque `data`, and what giving it back needs."""

    kind: Kind
    data: str
    signed_by: str | None = None
    """Who wrote it, as `platform/model`."""
    route: str | None = None
    account: str | None = None
    text: str | None = None
    """A digest of the text that was signed with it (`digest`)."""
    length: int | None = None
    """How many code points at the end of an answer's text it signs."""
    rest: dict[str, Json] | None = None
    """The other members of the block, where they are not the usual ones."""

    def __repr__(self) -> str:
        return f"Artefact(kind={self.kind!r}, signed_by={self.signed_by!r}, …)"


class Packed(Struct, frozen=True, kw_only=True):
    """What goes into the event: the value, its type (1.1) and metadata beside it."""

    value: str
    type: str | None = None
    metadata: dict[str, Json] | None = None

    def __repr__(self) -> str:
        return f"Packed(type={self.type!r}, …)"


class Seal:
    """Packs artefacts into values, and opens them again.

    `envelope`: one string with all of it, which survives what drops metadata; with a `key` it is
    authenticated, and what was made without the key does not open. `raw`: the artefact itself,
    its kind as `encryptedValueType` (1.1) and its writer in the metadata, as other back ends
    read it.
    """

    def __init__(self, key: bytes | None = None, *, style: Style = "envelope") -> None:
        self._key = key
        self.style: Style = style

    @property
    def profile(self) -> Profile:
        """The version of the protocol that its values need."""
        return "1.1" if self.style == "raw" else "1.0"

    def pack(self, artefact: Artefact) -> Packed:
        if self.style == "envelope":
            return Packed(value=self._enveloped(artefact))
        beside = msgspec.to_builtins(artefact)
        del beside["kind"], beside["data"]
        return Packed(
            value=artefact.data,
            type=artefact.kind,
            metadata={METADATA_KEY: beside} if beside else None,
        )

    def open(
        self,
        value: str,
        type: str | None = None,  # noqa: A002 - the protocol's word
        metadata: Json = None,
    ) -> Artefact | None:
        """What is in a value; None for one that this seal did not make."""
        if self.style == "envelope":
            return self._unwrapped(value)
        beside = metadata.get(METADATA_KEY) if isinstance(metadata, dict) else None
        told = beside if isinstance(beside, dict) else {}
        return _artefact({**told, "kind": type, "data": value})

    def _enveloped(self, artefact: Artefact) -> str:
        plain = json.dumps(msgspec.to_builtins(artefact), separators=(",", ":"))
        body = _base64(plain.encode("ascii"))
        mac = self._mac(body)
        return PREFIX + body + ("." + mac if mac else "")

    def _unwrapped(self, value: str) -> Artefact | None:
        if not value.startswith(PREFIX) or not value.isascii():
            return None
        body, _, mac = value[len(PREFIX) :].partition(".")
        if not hmac.compare_digest(mac, self._mac(body)):
            return None
        try:
            plain = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            return _artefact(json.loads(plain))
        except (ValueError, RecursionError):
            return None

    def _mac(self, body: str) -> str:
        if self._key is None:
            return ""
        return _base64(hmac.new(self._key, body.encode("ascii"), hashlib.sha256).digest())

    def __repr__(self) -> str:
        return f"Seal(style={self.style!r}, authenticated={self._key is not None})"


def digest(text: str) -> str:
    """A short digest of a text: it tells whether a text is still the one that was signed."""
    return _base64(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:12])


def _artefact(told: Json) -> Artefact | None:
    try:
        return msgspec.convert(told, Artefact)
    except msgspec.ValidationError:
        return None


def _base64(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).decode("ascii").rstrip("=")
