"""The platform: the id that is sent."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.sent_id import send_id

RULE: Final = "openai.platform"


def platform(body: Body, ctx: Context) -> Iterator[Change]:
    """The id in the body; on Azure it is the deployment's name."""
    yield from send_id(body, ctx, RULE)
