"""Betas: a field and the header value it needs travel together, or neither goes."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.words import Json

HEADER: Final = "anthropic-beta"
_ENTRY: Final = "messages."
"""What begins a field of an entry of the conversation, not of the body."""


def betas(body: Body, ctx: Context) -> list[str]:
    """The whole list to send: the caller's without those of fields that are gone, then ours."""
    traits = ctx.traits.betas
    needed = [beta for field, beta in traits.items() if _stands(body, field)]
    gone = {beta for field, beta in traits.items() if beta not in needed and _stood(ctx, field)}
    asked = [beta for beta in asked_betas(ctx) if beta not in gone]
    return [*asked, *(beta for beta in dict.fromkeys(needed) if beta not in asked)]


def asked_betas(ctx: Context) -> list[str]:
    """The caller's own, in order and once each."""
    listed = (beta.strip() for beta in ctx.headers.get(HEADER, "").split(","))
    return list(dict.fromkeys(beta for beta in listed if beta))


def _stood(ctx: Context, field: str) -> bool:
    return _stands(Body(dict(ctx.caller)), field)


def _stands(body: Body, field: str) -> bool:
    """Whether a field stands in the body, with the value that is named, if one is."""
    path, _, value = field.partition("=")
    return any(found is not None and (not value or found == value) for found in _values(body, path))


def _values(body: Body, path: str) -> Iterator[Json]:
    if not path.startswith(_ENTRY):
        yield body.at(path)
        return
    member = path.removeprefix(_ENTRY)
    for turn in body.rows("messages"):
        if isinstance(turn, dict):
            yield turn.get(member)
