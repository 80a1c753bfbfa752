"""Odd payloads: nothing raises but a `RequestError`, and every property holds."""

from typing import Any, Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from forethought.policies import Intent, Policy
from forethought.policies.errors import RequestError
from tests.policy.asserting import rewritten
from tests.policy.odd import JSON, fields

from .golden import WIRE, Case, run, target

MODELS: Final = (
    "gemini-2.5-pro",
    "gemini-2.5-flash-lite",
    "gemini-2.5-flash-image",
    "gemini-3-pro-preview",
    "gemini-3.1-flash-image",
    "gemini-3-pro-image",
    "gemini-3.8-flash",
    "gemini-4-neon",
    "gemini-5-flash",
)
SIGNATURE = st.sampled_from(["", "c2ln", "c" * 80]) | JSON
NAMES = st.sampled_from(["f", "1 x/", "n" * 140])
POLICIES = st.builds(
    Policy,
    display=st.sampled_from(["summarized", "caller"]),
    later_system=st.sampled_from(["join", "label", "caller"]),
    foreign_calls=st.sampled_from(["prose", "placeholder"]),
    effort_none=st.sampled_from(["lowest", "off"]),
)
INTENTS = st.builds(
    Intent,
    effort=st.sampled_from([None, "none", "minimal", "medium", "max"]),
    display=st.sampled_from([None, "omitted", "summarized"]),
)


def some(known: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return fields(**known)


PART = st.one_of(
    some({"text": st.sampled_from(["", " ", "a", "b" * 80]), "thoughtSignature": SIGNATURE}),
    some(
        {
            "functionCall": some({"name": NAMES, "args": JSON, "id": st.just("c")}),
            "thoughtSignature": SIGNATURE,
        }
    ),
    some({"functionResponse": some({"name": NAMES, "response": JSON, "id": st.just("c")})}),
    JSON,
)
CONTENT = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "model", "system", "function"]) | JSON},
    optional={"parts": st.lists(PART, max_size=4) | JSON},
)
THINKING = some(
    {
        "thinkingLevel": st.sampled_from(["LOW", "minimal", "XHIGH", "SUPER"]),
        "thinkingBudget": st.sampled_from([-2, -1, 0, 1, 600, 99999]),
        "includeThoughts": st.booleans(),
    }
)
CONFIG = some(
    {
        "thinkingConfig": THINKING,
        "temperature": st.sampled_from([0, 1, 1.0, 0.5]),
        "topP": st.just(0.5),
        "presencePenalty": st.just(1),
        "maxOutputTokens": st.sampled_from([1, 10**6]),
    }
)
OWN = some(
    {
        "contents": st.lists(CONTENT | JSON, max_size=5),
        "generationConfig": CONFIG,
        "systemInstruction": some({"parts": st.lists(PART, max_size=2)}),
        "tools": st.just([{"functionDeclarations": [{"name": "f"}]}]),
        "toolConfig": some({"functionCallingConfig": some({"mode": st.just("ANY")})}),
    }
)
CALL = some(
    {
        "id": st.sampled_from(["c1", "c2"]),
        "function": some({"name": NAMES, "arguments": st.sampled_from(["{}", '{"a": 1.5}', "["])}),
        "provider_signature": SIGNATURE,
        "extra_content": some({"google": some({"thought_signature": SIGNATURE})}),
    }
)
SPEECH = st.sampled_from(["", "hi", "h" * 80]) | st.lists(
    some({"type": st.just("text"), "text": st.sampled_from(["", "b" * 80])}), max_size=3
)
MESSAGE = st.one_of(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "system", "developer"]), "content": SPEECH}
    ),
    st.fixed_dictionaries(
        {"role": st.just("assistant"), "content": SPEECH | st.none()},
        optional={
            "tool_calls": st.lists(CALL, max_size=3),
            "signed_by": st.sampled_from(["gemini/gemini-3.8-flash", "anthropic/claude-opus-5-5"])
            | JSON,
            "provider_signature": SIGNATURE,
            "thinking_blocks": st.lists(
                some({"thought": st.just(True), "thoughtSignature": SIGNATURE}), max_size=2
            ),
            "thinking_layout": st.lists(
                st.sampled_from(["block", "call", "gap", 2, {"length": 0, "signature": "c2ln"}]),
                max_size=3,
            ),
            "reasoning_details": st.lists(
                some(
                    {
                        "type": st.just("reasoning.encrypted"),
                        "format": st.just("google-gemini-v1"),
                        "data": SIGNATURE,
                    }
                ),
                max_size=2,
            ),
        },
    ),
    st.fixed_dictionaries(
        {
            "role": st.just("tool"),
            "tool_call_id": st.sampled_from(["c1", "c2"]),
            "content": SPEECH,
        }
    ),
)
CHAT = some(
    {
        "messages": st.lists(MESSAGE, max_size=6),
        "reasoning_effort": st.sampled_from(["none", "medium", "max"]),
        "thinking": some(
            {"type": st.sampled_from(["disabled", "enabled"]), "budget_tokens": st.just(2000)}
        ),
        "output_config": some({"effort": st.just("high")}),
        "reasoning": some({"max_tokens": st.just(99)}),
        "tools": st.lists(
            some({"type": st.just("function"), "function": some({"name": NAMES})}), max_size=2
        ),
        "tool_choice": st.sampled_from(["auto", "required", {"type": "function", "name": "f"}]),
        "response_format": some({"type": st.just("json_schema"), "json_schema": some({})}),
        "stop": st.lists(st.sampled_from(["a", ""]), max_size=7),
    }
)


# Functions of their own, since hypothesis names a strategy in full when a draw fails.
@st.composite
def own_bodies(draw: st.DrawFn) -> dict[str, Any]:
    return draw(OWN)


@st.composite
def chat_bodies(draw: st.DrawFn) -> dict[str, Any]:
    return draw(CHAT)


@given(own_bodies(), st.sampled_from(MODELS), POLICIES, INTENTS)
def test_the_own_wire_takes_anything(
    request: dict[str, Any], model: str, policy: Policy, intent: Intent
) -> None:
    traits, served = target(Case(why="", request="", model=model))
    rewritten(request, traits, wire=WIRE, policy=policy, intent=intent, served=served)


@given(chat_bodies(), st.sampled_from(MODELS), POLICIES, INTENTS)
def test_the_translation_raises_nothing_but_a_request_error(
    request: dict[str, Any], model: str, policy: Policy, intent: Intent
) -> None:
    case = Case(why="", request="", model=model, policy=policy, intent=intent)
    try:
        out = run(case, request, "openai.chat")
    except RequestError:
        return
    raw = run(case, msgspec.json.encode(request), "openai.chat")
    assert raw.body == out.body
    assert raw.changes == out.changes
    if intent == Intent():
        _settled(case, out.body)


def _settled(case: Case, body: Any) -> None:
    """What the translation sent is what the rules of the wire would send."""
    assert not run(case, body, WIRE).changes
