"""Who may be given a reply's reasoning again, as the members beside it name its writer."""

from collections.abc import Mapping
from typing import Final

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.leaves import plain
from forethought.policies.readers import unreadable
from forethought.policies.served import Writer
from forethought.policies.words import Json

NOTES: Final = ("signed_by", "signed_route", "signed_account")
"""Members that only say who wrote what stands beside them: no provider takes them."""
_WHY_ELSEWHERE: Final = Why("encrypted by another platform", "signatures.account_bound", "quality")
_WHY_ROUTE: Final = Why("encrypted for another route", "signatures.account_bound", "quality")


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


def sealed(message: Mapping[str, Json], ctx: Context) -> Why | None:
    """`refused`, for what OpenAI encrypts: bound to platform and account, whatever the model.

    Where no account is named the route stands for it.
    """
    why, served = refused(message, ctx), ctx.served
    if why is not None or ctx.traits.signatures.account_bound is False:
        return why
    writer = writer_of(message, ctx)
    platform = None if writer is None else writer.platform
    if platform is not None and served.platform is not None and platform != served.platform:
        return _WHY_ELSEWHERE
    account, route = plain(message.get("signed_account")), plain(message.get("signed_route"))
    if account and served.account:
        return _WHY_ELSEWHERE if account != served.account else None
    return _WHY_ROUTE if route and served.route and route != served.route else None
