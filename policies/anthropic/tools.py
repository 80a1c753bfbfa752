"""Tool definitions: `strict` is dropped where the platform refuses it."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context

RULE: Final = "anthropic.tools"


def tools(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops `strict` from each tool where the trait says it is refused."""
    if ctx.traits.tools.strict is not False:
        return
    why = Why("strict schemas are refused here", "tools.strict", "quality")
    for index, tool in enumerate(body.rows("tools")):
        if isinstance(tool, dict) and "strict" in tool:
            yield remove(f"/tools/{index}/strict", tool["strict"], RULE, why)
