"""Changes of a mirror, brought back to the places where Converse has the same fields."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace as altered

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, escape, remove, split
from forethought.policies.context import Context, Rule
from forethought.policies.converse.mirror import (
    CONFIG,
    EXTRA,
    PLACES,
    TOOLS,
    Keys,
    Mirror,
    effort_keys,
    find,
    thinking_keys,
)
from forethought.policies.words import Json

_WHY_EMPTY: Final = Why("nothing is left in it")


def mirrored(rule: Rule) -> Rule:
    """A rule of `anthropic.messages` as a rule of this wire."""

    def run(body: Body, ctx: Context) -> Iterator[Change]:
        changes = tuple(rule(Mirror(body, ctx), ctx))
        return Landing(body, ctx).of(changes) if changes else iter(())

    return run


def renamed(change: Change) -> str:
    """The rule's name on this wire."""
    return change.rule.replace("anthropic.", "converse.", 1)


class Landing:
    """Knows the body as it is after the changes so far, and never writes to the one it is of."""

    def __init__(self, body: Body, ctx: Context) -> None:
        self._body = Body(body.fields.copy())
        self._effort = effort_keys(ctx.traits)
        self._thinking = thinking_keys(body, ctx.traits)

    def of(self, changes: Iterable[Change]) -> Iterator[Change]:
        """The same edits, here; last, a holder that they left empty goes."""
        gone = dict[str, str]()
        for change in changes:
            step = self._step(change)
            if step is None:
                continue
            if step.path is not None:
                self._body.apply(step)
            if step.op == "remove" and step.path is not None:
                gone[split(step.path)[0]] = step.rule
            yield step
        for head, rule in gone.items():
            if head in (CONFIG, EXTRA) and self._body.get(head) == {}:
                yield remove(f"/{head}", None, rule, _WHY_EMPTY)

    def put(self, keys: Keys, value: Json, change: Change) -> Change | None:
        """A value set, with the holders that are not there yet; None below one of a wrong type."""
        for depth in range(1, len(keys)):
            holder = find(self._body, keys[:depth])
            if holder is UNSET or holder is None:
                value, keys = _nested(keys[depth:], value), keys[:depth]
                break
            if not isinstance(holder, dict):
                return None
        there = find(self._body, keys) is not UNSET
        op, path = ("replace" if there else "add"), _pointer(keys)
        return altered(change, op=op, path=path, value=value, rule=renamed(change))

    def _step(self, change: Change) -> Change | None:
        if change.path is None:
            return altered(change, rule=renamed(change))
        head, *rest = split(change.path)
        if head == "output_config":
            return self._exerted(change, whole=not rest)
        if head == "tool_choice":
            return self.put((TOOLS, "toolChoice"), {change.value: {}}, change)
        if head == "tools":
            return self._taken((TOOLS, "tools", rest[0], "toolSpec", *rest[1:]), change)
        keys = self._thinking if head == "thinking" else PLACES.get(head)
        if keys is None:
            return None
        keys = (*keys, *rest)
        if change.op == "remove":
            return self._taken(keys, change)
        return self.put(keys, change.value, change)

    def _exerted(self, change: Change, *, whole: bool) -> Change | None:
        keys = self._effort
        if keys is None:
            return None
        value: Json = change.value
        if change.op != "remove":
            return self.put(keys, value["effort"] if whole else value, change)
        holder = find(self._body, keys[:-1])
        alone = len(keys) > 2 and isinstance(holder, dict) and len(holder) == 1
        return self._taken(keys[:-1] if alone else keys, change)

    @staticmethod
    def _taken(keys: Sequence[str], change: Change) -> Change:
        return altered(change, path=_pointer(keys), rule=renamed(change))


def _pointer(keys: Sequence[str]) -> str:
    return "".join(f"/{escape(key)}" for key in keys)


def _nested(keys: Sequence[str], value: Json) -> Json:
    for key in reversed(keys):
        value = {key: value}
    return value
