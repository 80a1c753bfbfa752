"""A provider's own block, apart: what is shown, what is sealed; and put together again."""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from forethought.policies.words import Json

Kind = Literal[
    "anthropic.signature",
    "anthropic.redacted_thinking",
    "google.thought_signature",
    "openai.encrypted_content",
    "openrouter.reasoning_details",
]
"""What an artefact is: it decides where it goes back."""


class Form(Struct, frozen=True, kw_only=True):
    """The members of one kind of block."""

    data: str
    text: str | None = None
    """The member that is shown, and so need not be sealed."""
    rest: dict[str, Json]
    """What the block says beside them, if nothing else is known."""


FORMS: Final[dict[Kind, Form]] = {
    "anthropic.signature": Form(data="signature", text="thinking", rest={"type": "thinking"}),
    "anthropic.redacted_thinking": Form(data="data", rest={"type": "redacted_thinking"}),
    "google.thought_signature": Form(data="thoughtSignature", text="text", rest={"thought": True}),
    "openai.encrypted_content": Form(
        data="encrypted_content", rest={"type": "reasoning", "summary": []}
    ),
}


class Parted(Struct, frozen=True, kw_only=True):
    """A block in its parts."""

    kind: Kind
    data: str
    text: str | None = None
    rest: dict[str, Json] | None = None
    """Its other members, where they are not the usual ones."""

    def __repr__(self) -> str:
        return f"Parted(kind={self.kind!r}, …)"


def parted(block: dict[str, Json]) -> Parted | None:
    """The parts of a block; None for one that carries nothing to give back."""
    kind = kind_of(block)
    if kind is None:
        return None
    if kind == "openrouter.reasoning_details":
        return Parted(kind=kind, data=msgspec.json.encode(block).decode())
    form = FORMS[kind]
    data = block.get(form.data)
    if not isinstance(data, str) or not data:
        return None
    text = block.get(form.text) if form.text else None
    rest = {k: v for k, v in block.items() if k not in (form.data, form.text)}
    return Parted(
        kind=kind,
        data=data,
        text=text if isinstance(text, str) else None,
        rest=None if rest == form.rest else rest,
    )


def joined(kind: Kind, data: str, text: str, rest: dict[str, Json] | None) -> Json:
    """The block as it came; None where the data is not what its kind says."""
    if kind == "openrouter.reasoning_details":
        return _decoded(data)
    form = FORMS[kind]
    shown = {} if form.text is None else {form.text: text}
    return {**(form.rest if rest is None else rest), **shown, form.data: data}


def kind_of(block: dict[str, Json]) -> Kind | None:
    name = block.get("type")
    if name == "thinking":
        return "anthropic.signature"
    if name == "redacted_thinking":
        return "anthropic.redacted_thinking"
    if name == "reasoning":
        return "openai.encrypted_content"
    if isinstance(name, str) and name.startswith("reasoning."):
        return "openrouter.reasoning_details"
    return "google.thought_signature" if "thoughtSignature" in block else None


def _decoded(data: str) -> Json:
    try:
        block = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None
    return block if isinstance(block, dict) else None
