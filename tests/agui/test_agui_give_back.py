"""A history as the messages of a request: blocks as they came, with their writer, or left out."""

from typing import Any

import pytest

from forethought.policies.agui import (
    Artefact,
    Diagnostic,
    Emitter,
    ProtocolViolation,
    Seal,
    consume,
    give_back,
)
from forethought.policies.agui.seal import digest
from forethought.policies.kept import pieces

SEAL = Seal(b"key")
USER = {"id": "u", "role": "user", "content": "q"}


def sealed(kind: Any, data: str, seal: Seal = SEAL, **more: Any) -> str:
    told: dict[str, Any] = {"signed_by": "anthropic/claude-x", **more}
    return seal.pack(Artefact(kind=kind, data=data, **told)).value


def reasoning(name: str, content: str, value: str | None = None, **more: Any) -> Any:
    message = {"id": name, "role": "reasoning", "content": content, **more}
    return message if value is None else {**message, "encryptedValue": value}


def answer(of: str, content: str = "a", *calls: Any, **more: Any) -> Any:
    message = {"id": of, "role": "assistant", "content": content, **more}
    return {**message, "toolCalls": [*calls]} if calls else message


def calling(name: str, **more: Any) -> Any:
    return {"id": name, "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}


def given(*messages: Any, seal: Seal = SEAL) -> tuple[list[Any], list[str]]:
    said: list[Diagnostic] = []
    return give_back(messages, seal=seal, diagnostics=said), [d.code for d in said]


def test_a_signed_block_goes_with_the_answer_that_follows() -> None:
    value = sealed("anthropic.signature", "S", text=digest("why"), route="r", account="a")
    rows, said = given(USER, reasoning("m", "why", value), answer("a"))
    assert rows == [
        {"role": "user", "content": "q"},
        {
            "role": "assistant",
            "content": "a",
            "thinking_blocks": [{"type": "thinking", "thinking": "why", "signature": "S"}],
            "signed_by": "anthropic/claude-x",
            "signed_route": "r",
            "signed_account": "a",
        },
    ]
    assert not said


BLOCKS = {
    "thinking": {"type": "thinking", "thinking": "why", "signature": "S"},
    "omitted thinking": {"type": "thinking", "thinking": "", "signature": "S"},
    "redacted": {"type": "redacted_thinking", "data": "D"},
    "a thought": {"text": "why", "thought": True, "thoughtSignature": "G"},
    "an item": {
        "type": "reasoning", "id": "rs", "encrypted_content": "E", "summary": [{"text": "x"}]},
    "signed detail": {"type": "reasoning.text", "text": "why", "signature": "S", "format": "f"},
    "encrypted detail": {"type": "reasoning.encrypted", "data": "E", "id": "x"},
}  # fmt: skip


@pytest.mark.parametrize("seal", [SEAL, Seal(), Seal(style="raw")], ids=["key", "plain", "raw"])
@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_every_kind_of_block_comes_back_as_it_came(block: Any, seal: Seal) -> None:
    made = Emitter(seal, thread_id="t", run_id="r", signed_by="p/m", route="x", account="y")
    shown = block.get("thinking") or block.get("text") or ""
    events = [
        event
        for members in ({"reasoning": shown}, {"thinking_block": block}, {"content": "a"})
        for event in made.feed({"choices": [{"index": 0, "delta": members}]})
    ]
    profile = seal.profile
    history = consume([*events, *made.finish()], profile=profile).next_input()
    (row,), said = given(*history, seal=seal)
    assert [piece.value for piece in pieces(row)] == [block, "a"]
    assert (row["signed_by"], row["signed_route"], row["signed_account"]) == ("p/m", "x", "y")
    assert not said


def test_the_order_of_an_interleaved_reply_is_told() -> None:
    one, two = (sealed("anthropic.redacted_thinking", data) for data in ("1", "2"))
    (row, *results), said = given(
        reasoning("m1", "", one),
        answer("a1", "text", calling("c1")),
        reasoning("m2", "", two),
        answer("a2", "", calling("c2")),
        {"id": "t1", "role": "tool", "toolCallId": "c1", "content": "x"},
        {"id": "t2", "role": "tool", "toolCallId": "c2", "content": "", "error": "broke"},
    )
    assert [piece.kind for piece in pieces(row)] == ["block", "text", "call", "block", "call"]
    assert results == [
        {"role": "tool", "tool_call_id": "c1", "content": "x"},
        {"role": "tool", "tool_call_id": "c2", "content": "broke"},
    ]
    assert not said


def test_signed_texts_keep_their_signatures_and_lengths() -> None:
    one = sealed("google.thought_signature", "G", length=2)
    two = sealed("google.thought_signature", "H", length=0)
    (row,), said = given(
        answer("a1", "abcd", encryptedValue=one), answer("a2", "ef", encryptedValue=two)
    )
    assert [(p.value, p.signature) for p in pieces(row)] == [
        ("ab", None),
        ("cd", "G"),
        ("ef", None),
        ("", "H"),
    ]
    assert not said


def test_the_only_text_of_a_reply_carries_its_signature_plainly() -> None:
    value = sealed("google.thought_signature", "G", length=1)
    (row,), _ = given(answer("a", "x", encryptedValue=value))
    assert row["provider_signature"] == "G"
    assert "thinking_layout" not in row


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (reasoning("m", "why", "foreign"), "value_unreadable"),
        (reasoning("m", "why", Seal(b"other").pack(
            Artefact(kind="anthropic.signature", data="S", signed_by="p/m")).value),
         "value_unreadable"),
        (reasoning("m", "why", sealed("anthropic.signature", "S", signed_by=None)),
         "writer_unknown"),
        (reasoning("m", "edited", sealed("anthropic.signature", "S", text=digest("why"))),
         "text_changed"),
        (reasoning("m", "", sealed("openrouter.reasoning_details", "7")), "value_unreadable"),
        (answer("b", "b", encryptedValue=sealed("anthropic.signature", "S")), "value_unplaced"),
        (answer("b", "b", encryptedValue=sealed("google.thought_signature", "S", length=9)),
         "text_changed"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_go_back_is_left_out_and_told(message: Any, code: str) -> None:
    rows, said = given(USER, message, answer("a"))
    assert said == [code]
    assert not [
        r for r in rows if r.keys() & {"thinking_blocks", "provider_signature", "thinking_layout"}
    ]
    assert "why" not in str(rows)


def test_a_raw_value_without_a_type_is_left_out() -> None:
    rows, said = given(reasoning("m", "why", "S"), answer("a"), seal=Seal(style="raw"))
    assert (said, rows) == (["value_unreadable"], [{"role": "assistant", "content": "a"}])


def test_values_where_nothing_can_hold_them_are_told() -> None:
    _, said = given(
        {**USER, "encryptedValue": "v"},
        {"id": "t", "role": "tool", "toolCallId": "c", "content": "", "encryptedValue": "v"},
    )
    assert said == ["value_unplaced", "value_unplaced"]


def test_one_turn_has_one_writer() -> None:
    one = sealed("anthropic.redacted_thinking", "1")
    two = sealed("anthropic.redacted_thinking", "2", signed_by="anthropic/claude-y")
    (row,), said = given(reasoning("m", "", one), reasoning("n", "", two), answer("a"))
    assert [b["data"] for b in row["thinking_blocks"]] == ["1"]
    assert said == ["writers_mixed"]


def test_one_turn_has_one_kind_of_block() -> None:
    one = sealed("anthropic.redacted_thinking", "1")
    two = sealed("openai.encrypted_content", "2")
    (row,), said = given(reasoning("m", "", one), reasoning("n", "", two), answer("a"))
    assert ("reasoning_items" in row, said) == (False, ["writers_mixed"])


def test_answers_with_nothing_between_are_one_text() -> None:
    value = sealed("anthropic.redacted_thinking", "1")
    (row,), _ = given(reasoning("m", "", value), answer("a", "x"), answer("b", "y", calling("c")))
    assert (row["content"], "thinking_layout" in row) == ("xy", False)


def test_a_text_that_was_edited_since_takes_its_block_along() -> None:
    made = Emitter(SEAL, thread_id="t", run_id="r", signed_by="p/m")
    block = {"type": "thinking", "thinking": "why", "signature": "S"}
    deltas = ({"thinking_block": block}, {"content": "a"})
    events = [e for d in deltas for e in made.feed({"choices": [{"index": 0, "delta": d}]})]
    thought, spoken = consume([*events, *made.finish()]).next_input()
    assert given(thought, spoken)[1] == []
    assert given({**thought, "content": "other"}, spoken)[1] == ["text_changed"]


def test_reasoning_that_nothing_follows_is_left_out() -> None:
    rows, said = given(reasoning("m", "", sealed("anthropic.redacted_thinking", "1")), USER)
    assert ([r["role"] for r in rows], said) == (["user"], ["reasoning_alone"])


def test_unsigned_reasoning_is_never_speech() -> None:
    rows, said = given(reasoning("m", "why"), answer("a"))
    assert (rows, said) == ([{"role": "assistant", "content": "a"}], [])


def test_activity_is_left_out_and_names_stay() -> None:
    rows, said = given(
        {"id": "s", "role": "system", "content": "be", "name": "n"},
        {"id": "d", "role": "developer", "content": "do"},
        {"id": "x", "role": "activity", "activityType": "plan", "content": {}},
        answer("a", name="me"),
    )
    assert rows == [
        {"role": "system", "content": "be", "name": "n"},
        {"role": "developer", "content": "do"},
        {"role": "assistant", "content": "a", "name": "me"},
    ]
    assert not said


def test_an_unknown_role_is_left_out_and_told() -> None:
    rows, said = given({"id": "n", "role": "narrator", "encryptedValue": "v"}, USER)
    assert ([r["role"] for r in rows], said) == (["user"], ["unknown_role", "value_lost"])


def test_a_malformed_message_is_a_violation() -> None:
    with pytest.raises(ProtocolViolation):
        give_back([{"id": "m", "role": "reasoning"}], seal=SEAL)


def test_parts_are_told_in_the_words_of_the_request() -> None:
    data = {"type": "data", "value": "QQ==", "mimeType": "image/png"}
    wav = {"type": "data", "value": "QQ==", "mimeType": "audio/wav"}
    url = {"type": "url", "value": "https://x/y"}
    (row,), said = given(
        {
            "id": "u",
            "role": "user",
            "content": [
                {"type": "text", "text": "look"},
                {"type": "image", "source": data},
                {"type": "image", "source": url},
                {"type": "audio", "source": wav},
                {"type": "document", "source": {**data, "mimeType": "application/pdf"}},
                {"type": "document", "source": {"type": "file", "value": "file-1"}},
                {"type": "video", "source": url},
            ],
        }
    )
    assert row["content"] == [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,QQ=="}},
        {"type": "image_url", "image_url": {"url": "https://x/y"}},
        {"type": "input_audio", "input_audio": {"data": "QQ==", "format": "wav"}},
        {"type": "file", "file": {"file_data": "data:application/pdf;base64,QQ=="}},
        {"type": "file", "file": {"file_id": "file-1"}},
    ]
    assert said == ["part_unplaced"]
