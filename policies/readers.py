"""Who may read a signed block: the writer, its vendor, or nobody else."""

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.served import Writer
from forethought.policies.words import Json


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
