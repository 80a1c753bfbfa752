"""Signatures of Gemini on messages and calls, in the spellings in which they travel."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.leaves import is_filled, plain
from forethought.policies.served import Writer
from forethought.policies.words import Json

_VENDOR: Final = "google"
_PLACES: Final = (
    ("provider_signature",),
    ("provider_specific_fields", "thought_signature"),
    ("extra_content", "google", "thought_signature"),
)
_DETAILS: Final = "google-gemini"
"""What the `format` of OpenRouter's details begins with where they are Gemini's."""


class Signature(NamedTuple):
    """A signature and where it stands, below its message or call."""

    at: str
    value: Json

    def __repr__(self) -> str:
        return f"Signature({self.at})"


def signature_of(own: dict[str, Json]) -> Signature | None:
    """The signature on a message or a call."""
    found = next(_signatures(own), None)
    function: Json = own.get("function")
    if found is None and isinstance(function, dict):
        inner = next(_signatures(function), None)
        return None if inner is None else inner._replace(at=f"/function{inner.at}")
    return found


def _signatures(own: dict[str, Json]) -> Iterator[Signature]:
    for place in _PLACES:
        value: Json = own
        for key in place:
            value = value.get(key) if isinstance(value, dict) else None
        if is_filled(value):
            yield Signature("/" + "/".join(place), value)


def detailed(message: dict[str, Json]) -> dict[str | None, Signature]:
    """OpenRouter's `reasoning_details` that are Gemini's, by the id of the call they belong to."""
    found: dict[str | None, Signature] = {}
    listed: Json = plain(message.get("reasoning_details"))
    items: list[Json] = listed if isinstance(listed, list) else []
    for index, detail in enumerate(items):
        if not isinstance(detail, dict) or detail.get("type") != "reasoning.encrypted":
            continue
        if str(detail.get("format")).startswith(_DETAILS) and is_filled(detail.get("data")):
            owner: Json = detail.get("id")
            at = f"/reasoning_details/{index}"
            found.setdefault(
                owner if isinstance(owner, str) else None, Signature(at, detail["data"])
            )
    return found


def foreign(writer: Writer | None, account: Json, ctx: Context) -> Why | None:
    """Why the target may not be given what `writer` signed; None where it may.

    What names no writer counts as the target's own. AI Studio and Vertex refuse each other's.
    """
    served, signatures = ctx.served, ctx.traits.signatures
    if writer is None or (writer.vendor is None and writer.model is None):
        return None
    if writer.vendor != (served.vendor or _VENDOR):
        return Why("signed by another vendor's model", None, "quality")
    if None not in (writer.platform, served.platform) and writer.platform != served.platform:
        return Why("signed on another platform", None, "quality")
    if signatures.account_bound and account and served.account and account != served.account:
        return Why("signed for another account", "signatures.account_bound", "quality")
    if writer.model == served.model:
        return None
    if ctx.policy.give_back == "writer":
        return Why("signed by another model, and only the writer gets it back", None, "quality")
    if signatures.unreadable == "refused":
        return Why("signed by another model", "signatures.unreadable", "quality")
    return None
