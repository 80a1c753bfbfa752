"""What is asked of reasoning, in whichever field, and what of those fields is left behind."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why
from forethought.policies.context import Context
from forethought.policies.crossings.asked import (
    Wish,
    claudes_display,
    display_of,
    left,
    unused,
    wish_of,
)
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Display, Effort, Json

RULE: Final = "chat_to_responses.thinking"
_TABLES: Final = ("reasoning", "thinking", "output_config")
_NATIVE: Final = ("summary", "generate_summary", "context", "mode")
"""What `reasoning` holds beside the effort; some clients write it so on `openai.chat` too."""
_ELSEWHERE: Final = (
    "/reasoning/exclude",
    "/output_config/format",
    *(f"/reasoning/{key}" for key in _NATIVE),
)
_DISPLAY: Final = "/thinking/display"
_UNSAID: Final[Effort] = "medium"
"""What thinking without a level is worth to a model that does not think unasked."""
_WHY_LEFT: Final = Why("Responses is asked in another field")


class Thinking:
    """The effort and the display that are asked, and `reasoning` as far as it is said."""

    def __init__(self, body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        self._body = body
        self._ctx = ctx
        wish = wish_of(body, ctx)
        self._effort = _effort(wish, ctx)
        self._at = None if wish is None or self._effort is None else wish.at
        self._display = _display(body, ctx)
        if wish is not None and wish.tokens is not None:
            changes.append(wish.told(RULE, self._effort))
        changes.extend(self._left())
        said = body.table("reasoning") or {}
        trace.fields |= {at: at for key in _NATIVE if key in said and (at := f"/reasoning/{key}")}
        if self._at is not None:
            trace.fields["/reasoning/effort"] = self._at

    def context(self) -> Context:
        """What was asked in fields that Responses does not have."""
        return replace(
            self._ctx,
            effort=self._effort,
            effort_at=self._at,
            display=self._display,
            crossed=True,
        )

    def field(self) -> dict[str, Json]:
        """`reasoning`, with the effort as asked; that a model has none, the rules tell."""
        own = self._body.table("reasoning") or {}
        kept = {key: own[key] for key in _NATIVE if own.get(key) is not None}
        if self._at is not None and self._ctx.traits.effort.levels != ():
            kept = {"effort": self._effort, **kept}
        return {"reasoning": kept} if kept else {}

    def _left(self) -> Iterator[Change]:
        """What said something and is not what counts: the field, or what is left of it."""
        effort = self._body.get("reasoning_effort")
        if effort is not None and self._at != "/reasoning_effort":
            yield left("/reasoning_effort", effort, RULE, _WHY_LEFT)
        if self._body.fields.keys().isdisjoint(_TABLES):
            return
        shown = _DISPLAY if claudes_display(self._body) == self._display else None
        for key in _TABLES:
            table = self._body.get(key) or {}
            rest = list(unused(self._body, key, (*_ELSEWHERE, self._at, shown)))
            if rest and len(rest) == len(table):
                rest = [(f"/{key}", table)]
            for at, value in rest:
                yield left(at, value, RULE, _WHY_LEFT)


def _effort(wish: Wish | None, ctx: Context) -> Effort | None:
    """The level; of thinking without one, what a model needs that does not think unasked."""
    if wish is None or wish.effort is not None:
        return None if wish is None else wish.effort
    return _UNSAID if ctx.traits.thinking.mode == "opt_in" else None


def _display(body: Body, ctx: Context) -> Display | None:
    """What is asked to be seen, in Claude's words where in no other."""
    shown, asked = claudes_display(body), display_of(body, ctx)
    return shown if asked is None and shown in ("summarized", "omitted") else asked
