"""Every combination of the knobs in a chat body, for every family of every vendor, on the wire that
its request goes out on: nothing that the family refuses is sent, and what is dropped is told."""

import json
from itertools import product
from typing import Any, Final

import pytest

from forethought.catalog import Catalog, Found
from forethought.policies import Rewritten
from forethought.policies.errors import WrongEndpoint

from .sent import Sent, read

CATALOG: Final = Catalog.load()


def _one_of_each_family() -> list[str]:
    found = {}
    for model in CATALOG.models():
        one = CATALOG.resolve(model)
        if one.traits.chat is not False:
            found[one.vendor, one.family] = model
    return sorted(found.values())


ASSUMED: Final = (
    "claude-opus-7",
    "claude-nova-1",
    "gemini-5-flash",
    "gemini-6-xenon",
    "gpt-7-sol",
    "gpt-6.3-luna",
    "grok-9",
    "claude-3-haiku",
    "claude-3-7-sonnet",
    "claude-opus-4",
)
HI: Final = {"role": "user", "content": "hi"}
TOOLS: Final = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
CALL: Final = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
RESULT: Final = {"role": "tool", "tool_call_id": "c1", "content": "x"}
SIGNED: Final = {"thinking_blocks": [{"type": "thinking", "thinking": "t", "signature": "c2ln"}]}

EFFORTS: Final = (None, "none", "minimal", "low", "medium", "high", "xhigh", "max")
THINKING: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"thinking": {"type": "enabled", "budget_tokens": 3000}},
    {"thinking": {"type": "disabled"}},
    {"thinking": {"type": "adaptive"}, "output_config": {"effort": "max"}},
)
SAMPLING: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"temperature": 0.2, "top_p": 0.9},
    {"temperature": 1, "stop": ["x"]},
    {"frequency_penalty": 0.5, "logprobs": True, "top_p": 0.99},
)
CHOICES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"tools": TOOLS, "tool_choice": "required"},
    {"tools": TOOLS, "tool_choice": {"type": "function", "function": {"name": "f"}}},
)
LIMITS: Final[tuple[dict[str, Any], ...]] = ({}, {"max_tokens": 1500}, {"max_tokens": 9_000_000})
HISTORIES: Final = (
    [HI],
    [HI, {"role": "assistant", "tool_calls": [CALL]}, RESULT],
    [HI, {"role": "assistant", "tool_calls": [CALL], **SIGNED}, RESULT],
    [HI, {"role": "assistant", "content": "{"}],
    [HI, {"role": "assistant", "content": "", **SIGNED}, {"role": "system", "content": "S"}, HI],
)


@pytest.mark.parametrize("model", [*_one_of_each_family(), *ASSUMED])
def test_nothing_the_family_refuses_is_sent(model: str) -> None:
    knobs = product(EFFORTS, THINKING, CHOICES, LIMITS)
    # The last two knobs turn along with the product instead of multiplying it.
    for turn, (effort, thinking, choice, limit) in enumerate(knobs):
        body = {**thinking, **choice, **limit, **SAMPLING[turn % len(SAMPLING)]}
        body["messages"] = HISTORIES[(turn // 3) % len(HISTORIES)]
        if effort is not None:
            body["reasoning_effort"] = effort
        try:
            out = CATALOG.rewrite(body, model=model)
        except WrongEndpoint:
            assert "tools" in body
            continue
        found = CATALOG.resolve(model, wire=out.wire)
        _check(read(dict(out.body), out.wire), found, out)
        _check_told(body, out)


def _check(sent: Sent, found: Found, out: Rewritten) -> None:
    traits = found.traits
    thinks = _thinks(sent, found)
    for name in ("temperature", "top_p", "top_k", "penalties", "logprobs", "stop"):
        taken, value = getattr(traits.sampling, name), getattr(sent, name)
        if value is None or (name == "temperature" and value == 1):
            continue
        assert taken not in ("refused", "ignored"), name
        if taken == "refused_while_thinking" and thinks:
            assert name == "top_p"
            assert value >= 0.95
            assert found.vendor == "anthropic"
    if traits.sampling.temperature_with_top_p == "refused":
        assert sent.temperature is None or sent.top_p is None
    if sent.effort is not None and traits.effort.levels is not None:
        assert sent.effort in traits.effort.levels
    if sent.kind is not None and traits.thinking.types is not None:
        assert sent.kind in traits.thinking.types
    if type(sent.output) is int and traits.limits.output is not None:
        assert sent.output <= traits.limits.output
    forced = traits.tools.forced
    assert not (sent.forced and forced == "refused")
    assert not (sent.forced and forced == "refused_while_thinking" and thinks)
    assert not (sent.forced and forced == "refused_with_budget" and sent.budget)
    if traits.prefill == "refused":
        assert sent.last not in ("assistant", "model")
    endpoint = traits.tools.endpoint
    assert not (sent.tools and endpoint not in (None, out.wire) and thinks)
    assert sent.effort is None or sent.budget is None or found.vendor == "anthropic"


def _thinks(sent: Sent, found: Found) -> bool:
    """Whether the model will think on what was sent."""
    mode = found.traits.thinking.mode
    if sent.kind is not None:
        return bool(sent.kind in ("adaptive", "enabled"))
    if sent.effort is not None and found.vendor != "anthropic":
        return bool(sent.effort != "none")
    return mode in ("default_on", "always")


def _check_told(body: dict[str, Any], out: Rewritten) -> None:
    """What is neither in the body that is sent nor told is lost."""
    written = json.dumps(out.body)
    told = {change.path for change in out.changes}
    for field, value in body.items():
        if field in ("temperature", "top_p", "frequency_penalty", "max_tokens"):
            assert str(value) in written or f"/{field}" in told, field
    for change in out.changes:
        assert change.rule
        assert change.reason
