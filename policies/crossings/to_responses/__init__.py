"""`openai.chat` to `openai.responses`: the shape only; what the model takes, its rules decide."""

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_responses.fields import Fields
from forethought.policies.crossings.to_responses.thinking import Thinking
from forethought.policies.crossings.to_responses.tools import Tools
from forethought.policies.crossings.to_responses.turns import Turns
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Json


def to_responses(body: Body, ctx: Context) -> Crossed:
    """Translates a whole body. Raises `Untranslatable` on what cannot be read or carried."""
    trace, changes = Trace("input", body), list[Change]()
    fields: dict[str, Json] = dict(Fields(body, trace, changes).read())
    thinking = Thinking(body, ctx, trace, changes)
    fields |= thinking.field()
    turns = Turns(ctx, trace, changes)
    for index, (message, said) in enumerate(chat.closed_turns(body)):
        if said:
            turns.say(message, f"/messages/{index}")
        else:
            turns.read(message, f"/messages/{index}")
    fields["input"] = turns.rows
    fields |= Tools(body, trace, changes).fields()
    return Crossed(fields=fields, ctx=thinking.context(), changes=tuple(changes), trace=trace)
