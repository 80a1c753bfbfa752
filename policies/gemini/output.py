"""Structured output: the schema is left out where the model takes none."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.gemini.spelled import config, key
from forethought.policies.leaves import size

RULE: Final = "gemini.output"


def output(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops a schema that is refused; that JSON is asked for stays."""
    if ctx.traits.output.schema is not False:
        return
    why = Why("the model takes no schema", "output.schema", "semantics")
    at, own = config(body)
    for name in ("responseJsonSchema", "responseSchema"):
        value = own.get(key(own, name))
        if value is not None:
            yield remove(f"{at}/{key(own, name)}", size(value), RULE, why)
