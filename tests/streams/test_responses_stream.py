"""What a stream of `openai.responses` becomes."""

from typing import Any

import pytest

from forethought.policies.words import Json

W = "openai.responses"
REASONING = {
    "id": "rs_1",
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "s"}],
    "encrypted_content": "E",
}
CALL = {"id": "fc_1", "type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}


def added(index: int, item: Json) -> Json:
    return {"type": "response.output_item.added", "output_index": index, "item": item}


def done(index: int, item: Json) -> Json:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def delta(index: int, kind: str, text: str) -> Json:
    return {"type": f"response.{kind}.delta", "output_index": index, "delta": text}


def test_a_reasoning_item_is_kept_whole_in_its_place(run: Any) -> None:
    second = {**REASONING, "id": "rs_2", "encrypted_content": "E2"}
    items = [REASONING, CALL, second, {**CALL, "call_id": "c2"}]
    ran = run(
        W, [event for i, item in enumerate(items) for event in (added(i, item), done(i, item))]
    )
    assert ran.kept.blocks == (REASONING, second)
    assert ran.kept.layout == ("block", "call", "block", "call")
    assert ran.message["reasoning_items"] == [REASONING, second]
    assert ran.message["thinking_layout"] == ["block", "call", "block", "call"]


def test_what_only_a_reply_may_say_is_not_kept(run: Any) -> None:
    assert run(W, [done(0, {**REASONING, "status": "completed"})]).kept.blocks == (REASONING,)


def test_only_the_done_item_is_believed(run: Any) -> None:
    early = {**REASONING, "encrypted_content": "half"}
    assert run(W, [added(0, early)]).kept.blocks == ()
    assert run(W, [added(0, early), done(0, REASONING)]).kept.blocks == (REASONING,)


def test_an_item_that_is_done_twice_leaves_once(run: Any) -> None:
    ran = run(W, [done(0, REASONING), done(0, REASONING)])
    assert ran.deltas("thinking_block") == [REASONING]
    assert ran.deltas("reasoning") == ["s"]


@pytest.mark.parametrize("blob", [None, ""])
def test_an_item_without_its_blob_is_let_go(run: Any, blob: Json) -> None:
    assert not run(W, [done(0, {**REASONING, "encrypted_content": blob})]).kept.signed


def test_reasoning_is_shown_from_one_of_its_spellings(run: Any) -> None:
    events = [
        added(0, REASONING),
        delta(0, "reasoning_summary_text", "a"),
        delta(0, "reasoning_text", "raw"),
        {"type": "response.reasoning_summary_part.added", "output_index": 0, "summary_index": 1},
        delta(0, "reasoning_summary_text", "b"),
        done(0, REASONING),
    ]
    assert run(W, events).message["reasoning"] == "a\n\nb"


def test_what_no_delta_said_the_item_says(run: Any) -> None:
    message = {"type": "message", "id": "m1", "content": [{"type": "output_text", "text": "hi"}]}
    ran = run(W, [done(0, REASONING), done(1, message), done(2, {**CALL, "arguments": ""})])
    assert ran.message["reasoning"] == "s"
    assert ran.message["content"] == "hi"
    assert ran.message["tool_calls"][0]["function"]["arguments"] == "{}"
    assert ran.kept.item_ids == ("m1",)


def test_what_a_delta_said_the_item_does_not_repeat(run: Any) -> None:
    message = {"type": "message", "content": [{"type": "output_text", "text": "hi"}]}
    events = [
        *(added(0, message), delta(0, "output_text", "hi"), done(0, message)),
        *(added(1, CALL), delta(1, "function_call_arguments", "{}"), done(1, CALL)),
    ]
    ran = run(W, events)
    assert ran.message["content"] == "hi"
    assert ran.message["tool_calls"][0]["function"]["arguments"] == "{}"


def test_a_custom_call_is_one(run: Any) -> None:
    item = {"type": "custom_tool_call", "call_id": "c9", "name": "sh", "input": "ls"}
    events = [
        added(0, {**item, "input": ""}),
        delta(0, "custom_tool_call_input", "ls"),
        done(0, item),
    ]
    assert run(W, events).message["tool_calls"] == [
        {"id": "c9", "type": "custom", "custom": {"name": "sh", "input": "ls"}}
    ]


def test_a_refusal_is_a_refusal(run: Any) -> None:
    assert run(W, [delta(0, "refusal", "no")]).message["refusal"] == "no"


ENDS: list[tuple[Json, list[Json], str, str]] = [
    ({"status": "completed"}, [], "stop", "completed"),
    ({"status": "completed"}, [done(0, CALL)], "tool_calls", "completed"),
    (
        {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
        [],
        "length",
        "max_output_tokens",
    ),
    (
        {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}},
        [],
        "content_filter",
        "content_filter",
    ),
]


@pytest.mark.parametrize(("response", "before", "finish", "native"), ENDS)
def test_an_end_is_told_as_chat_tells_it(
    run: Any, response: Json, before: list[Json], finish: str, native: str
) -> None:
    usage = {
        "input_tokens": 5,
        "input_tokens_details": {"cached_tokens": 2},
        "output_tokens": 9,
        "output_tokens_details": {"reasoning_tokens": 4},
        "total_tokens": 14,
    }
    kind = f"response.{response['status']}"
    ran = run(W, [*before, {"type": kind, "response": {**response, "usage": usage}}])
    assert ran.reply["choices"][0]["finish_reason"] == finish
    assert ran.kept.stop_reason == native
    assert ran.reply["usage"] == {
        "prompt_tokens": 5,
        "completion_tokens": 9,
        "total_tokens": 14,
        "prompt_tokens_details": {"cached_tokens": 2},
        "completion_tokens_details": {"reasoning_tokens": 4},
    }


@pytest.mark.parametrize(
    "event",
    [
        {"type": "error", "code": "server_error", "message": "busy"},
        {
            "type": "response.failed",
            "response": {"error": {"code": "server_error", "message": "busy"}},
        },
    ],
)
def test_a_failure_is_passed_on(run: Any, event: Json) -> None:
    chunk = run(W, [event]).chunks[0]
    assert chunk == {"error": {"type": "error", "message": "busy", "code": "server_error"}}
