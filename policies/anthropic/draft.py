"""The two fields while they are being decided."""

from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Why
from forethought.policies.context import Context
from forethought.policies.words import EFFORTS, Effort, Json

ON: Final = ("adaptive", "enabled")
"""The types of thinking that think."""
OFF: Final = ("disabled", "between_tools")
_LEVELS: Final[dict[str, Effort]] = {level: level for level in EFFORTS}


class Plan:
    """The two fields as they should be sent, and why each differs from what came."""

    def __init__(self, body: Body, ctx: Context) -> None:
        self.body = body
        self.ctx = ctx
        thinking, output = body.table("thinking"), body.table("output_config")
        self.thinking: dict[str, Json] | None = None if thinking is None else dict(thinking)
        self.effort: Json = None if output is None else output.get("effort")
        self.thinking_why = Why("")
        self.effort_why = Why("")
        self.members: dict[str, Why] = {}
        """Why single members of `thinking` differ, by name; the others for `thinking_why`."""

    @property
    def kind(self) -> Json:
        """The `type` of `thinking`, as it is now."""
        return None if self.thinking is None else self.thinking.get("type")

    def takes(self, kind: str) -> bool:
        """Whether the model is known to take this type."""
        return kind in (self.ctx.traits.thinking.types or ())

    def refuses(self, kind: str) -> bool:
        """Whether it is known to refuse it."""
        types = self.ctx.traits.thinking.types
        return types is not None and kind not in types

    def think(self, thinking: dict[str, Json] | None, why: Why) -> None:
        """Decides `thinking`."""
        self.thinking, self.thinking_why = thinking, why

    def exert(self, effort: Json, why: Why) -> None:
        """Decides the effort."""
        self.effort, self.effort_why = effort, why

    def drop(self, member: str, why: Why) -> None:
        """Leaves a member of `thinking` out."""
        if self.thinking is not None and member in self.thinking:
            self.thinking = {key: own for key, own in self.thinking.items() if key != member}
            self.members[member] = why

    def put(self, member: str, value: Json, why: Why) -> None:
        """Decides a member of `thinking`."""
        self.thinking = {**(self.thinking or {}), member: value}
        self.members[member] = why


def level(effort: Json) -> Effort | None:
    """The effort, if it is one of the scale's words."""
    return _LEVELS.get(effort) if isinstance(effort, str) else None


def display(own: dict[str, Json] | None) -> dict[str, Json]:
    """The display that the caller wrote, as a member to carry over."""
    return {"display": own["display"]} if own and "display" in own else {}
