"""Betas: a field and the header value it needs travel together, or neither goes."""

from functools import cache
from typing import Final

from forethought.policies.anthropic.survey import survey
from forethought.policies.body import Body
from forethought.policies.context import Context

HEADER: Final = "anthropic-beta"
_OF_TURN: Final = "messages.output_config"
"""The one field that stands in an entry of the conversation, not in the body."""


def betas(body: Body, ctx: Context) -> list[str]:
    """The whole list to send: the caller's without those of fields that are gone, then ours."""
    traits, asked = ctx.traits.betas, asked_betas(ctx)
    needed = [beta for field, beta in traits.items() if _stands(body, field)]
    if asked:
        before = Body(dict(ctx.caller))
        gone = [b for field, b in traits.items() if b not in needed and _stands(before, field)]
        asked = [beta for beta in asked if beta not in gone]
    return [*asked, *(beta for beta in dict.fromkeys(needed) if beta not in asked)]


def asked_betas(ctx: Context) -> list[str]:
    """The caller's own, in order and once each."""
    if HEADER not in ctx.headers:
        return []
    listed = (beta.strip() for beta in ctx.headers[HEADER].split(","))
    return list(dict.fromkeys(beta for beta in listed if beta))


def _stands(body: Body, field: str) -> bool:
    """Whether a field stands in the body, with the value that is named, if one is."""
    if field == _OF_TURN:
        return survey(body).configured
    head, rest, value = _place(field)
    if head not in body:
        return False
    found = body.get(head)
    for key in rest:
        found = found.get(key) if isinstance(found, dict) else None
    return found is not None and (not value or bool(found == value))


@cache
def _place(field: str) -> tuple[str, tuple[str, ...], str]:
    """A field of the traits: its top-level key, the keys below, and the value, if one is named."""
    path, _, value = field.partition("=")
    head, *rest = path.split(".")
    return head, tuple(rest), value
