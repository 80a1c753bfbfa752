"""`openai.chat` to `anthropic.messages`: the shape only; what the model takes, its rules decide."""

from typing import Final

from forethought.policies.asides import join
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_anthropic.asked import asked
from forethought.policies.crossings.to_anthropic.content import RULE
from forethought.policies.crossings.to_anthropic.fields import ClaudesFields
from forethought.policies.crossings.to_anthropic.tools import Tools
from forethought.policies.crossings.to_anthropic.turns import ClaudesTurns
from forethought.policies.crossings.trace import Trace
from forethought.policies.leaves import is_blank, plain
from forethought.policies.words import Json

_WHY_JOINED: Final = Why("several system messages at the top are one")


def to_anthropic(body: Body, ctx: Context) -> Crossed:
    """Translates a whole body. Raises `Untranslatable` on what cannot be read or carried."""
    trace, changes = Trace("messages", body), list[Change]()
    fields: dict[str, Json] = dict(ClaudesFields(body, trace, changes).read())
    turns = ClaudesTurns(ctx, trace, changes)
    turns.read_all(body)
    fields |= _system(turns, trace, changes)
    fields["messages"] = turns.rows
    tools = Tools(body, trace, changes)
    fields |= tools.fields()
    crossed = asked(body, ctx, trace, changes)
    return Crossed(
        fields=fields, ctx=crossed, changes=tuple(changes), trace=trace, names=tools.names.anew
    )


def _system(turns: ClaudesTurns, trace: Trace, changes: list[Change]) -> dict[str, Json]:
    """The system messages at the top, as the one field that Claude has for them."""
    leading = turns.take_leading()
    contents = [plain(turn["content"]) for turn, _ in leading]
    contents = [content for content in contents if content and not is_blank(content)]
    if not contents:
        return {}
    trace.fields["/system"] = leading[0][1]
    if len(contents) > 1:
        changes.extend(tell(at, None, RULE, _WHY_JOINED, None) for _, at in leading[1:])
    return {"system": contents[0] if len(contents) == 1 else join(contents)}
