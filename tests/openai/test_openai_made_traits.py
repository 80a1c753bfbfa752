"""Traits that an override may bring and that few models of the catalog have."""

from typing import Any, Final

import pytest

from forethought.policies import Served, Traits
from forethought.policies.traits import (
    EffortTraits,
    Limits,
    Off,
    Sampling,
    Thinking,
    Tools,
)

from .models import FUNCTIONS, HI, Target, sent

GONE: Final = object()
STRICT: Final = [{"type": "function", "function": {"name": "f", "strict": True}}]
LOOSE: Final = [{"type": "function", "function": {"name": "f"}}]
TEMPLATE: Final = Traits(
    thinking=Thinking(
        mode="default_on", off=Off(field="chat_template_kwargs.enable_thinking", value=False)
    ),
    effort=EffortTraits(levels=()),
    tools=Tools(forced="refused_while_thinking"),
)
LEVELS: Final = Traits(
    thinking=Thinking(mode="default_on"),
    effort=EffortTraits(levels=("none", "low", "high")),
    tools=Tools(forced="refused_while_thinking", strict=False),
    sampling=Sampling(
        temperature="accepted",
        top_p="accepted",
        temperature_with_top_p="refused",
        stop="ignored",
        penalties="refused_while_thinking",
    ),
    prefill="refused_while_thinking",
)
UNSURE: Final = Traits(
    effort=EffortTraits(levels=("none", "low")),
    sampling=Sampling(temperature="refused_while_thinking"),
)
FORCED: Final = {"tools": FUNCTIONS, "tool_choice": "required"}
KWARGS: Final = "chat_template_kwargs"


@pytest.mark.parametrize(
    ("traits", "asked", "changed"),
    [
        (TEMPLATE, {KWARGS: {"other": 1}}, {}),
        (TEMPLATE, {KWARGS: {"enable_thinking": False}}, {}),
        (
            TEMPLATE,
            {KWARGS: {"other": 1}, "reasoning_effort": "none"},
            {KWARGS: {"other": 1, "enable_thinking": False}, "reasoning_effort": GONE},
        ),
        (
            TEMPLATE,
            {KWARGS: {"enable_thinking": False}, "reasoning_effort": "high"},
            {KWARGS: {"enable_thinking": True}, "reasoning_effort": GONE},
        ),
        (TEMPLATE, FORCED, {KWARGS: {"enable_thinking": False}}),
        (TEMPLATE, {**FORCED, KWARGS: "odd"}, {"tool_choice": "auto"}),
        (
            LEVELS,
            {"thinking": {"budget_tokens": 2000}},
            {"thinking": GONE, "reasoning_effort": "low"},
        ),
        (LEVELS, FORCED, {"reasoning_effort": "none", "tools": LOOSE}),
        (LEVELS, {"tools": STRICT}, {"tools": LOOSE}),
        (
            LEVELS,
            {"tools": [{"type": "function", "name": "f", "strict": True}]},
            {"tools": [{"type": "function", "name": "f"}]},
        ),
        (LEVELS, {"temperature": 0.1, "top_p": 0.1}, {"top_p": GONE}),
        (LEVELS, {"stop": "x", "presence_penalty": 1}, {"stop": GONE, "presence_penalty": GONE}),
        (UNSURE, {"temperature": 0.1}, {}),
        (UNSURE, {"temperature": 0.1, "reasoning_effort": "low"}, {"temperature": GONE}),
        (LEVELS, {"reasoning_effort": "none", "presence_penalty": 1}, {}),
        (Traits(limits=Limits(output=10)), {"max_tokens": 20}, {"max_tokens": 10}),
        (Traits(limits=Limits(output=10)), {"max_tokens": True}, {}),
        (Traits(limits=Limits(output=10)), {"max_tokens": "20"}, {}),
        (
            Traits(chat=True, thinking=Thinking(mode="always")),
            {
                "reasoning_effort": "max",
                "thinking": {"type": "disabled"},
                "temperature": 0.1,
                "tool_choice": "required",
                "parallel_tool_calls": False,
                "max_tokens": 9**9,
            },
            {},
        ),
    ],
)
def test_a_body_becomes(traits: Traits, asked: dict[str, Any], changed: dict[str, Any]) -> None:
    functions = {"tools": LOOSE} if asked.get("tools") is FUNCTIONS else {}
    body = {"messages": [HI], **asked, **functions}
    out = sent(body, Target(traits, Served(vendor="v", platform="compatible")))
    assert out.body == {k: v for k, v in (body | changed).items() if v is not GONE}


@pytest.mark.parametrize(("effort", "added"), [("none", 0), ("low", 1), (None, 1)])
def test_a_prefill_is_refused_while_the_model_reasons(effort: str | None, added: int) -> None:
    body: dict[str, Any] = {"messages": [HI, {"role": "assistant", "content": "{"}]}
    body |= {} if effort is None else {"reasoning_effort": effort}
    out = sent(body, Target(LEVELS, Served()))
    assert len(out.body["messages"]) == 2 + added


def test_a_budget_yields_to_a_forced_tool_at_the_router() -> None:
    traits = Traits(
        thinking=Thinking(mode="opt_in"),
        tools=Tools(forced="refused_with_budget"),
    )
    body = {"messages": [HI], "tool_choice": "required", "reasoning": {"max_tokens": 2000}}
    out = sent(body, Target(traits, Served(vendor="v", platform="openrouter")))
    assert out.body == {"messages": [HI], "tool_choice": "required"}


def test_a_call_keeps_the_signature_of_its_own_vendor() -> None:
    call: dict[str, Any] = {
        "id": "c",
        "type": "function",
        "function": {"name": "f", "arguments": "{}"},
    }
    call["extra_content"] = {"google": {"thought_signature": "s" * 80}}
    body = {"messages": [HI, {"role": "assistant", "tool_calls": [call]}]}
    google = Target(Traits(chat=True, prefill="accepted"), Served(vendor="google"))
    assert not sent(body, google).changes
