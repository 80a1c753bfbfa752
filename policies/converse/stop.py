"""Stop sequences: dropped where the model refuses them."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.converse.mirror import CONFIG

RULE: Final = "converse.stop"
_KEY: Final = "stopSequences"


def stop(body: Body, ctx: Context) -> Iterator[Change]:
    """Takes them out, and `inferenceConfig` where nothing else stands in it."""
    config = body.table(CONFIG)
    if ctx.traits.sampling.stop != "refused" or config is None or config.get(_KEY) is None:
        return
    why = Why("stop sequences are refused", "sampling.stop", "quality")
    yield remove(f"/{CONFIG}" if len(config) == 1 else f"/{CONFIG}/{_KEY}", None, RULE, why)
