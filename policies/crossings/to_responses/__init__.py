"""`openai.chat` to `openai.responses`: the shape only; what the model takes, its rules decide."""

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_responses.fields import ResponsesFields
from forethought.policies.crossings.to_responses.thinking import Thinking
from forethought.policies.crossings.to_responses.tools import Tools
from forethought.policies.crossings.to_responses.turns import Items
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Json


def to_responses(body: Body, ctx: Context) -> Crossed:
    """Translates a whole body. Raises `Untranslatable` on what cannot be read or carried."""
    trace, changes = Trace("input", body), list[Change]()
    fields: dict[str, Json] = dict(ResponsesFields(body, trace, changes).read())
    thinking = Thinking(body, ctx, trace, changes)
    fields |= thinking.field()
    items = Items(ctx, trace, changes)
    items.read_all(body)
    fields["input"] = items.rows
    fields |= Tools(body, trace, changes).fields()
    return Crossed(fields=fields, ctx=thinking.context(), changes=tuple(changes), trace=trace)
