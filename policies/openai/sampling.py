"""Sampling: what the model refuses or ignores is dropped; a temperature of exactly 1 stays."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.sampling import is_one
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.openai.own import reasons_in
from forethought.policies.words import Acceptance, Json, Wire

RULE: Final = "openai.sampling"
_TRAITS: Final = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "frequency_penalty": "penalties",
    "presence_penalty": "penalties",
    "logprobs": "logprobs",
    "top_logprobs": "logprobs",
    "logit_bias": "logit_bias",
    "stop": "stop",
}
"""The trait that tells of each field. A field that the wire does not have is refused by none."""
_LOGPROBS: Final = "message.output_text.logprobs"


def chat_sampling(body: Body, ctx: Context) -> Iterator[Change]:
    """The fields of `openai.chat`."""
    yield from _sampling(body, ctx, reasons_in(body, ctx, "openai.chat"))


def responses_sampling(body: Body, ctx: Context) -> Iterator[Change]:
    """The fields of `openai.responses`, where log probabilities are also asked by `include`."""
    wire: Wire = "openai.responses"
    thinking = reasons_in(body, ctx, wire)
    yield from _sampling(body, ctx, thinking)
    why = _refusal(_LOGPROBS, None, ctx.traits.sampling.logprobs, "logprobs", thinking)
    included = body.get("include")
    if why is None or not isinstance(included, list) or _LOGPROBS not in included:
        return
    for index in range(len(included) - 1, -1, -1):
        if included[index] == _LOGPROBS:
            yield remove(f"/include/{index}", _LOGPROBS, RULE, why)


def _sampling(body: Body, ctx: Context, thinking: bool) -> Iterator[Change]:
    traits, kept = ctx.traits.sampling, set[str]()
    for name, trait in _TRAITS.items():
        value = body.get(name)
        if value is None:
            continue
        why = _refusal(name, value, getattr(traits, trait), trait, thinking)
        if why is None:
            kept.add(name)
        else:
            yield remove(f"/{name}", _told(value), RULE, why)
    if traits.temperature_with_top_p == "refused" and {"temperature", "top_p"} <= kept:
        why = Why(
            "temperature and top_p are refused together",
            "sampling.temperature_with_top_p",
            "quality",
        )
        yield remove("/top_p", _told(body.get("top_p")), RULE, why)


def _refusal(
    name: str, value: Json, taken: Acceptance | None, trait: str, thinking: bool
) -> Why | None:
    if name == "temperature" and is_one(value):
        return None
    if taken == "refused":
        return Why(f"{name} is refused", f"sampling.{trait}", "quality")
    if taken == "ignored":
        return Why(f"{name} is ignored", f"sampling.{trait}")
    if taken == "refused_while_thinking" and thinking:
        return Why(f"{name} is refused while the model reasons", f"sampling.{trait}", "quality")
    return None


def _told(value: Json) -> Json:
    return None if isinstance(value, dict | list | str) else value
