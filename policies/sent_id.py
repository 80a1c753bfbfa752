"""The id that is sent, on platforms that take it in the body."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, replace
from forethought.policies.context import Context

WHY_ID: Final = Why("the id that the platform knows the model by")


def send_id(body: Body, ctx: Context, rule: str) -> Iterator[Change]:
    """The id in the body, on platforms that take it there."""
    sent, own = ctx.served.id, body.get("model")
    if sent is None or own == sent:
        return
    if "model" in body:
        yield replace("/model", sent, own if isinstance(own, str) else None, rule, WHY_ID)
    else:
        yield add("/model", sent, rule, WHY_ID)
