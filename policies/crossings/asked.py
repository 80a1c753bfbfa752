"""What a chat body asks of thinking, in whichever field, whatever it is translated to."""

from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, escape, tell
from forethought.policies.context import Context
from forethought.policies.crossings.fields import table_of
from forethought.policies.efforts import level_of
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import was_of
from forethought.policies.openai.asked import Wanted, level
from forethought.policies.words import EFFORTS, Display, Effort, Json

_WHY_LEVEL: Final = Why("a budget is told as a level", None, "quality")


class Wish(NamedTuple):
    """What is asked, and the field that says it."""

    wanted: Wanted
    at: str | None = None
    """Its pointer; unset where the intent asks."""
    tokens: int | None = None
    """Of a budget that is told as a level."""

    @property
    def effort(self) -> Effort | None:
        """The level; None where thinking is asked without one."""
        return None if self.wanted == "on" else self.wanted

    def told(self, rule: str, sent: Json) -> Change:
        """The change that says a budget became a level."""
        return tell(self.at or "", self.tokens, rule, _WHY_LEVEL, sent)


def wish_of(body: Body, ctx: Context, *, claude: bool = False) -> Wish | None:
    """The wish that counts: the intent's, then `reasoning_effort`, OpenRouter's `reasoning`, and
    Claude's own `output_config` and `thinking`, unless the target is Claude, who has these."""
    if ctx.effort is not None:
        return Wish(ctx.effort)
    effort = body.get("reasoning_effort")
    if effort is not None:
        return _level(effort, "/reasoning_effort")
    found: Wish | None = None
    for wish in _wishes(body, claude=claude):
        if wish.wanted != "on":
            return wish
        found = found or wish
    return found


def _wishes(body: Body, *, claude: bool) -> Iterator[Wish]:
    reasoning = table_of(body, "reasoning")
    if reasoning is not None:
        yield from _routers(reasoning)
    if claude:
        return
    config, thinking = table_of(body, "output_config"), table_of(body, "thinking")
    if config is not None and config.get("effort") is not None:
        yield _level(config["effort"], "/output_config/effort")
    if thinking is not None:
        yield from _claudes(thinking)


def _routers(reasoning: dict[str, Json]) -> Iterator[Wish]:
    if reasoning.get("effort") is not None:
        yield _level(reasoning["effort"], "/reasoning/effort")
    if reasoning.get("enabled") is False:
        yield Wish("none", "/reasoning/enabled")
    yield from _budget(reasoning.get("max_tokens"), "/reasoning/max_tokens")
    if reasoning.get("enabled") is True:
        yield Wish("on", "/reasoning/enabled")


def _claudes(thinking: dict[str, Json]) -> Iterator[Wish]:
    yield from _budget(thinking.get("budget_tokens"), "/thinking/budget_tokens")
    if thinking.get("type") in ("disabled", "between_tools"):
        yield Wish("none", "/thinking/type")
    elif thinking.get("type") in ("adaptive", "enabled"):
        yield Wish("on", "/thinking/type")


def _level(value: Json, at: str) -> Wish:
    asked = level(value)
    if asked is None:
        raise Untranslatable(f"an effort is one of {', '.join(EFFORTS)}", pointer=at)
    return Wish(asked, at)


def _budget(tokens: Json, at: str) -> Iterator[Wish]:
    if type(tokens) is int and tokens > 0:
        yield Wish(level_of(tokens), at, tokens)


def display_of(body: Body, ctx: Context) -> Display | None:
    """What is asked to be seen: the intent's, or nothing, as OpenRouter's `exclude` says."""
    if ctx.display is not None:
        return ctx.display
    reasoning = body.table("reasoning")
    return "omitted" if reasoning is not None and reasoning.get("exclude") is True else None


def claudes_display(body: Body) -> Json:
    """What is asked to be seen in Claude's own words."""
    thinking = body.table("thinking")
    return None if thinking is None else thinking.get("display")


def unused(body: Body, key: str, used: Container[str | None]) -> Iterator[tuple[str, Json]]:
    """The members of an object of the top, by pointer, that are none of `used`."""
    for name, value in (table_of(body, key) or {}).items():
        at = f"/{key}/{escape(name)}"
        if value is not None and at not in used:
            yield at, value


def left(at: str, value: Json, rule: str, why: Why) -> Change:
    """The change that says a wish was not followed."""
    return tell(at, level(value) or was_of(value), rule, why)
