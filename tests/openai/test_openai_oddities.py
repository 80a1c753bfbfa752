"""Odd payloads on OpenAI's wires: no exception but a RequestError, and all that must hold."""

from typing import Any, Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from forethought.policies import Intent, RequestError, rewrite
from forethought.policies.words import EFFORTS

from ..policy.odd import CHAT, CHAT_PART, CHAT_TURN, JSON, fields
from .models import FUNCTIONS, sent, target

LEVEL: Final = st.sampled_from([*EFFORTS]) | JSON
REASONING: Final = st.fixed_dictionaries(
    {},
    optional={
        "effort": LEVEL,
        "enabled": st.booleans() | JSON,
        "max_tokens": st.sampled_from([500, 10**5]) | JSON,
        "exclude": JSON,
        "summary": JSON,
    },
)
TURN: Final = st.fixed_dictionaries(
    {"role": st.sampled_from(["system", "user", "assistant", "tool"]) | JSON},
    optional={
        "content": st.sampled_from(["", " ", "hi", "h" * 90])
        | st.lists(CHAT_PART | st.just({"type": "thinking", "thinking": "t" * 80}), max_size=3)
        | JSON,
        "tool_calls": st.lists(
            st.fixed_dictionaries(
                {"id": st.just("c")},
                optional={
                    "provider_signature": st.just("s" * 80) | JSON,
                    "extra_content": st.just({"google": {"thought_signature": "s"}}) | JSON,
                    "provider_specific_fields": st.just({"thought_signature": "s"}) | JSON,
                },
            )
            | JSON,
            max_size=2,
        )
        | JSON,
        "reasoning_content": st.just("r" * 80) | JSON,
        "reasoning": st.just("r" * 80) | JSON,
        "reasoning_details": JSON,
        "thinking_blocks": JSON,
        "reasoning_items": JSON,
        "thinking_layout": JSON,
        "signed_by": st.sampled_from(["openai/gpt-5", "zai/glm-4.6"]) | JSON,
        "signed_account": JSON,
        "output_config": st.just({"effort": "low"}) | JSON,
    },
)
BODY: Final = fields(
    messages=st.lists(TURN | JSON, max_size=5),
    reasoning_effort=LEVEL,
    reasoning=REASONING,
    thinking=st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["adaptive", "enabled", "disabled", "between_tools"]) | JSON,
            "budget_tokens": st.sampled_from([0, 3000]) | JSON,
        },
    ),
    output_config=st.fixed_dictionaries({}, optional={"effort": LEVEL, "format": JSON}),
    enable_thinking=st.booleans(),
    temperature=st.sampled_from([0, 1, 1.0, True]),
    top_p=st.just(0.5),
    stop=st.just("x"),
    logit_bias=JSON,
    max_tokens=st.sampled_from([1, 10**7]),
    max_completion_tokens=st.sampled_from([1, 10**7]),
    tools=st.just(FUNCTIONS) | st.lists(JSON, max_size=2),
    tool_choice=st.sampled_from(
        ["auto", "required", {"type": "allowed_tools", "mode": "required"}, {"type": "function"}]
    ),
    parallel_tool_calls=st.booleans(),
)
ITEM: Final = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("reasoning")},
        optional={
            "id": st.just("rs"),
            "encrypted_content": st.sampled_from(["", "e" * 80]) | JSON,
            "signed_by": st.sampled_from(["openai/gpt-5", "azure/gpt-5"]) | JSON,
            "signed_account": JSON,
        },
    ),
    st.fixed_dictionaries({"type": st.just("function_call"), "id": st.just("fc") | JSON}),
    st.fixed_dictionaries({"type": st.sampled_from(["configuration_update", "item_reference"])}),
    TURN,
    JSON,
)
RESPONSES: Final = fields(
    input=st.lists(ITEM, max_size=6),
    reasoning=REASONING,
    reasoning_effort=LEVEL,
    store=st.booleans(),
    include=st.lists(st.sampled_from(["a", "message.output_text.logprobs"]) | JSON, max_size=3),
    temperature=st.sampled_from([0, 1, True]),
    top_logprobs=st.just(2),
    max_output_tokens=st.sampled_from([1, 10**7]),
    tools=st.lists(JSON, max_size=2),
    tool_choice=st.sampled_from(["required", {"type": "allowed_tools", "mode": "required"}]),
)
INTENT: Final = st.builds(
    Intent,
    effort=st.none() | st.sampled_from(EFFORTS),
    display=st.none() | st.sampled_from(["omitted", "summarized", "updates"]),
)


CHATS: Final = st.sampled_from(
    [
        ("gpt-5.5", None),
        ("gpt-5", "azure"),
        ("deepseek-v4-pro", None),
        ("kimi-k2.5", None),
        ("qwen3-32b", None),
        ("muse-spark-1", None),
        ("anthropic/claude-opus-5", "openrouter"),
        ("anthropic/claude-haiku-4.5", "openrouter"),
        ("deepseek/deepseek-v4-pro", "openrouter"),
    ]
)


@given(model=CHATS, body=BODY, intent=INTENT)
def test_odd_chat_bodies(model: Any, body: Any, intent: Intent) -> None:
    sent(body, target(*model), intent=intent)


@given(
    model=st.sampled_from(["gpt-5", "gpt-5.5", "grok-4.20-multi-agent", "gpt-4o"]),
    body=RESPONSES,
    intent=INTENT,
)
def test_odd_responses_bodies(model: str, body: Any, intent: Intent) -> None:
    sent(body, target(model, wire="openai.responses"), wire="openai.responses", intent=intent)


MORE: Final = st.fixed_dictionaries(
    {},
    optional={
        "text": JSON,
        "include": JSON,
        "stream_options": JSON,
        "logprobs": JSON,
        "store": JSON,
        "reasoning": REASONING | JSON,
        "output_config": JSON,
    },
)
EXTRA: Final = st.lists(
    st.builds(
        lambda turn, more: {**turn, **more},
        CHAT_TURN,
        st.fixed_dictionaries(
            {},
            optional={
                "reasoning_items": st.lists(
                    st.fixed_dictionaries(
                        {"type": st.just("reasoning"), "id": st.just("rs")},
                        optional={"encrypted_content": st.just("e" * 90) | JSON},
                    ),
                    max_size=2,
                )
                | JSON,
                "thinking_layout": st.sampled_from([["block", 2, "call"], ["block", "block"], []])
                | JSON,
                "refusal": JSON,
            },
        ),
    ),
    max_size=4,
)


@given(
    model=st.sampled_from(["gpt-5.5", "gpt-4o"]),
    body=CHAT,
    more=MORE,
    turns=st.none() | EXTRA,
    intent=INTENT,
)
def test_odd_translations(model: str, body: Any, more: Any, turns: Any, intent: Intent) -> None:
    to = target(model, wire="openai.responses")
    body = {**body, **more} | ({} if turns is None else {"messages": turns})

    def once(request: Any) -> Any:
        try:
            out = rewrite(
                request,
                to.traits,
                wire="openai.chat",
                target="openai.responses",
                served=to.served,
                intent=intent,
            )
        except RequestError as error:
            return error.pointer, type(error)
        return out.body, out.changes

    before = msgspec.json.encode(body)
    first = once(body)
    assert msgspec.json.encode(body) == before
    assert once(before) == first
    if isinstance(first[0], dict):
        again = rewrite(
            first[0], to.traits, wire="openai.responses", served=to.served, intent=intent
        )
        assert not again.changes
        assert all(change.reason and change.rule for change in first[1])
        assert all(change.path is not None or change.to is not None for change in first[1])
