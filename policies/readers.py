"""Who may read a signed block: the writer, its vendor, or nobody else."""

from collections.abc import Mapping
from typing import Final

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.leaves import plain
from forethought.policies.served import Writer
from forethought.policies.words import Json

NOTES: Final = ("signed_by", "signed_route", "signed_account")
"""Members that only say who wrote what stands beside them: no provider takes them."""


def unreadable(writer: Writer | None, account: Json, ctx: Context) -> Why | None:
    """Why the target may not be given what `writer` signed; None where it may.

    What names no writer counts as the target's own.
    """
    served, signatures = ctx.served, ctx.traits.signatures
    if writer is None or (writer.vendor is None and writer.model is None):
        return None
    if writer.vendor != served.vendor:
        return Why(
            "signed by another vendor's model: left out, not turned into text", None, "quality"
        )
    if signatures.account_bound and account and served.account and account != served.account:
        return Why("signed for another account", "signatures.account_bound", "quality")
    if writer.model == served.model:
        return None
    if ctx.policy.give_back == "writer":
        return Why(
            "signed by another model, and the policy gives back only to the writer", None, "quality"
        )
    if signatures.unreadable != "dropped":
        return Why(
            "signed by another model, which this one would refuse",
            "signatures.unreadable",
            "quality",
        )
    return None


def writer_of(message: Mapping[str, Json], ctx: Context) -> Writer | None:
    """The writer that a message or an item names, if it does."""
    signed_by = plain(message.get("signed_by"))
    return ctx.writers(signed_by) if isinstance(signed_by, str) and signed_by else None


def is_foreign(message: Mapping[str, Json], ctx: Context) -> bool:
    """Whether another vendor's model wrote it."""
    writer = writer_of(message, ctx)
    known = writer is not None and (writer.vendor is not None or writer.model is not None)
    return writer is not None and known and writer.vendor != ctx.served.vendor


def refused(message: Mapping[str, Json], ctx: Context) -> Why | None:
    """Why the target cannot be given the opaque reasoning of a message; None where it can."""
    writer, account = writer_of(message, ctx), plain(message.get("signed_account"))
    return unreadable(writer, account, ctx)
