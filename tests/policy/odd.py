"""Odd payloads: JSON that looks like a request and is wrong in every place it can be."""

from typing import Any

from hypothesis import strategies as st

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.sampled_from(
        ["", " ", "none", "low", "max", "adaptive", "disabled", "enabled", "é\u2028", "x"]
    ),
    st.text(max_size=90),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "effort", "role", "a/b~c"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def fields(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the known fields, mostly right, beside some that nobody knows."""
    return st.fixed_dictionaries(
        {}, optional={key: value | JSON for key, value in known.items()} | {"unknown": JSON}
    )


BLOCK = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("text"), "text": st.sampled_from(["", " \n", "a", "b" * 80])}
    ),
    st.fixed_dictionaries(
        {"type": st.just("thinking"), "thinking": st.text(max_size=3)},
        optional={"signature": st.sampled_from(["", "c2ln", "c" * 80]) | JSON},
    ),
    st.fixed_dictionaries(
        {"type": st.just("redacted_thinking")},
        optional={"data": st.sampled_from(["", "ZA"]) | JSON},
    ),
    st.fixed_dictionaries(
        {"type": st.just("tool_use"), "id": st.just("c"), "name": st.just("f"), "input": JSON}
    ),
    st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": st.just("c")}),
)
TURN = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant", "system", "developer"]) | JSON,
        "content": st.sampled_from(["", "hi", "h" * 80])
        | st.lists(BLOCK | JSON, max_size=4)
        | JSON,
    },
    optional={"output_config": st.just({"effort": "low"}) | JSON},
)
ANTHROPIC = fields(
    model=st.just("m"),
    max_tokens=st.sampled_from([0, 1, 1024, 10**6]),
    thinking=st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["adaptive", "enabled", "disabled", "between_tools"]) | JSON,
            "budget_tokens": st.sampled_from([-1, 500, 1024, 10**6]) | JSON,
            "display": st.sampled_from(["summarized", "omitted", "updates"]) | JSON,
            "block_binding": JSON,
            "more": JSON,
            "a/b~c": JSON,
        },
    ),
    output_config=st.fixed_dictionaries(
        {}, optional={"effort": st.sampled_from(["none", "low", "xhigh"]) | JSON, "format": JSON}
    ),
    tool_choice=st.fixed_dictionaries(
        {}, optional={"type": st.sampled_from(["auto", "any", "tool"]) | JSON, "name": JSON}
    ),
    tools=st.lists(
        st.fixed_dictionaries({"name": st.just("f")}, optional={"strict": JSON}), max_size=2
    ),
    temperature=st.sampled_from([0, 0.2, 1, 1.0, True]),
    top_p=st.sampled_from([0.5, 0.99]),
    top_k=st.just(4),
    system=st.just("top") | st.lists(BLOCK, max_size=2),
    messages=st.lists(TURN | JSON, max_size=5),
    stream=st.booleans(),
    anthropic_beta=st.lists(st.just("b"), max_size=1),
)
CHAT_PART = st.one_of(
    st.fixed_dictionaries({"type": st.just("text"), "text": st.sampled_from(["", "hi"]) | JSON}),
    st.fixed_dictionaries(
        {
            "type": st.just("image_url"),
            "image_url": st.fixed_dictionaries(
                {"url": st.sampled_from(["data:image/png;base64,AA==", "https://x/y.png"]) | JSON},
                optional={"detail": JSON},
            )
            | JSON,
        }
    ),
    JSON,
)
CALL = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["call_1", "call.1", "call_1"]) | JSON,
        "type": st.just("function"),
        "function": st.fixed_dictionaries(
            {"name": st.sampled_from(["f", "a.b"]) | JSON},
            optional={"arguments": st.sampled_from(["", "{}", '{"a": [1, {}]}', "[]", "{"]) | JSON},
        )
        | JSON,
    }
)
CHAT_TURN = st.fixed_dictionaries(
    {"role": st.sampled_from(["system", "developer", "user", "assistant", "tool"])},
    optional={
        "content": st.sampled_from(["", "hi", "h" * 90]) | st.lists(CHAT_PART, max_size=3) | JSON,
        "tool_calls": st.lists(CALL, max_size=2) | JSON,
        "tool_call_id": st.sampled_from(["call_1", "call.1"]) | JSON,
        "name": JSON,
        "thinking_blocks": st.lists(BLOCK | JSON, max_size=2) | JSON,
        "signed_by": st.sampled_from(["anthropic/claude-opus-5-5", "gemini/gemini-3.8-flash"])
        | JSON,
        "reasoning_content": JSON,
        "cache_control": st.just({"type": "ephemeral"}) | JSON,
    },
)
CHAT = fields(
    messages=st.lists(CHAT_TURN, max_size=5),
    reasoning_effort=st.sampled_from(["none", "minimal", "high", "max"]),
    temperature=st.sampled_from([0, 0.3, 1, 2]),
    max_tokens=st.sampled_from([1, 5000, 10**6]),
    max_completion_tokens=st.sampled_from([1, 5000]),
    tools=st.lists(
        st.fixed_dictionaries(
            {
                "type": st.just("function"),
                "function": st.fixed_dictionaries(
                    {"name": st.sampled_from(["f", "a.b", "é"])},
                    optional={"parameters": st.just({"type": "object"}) | JSON, "strict": JSON},
                ),
            }
        )
        | JSON,
        max_size=2,
    ),
    tool_choice=st.sampled_from(["auto", "none", "required"]),
    parallel_tool_calls=st.booleans(),
    response_format=st.sampled_from(
        [
            {"type": "text"},
            {"type": "json_object"},
            {"type": "json_schema", "json_schema": {"schema": {}}},
        ]
    ),
    stop=st.sampled_from(["x", ["x", " "], []]),
    n=st.sampled_from([1, 2]),
    user=st.just("u"),
    stream=st.booleans(),
    thinking=st.sampled_from([{"type": "disabled"}, {"type": "enabled", "budget_tokens": 5000}]),
    seed=st.just(1),
)
"""Bodies in the shape of `openai.chat`."""
