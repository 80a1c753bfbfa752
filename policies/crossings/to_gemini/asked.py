"""The effort and the display that are asked, as far as the body says them."""

from typing import Final

from msgspec import UNSET

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, tell
from forethought.policies.context import Context
from forethought.policies.crossings.chat import asked_effort
from forethought.policies.crossings.trace import Trace
from forethought.policies.efforts import level_of
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import size
from forethought.policies.words import EFFORTS, Effort, Json

RULE: Final = "chat_to_gemini.thinking"
_AT: Final = "/generationConfig/thinkingConfig"
_WHY_OVER: Final = Why("another field stands over it")
_WHY_LEVEL: Final = Why("a budget is told as a level", None, "quality")
_WHY_CLAUDE: Final = Why("a field of Claude's that Gemini does not have")
_WHY_ON: Final = Why("the model thinks as it does by default")


class Asked:
    """What is asked, and where.

    Intent stands over `reasoning_effort`, then come OpenRouter's `reasoning` and Claude's own
    `output_config` and `thinking`, which many clients send in this shape.
    """

    def __init__(self, body: Body, ctx: Context, trace: Trace, changes: list[Change]) -> None:
        self._trace = trace
        self._changes = changes
        self._thinking = _table(body, "thinking")
        self._output = _table(body, "output_config")
        self._budgets = {
            "/reasoning/max_tokens": body.at("reasoning.max_tokens"),
            "/thinking/budget_tokens": self._thinking.get("budget_tokens"),
        }
        effort, at = asked_effort(body, ctx)
        if effort is None:
            effort, at = self._native()
        self.effort: Effort | None = effort
        self.at: str | None = at
        """Its pointer, where the body says it."""
        self._tell_rest()

    def config(self) -> dict[str, Json]:
        """`thinkingConfig` with what the body asks, for the rules to judge."""
        made: dict[str, Json] = {}
        if self.effort is not None and self.at is not None:
            made["thinkingLevel"] = self.effort.upper()
            self._trace.fields[f"{_AT}/thinkingLevel"] = self.at
        display = self._thinking.get("display")
        if display is not None:
            made["includeThoughts"] = display != "omitted"
            self._trace.fields[f"{_AT}/includeThoughts"] = "/thinking/display"
        if not made:
            return {}
        for container in (_AT, "/generationConfig"):
            self._trace.respelled[container] = UNSET  # where nothing is left in it, it goes unsaid
        return {"thinkingConfig": made}

    def _native(self) -> tuple[Effort | None, str | None]:
        effort = self._output.get("effort")
        if effort is not None:
            return _known(effort, "/output_config/effort"), "/output_config/effort"
        for at, tokens in self._budgets.items():
            if type(tokens) is int and tokens > 0:
                level = level_of(tokens)
                self._changes.append(tell(at, tokens, RULE, _WHY_LEVEL, level.upper()))
                return level, at
        if self._thinking.get("type") in ("disabled", "between_tools"):
            return "none", "/thinking/type"
        return None, None

    def _tell_rest(self) -> None:
        """Says what of Claude's fields is not what is asked."""
        for at, tokens in self._budgets.items():
            if tokens is not None and at != self.at:
                self._tell(at, tokens, _WHY_OVER)
        for at, table in (("/thinking", self._thinking), ("/output_config", self._output)):
            for key, value in table.items():
                whole = f"{at}/{key}"
                if (
                    value is None
                    or whole == self.at
                    or key in ("budget_tokens", "display", "format")
                ):
                    continue
                self._tell(whole, value, _why(whole, value))

    def _tell(self, at: str, value: Json, why: Why) -> None:
        was = size(value) if isinstance(value, dict | list | str) else value
        self._changes.append(tell(at, was, RULE, why))


def _why(at: str, value: Json) -> Why:
    if at == "/thinking/type" and value in ("adaptive", "enabled"):
        return _WHY_ON
    return _WHY_OVER if at in ("/thinking/type", "/output_config/effort") else _WHY_CLAUDE


def _table(body: Body, key: str) -> dict[str, Json]:
    value = body.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Untranslatable(f"{key} is an object", pointer=f"/{key}")
    return value


def _known(effort: Json, at: str) -> Effort:
    for level in EFFORTS:
        if level == effort:
            return level
    raise Untranslatable(f"an effort is one of {', '.join(EFFORTS)}", pointer=at)
