"""Odd bodies in the shape of Converse."""

from hypothesis import strategies as st

from ..policy.odd import JSON, fields

LEVELS = st.sampled_from(["none", "low", "high", "xhigh"])
BLOCK = st.one_of(
    st.fixed_dictionaries({"text": st.sampled_from(["", " \n", "a", "b" * 80]) | JSON}),
    st.fixed_dictionaries(
        {
            "reasoningContent": st.fixed_dictionaries(
                {
                    "reasoningText": st.fixed_dictionaries(
                        {"text": st.text(max_size=3)},
                        optional={"signature": st.sampled_from(["", "c2ln", "c" * 80]) | JSON},
                    )
                    | JSON
                }
            )
            | st.fixed_dictionaries({"redactedContent": st.sampled_from(["", "ZA=="]) | JSON})
            | JSON
        }
    ),
    st.just({"cachePoint": {"type": "default"}}),
    st.fixed_dictionaries(
        {"toolUse": st.fixed_dictionaries({"toolUseId": st.just("c"), "name": st.just("f")})}
    ),
    st.fixed_dictionaries({"toolResult": st.just({"toolUseId": "c", "content": []})}),
)
TURN = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant", "system", "developer"]) | JSON,
        "content": st.lists(BLOCK | JSON, max_size=4) | JSON,
    },
    optional={"more": JSON},
)
THINKING = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["adaptive", "enabled", "disabled", "between_tools"]) | JSON,
        "budget_tokens": st.sampled_from([-1, 500, 1024, 10**6]) | JSON,
        "display": st.sampled_from(["summarized", "omitted", "updates"]) | JSON,
        "block_binding": JSON,
        "more": JSON,
    },
)
CONVERSE = fields(
    modelId=st.just("m"),
    model=st.just("m"),
    stream=st.booleans(),
    messages=st.lists(TURN | JSON, max_size=5),
    system=st.lists(st.sampled_from([{"text": "top"}, {"cachePoint": {"type": "default"}}])),
    inferenceConfig=fields(
        maxTokens=st.sampled_from([0, 1, 1024, 10**6]),
        temperature=st.sampled_from([0, 0.2, 1, 1.0, True]),
        topP=st.sampled_from([0.5, 0.99]),
        stopSequences=st.just(["x"]),
    ),
    toolConfig=fields(
        tools=st.lists(
            st.fixed_dictionaries(
                {
                    "toolSpec": st.fixed_dictionaries(
                        {"name": st.just("f")}, optional={"strict": JSON}
                    )
                }
            )
            | st.just({"cachePoint": {"type": "default"}})
            | JSON,
            max_size=3,
        ),
        toolChoice=st.sampled_from([{"auto": {}}, {"any": {}}, {"tool": {"name": "f"}}]),
    ),
    additionalModelRequestFields=fields(
        thinking=THINKING,
        reasoning_config=THINKING | LEVELS,
        output_config=st.fixed_dictionaries({}, optional={"effort": LEVELS | JSON, "format": JSON}),
        reasoning=st.fixed_dictionaries({}, optional={"effort": LEVELS | JSON, "summary": JSON}),
        reasoning_effort=LEVELS,
        top_k=st.just(4),
        anthropic_beta=st.lists(st.just("b"), max_size=1),
    ),
)
