"""Every combination of the knobs, for every Claude: nothing refused is sent."""

from itertools import product
from typing import Any, Final

import pytest

from forethought.catalog import Catalog
from forethought.policies import Intent, Served, Traits
from forethought.policies.words import Effort

from .asserting import rewritten

CATALOG: Final = Catalog.load()
MODELS: Final = sorted(
    {
        CATALOG.resolve(model).traits.thinking.mode is not None
        and CATALOG.resolve(model).family: model
        for model in CATALOG.models()
        if CATALOG.resolve(model).vendor == "anthropic"
    }.values()
)
LEGACY: Final = ("claude-3-haiku", "claude-3-7-sonnet", "claude-opus-4", "claude-sonnet-4")
ASSUMED: Final = ("claude-opus-6", "claude-nova-1")

TOOLS: Final = [{"name": "f", "input_schema": {"type": "object"}}]
CALL: Final = {"type": "tool_use", "id": "c1", "name": "f", "input": {}}
RESULT: Final = {
    "role": "user",
    "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "x"}],
}
SIGNED: Final = {"type": "thinking", "thinking": "", "signature": "c2ln"}
UNSIGNED: Final = {"type": "thinking", "thinking": "cut"}
HI: Final = {"role": "user", "content": "hi"}
ABSENT: Final = object()

EFFORTS: Final[tuple[Effort | None, ...]] = (None, "none", "minimal", "high", "max")
OWN: Final = (ABSENT, "none", "low", "xhigh")
THINKING: Final = (
    ABSENT,
    None,
    {"type": "adaptive"},
    {"type": "adaptive", "display": "omitted"},
    {"type": "enabled", "budget_tokens": 2000},
    {"type": "enabled", "budget_tokens": 90_000, "display": "summarized"},
    {"type": "disabled"},
    {"type": "between_tools", "display": "summarized"},
)
SAMPLING: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"temperature": 0.2, "top_p": 0.9},
    {"temperature": 1, "top_k": 5},
    {"top_p": 0.99},
)
CHOICES: Final = (ABSENT, {"type": "any"}, {"type": "tool", "name": "f"})
LIMITS: Final = (ABSENT, 1000, 900_000)
HISTORIES: Final = (
    [HI],
    [HI, {"role": "assistant", "content": [CALL]}, RESULT],
    [HI, {"role": "assistant", "content": [SIGNED, CALL]}, RESULT],
    [HI, {"role": "assistant", "content": [SIGNED, UNSIGNED, SIGNED, CALL]}, RESULT],
    [HI, {"role": "assistant", "content": [UNSIGNED]}, {"role": "system", "content": "S"}, HI],
    [HI, {"role": "assistant", "content": "{"}],
)


def _bodies(own: Any, thinking: Any, choice: Any, limit: Any) -> dict[str, Any]:
    config = ABSENT if own is ABSENT else {"effort": own}
    fields = {
        "model": "m",
        "max_tokens": limit,
        "output_config": config,
        "thinking": thinking,
        "tools": TOOLS,
        "tool_choice": choice,
    }
    return {key: value for key, value in fields.items() if value is not ABSENT}


@pytest.mark.parametrize("model", [*MODELS, *LEGACY, *ASSUMED])
def test_nothing_the_model_refuses_is_sent(model: str) -> None:
    found = CATALOG.resolve(model)
    served = Served(vendor="anthropic", model=found.model, id=found.id, platform="anthropic")
    knobs = product(EFFORTS, OWN, THINKING, CHOICES, LIMITS)
    # The last two knobs turn along with the product instead of multiplying it.
    for turn, (effort, own, thinking, choice, limit) in enumerate(knobs):
        body = _bodies(own, thinking, choice, limit)
        body |= SAMPLING[turn % len(SAMPLING)]
        body["messages"] = HISTORIES[(turn // 3) % len(HISTORIES)]
        intent = Intent(effort=effort)
        out = rewritten(body, found.traits, wire="anthropic.messages", intent=intent, served=served)
        _check(dict(out.body), out.headers, found.traits)


def _check(body: dict[str, Any], headers: Any, traits: Traits) -> None:
    _check_thinking(body, traits)
    _check_effort(body, traits)
    _check_sampling(body, traits)
    _check_history(body, traits)
    forced = body.get("tool_choice", {}).get("type") in ("any", "tool")
    taken = traits.tools.forced
    thinks = _thinks(body, traits)
    assert not (forced and taken == "refused")
    assert not (forced and taken == "refused_while_thinking" and thinks)
    assert not (forced and taken == "refused_with_budget" and _kind(body) == "enabled")
    assert type(body["max_tokens"]) is int
    assert body["max_tokens"] <= (traits.limits.output or 0)
    control = "thinking-binding-controls-2026-08-01"
    bound = "block_binding" in (body.get("thinking") or {})
    assert bound == (control in headers.get("anthropic-beta", ""))


def _kind(body: dict[str, Any]) -> Any:
    return (body.get("thinking") or {}).get("type")


def _thinks(body: dict[str, Any], traits: Traits) -> bool:
    if _kind(body) is None:
        return traits.thinking.mode in ("default_on", "always")
    return _kind(body) in ("adaptive", "enabled")


def _check_thinking(body: dict[str, Any], traits: Traits) -> None:
    thinking = body.get("thinking")
    if thinking is None:
        return
    kind = thinking["type"]
    assert kind in (traits.thinking.types or ())
    assert "budget_tokens" not in thinking or kind == "enabled"
    if kind == "enabled":
        assert 1024 <= thinking["budget_tokens"] < body["max_tokens"]
    if kind in ("disabled", "between_tools"):
        assert thinking == {"type": kind}
    if "display" in thinking:
        assert thinking["display"] in (traits.thinking.display or ())
    if kind == "adaptive" and "summarized" in (traits.thinking.display or ()):
        assert thinking.get("display") in ("summarized", "omitted")
    assert ("block_binding" in thinking) == (
        kind == "adaptive" and traits.signatures.binding_control is True
    )


def _check_effort(body: dict[str, Any], traits: Traits) -> None:
    effort = body.get("output_config", {}).get("effort")
    if effort is None:
        return
    assert effort in (traits.effort.levels or ())
    if _kind(body) in ("disabled", "between_tools") and traits.effort.max_when_off:
        assert effort in ("low", "medium", "high")


def _check_sampling(body: dict[str, Any], traits: Traits) -> None:
    for name in ("temperature", "top_p", "top_k"):
        taken = getattr(traits.sampling, name)
        if name not in body or (name == "temperature" and body[name] == 1):
            continue
        assert taken != "refused"
        if taken == "refused_while_thinking" and _thinks(body, traits):
            assert name == "top_p"
            assert body[name] >= 0.95
    if traits.sampling.temperature_with_top_p == "refused":
        assert not {"temperature", "top_p"} <= body.keys()


def _check_history(body: dict[str, Any], traits: Traits) -> None:
    roles = [turn["role"] for turn in body["messages"]]
    assert "system" not in roles
    for turn in body["messages"]:
        assert turn["content"]
        for block in turn["content"] if isinstance(turn["content"], list) else ():
            assert block["type"] != "thinking" or block.get("signature")
    if traits.prefill == "refused":
        assert roles[-1] == "user"
    if _kind(body) == "enabled" and body["messages"][-1] == RESULT:
        assert body["messages"][-2]["content"][0]["type"] == "thinking"
