"""The platform: the id that is sent, and on Bedrock and Vertex what stands in the body instead."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.betas import betas
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.sent_id import send_id

RULE: Final = "anthropic.platform"
_VERSIONS: Final = {"bedrock": "bedrock-2023-05-31", "vertex": "vertex-2023-10-16"}

_WHY_PATH: Final = Why("on this platform it goes in the path")
_WHY_VERSION: Final = Why("the platform wants the version in the body")
_WHY_BETAS: Final = Why("the platform takes betas in the body")


def platform(body: Body, ctx: Context) -> Iterator[Change]:
    """Puts the model, the version and the betas where the platform takes them."""
    version = _VERSIONS.get(ctx.served.platform or "")
    if version is None:
        yield from send_id(body, ctx, RULE)
        return
    if "model" in body and ctx.served.id is not None:
        yield remove("/model", body.get("model"), RULE, _WHY_PATH)
    if "anthropic_version" not in body:
        yield add("/anthropic_version", version, RULE, _WHY_VERSION)
    if ctx.served.platform == "bedrock":
        yield from _bedrock(body, ctx)


def _bedrock(body: Body, ctx: Context) -> Iterator[Change]:
    if "stream" in body:
        yield remove("/stream", body.get("stream"), RULE, _WHY_PATH)
    own = body.get("anthropic_beta")
    needed = betas(body, ctx)
    if own is None and needed:
        yield add("/anthropic_beta", needed, RULE, _WHY_BETAS)
    elif isinstance(own, list) and (missing := [beta for beta in needed if beta not in own]):
        yield replace("/anthropic_beta", [*own, *missing], None, RULE, _WHY_BETAS)
