"""What a stream of `bedrock.converse` becomes."""

from typing import Any

import pytest

from forethought.policies.words import Json

W = "bedrock.converse"


def change(index: int, delta: Json) -> Json:
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}


def stop(index: int) -> Json:
    return {"contentBlockStop": {"contentBlockIndex": index}}


@pytest.mark.parametrize("data", ["AP/+", b"\x00\xff\xfe"])
def test_both_arms_of_reasoning_are_kept_in_one_form(run: Any, data: Json) -> None:
    events = [
        change(0, {"reasoningContent": {"text": "a"}}),
        *(change(0, {"reasoningContent": {"signature": "S"}}), stop(0)),
        *(change(1, {"reasoningContent": {"redactedContent": data}}), stop(1)),
    ]
    ran = run(W, events)
    assert ran.kept.blocks == (
        {"type": "thinking", "thinking": "a", "signature": "S"},
        {"type": "redacted_thinking", "data": "AP/+"},
    )
    assert ran.message["reasoning"] == "a[reasoning withheld by the provider]"


def test_a_call_announces_itself(run: Any) -> None:
    call = {"toolUse": {"toolUseId": "t1", "name": "f"}}
    events = [
        {"contentBlockStart": {"contentBlockIndex": 0, "start": call}},
        *(change(0, {"toolUse": {"input": '{"a":1}'}}), stop(0)),
        {"messageStop": {"stopReason": "tool_use"}},
        {"metadata": {"usage": {"inputTokens": 3, "outputTokens": 4, "cacheReadInputTokens": 2}}},
    ]
    ran = run(W, events)
    assert ran.message["tool_calls"][0]["function"] == {"name": "f", "arguments": '{"a":1}'}
    assert ran.reply["choices"][0]["finish_reason"] == "tool_calls"
    assert ran.reply["usage"]["prompt_tokens"] == 5


def test_an_exception_is_passed_on(run: Any) -> None:
    chunk = run(W, [{"throttlingException": {"message": "slow down"}}]).chunks[0]
    assert chunk["error"]["message"] == "slow down"
