"""What each rule of `openai.chat` makes of a body, and what it leaves alone."""

from typing import Any, Final

import pytest

from forethought.policies import Intent, Policy
from forethought.policies.words import Platform

from .models import FUNCTIONS, HI, sent, target

GONE: Final = object()
"""A field of the caller's that is not sent."""

Row = tuple[str, str, Platform | None, dict[str, Any], dict[str, Any]]

EFFORT: Final[list[Row]] = [
    ("an offered level stays", "gpt-5", None, {"reasoning_effort": "minimal"}, {}),
    ("none is a level here", "gpt-5.1", None, {"reasoning_effort": "none"}, {}),
    ("nothing asked, nothing sent", "gpt-5.5", None, {}, {}),
    ("what is no level is the provider's to refuse", "gpt-5", None, {"reasoning_effort": "x"}, {}),
    ("the model's own off stays", "deepseek-v4-pro", None, {"thinking": {"type": "disabled"}}, {}),
    (
        "a toggle beside a level is the caller's affair",
        "deepseek-v4-pro",
        None,
        {"thinking": {"type": "disabled"}, "reasoning_effort": "high"},
        {},
    ),
    (
        "a member nobody reads stays",
        "glm-4.6",
        None,
        {"thinking": {"type": "enabled", "clear_thinking": False}},
        {},
    ),
    (
        "an always-on model may be told what it does",
        "glm-5.3",
        None,
        {"thinking": {"type": "enabled", "clear_thinking": False}},
        {},
    ),
    (
        "the router's own off stays",
        "anthropic/claude-opus-5",
        "openrouter",
        {"reasoning": {"enabled": False}},
        {},
    ),
    (
        "minimal went with 5.1",
        "gpt-5.1",
        None,
        {"reasoning_effort": "minimal"},
        {"reasoning_effort": "low"},
    ),
    (
        "max goes by Responses only",
        "gpt-5.6",
        None,
        {"reasoning_effort": "max"},
        {"reasoning_effort": "xhigh"},
    ),
    (
        "no off: the lowest",
        "gpt-oss-120b",
        None,
        {"reasoning_effort": "none"},
        {"reasoning_effort": "low"},
    ),
    (
        "one level only",
        "chat-latest",
        None,
        {"reasoning_effort": "high"},
        {"reasoning_effort": "medium"},
    ),
    (
        "a hole: medium is high",
        "glm-5.3",
        None,
        {"reasoning_effort": "medium"},
        {"reasoning_effort": "high"},
    ),
    (
        "a hole: xhigh is max",
        "kimi-k3",
        None,
        {"reasoning_effort": "xhigh"},
        {"reasoning_effort": "max"},
    ),
    (
        "none or high: low is high",
        "mistral-large-4",
        None,
        {"reasoning_effort": "low"},
        {"reasoning_effort": "high"},
    ),
    (
        "no such parameter",
        "gpt-4o",
        None,
        {"reasoning_effort": "low"},
        {"reasoning_effort": GONE},
    ),
    (
        "Claude's budget is a level",
        "gpt-5",
        None,
        {"thinking": {"type": "enabled", "budget_tokens": 2000}},
        {"thinking": GONE, "reasoning_effort": "low"},
    ),
    (
        "Claude's effort stands over Claude's budget",
        "gpt-5",
        None,
        {
            "thinking": {"type": "enabled", "budget_tokens": 2000},
            "output_config": {"effort": "high"},
        },
        {"thinking": GONE, "output_config": GONE, "reasoning_effort": "high"},
    ),
    (
        "Claude's adaptive asks a model that does not think unasked",
        "gpt-5.1",
        None,
        {"thinking": {"type": "adaptive"}},
        {"thinking": GONE, "reasoning_effort": "medium"},
    ),
    (
        "Claude's disabled is none",
        "gpt-5.5",
        None,
        {"thinking": {"type": "disabled"}},
        {"thinking": GONE, "reasoning_effort": "none"},
    ),
    (
        "reasoning_effort stands over everything else",
        "gpt-5",
        None,
        {
            "reasoning_effort": "low",
            "reasoning": {"effort": "high"},
            "thinking": {"type": "adaptive"},
        },
        {"reasoning": GONE, "thinking": GONE},
    ),
    (
        "OpenRouter's words, elsewhere",
        "gpt-5",
        None,
        {"reasoning": {"effort": "high"}},
        {"reasoning": GONE, "reasoning_effort": "high"},
    ),
    (
        "Meta's field",
        "muse-spark-1",
        None,
        {"reasoning_effort": "low"},
        {"reasoning_effort": GONE, "reasoning": {"effort": "low"}},
    ),
    (
        "none by the toggle",
        "deepseek-v4-pro",
        None,
        {"reasoning_effort": "none"},
        {"reasoning_effort": GONE, "thinking": {"type": "disabled"}},
    ),
    (
        "a level to a toggle that is off",
        "kimi-k2.5",
        None,
        {"reasoning_effort": "high", "thinking": {"type": "disabled"}},
        {"reasoning_effort": GONE, "thinking": {"type": "enabled"}},
    ),
    (
        "a level to a toggle that is on anyway",
        "kimi-k2.5",
        None,
        {"reasoning_effort": "high"},
        {"reasoning_effort": GONE},
    ),
    (
        "a level to a toggle that is off unless asked",
        "qwen3-32b",
        None,
        {"reasoning_effort": "low"},
        {"reasoning_effort": GONE, "enable_thinking": True},
    ),
    (
        "none to DashScope",
        "qwen3-32b",
        None,
        {"reasoning_effort": "none"},
        {"reasoning_effort": GONE, "enable_thinking": False},
    ),
    (
        "adaptive is Claude's word",
        "deepseek-v4-pro",
        None,
        {"thinking": {"type": "adaptive"}},
        {"thinking": {"type": "enabled"}},
    ),
    (
        "off where there is none",
        "kimi-k3",
        None,
        {"thinking": {"type": "disabled"}},
        {"thinking": GONE, "reasoning_effort": "low"},
    ),
    (
        "the router's field",
        "openai/gpt-5",
        "openrouter",
        {"reasoning_effort": "low"},
        {"reasoning_effort": GONE, "reasoning": {"effort": "low"}},
    ),
    (
        "mandatory reasoning is not disabled",
        "anthropic/claude-fable-5",
        "openrouter",
        {"reasoning": {"enabled": False}},
        {"reasoning": {"effort": "low"}},
    ),
    (
        "mandatory reasoning of a model without levels",
        "moonshotai/kimi-k2-thinking",
        "openrouter",
        {"reasoning": {"effort": "high", "enabled": False}},
        {"reasoning": GONE},
    ),
    (
        "Claude is never disabled unasked",
        "anthropic/claude-opus-5",
        "openrouter",
        {"reasoning_effort": "none"},
        {"reasoning_effort": GONE, "reasoning": {"effort": "low"}},
    ),
    (
        "a budget for a model of budgets",
        "anthropic/claude-haiku-4.5",
        "openrouter",
        {"reasoning_effort": "high"},
        {"reasoning_effort": GONE, "reasoning": {"max_tokens": 16384}},
    ),
    (
        "a budget for a model of levels",
        "anthropic/claude-opus-5.5",
        "openrouter",
        {"reasoning": {"max_tokens": 8000}},
        {"reasoning": {"effort": "medium"}},
    ),
    (
        "the toggle of another vendor, at the router",
        "deepseek/deepseek-v4-pro",
        "openrouter",
        {"reasoning_effort": "none"},
        {"reasoning_effort": GONE, "reasoning": {"enabled": False}},
    ),
]
ENDPOINT: Final[list[Row]] = [
    ("function tools without reasoning", "gpt-5.4", None, {"tools": FUNCTIONS}, {}),
    ("reasoning without tools", "gpt-5.5", None, {"reasoning_effort": "high"}, {}),
    (
        "both",
        "gpt-5.5",
        None,
        {"tools": FUNCTIONS, "reasoning_effort": "high"},
        {"reasoning_effort": "none"},
    ),
    ("both, unasked", "gpt-5.5", None, {"tools": FUNCTIONS}, {"reasoning_effort": "none"}),
    (
        "the router finds the endpoint itself",
        "openai/gpt-5.5",
        "openrouter",
        {"tools": FUNCTIONS, "reasoning": {"effort": "high"}},
        {},
    ),
    (
        "a tool that is no function",
        "gpt-5.5",
        None,
        {"tools": [{"type": "custom", "custom": {"name": "c"}}]},
        {},
    ),
]
FORCED: Final[list[Row]] = [
    ("accepted", "gpt-5", None, {"tools": FUNCTIONS, "tool_choice": "required"}, {}),
    ("not forced", "kimi-k3", None, {"tools": FUNCTIONS, "tool_choice": "auto"}, {}),
    (
        "required",
        "kimi-k3",
        None,
        {"tools": FUNCTIONS, "tool_choice": "required"},
        {"tool_choice": "auto"},
    ),
    (
        "a named tool",
        "kimi-k3",
        None,
        {"tools": FUNCTIONS, "tool_choice": {"type": "function", "function": {"name": "f"}}},
        {"tool_choice": "auto"},
    ),
    (
        "allowed tools stay the allowed ones",
        "kimi-k3",
        None,
        {
            "tools": FUNCTIONS,
            "tool_choice": {
                "type": "allowed_tools",
                "allowed_tools": {"mode": "required", "tools": []},
            },
        },
        {
            "tool_choice": {
                "type": "allowed_tools",
                "allowed_tools": {"mode": "auto", "tools": []},
            }
        },
    ),
    (
        "the thinking yields, not the tool",
        "deepseek-v4-pro",
        None,
        {"tools": FUNCTIONS, "tool_choice": "required", "reasoning_effort": "high"},
        {"reasoning_effort": GONE, "thinking": {"type": "disabled"}},
    ),
    (
        "no thinking, nothing to yield",
        "deepseek-v4-pro",
        None,
        {"tools": FUNCTIONS, "tool_choice": "required", "thinking": {"type": "disabled"}},
        {},
    ),
]
SAMPLING: Final[list[Row]] = [
    ("a temperature of 1 stays", "gpt-5", None, {"temperature": 1}, {}),
    ("null is absent", "gpt-5", None, {"temperature": None}, {}),
    ("accepted", "gpt-4o", None, {"temperature": 0.2, "top_p": 0.5, "logprobs": True}, {}),
    ("accepted as it does not reason", "gpt-5.1", None, {"temperature": 0.2}, {}),
    (
        "accepted as it is turned off",
        "gpt-5.5",
        None,
        {"temperature": 0.2, "reasoning_effort": "none"},
        {},
    ),
    ("what the wire does not have", "gpt-5", None, {"top_k": 4, "min_p": 0.1}, {}),
    ("true is not 1", "gpt-5", None, {"temperature": True}, {"temperature": GONE}),
    (
        "refused while it reasons",
        "gpt-5.1",
        None,
        {"temperature": 0.2, "reasoning_effort": "low"},
        {"temperature": GONE},
    ),
    (
        "everything that samples",
        "gpt-5",
        None,
        {
            "temperature": 0,
            "top_p": 0.5,
            "frequency_penalty": 0.1,
            "presence_penalty": 0.1,
            "logprobs": True,
            "top_logprobs": 2,
            "logit_bias": {"1": 1},
        },
        dict.fromkeys(
            (
                "temperature",
                "top_p",
                "frequency_penalty",
                "presence_penalty",
                "logprobs",
                "top_logprobs",
                "logit_bias",
            ),
            GONE,
        ),
    ),
    ("stop at xAI", "grok-4.5", None, {"stop": ["x"]}, {"stop": GONE}),
    (
        "a model of another vendor at the router",
        "anthropic/claude-opus-5.5",
        "openrouter",
        {"temperature": 0.2, "top_k": 4},
        {"temperature": GONE, "top_k": GONE},
    ),
]
LIMITS: Final[list[Row]] = [
    ("the field and the number are right", "gpt-5", None, {"max_completion_tokens": 400}, {}),
    ("a limit nobody asked for is not filled in", "gpt-5", None, {}, {}),
    ("which field is not known", "muse-spark-1", None, {"max_tokens": 4}, {}),
    (
        "renamed, the number kept",
        "gpt-5",
        "azure",
        {"max_tokens": 400},
        {"max_tokens": GONE, "max_completion_tokens": 400},
    ),
    (
        "the other way",
        "mistral-large-4",
        "azure",
        {"max_completion_tokens": 400},
        {"max_completion_tokens": GONE, "max_tokens": 400},
    ),
    (
        "the router's field",
        "openai/gpt-5",
        "openrouter",
        {"max_completion_tokens": 400},
        {"max_completion_tokens": GONE, "max_tokens": 400},
    ),
    (
        "both: the right one stands",
        "gpt-5",
        None,
        {"max_completion_tokens": 300, "max_tokens": 400},
        {"max_tokens": GONE},
    ),
    (
        "clamped",
        "gpt-5",
        None,
        {"max_completion_tokens": 500_000},
        {"max_completion_tokens": 128_000},
    ),
    (
        "renamed and clamped",
        "gpt-5",
        None,
        {"max_tokens": 500_000},
        {"max_tokens": GONE, "max_completion_tokens": 128_000},
    ),
]
TOOLS: Final[list[Row]] = [
    ("accepted", "gpt-5", None, {"tools": FUNCTIONS, "parallel_tool_calls": False}, {}),
    (
        "refused, even as false",
        "o4-mini",
        None,
        {"tools": FUNCTIONS, "parallel_tool_calls": False},
        {"parallel_tool_calls": GONE},
    ),
]
UNTOUCHED: Final[list[Row]] = [
    (
        "what no rule reads",
        "gpt-5",
        None,
        {"verbosity": "low", "service_tier": "flex", "unknown": {"a": [1]}, "stream": True},
        {},
    ),
]
RULES: Final = {
    "openai.effort": [*EFFORT, *ENDPOINT],
    "openai.forced_tools": FORCED,
    "openai.sampling": SAMPLING,
    "openai.limits": LIMITS,
    "openai.tools": TOOLS,
    "none": UNTOUCHED,
}
ROWS: Final = [
    pytest.param(rule, row, id=f"{rule}: {row[0]}") for rule, rows in RULES.items() for row in rows
]


@pytest.mark.parametrize(("rule", "row"), ROWS)
def test_a_body_becomes(rule: str, row: Row) -> None:
    _, model, platform, asked, changed = row
    body = {"model": "m", "messages": [HI], **asked}
    out = sent(body, target(model, platform))
    wanted = {key: value for key, value in (body | changed).items() if value is not GONE}
    assert out.body == wanted
    if rule != "openai.forced_tools":  # there the effort may be what yields
        assert {change.rule for change in out.changes} <= {rule}


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_shown_to_act_and_to_leave_alone(rule: str) -> None:
    changed = [bool(row[4]) for row in RULES[rule]]
    assert False in changed
    assert True in changed or rule == "none"


@pytest.mark.parametrize(
    ("model", "platform", "intent", "asked", "changed"),
    [
        ("gpt-5", None, "high", {"reasoning_effort": "low"}, {"reasoning_effort": "high"}),
        ("gpt-5.1", None, "none", {"reasoning_effort": "low"}, {"reasoning_effort": "none"}),
        (
            "deepseek-v4-pro",
            None,
            "max",
            {"thinking": {"type": "disabled"}},
            {"thinking": {"type": "enabled"}, "reasoning_effort": "max"},
        ),
        (
            "anthropic/claude-opus-5",
            "openrouter",
            "none",
            {"reasoning": {"enabled": False, "max_tokens": 5}},
            {"reasoning": {"effort": "low"}},
        ),
        (
            "anthropic/claude-haiku-4.5",
            "openrouter",
            "low",
            {"reasoning": {"max_tokens": 9000, "exclude": True}},
            {"reasoning": {"max_tokens": 2048, "exclude": True}},
        ),
        (
            "anthropic/claude-haiku-4.5",
            "openrouter",
            "low",
            {"max_tokens": 1000, "reasoning": {"max_tokens": 900}},
            {"reasoning": GONE},
        ),
        ("gpt-5.5", None, "high", {"tools": FUNCTIONS}, {"reasoning_effort": "none"}),
        ("kimi-k2.5", None, "none", {}, {"thinking": {"type": "disabled"}}),
    ],
)
def test_an_intent_stands_over_the_body(
    model: str, platform: Platform | None, intent: Any, asked: Any, changed: Any
) -> None:
    body = {"model": "m", "messages": [HI], **asked}
    out = sent(body, target(model, platform), intent=Intent(effort=intent))
    assert out.body == {k: v for k, v in (body | changed).items() if v is not GONE}


def test_off_by_policy_is_off_where_claude_takes_it() -> None:
    body = {"model": "m", "messages": [HI], "reasoning_effort": "none"}
    to = target("anthropic/claude-opus-5", "openrouter")
    out = sent(body, to, policy=Policy(effort_none="off"))
    assert out.body == {"model": "m", "messages": [HI], "reasoning": {"enabled": False}}


@pytest.mark.parametrize(
    ("display", "policy", "own", "wanted"),
    [
        (None, "summarized", None, None),
        (None, "omitted", None, {"exclude": True}),
        (None, "omitted", {"exclude": False}, {"exclude": False}),
        ("omitted", "summarized", {"effort": "low"}, {"effort": "low", "exclude": True}),
        ("omitted", "summarized", {"exclude": False}, {"exclude": True}),
        ("summarized", "summarized", {"exclude": True, "effort": "low"}, {"effort": "low"}),
    ],
)
def test_the_router_excludes_what_is_not_to_be_shown(
    display: Any, policy: Any, own: Any, wanted: Any
) -> None:
    body: dict[str, Any] = {"model": "m", "messages": [HI]}
    body |= {} if own is None else {"reasoning": own}
    to = target("openai/gpt-5", "openrouter")
    out = sent(body, to, policy=Policy(display=policy), intent=Intent(display=display))
    assert out.body.get("reasoning") == wanted


def test_a_display_is_nothing_to_openai() -> None:
    body = {"model": "m", "messages": [HI]}
    assert not sent(body, target("gpt-5"), intent=Intent(display="omitted")).changes
