"""The platform: the model and streaming go in the path, Claude's betas in the body."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace as altered

from forethought.policies.betas import betas
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove
from forethought.policies.context import Context
from forethought.policies.converse.landing import Landing
from forethought.policies.converse.mirror import EXTRA, KNOBS, Mirror, find, knob
from forethought.policies.words import Json

RULE: Final = "converse.platform"
_BETAS: Final = (EXTRA, "anthropic_beta")
_WHY_PATH: Final = Why("on this wire it goes in the path")
_WHY_BETAS: Final = Why("the platform takes betas in the body")


def platform(body: Body, ctx: Context) -> Iterator[Change]:
    """Takes out what the path says, and puts the betas of Claude where they are read."""
    for name in ("modelId", "model"):
        if name in body and ctx.served.id is not None:
            yield remove(f"/{name}", _scalar(body.get(name)), RULE, _WHY_PATH)
    if "stream" in body:
        yield remove("/stream", _scalar(body.get("stream")), RULE, _WHY_PATH)
    if ctx.traits.betas:
        yield from _betas(body, ctx)


def _betas(body: Body, ctx: Context) -> Iterator[Change]:
    needed = betas(Mirror(body, ctx), altered(ctx, caller=_knobs(ctx)) if ctx.headers else ctx)
    own = find(body, _BETAS)
    listed = own if isinstance(own, list) else []
    missing = [beta for beta in needed if beta not in listed]
    if not missing or not (own is UNSET or own is None or isinstance(own, list)):
        return
    asked = add("/anthropic_beta", None, RULE, _WHY_BETAS)
    change = Landing(body, ctx).put(_BETAS, [*listed, *missing], asked)
    if change is not None:
        yield change


def _knobs(ctx: Context) -> dict[str, Json]:
    """What the caller asked before any rule, in the words of Claude's own wire."""
    caller = Body(dict(ctx.caller))
    values = {name: knob(caller, name, ctx.traits) for name in KNOBS}
    return {name: value for name, value in values.items() if value is not UNSET}


def _scalar(value: Json) -> Json:
    return None if isinstance(value, dict | list) else value
