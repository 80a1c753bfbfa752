"""What is sent to OpenAI is what the vendor's own types describe, to the last member."""

from typing import Any, Final

import pytest
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

from forethought.policies import Intent, rewrite

from .models import CATALOG, HI, sent, target
from .test_openai_chat_goldens import GONE as CHAT_GONE
from .test_openai_chat_goldens import RULES as CHAT_RULES
from .test_openai_responses_goldens import PARAMS as RESPONSES_PARAMS
from .test_openai_responses_goldens import RS

CHAT: Final = TypeAdapter(CompletionCreateParamsNonStreaming)
RESPONSES: Final = TypeAdapter(ResponseCreateParamsNonStreaming)
STRANGE: Final = ({"top_k", "min_p", "unknown", "x"}, {"reasoning": "high"})
"""Fields and a value of the goldens that no vendor describes and no rule touches."""


def plainly(value: Any) -> Any:
    """The validated value, its lazy iterators run."""
    if isinstance(value, dict):
        return {key: plainly(item) for key, item in value.items()}
    if isinstance(value, str | int | float) or value is None:
        return value
    return [plainly(item) for item in value]


def check(adapter: TypeAdapter[Any], body: dict[str, Any]) -> None:
    """The types take the body, and know every member of it."""
    assert plainly(adapter.validate_python(body)) == body


def _chat_rows() -> list[Any]:
    return [
        pytest.param(row, id=f"{rule}: {row[0]}")
        for rule, rows in CHAT_RULES.items()
        for row in rows
        if CATALOG.resolve(row[1]).vendor == "openai" and row[2] != "openrouter"
    ]


@pytest.mark.parametrize("row", _chat_rows())
def test_chat_bodies(row: Any) -> None:
    why, model, platform, asked, _ = row
    own = {key: value for key, value in asked.items() if key not in STRANGE[0]}
    body = {"model": "m", "messages": [HI], **own} | _stated(why)
    out = dict(sent(body, target(model, platform)).body)
    if "stream" not in body:
        check(CHAT, {key: value for key, value in out.items() if value is not CHAT_GONE})


def _stated(why: str) -> dict[str, Any]:
    """An effort that the vendor knows, where the golden is about one that it does not."""
    odd = why.startswith("what is no level")
    return {"reasoning_effort": "low"} if odd else {"temperature": 1} if "true" in why else {}


@pytest.mark.parametrize("row", [pytest.param(p.values[1], id=p.id) for p in RESPONSES_PARAMS])
def test_responses_bodies(row: Any) -> None:
    _, model, asked, _ = row
    if asked == STRANGE[1]:
        return
    own = {key: value for key, value in asked.items() if key not in STRANGE[0]}
    own = {**own, "include": []} if "a" in (own.get("include") or ()) else own
    body = {"model": "m", "input": [HI], **own}
    check(RESPONSES, dict(sent(body, target(model, wire=WIRE), wire=WIRE).body))


WIRE: Final = "openai.responses"
CALL: Final = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CUSTOM: Final = {"id": "c2", "type": "custom", "custom": {"name": "g", "input": "in"}}
GRAMMAR: Final = {"type": "grammar", "grammar": {"syntax": "lark", "definition": "d"}}


@pytest.mark.parametrize("model", ["gpt-5.5", "gpt-6-astra", "gpt-4o", "o3-pro"])
@pytest.mark.parametrize("effort", [None, "none", "max"])
def test_translated_bodies(model: str, effort: Any) -> None:
    to = target(model, wire=WIRE)
    body = {
        "model": "m",
        "messages": [
            {"role": "system", "content": "S"},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "image_url", "image_url": {"url": "https://x/y.png"}},
                    {"type": "file", "file": {"file_id": "file-1"}},
                ],
            },
            {
                "role": "assistant",
                "content": "x",
                "reasoning_items": [RS],
                "tool_calls": [CALL, CUSTOM],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "r"},
            {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "r"}]},
            HI,
        ],
        "tools": [
            {"type": "function", "function": {"name": "f", "description": "d"}},
            {"type": "custom", "custom": {"name": "g", "format": GRAMMAR}},
        ],
        "tool_choice": {
            "type": "allowed_tools",
            "allowed_tools": {
                "mode": "required",
                "tools": [{"type": "function", "function": {"name": "f"}}],
            },
        },
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "n", "schema": {"type": "object"}, "strict": True},
        },
        "verbosity": "low",
        "max_tokens": 100,
        "temperature": 1,
        "top_p": 0.5,
        "logprobs": True,
        "top_logprobs": 2,
        "seed": 1,
        "metadata": {"a": "b"},
        "parallel_tool_calls": True,
        "stream_options": {"include_usage": True, "include_obfuscation": True},
    }
    out = rewrite(
        body,
        to.traits,
        wire="openai.chat",
        target=WIRE,
        served=to.served,
        intent=Intent(effort=effort),
    )
    check(RESPONSES, dict(out.body))


def test_the_check_itself_sees_a_member_that_nobody_knows() -> None:
    with pytest.raises(AssertionError):
        check(CHAT, {"model": "m", "messages": [HI], "nobody": 1})
    with pytest.raises(AssertionError):
        check(RESPONSES, {"model": "m", "input": [{**HI, "nobody": 1}]})
