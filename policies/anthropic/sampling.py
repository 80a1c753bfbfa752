"""Sampling: what the model refuses or ignores is dropped; a temperature of exactly 1 stays."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.asked import thinks
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.words import Acceptance, Json

RULE: Final = "anthropic.sampling"
_PARAMETERS: Final = ("temperature", "top_p", "top_k")
_LOWEST_TOP_P: Final = 0.95
"""While thinking, `top_p` may not be below this."""


def sampling(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops what is refused, then one of a pair that is refused together: temperature is kept."""
    said = [name for name in _PARAMETERS if name in body]
    kept = {name: value for name in said if (value := body.get(name)) is not None}
    if not kept:
        return
    traits, thinking = ctx.traits.sampling, thinks(body, ctx)
    for name, value in list(kept.items()):
        why = _refusal(name, value, getattr(traits, name), thinking)
        if why is not None:
            del kept[name]
            yield remove(f"/{name}", value, RULE, why)
    if traits.temperature_with_top_p == "refused" and {"temperature", "top_p"} <= kept.keys():
        why = Why(
            "temperature and top_p are refused together",
            "sampling.temperature_with_top_p",
            "quality",
        )
        yield remove("/top_p", kept["top_p"], RULE, why)


def _refusal(name: str, value: Json, taken: Acceptance | None, thinking: bool) -> Why | None:
    if name == "temperature" and is_one(value):
        return None
    trait = f"sampling.{name}"
    if taken == "refused":
        return Why(f"{name} is refused", trait, "quality")
    if taken == "ignored":
        return Why(f"{name} is ignored", trait)
    if taken == "refused_while_thinking" and thinking and not _thinkable(name, value):
        return Why(f"{name} is refused while the model thinks", trait, "quality")
    return None


def is_one(value: Json) -> bool:
    """Whether it is the number 1. `true` is not."""
    return type(value) in (int, float) and value == 1


def _thinkable(name: str, value: Json) -> bool:
    return name == "top_p" and type(value) in (int, float) and _LOWEST_TOP_P <= value <= 1
