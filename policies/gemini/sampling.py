"""Sampling: what the model refuses or ignores is dropped; a temperature of exactly 1 stays."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.gemini.asked import thinks
from forethought.policies.gemini.spelled import config, key
from forethought.policies.words import Acceptance, Json

RULE: Final = "gemini.sampling"
_TRAITS: Final = {
    "temperature": "temperature",
    "topP": "top_p",
    "topK": "top_k",
    "presencePenalty": "penalties",
    "frequencyPenalty": "penalties",
    "responseLogprobs": "logprobs",
    "logprobs": "logprobs",
    "stopSequences": "stop",
}
"""Fields of `generationConfig`, and the trait of `sampling` that speaks of each."""


def sampling(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops what is refused, then one of a pair that is refused together: temperature is kept."""
    at, own = config(body)
    kept: set[str] = set()
    for name, trait in _TRAITS.items():
        value = own.get(key(own, name))
        if value is None:
            continue
        taken: Acceptance | None = getattr(ctx.traits.sampling, trait)
        refused = taken == "refused_while_thinking" and thinks(body, ctx)
        if (taken in ("refused", "ignored") or refused) and not _is_one(name, value):
            yield remove(f"{at}/{key(own, name)}", _scalar(value), RULE, _why(name, trait, taken))
        else:
            kept.add(name)
    if ctx.traits.sampling.temperature_with_top_p == "refused" and {"temperature", "topP"} <= kept:
        trait = "sampling.temperature_with_top_p"
        why = Why("temperature and topP are refused together", trait, "quality")
        yield remove(f"{at}/{key(own, 'topP')}", _scalar(own[key(own, "topP")]), RULE, why)


def _why(name: str, trait: str, taken: Acceptance | None) -> Why:
    if taken == "ignored":
        return Why(f"{name} is ignored", f"sampling.{trait}")
    while_thinking = " while the model thinks" if taken == "refused_while_thinking" else ""
    return Why(f"{name} is refused{while_thinking}", f"sampling.{trait}", "quality")


def _is_one(name: str, value: Json) -> bool:
    return name == "temperature" and type(value) in (int, float) and value == 1


def _scalar(value: Json) -> Json:
    return None if isinstance(value, dict | list) else value
