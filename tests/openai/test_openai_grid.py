"""Every combination of the knobs, for every family: nothing that is refused is sent."""

from itertools import product
from typing import Any, Final

import pytest

from forethought.policies import Intent, Traits
from forethought.policies.errors import WrongEndpoint
from forethought.policies.policy import Policy
from forethought.policies.words import EFFORTS, Platform, Wire

from .models import CATALOG, HI, Target, sent, target

VENDORS: Final = frozenset(
    {"openai", "xai", "deepseek", "moonshotai", "zai", "qwen", "minimax", "mistral", "meta"}
)


def _one_of_each_family() -> list[str]:
    found = {}
    for model in CATALOG.models():
        one = CATALOG.resolve(model)
        if one.vendor in VENDORS and one.traits.chat is not False:
            found[one.family] = model
    return sorted(found.values())


def _is_served(model: str, wire: Wire) -> bool:
    return wire in (CATALOG.resolve(model).traits.wires or ("openai.chat",))


MODELS: Final = [*_one_of_each_family(), "gpt-7", "gpt-4o", "o5", "muse-spark-2"]
ROUTED: Final = (
    "anthropic/claude-opus-5.5",
    "anthropic/claude-opus-5",
    "anthropic/claude-opus-4.6",
    "anthropic/claude-haiku-4.5",
    "anthropic/claude-opus-6",
    "openai/gpt-5.5",
    "openai/gpt-5.1",
    "deepseek/deepseek-v4-pro",
    "moonshotai/kimi-k2.5",
    "qwen/qwen3-32b",
    "z-ai/glm-5.3",
    "google/gemini-3.8-flash",
)
CHAT: Final = [
    *((model, None) for model in MODELS if _is_served(model, "openai.chat")),
    *((model, "openrouter") for model in ROUTED),
]
RESPONSES: Final = [model for model in MODELS if _is_served(model, "openai.responses")]

ABSENT: Final = object()
INTENTS: Final = (None, "none", "minimal", "high", "max")
LEVELS: Final = (ABSENT, "none", "low", "xhigh", "odd")
CLAUDE: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"thinking": {"type": "adaptive"}},
    {"thinking": {"type": "enabled", "budget_tokens": 3000}},
    {"thinking": {"type": "enabled"}, "output_config": {"effort": "high", "format": {}}},
    {"thinking": {"type": "disabled"}},
    {"thinking": {"type": "between_tools"}, "reasoning": {"max_tokens": 5000}},
    {"reasoning": {"enabled": False}},
    {"reasoning": {"enabled": True, "exclude": True}},
    {"reasoning": {"effort": "high", "max_tokens": 9000, "enabled": False}},
    {"enable_thinking": False, "thinking_budget": 4},
    {"enable_thinking": True, "reasoning": None},
    {"chat_template_kwargs": {"enable_thinking": False}},
)
FUNCTION: Final = {"type": "function", "function": {"name": "f", "strict": True}}
CHOICES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"tools": [FUNCTION]},
    {"tools": [FUNCTION], "tool_choice": "required"},
    {
        "tools": [FUNCTION],
        "tool_choice": {"type": "function", "function": {"name": "f"}},
        "parallel_tool_calls": False,
    },
)
SAMPLING: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"temperature": 0.2, "top_p": 0.9, "max_tokens": 100},
    {"temperature": 1, "stop": "x", "max_completion_tokens": 10**7, "max_tokens": 5},
    {"frequency_penalty": 0.1, "logprobs": True, "logit_bias": {}, "top_k": 2},
)
POLICIES: Final = (Policy(), Policy(effort_none="off", display="omitted"))
NAMES: Final = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "frequency_penalty": "penalties",
    "logprobs": "logprobs",
    "logit_bias": "logit_bias",
    "stop": "stop",
}


def _sent(
    body: dict[str, Any], to: Target, wire: Wire, intent: Any, policy: Policy
) -> dict[str, Any] | None:
    """What is sent; None where the answer is the target to use, which must then be right."""
    try:
        out = sent(body, to, wire=wire, intent=Intent(effort=intent), policy=policy)
    except WrongEndpoint:
        assert to.traits.tools.endpoint == "openai.responses"
        assert "none" not in (to.traits.effort.levels or ())
        return None
    return dict(out.body)


@pytest.mark.parametrize(("model", "platform"), CHAT)
def test_nothing_the_model_refuses_is_sent_on_chat(model: str, platform: Platform | None) -> None:
    to = target(model, platform)
    knobs = product(INTENTS, LEVELS, CLAUDE)
    for turn, (intent, level, claude) in enumerate(knobs):
        # The other knobs turn along with the product instead of multiplying it.
        body: dict[str, Any] = {"model": "m", "messages": [HI], **claude}
        body |= {} if level is ABSENT else {"reasoning_effort": level}
        body |= CHOICES[turn % 4] | SAMPLING[(turn // 4) % 4]
        got = _sent(body, to, "openai.chat", intent, POLICIES[turn % 2])
        if got is not None:
            _check_chat(got, to)
            _check_sampling(got, to.traits, _reasons_on_chat(got, to))
            _check_limits(got, to)


def _effort_on_chat(body: dict[str, Any], to: Target) -> Any:
    field = to.traits.effort.parameter or "reasoning_effort"
    if field == "reasoning_effort":
        return body.get(field)
    return (body.get("reasoning") or {}).get("effort")


def _check_chat(body: dict[str, Any], to: Target) -> None:
    traits, router = to.traits, to.served.platform == "openrouter"
    levels, effort = traits.effort.levels, _effort_on_chat(body, to)
    if effort is not None and effort in EFFORTS and levels is not None:
        assert effort in levels or (router and effort == "none")
    reasoning = body.get("reasoning") or {}
    if router:
        assert not (effort is not None and "max_tokens" in reasoning)
        assert not (traits.thinking.mode == "always" and reasoning.get("enabled") is False)
    elif traits.effort.parameter != "reasoning.effort" and levels is not None:
        assert not reasoning
    if to.served.platform in ("openai", "openrouter") and levels is not None:
        assert "thinking" not in body
        assert "effort" not in body.get("output_config", {})
    kind = (body.get("thinking") or {}).get("type")
    assert not (levels is not None and kind in ("adaptive", "between_tools"))
    assert not (levels is not None and kind == "disabled" and traits.thinking.mode == "always")
    _check_tools(body, to)


def _check_tools(body: dict[str, Any], to: Target) -> None:
    traits, reasons = to.traits, _reasons_on_chat(body, to)
    choice = body.get("tool_choice")
    forced = choice == "required" or isinstance(choice, dict)
    assert not (forced and traits.tools.forced == "refused")
    assert not (forced and traits.tools.forced == "refused_while_thinking" and reasons)
    assert not (traits.tools.parallel is False and "parallel_tool_calls" in body)
    elsewhere = traits.tools.endpoint in (traits.wires or ()) and traits.tools.endpoint
    assert not (elsewhere and "tools" in body and reasons)


def _reasons_on_chat(body: dict[str, Any], to: Target) -> bool:
    traits = to.traits
    if traits.thinking.mode in ("always", "never"):
        return traits.thinking.mode == "always"
    off = traits.thinking.off
    if to.served.platform == "openrouter":
        reasoning = body.get("reasoning") or {}
        if reasoning.get("enabled") is False or reasoning.get("effort") == "none":
            return False
        return traits.thinking.mode == "default_on" or bool(reasoning.keys() - {"exclude"})
    effort = _effort_on_chat(body, to)
    if off is not None and off.value != "none":
        value: Any = body
        for key in off.field.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return bool(value != off.value and (traits.thinking.mode == "default_on" or value))
    if effort is None:
        default = traits.effort.default
        return traits.thinking.mode == "default_on" if default is None else default != "none"
    return bool(effort != "none")


def _check_sampling(body: dict[str, Any], traits: Traits, reasons: bool) -> None:
    for field, trait in NAMES.items():
        taken = getattr(traits.sampling, trait)
        if field not in body or (field == "temperature" and body[field] == 1):
            continue
        assert taken not in ("refused", "ignored")
        assert not (taken == "refused_while_thinking" and reasons)


def _check_limits(body: dict[str, Any], to: Target) -> None:
    limits = to.traits.limits
    both = [body[field] for field in ("max_tokens", "max_completion_tokens") if field in body]
    assert all(tokens <= (limits.output or tokens) for tokens in both)
    if limits.output_parameter is not None and both:
        assert len(both) == 1
        assert limits.output_parameter in body


@pytest.mark.parametrize("model", RESPONSES)
def test_nothing_the_model_refuses_is_sent_on_responses(model: str) -> None:
    to = target(model, wire="openai.responses")
    knobs = product(INTENTS, LEVELS, (True, False, ABSENT), CHOICES)
    for turn, (intent, level, store, choice) in enumerate(knobs):
        body: dict[str, Any] = {"model": "m", "input": [HI], **choice}
        body |= {} if level is ABSENT else {"reasoning": {"effort": level}}
        body |= {} if store is ABSENT else {"store": store}
        body |= {key: value for key, value in SAMPLING[turn % 4].items() if key != "stop"}
        got = _sent(body, to, "openai.responses", intent, POLICIES[turn % 2])
        assert got is not None
        effort = (got.get("reasoning") or {}).get("effort")
        assert effort in (to.traits.effort.levels or (effort,)) or effort not in EFFORTS
        reasons = to.traits.thinking.mode == "always" or _wants(effort, to.traits)
        asked = "reasoning.encrypted_content" in got.get("include", ())
        assert asked == (store is False and reasons)
        _check_sampling(got, to.traits, reasons)


def _wants(effort: Any, traits: Traits) -> bool:
    if traits.thinking.mode == "never" or effort == "none":
        return False
    if effort is not None:
        return True
    default = traits.effort.default
    return traits.thinking.mode == "default_on" if default is None else default != "none"
