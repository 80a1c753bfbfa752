"""Changes: one edit each, with its rule, trait and reason."""

from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from forethought.policies.leaves import shown
from forethought.policies.words import Effect, Json, Operation


class Change(Struct, frozen=True, kw_only=True):
    """One edit. On the same wire `op`, `path` and `value` are a step of RFC 6902.

    In a translation `path` points into the caller's body and `to` into ours; what is told is what
    was added, dropped, clamped, altered or moved, not what was only respelled. May hold content:
    for the caller, never for a log.
    """

    op: Operation
    path: str | None
    """A JSON pointer; unset where a translation adds what the caller's body has no place for."""
    to: str | None = None
    value: Json | UnsetType = UNSET
    was: Json = None
    """The scalar that stood there; of content only its size, `{"bytes": 120}`."""
    rule: str
    """`anthropic.sampling`."""
    trait: str | None = None
    """The dotted trait that called for it; unset where the wire or a policy did."""
    origin: str | None = None
    """Where the trait's value came from: `data/anthropic.toml [claude-opus-5.5]`."""
    reason: str
    effect: Effect = "none"
    """What it does to the answer: `none`, `quality`, or `semantics` (another thing was asked)."""

    def __repr__(self) -> str:
        return f"Change({self.op} {self.path} by {self.rule}: {self.reason})"


class Why(NamedTuple):
    """The part of a change that says why."""

    reason: str
    trait: str | None = None
    effect: Effect = "none"


def add(path: str, value: Json, rule: str, why: Why) -> Change:
    """A change that puts a value where there was none; `-` at the end of a path appends."""
    reason, trait, effect = why
    return Change(
        op="add", path=path, value=value, rule=rule, reason=reason, trait=trait, effect=effect
    )


def replace(path: str, value: Json, was: Json, rule: str, why: Why) -> Change:
    """A change that puts a value in another's place."""
    reason, trait, effect = why
    return Change(
        op="replace",
        path=path,
        value=value,
        was=shown(was),
        rule=rule,
        reason=reason,
        trait=trait,
        effect=effect,
    )


def remove(path: str, was: Json, rule: str, why: Why) -> Change:
    """A change that takes a value out."""
    reason, trait, effect = why
    return Change(
        op="remove", path=path, was=shown(was), rule=rule, reason=reason, trait=trait, effect=effect
    )


def tell(pointer: str, was: Json, rule: str, why: Why, to: Json = UNSET) -> Change:
    """A change that is told and not applied: in a translation, what became of a field that our
    body has no place for. `pointer` is into the caller's body."""
    reason, trait, effect = why
    op: Operation = "remove" if to is UNSET else "add" if was is None else "replace"
    return Change(
        op=op,
        path=None,
        to=pointer,
        value=to,
        was=shown(was),
        rule=rule,
        reason=reason,
        trait=trait,
        effect=effect,
    )


def escape(key: str) -> str:
    """A key as RFC 6901 writes it in a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def split(pointer: str) -> list[str]:
    """The keys of a JSON pointer."""
    if not pointer:
        return []
    if "~" not in pointer:
        return pointer[1:].split("/")
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer[1:].split("/")]
