"""What a rule reads beside the body."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.policy import Policy
from forethought.policies.served import Served, Writers, plain_writer
from forethought.policies.traits import Traits
from forethought.policies.words import Display, Effort, Json


class Context(Struct, frozen=True, kw_only=True):
    """The target's traits, the policy, and what is asked."""

    traits: Traits
    policy: Policy = Policy()
    served: Served = Served()
    effort: Effort | None = None
    """What is asked beside the target's own fields: by intent, or by `reasoning_effort` on another
    wire. Read from the body and consumed there, a second pass would undo the first."""
    effort_at: str | None = None
    """Where in the caller's body it was asked, in a translation."""
    display: Display | None = None
    """What the intent asks to see."""
    crossed: bool = False
    """Whether the body came from another wire."""
    headers: Mapping[str, str] = {}
    """The caller's, names in lower case."""
    writers: Writers = plain_writer
    caller: Mapping[str, Json] = {}
    """The top level of the body before the first rule, unopened."""


Rule: TypeAlias = Callable[[Body, Context], Iterable[Change]]
"""Reads a body, yields its edits in an order in which they apply; never raises on the body."""
