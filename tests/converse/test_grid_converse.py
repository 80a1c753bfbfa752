"""Every combination of the knobs on Converse: nothing refused is sent, nothing else changes."""

from itertools import pairwise, product
from typing import Any, Final

import pytest

from forethought.catalog import Catalog
from forethought.policies import Intent, Served, Traits
from forethought.policies.words import Effort

from ..policy.asserting import rewritten
from ..policy.test_grid_anthropic import ABSENT, ASSUMED, LEGACY, MODELS, OWN, THINKING

CATALOG: Final = Catalog.load()
OTHERS: Final = {
    "gpt-5.6-sol": ("reasoning", "effort"),
    "gpt-6-astra": ("reasoning", "effort"),
    "gpt-oss-120b": ("reasoning_effort",),
    "qwen3.8-max": ("reasoning_config",),
    "qwen3-32b": ("reasoning_config",),
}
"""Where each takes its effort, below `additionalModelRequestFields`."""
EFFORTS: Final[tuple[Effort | None, ...]] = (None, "none", "minimal", "high", "max")
EXTRA: Final = "additionalModelRequestFields"

SPEC: Final = {"name": "f", "inputSchema": {"json": {"type": "object"}}, "strict": True}
CALL: Final = {"toolUse": {"toolUseId": "c1", "name": "f", "input": {}}}
MARK: Final = {"cachePoint": {"type": "default"}}
RESULT: Final = {
    "role": "user",
    "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "x"}]}}],
}
SIGNED: Final = {"reasoningContent": {"reasoningText": {"text": "", "signature": "c2ln"}}}
REDACTED: Final = {"reasoningContent": {"redactedContent": "c2ln"}}
UNSIGNED: Final = {"reasoningContent": {"reasoningText": {"text": "cut"}}}
HI: Final = {"role": "user", "content": [{"text": "hi"}]}


def _assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [*blocks]}


SAMPLING: Final[tuple[tuple[dict[str, Any], Any], ...]] = (
    ({}, ABSENT),
    ({"temperature": 0.2, "topP": 0.9}, ABSENT),
    ({"temperature": 1}, 5),
    ({"topP": 0.99, "stopSequences": ["x"]}, ABSENT),
)
CHOICES: Final[tuple[Any, ...]] = (ABSENT, {"any": {}}, {"tool": {"name": "f"}})
LIMITS: Final = (ABSENT, 1000, 900_000)
HISTORIES: Final = (
    [HI],
    [HI, _assistant(CALL), RESULT],
    [HI, _assistant(SIGNED, REDACTED, CALL, MARK), RESULT],
    [HI, _assistant(SIGNED, UNSIGNED, SIGNED, CALL), RESULT],
    [HI, _assistant(UNSIGNED, MARK), {"role": "system", "content": [{"text": "S"}]}, HI],
    [HI, _assistant({"text": "{"}, MARK)],
)


def _body(extra: dict[str, Any], choice: Any, limit: Any, turn: int) -> dict[str, Any]:
    config, top_k = SAMPLING[turn % len(SAMPLING)]
    return {
        "messages": HISTORIES[(turn // 3) % len(HISTORIES)],
        "inferenceConfig": config | _told(maxTokens=limit),
        "toolConfig": {"tools": [{"toolSpec": SPEC}, MARK]} | _told(toolChoice=choice),
        EXTRA: extra | _told(top_k=top_k),
    }


def _told(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not ABSENT}


@pytest.mark.parametrize("model", [*MODELS, *LEGACY, *ASSUMED])
def test_nothing_that_claude_refuses_is_sent(model: str) -> None:
    found = CATALOG.resolve(model, platform="bedrock", wire="bedrock.converse")
    served = Served(vendor="anthropic", model=found.model, id=found.id, platform="bedrock")
    knobs = product(EFFORTS, OWN, THINKING, CHOICES)
    # The other knobs turn along with the product instead of multiplying it.
    for turn, (effort, own, thinking, choice) in enumerate(knobs):
        limit = LIMITS[(turn // 7) % len(LIMITS)]
        config = ABSENT if own is ABSENT else {"effort": own}
        body = _body(_told(thinking=thinking, output_config=config), choice, limit, turn)
        intent = Intent(effort=effort)
        out = rewritten(body, found.traits, wire="bedrock.converse", intent=intent, served=served)
        _check(dict(out.body), found.traits)
        _check_thinking(dict(out.body), found.traits)
        _check_effort(dict(out.body), ("output_config", "effort"), found.traits)


@pytest.mark.parametrize("model", OTHERS)
def test_nothing_that_another_model_refuses_is_sent(model: str) -> None:
    found = CATALOG.resolve(model, platform="bedrock", wire="bedrock.converse")
    served = Served(vendor=found.vendor, model=found.model, id=found.id, platform="bedrock")
    for turn, (effort, own, choice, limit) in enumerate(product(EFFORTS, OWN, CHOICES, LIMITS)):
        extra: Any = own
        for key in reversed(OTHERS[model]):
            extra = {} if own is ABSENT else {key: extra}
        body = _body(extra, choice, limit, turn)
        intent = Intent(effort=effort)
        out = rewritten(body, found.traits, wire="bedrock.converse", intent=intent, served=served)
        _check(dict(out.body), found.traits)
        sent = _check_effort(dict(out.body), OTHERS[model], found.traits)
        if effort is not None:
            assert sent in (found.traits.effort.levels or ())
        assert "thinking" not in out.body.get(EXTRA, {})


def _check(body: dict[str, Any], traits: Traits) -> None:
    _check_sampling(body, traits)
    _check_history(body, traits)
    forced = body["toolConfig"].get("toolChoice", {"auto": {}}).keys() != {"auto"}
    taken = traits.tools.forced
    assert not (forced and taken == "refused")
    assert not (forced and taken == "refused_while_thinking" and _thinks(body, traits))
    assert not (forced and taken == "refused_with_budget" and _kind(body) == "enabled")
    strict = "strict" in body["toolConfig"]["tools"][0]["toolSpec"]
    assert strict == (traits.tools.strict is not False)
    assert body["toolConfig"]["tools"][1] == MARK
    limit = body.get("inferenceConfig", {}).get("maxTokens")
    assert limit is None or traits.limits.output is None or limit <= traits.limits.output


def _kind(body: dict[str, Any]) -> Any:
    return (body.get(EXTRA, {}).get("thinking") or {}).get("type")


def _thinks(body: dict[str, Any], traits: Traits) -> bool:
    if _kind(body) is None:
        return traits.thinking.mode in ("default_on", "always")
    return _kind(body) in ("adaptive", "enabled")


def _check_thinking(body: dict[str, Any], traits: Traits) -> None:
    thinking = body.get(EXTRA, {}).get("thinking")
    if thinking is None:
        return
    kind = thinking["type"]
    assert kind in (traits.thinking.types or ())
    assert "budget_tokens" not in thinking or kind == "enabled"
    if kind == "enabled":
        limit = body.get("inferenceConfig", {}).get("maxTokens", traits.limits.output)
        assert 1024 <= thinking["budget_tokens"] < limit
    if kind in ("disabled", "between_tools"):
        assert thinking == {"type": kind}
    if "display" in thinking:
        assert thinking["display"] in (traits.thinking.display or ())
    if kind == "adaptive" and "summarized" in (traits.thinking.display or ()):
        assert thinking.get("display") in ("summarized", "omitted")
    assert "block_binding" not in thinking


def _check_effort(body: dict[str, Any], keys: tuple[str, ...], traits: Traits) -> Any:
    effort: Any = body.get(EXTRA, {})
    for key in keys:
        effort = effort.get(key, {})
    if effort == {}:
        return None
    assert effort in (traits.effort.levels or ())
    if _kind(body) in ("disabled", "between_tools") and traits.effort.max_when_off:
        assert effort in ("low", "medium", "high")
    return effort


def _check_sampling(body: dict[str, Any], traits: Traits) -> None:
    config = body.get("inferenceConfig", {})
    found = {"temperature": config.get("temperature"), "top_p": config.get("topP")}
    found["top_k"] = body.get(EXTRA, {}).get("top_k")
    for name, value in found.items():
        taken = getattr(traits.sampling, name)
        if value is None or (name == "temperature" and value == 1):
            continue
        assert taken != "refused"
        if taken == "refused_while_thinking" and _thinks(body, traits):
            assert name == "top_p"
            assert value >= 0.95
    if traits.sampling.temperature_with_top_p == "refused":
        assert found["temperature"] is None or found["top_p"] is None


def _check_history(body: dict[str, Any], traits: Traits) -> None:
    roles = [turn["role"] for turn in body["messages"]]
    assert set(roles) <= {"user", "assistant"}
    assert all(one != other for one, other in pairwise(roles))
    signs = traits.signatures.binding is not None
    for turn in body["messages"]:
        assert [block for block in turn["content"] if block != MARK]
        assert not (signs and UNSIGNED in turn["content"])
    if traits.prefill == "refused":
        assert roles[-1] == "user"
    if _kind(body) == "enabled" and body["messages"][-1] == RESULT:
        assert "reasoningContent" in body["messages"][-2]["content"][0]
