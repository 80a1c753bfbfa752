"""`openai.chat` to `gemini.generate`: the shape only; what the model takes, its rules decide."""

from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings.asked import display_of
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_gemini.asked import Asked
from forethought.policies.crossings.to_gemini.content import RULE
from forethought.policies.crossings.to_gemini.fields import GeminisFields
from forethought.policies.crossings.to_gemini.tools import Tools
from forethought.policies.crossings.to_gemini.turns import GeminisTurns
from forethought.policies.crossings.trace import Trace
from forethought.policies.gemini.survey import is_empty_part
from forethought.policies.leaves import size
from forethought.policies.words import Json

_WHY_JOINED: Final = Why("several system messages at the top are one")


def to_gemini(body: Body, ctx: Context) -> Crossed:
    """Translates a whole body. Raises `Untranslatable` on what cannot be read or carried."""
    trace, changes = Trace("contents", body), list[Change]()
    turns = GeminisTurns(ctx, trace, changes)
    turns.read_all(body)
    fields: dict[str, Json] = _system(turns, trace, changes)
    fields["contents"] = turns.rows
    tools = Tools(body, trace, changes)
    fields |= tools.fields()
    beside = GeminisFields(body, trace, changes)
    fields |= beside.top()
    asked = Asked(body, ctx, trace, changes)
    config = dict(beside.config()) | asked.config()
    if config:
        fields["generationConfig"] = config
    crossed = replace(
        ctx,
        effort=asked.effort,
        effort_at=asked.at,
        display=display_of(body, ctx),
        crossed=True,
    )
    return Crossed(
        fields=fields, ctx=crossed, changes=tuple(changes), trace=trace, names=tools.names.anew
    )


def _system(turns: GeminisTurns, trace: Trace, changes: list[Change]) -> dict[str, Json]:
    """The system messages at the top, as the one instruction that Gemini has; each is a part."""
    leading = turns.take_leading()
    parts = [part for turn, _ in leading for part in turn["parts"] if not is_empty_part(part)]
    if not parts:
        return {}
    trace.fields["/systemInstruction"] = leading[0][1]
    for turn, at in leading[1:]:
        changes.append(tell(at, size(turn["parts"]), RULE, _WHY_JOINED, None))
    return {"systemInstruction": {"parts": parts}}
