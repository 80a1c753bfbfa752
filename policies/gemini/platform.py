"""The platform: the model and whether to stream go in the path, never in the body."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context

RULE: Final = "gemini.platform"
_WHY_PATH: Final = Why("on this wire it goes in the path")


def platform(body: Body, ctx: Context) -> Iterator[Change]:
    """Takes the model out of the body where the path says it, and `stream` in any case."""
    if "model" in body and ctx.served.id is not None:
        yield remove("/model", body.get("model"), RULE, _WHY_PATH)
    if "stream" in body:
        yield remove("/stream", body.get("stream"), RULE, _WHY_PATH)
