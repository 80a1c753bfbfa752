"""`openai.chat` to `anthropic.messages`: the shape only; what the model takes, its rules decide."""

from typing import Final

from forethought.policies.anthropic.system import join
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_anthropic.asked import asked
from forethought.policies.crossings.to_anthropic.content import RULE
from forethought.policies.crossings.to_anthropic.fields import Fields
from forethought.policies.crossings.to_anthropic.tools import Tools
from forethought.policies.crossings.to_anthropic.turns import Turns
from forethought.policies.crossings.trace import Trace
from forethought.policies.leaves import is_blank, plain
from forethought.policies.words import Json

_WHY_JOINED: Final = Why("several system messages at the top are one")


def to_anthropic(body: Body, ctx: Context) -> Crossed:
    """Translates a whole body. Raises `Untranslatable` on what cannot be read or carried."""
    trace, changes = Trace("messages", body), list[Change]()
    fields: dict[str, Json] = dict(Fields(body, trace, changes).read())
    turns = Turns(ctx, trace, changes)
    for index, (message, said) in enumerate(chat.closed_turns(body)):
        if said:
            turns.say(message, f"/messages/{index}")
        else:
            turns.read(message, f"/messages/{index}")
    fields |= _system(turns, trace, changes)
    fields["messages"] = turns.rows
    tools = Tools(body, trace, changes)
    fields |= tools.fields()
    crossed = asked(body, ctx, trace, changes)
    return Crossed(
        fields=fields, ctx=crossed, changes=tuple(changes), trace=trace, names=tools.names
    )


def _system(turns: Turns, trace: Trace, changes: list[Change]) -> dict[str, Json]:
    """The system messages at the top, as the one field that Claude has for them."""
    count = 0
    while count < len(turns.rows) and turns.rows[count]["role"] == "system":
        count += 1
    contents = [plain(turn["content"]) for turn in turns.rows[:count]]
    del turns.rows[:count]
    sources = trace.rows[:count]
    del trace.rows[:count]
    contents = [content for content in contents if content and not is_blank(content)]
    if not contents:
        return {}
    trace.fields["/system"] = str(sources[0])
    if len(contents) > 1:
        changes.extend(tell(str(at), None, RULE, _WHY_JOINED, None) for at in sources[1:])
    return {"system": contents[0] if len(contents) == 1 else join(contents)}
