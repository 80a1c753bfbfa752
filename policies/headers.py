"""The headers of a rewritten request."""

from forethought.policies.betas import HEADER, betas
from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.words import Wire


def headers_out(body: Body, ctx: Context, wire: Wire) -> dict[str, str]:
    """The whole value to send for each header that the body needs. On Bedrock the betas go in the
    body."""
    if wire != "anthropic.messages" or ctx.served.platform == "bedrock":
        return {}
    listed = betas(body, ctx)
    return {HEADER: ",".join(listed)} if listed or HEADER in ctx.headers else {}
