"""What is asked of reasoning, in whichever field, and what of those fields is left behind."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings import chat
from forethought.policies.crossings.trace import Trace
from forethought.policies.openai.asked import claudes
from forethought.policies.words import Effort, Json

RULE: Final = "chat_to_responses.thinking"
_CARRIERS: Final = ("reasoning_effort", "reasoning", "thinking", "output_config")
_NATIVE: Final = ("summary", "generate_summary", "context", "mode")
"""What `reasoning` holds beside the effort; some clients write it so on `openai.chat` too."""
_UNSAID: Final[Effort] = "medium"
"""What thinking without a level is worth to a model that does not think unasked."""
_WHY_LEFT: Final = Why("Responses is asked in another field")


class Thinking:
    """The effort and the display that are asked, and `reasoning` as far as it is said."""

    def __init__(self, body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._ctx = ctx
        self._effort, self._at = _asked(body, ctx)
        changes.extend(self._left())
        trace.fields |= {f"/reasoning/{key}": f"/reasoning/{key}" for key in _NATIVE}
        if self._at is not None:
            trace.fields["/reasoning/effort"] = self._at

    def context(self) -> Context:
        """What was asked in fields that Responses does not have."""
        hidden = self._ctx.display is None and self._body.at("reasoning.exclude") is True
        display = "omitted" if hidden else self._ctx.display
        ctx = replace(self._ctx, effort=self._effort, effort_at=self._at, crossed=True)
        return replace(ctx, display=display)

    def field(self) -> dict[str, Json]:
        """`reasoning`, with the effort as asked; that a model has none, the rules tell."""
        own = self._body.table("reasoning") or {}
        kept = {key: own[key] for key in _NATIVE if own.get(key) is not None}
        if self._at is not None and self._ctx.traits.effort.levels != ():
            kept = {"effort": self._effort, **kept}
        return {"reasoning": kept} if kept else {}

    def _left(self) -> Iterator[Change]:
        """Fields that said something and are not the one that counts."""
        for key in _CARRIERS:
            value = self._body.get(key)
            if value is None or (self._at or "").split("/")[1:2] == [key]:
                continue
            if isinstance(value, dict) and value.keys() <= {*_NATIVE, "exclude"}:
                continue
            was = None if isinstance(value, dict | list) else value
            yield tell(f"/{key}", was, RULE, _WHY_LEFT)


def _asked(body: Body, ctx: Context) -> tuple[Effort | None, str | None]:
    """The effort that is asked, in Claude's words where in no other."""
    effort, at = chat.asked_effort(body, ctx)
    if effort is not None:
        return effort, at
    for dotted, wanted in claudes(body):
        pointer = f"/{dotted.replace('.', '/')}"
        if wanted == "on" and ctx.traits.thinking.mode == "opt_in":
            return _UNSAID, pointer
        if wanted is not None and wanted != "on":
            return wanted, pointer
    return None, None
