"""What becomes of a prefill where the model continues no turn of its own, on any wire."""

from collections.abc import Callable, Iterator

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add
from forethought.policies.context import Context
from forethought.policies.errors import PolicyRefused
from forethought.policies.words import Json


def prefill_refused(body: Body, ctx: Context, thinks: Callable[[Body, Context], bool]) -> bool:
    """Whether the model refuses a prefill on this request; `thinks` is asked where it depends."""
    taken = ctx.traits.prefill
    return taken == "refused" or (taken == "refused_while_thinking" and thinks(body, ctx))


def continued(ctx: Context, key: str, turn: Json, rule: str, reason: str) -> Iterator[Change]:
    """Adds the user turn that asks for the continuation in words. Raises `PolicyRefused`."""
    if ctx.policy.on_prefill == "refuse":
        pointer = "/messages" if ctx.crossed else f"/{key}"
        raise PolicyRefused(reason, pointer=pointer)
    yield add(f"/{key}/-", turn, rule, Why(reason, "prefill", "quality"))
