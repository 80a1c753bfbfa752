"""Who may be given a reply's reasoning again, as the members beside it name its writer."""

from collections.abc import Mapping
from typing import Final

from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.leaves import plain
from forethought.policies.readers import refused, writer_of
from forethought.policies.words import Json

_WHY_ELSEWHERE: Final = Why("encrypted by another platform", "signatures.account_bound", "quality")
_WHY_ROUTE: Final = Why("encrypted for another route", "signatures.account_bound", "quality")


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
