"""The effort and the display that are asked, as far as the body says them."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why
from forethought.policies.context import Context
from forethought.policies.crossings.asked import Wish, claudes_display, left, unused, wish_of
from forethought.policies.crossings.trace import Trace
from forethought.policies.words import Effort, Json

RULE: Final = "chat_to_gemini.thinking"
_AT: Final = "/generationConfig/thinkingConfig"
_CARRIERS: Final = ("reasoning", "thinking", "output_config")
_BUDGETS: Final = ("/reasoning/max_tokens", "/thinking/budget_tokens")
_SAID: Final = (
    "/reasoning/effort",
    "/reasoning/enabled",
    "/thinking/type",
    "/output_config/effort",
    *_BUDGETS,
)
_ELSEWHERE: Final = ("/reasoning/exclude", "/thinking/display", "/output_config/format")
_WHY_OVER: Final = Why("another field stands over it")
_WHY_CLAUDE: Final = Why("a field of Claude's that Gemini does not have")
_WHY_OTHER: Final = Why("Gemini has no such setting")
_WHY_ON: Final = Why("the model thinks as it does by default")


class Asked:
    """What is asked, and where."""

    def __init__(self, body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        self._trace = trace
        self._display = claudes_display(body)
        wish = wish_of(body, ctx) or Wish("on")
        self.effort: Effort | None = wish.effort
        self.at: str | None = None if wish.effort is None else wish.at
        """Its pointer, where the body says it."""
        if wish.effort is not None and wish.tokens is not None:
            changes.append(wish.told(RULE, wish.effort.upper()))
        if not body.fields.keys().isdisjoint(_CARRIERS):
            changes.extend(_rest(body, self.at))

    def config(self) -> dict[str, Json]:
        """`thinkingConfig` with what the body asks, for the rules to judge."""
        made: dict[str, Json] = {}
        if self.effort is not None and self.at is not None:
            made["thinkingLevel"] = self.effort.upper()
            self._trace.fields[f"{_AT}/thinkingLevel"] = self.at
        if self._display is not None:
            made["includeThoughts"] = self._display != "omitted"
            self._trace.fields[f"{_AT}/includeThoughts"] = "/thinking/display"
        if not made:
            return {}
        for container in (_AT, "/generationConfig"):
            self._trace.respelled[container] = UNSET  # where nothing is left in it, it goes unsaid
        return {"thinkingConfig": made}


def _rest(body: Body, said: str | None) -> Iterator[Change]:
    """What is said of thinking and is not what is asked."""
    used = (*_ELSEWHERE, said)
    found = [item for key in _CARRIERS for item in unused(body, key, used)]
    for at, value in sorted(found, key=lambda item: item[0] not in _BUDGETS):
        yield left(at, value, RULE, _why(at, value))


def _why(at: str, value: Json) -> Why:
    if at == "/thinking/type" and value in ("adaptive", "enabled"):
        return _WHY_ON
    if at == "/reasoning/enabled" and value is True:
        return _WHY_ON
    if at in _SAID:
        return _WHY_OVER
    return _WHY_OTHER if at.startswith("/reasoning/") else _WHY_CLAUDE
