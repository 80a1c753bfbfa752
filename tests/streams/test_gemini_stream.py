"""What a stream of `gemini.generate` becomes."""

from typing import Any

import pytest

from forethought.policies.kept import SignedText
from forethought.policies.words import Json

W = "gemini.generate"


def event(*parts: Json, **candidate: Json) -> Json:
    content = {"role": "model", "parts": [*parts]}
    return {"candidates": [{"content": content, "index": 0, **candidate}]}


def call(name: str, call_id: str | None = None, **part: Json) -> Json:
    told: Json = {"name": name, "args": {"a": name}}
    return {"functionCall": {**told, "id": call_id} if call_id else told, **part}


def test_thoughts_are_reasoning_and_not_kept(run: Any) -> None:
    ran = run(W, [event({"text": "I think", "thought": True}), event({"text": "so"})])
    assert ran.message["reasoning"] == "I think"
    assert ran.message["content"] == "so"
    assert not ran.kept.signed


def test_a_parallel_batch_keeps_the_signature_on_the_first_call_only(run: Any) -> None:
    batch = event(call("f", "c1", thoughtSignature="S"), call("g", "c2"), call("h", "c3"))
    ran = run(W, [batch, event(finishReason="STOP")])
    assert ran.kept.call_ids == ("c1", "c2", "c3")
    assert ran.kept.call_signatures == {"c1": "S"}
    signed = ["provider_signature" in told for told in ran.message["tool_calls"]]
    assert signed == [True, False, False]
    assert ran.reply["choices"][0]["finish_reason"] == "tool_calls"


def test_calls_without_ids_get_the_same_ids_every_time_and_say_so(run: Any) -> None:
    events = [event(call("f", thoughtSignature="S")), event(call("g"))]
    ran = run(W, events)
    assert [told["id"] for told in ran.message["tool_calls"]] == ["call_0", "call_1"]
    assert ran.kept.made_ids
    assert len(ran.kept.call_digests) == 2
    assert run(W, events, ids="r7_").kept.call_ids == ("r7_0", "r7_1")


def test_signed_texts_and_empty_parts_stay_parts_of_their_own(run: Any) -> None:
    events = [
        event({"text": "one "}),
        event({"text": "two "}, {"text": "three", "thoughtSignature": "S1"}),
        event({"text": "", "thoughtSignature": "S2"}, finishReason="STOP"),
    ]
    ran = run(W, events)
    assert ran.kept.layout == (
        8,
        SignedText(length=5, signature="S1"),
        SignedText(length=0, signature="S2"),
    )
    assert ran.message["content"] == "one two three"
    assert ran.deltas("provider_signature") == ["S1", "S2"]
    assert ran.message["thinking_layout"][1:] == [
        {"length": 5, "signature": "S1"},
        {"length": 0, "signature": "S2"},
    ]


def test_one_signed_text_is_told_on_the_message(run: Any) -> None:
    message = run(W, [event({"text": "a", "thoughtSignature": "S"})]).message
    assert message["provider_signature"] == "S"
    assert "thinking_layout" not in message


def test_a_part_of_nothing_but_a_signature_is_an_empty_text(run: Any) -> None:
    kept = run(W, [event({"text": "a"}), event({"thoughtSignature": "S"})]).kept
    assert kept.layout == (1, SignedText(length=0, signature="S"))


@pytest.mark.parametrize(
    ("given", "kept"),
    [("AB+/=", "AB+/="), (b"\x00\xff\xfe", "AP/+"), ("url-safe_", "url-safe_")],
)
@pytest.mark.parametrize("name", ["thoughtSignature", "thought_signature"])
def test_signatures_come_as_base64_or_bytes(run: Any, given: Json, kept: str, name: str) -> None:
    ran = run(W, [event(call("f", "c1", **{name: given}))])
    assert ran.kept.call_signatures == {"c1": kept}


def test_a_signed_thought_is_a_block(run: Any) -> None:
    ran = run(W, [event({"text": "t", "thought": True, "thoughtSignature": "S"})])
    assert ran.kept.blocks == ({"text": "t", "thought": True, "thoughtSignature": "S"},)
    assert ran.deltas("thinking_block") == [*ran.kept.blocks]
    assert ran.deltas("reasoning") == ["t"]


def test_only_the_first_candidate_is_read(run: Any) -> None:
    other = {"content": {"parts": [{"text": "no", "thoughtSignature": "X"}]}, "index": 1}
    ran = run(W, [{"candidates": [other, *event({"text": "yes"})["candidates"]]}])
    assert ran.message["content"] == "yes"
    assert not ran.kept.signed


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("STOP", "stop"),
        ("MAX_TOKENS", "length"),
        ("CONTINUATION", "length"),
        ("SAFETY", "content_filter"),
        ("MODEL_ARMOR", "content_filter"),
        ("MALFORMED_FUNCTION_CALL", "stop"),
    ],
)
def test_a_finish_reason_is_told_as_openai_tells_it(run: Any, reason: str, finish: str) -> None:
    ran = run(W, [event({"text": "a"}, finishReason=reason)])
    assert ran.reply["choices"][0]["finish_reason"] == finish
    assert ran.kept.stop_reason == reason


def test_a_refused_prompt_is_a_content_filter(run: Any) -> None:
    ran = run(W, [{"promptFeedback": {"blockReason": "SAFETY"}}])
    assert ran.reply["choices"][0]["finish_reason"] == "content_filter"


def test_usage_counts_thoughts_among_the_completion(run: Any) -> None:
    usage = {
        "promptTokenCount": 10,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 7,
        "cachedContentTokenCount": 4,
        "totalTokenCount": 22,
    }
    ran = run(W, [{**event({"text": "a"}), "usageMetadata": usage}, event(finishReason="STOP")])
    assert ran.reply["usage"] == {
        "prompt_tokens": 10,
        "completion_tokens": 12,
        "total_tokens": 22,
        "prompt_tokens_details": {"cached_tokens": 4},
        "completion_tokens_details": {"reasoning_tokens": 7},
    }


def test_an_error_is_passed_on(run: Any) -> None:
    error = {"code": 503, "message": "busy", "status": "UNAVAILABLE"}
    chunk = run(W, [{"error": error}]).chunks[0]
    assert chunk == {"error": {"type": "UNAVAILABLE", "message": "busy", "code": 503}}


def test_names_come_from_the_reply(run: Any) -> None:
    ran = run(W, [{**event({"text": "a"}), "responseId": "r1", "modelVersion": "gemini-x"}])
    assert (ran.chunks[0]["id"], ran.chunks[0]["model"]) == ("r1", "gemini-x")
    assert ran.kept.reply_id == "r1"
