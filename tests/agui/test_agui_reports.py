"""Faults that people reported of AG-UI servers and clients, each as a small stream."""

from typing import Any

from forethought.policies.agui import Emitter, Seal, consume, give_back

START = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
SEAL = Seal(b"key")


def delta(**members: Any) -> Any:
    return {"id": "msg_1", "choices": [{"index": 0, "delta": members, "finish_reason": None}]}


def emitted(*chunks: Any, run: str = "r") -> list[Any]:
    made = Emitter(SEAL, thread_id="t", run_id=run, signed_by="anthropic/claude-x")
    return [event for chunk in chunks for event in made.feed(chunk)] + made.finish()


def types(events: list[Any]) -> list[str]:
    return [event["type"] for event in events]


BLOCK = {"type": "thinking", "thinking": "", "signature": "S"}


def test_reasoning_that_is_only_a_value_makes_the_round_trip() -> None:
    """B120: no text, only an encrypted value."""
    outcome = consume(emitted(delta(thinking_block=BLOCK), delta(content="a")))
    message = outcome.next_input()[0]
    assert (message["role"], message["content"]) == ("reasoning", "")
    artefact = SEAL.open(message["encryptedValue"])
    assert artefact is not None
    assert artefact.data == "S"


def test_a_value_that_names_only_a_span_is_told_not_lost_in_silence() -> None:
    """B120: as a producer sends it that opens no message."""
    outcome = consume(
        [
            START,
            {"type": "REASONING_START", "messageId": "r1"},
            {"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "r1",
             "encryptedValue": "E"},
            {"type": "REASONING_END", "messageId": "r1"},
            FINISH,
        ]
    )  # fmt: skip
    assert [d.code for d in outcome.diagnostics] == ["unknown_entity"]


def test_signatures_of_blocks_and_calls_survive_there_and_back() -> None:
    """B121: thinking, text and a signed call."""
    call = {"index": 0, "id": "c1", "function": {"name": "f", "arguments": "{}"}}
    made = Emitter(SEAL, thread_id="t", run_id="r", signed_by="gemini/gemini-x")
    chunks = [
        delta(reasoning="why"),
        delta(thinking_block={"text": "why", "thought": True, "thoughtSignature": "T"}),
        delta(content="text"),
        delta(tool_calls=[{**call, "provider_signature": "G"}]),
    ]
    events = [event for chunk in chunks for event in made.feed(chunk)] + made.finish()
    (message,) = give_back(consume(events).next_input(), seal=SEAL)
    assert message == {
        "role": "assistant",
        "content": "text",
        "tool_calls": [
            {
                "id": "c1",
                "type": "function",
                "function": {"name": "f", "arguments": "{}"},
                "provider_signature": "G",
            }
        ],
        "thinking_blocks": [{"text": "why", "thought": True, "thoughtSignature": "T"}],
        "signed_by": "gemini/gemini-x",
    }


def test_text_is_closed_before_reasoning_and_goes_on_as_another_message() -> None:
    """B123: text, reasoning, text."""
    events = emitted(delta(content="a"), delta(reasoning="r"), delta(content="b"))
    kinds = types(events)
    assert kinds.index("TEXT_MESSAGE_END") < kinds.index("REASONING_START")
    assert kinds.index("REASONING_END") < len(kinds) - 1 - kinds[::-1].index("TEXT_MESSAGE_START")
    names = [e["messageId"] for e in events if e["type"] == "TEXT_MESSAGE_START"]
    assert len(set(names)) == 2


def test_reasoning_that_never_says_it_ended_is_ended_by_the_text() -> None:
    """B124: reasoning, text, finish."""
    kinds = types(emitted(delta(reasoning="r"), delta(content="a")))
    start = kinds.index("TEXT_MESSAGE_START")
    assert kinds[start - 2 : start] == ["REASONING_MESSAGE_END", "REASONING_END"]


def test_reasoning_that_never_says_it_ended_is_ended_by_the_run() -> None:
    """B124: reasoning, then nothing."""
    kinds = types(emitted(delta(reasoning="r")))
    assert kinds[-3:] == ["REASONING_MESSAGE_END", "REASONING_END", "RUN_FINISHED"]


def test_reasoning_and_text_of_one_reply_have_ids_of_their_own() -> None:
    """B125: both came under the provider's message id."""
    events = emitted(delta(reasoning="r"), delta(content="a"))
    starts = [e["messageId"] for e in events if e["type"].endswith("MESSAGE_START")]
    assert len(set(starts)) == 2
    assert "msg_1" not in starts


def test_an_answer_under_an_id_of_reasoning_is_told() -> None:
    """B125: as a client that meets such a stream."""
    outcome = consume(
        [
            START,
            {"type": "REASONING_MESSAGE_START", "messageId": "msg_1", "role": "reasoning"},
            {"type": "REASONING_MESSAGE_END", "messageId": "msg_1"},
            {"type": "TEXT_MESSAGE_START", "messageId": "msg_1"},
            {"type": "TEXT_MESSAGE_END", "messageId": "msg_1"},
            FINISH,
        ]
    )
    assert [d.code for d in outcome.diagnostics] == ["id_taken"]


def test_a_snapshot_of_what_was_streamed_shows_nothing_twice() -> None:
    """B126: streamed under one id, restated under another."""
    block = {"type": "reasoning", "id": "rs_1", "encrypted_content": "E", "summary": []}
    events = emitted(delta(reasoning="r"), delta(thinking_block=block), delta(content="a"))
    streamed = consume(events).messages
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": list(streamed)}
    outcome = consume([*events[:-1], snapshot, events[-1]])
    assert outcome.messages == streamed
    assert [m["role"] for m in outcome.messages].count("reasoning") == 1


def test_a_client_that_sends_reasoning_back_breaks_no_second_turn() -> None:
    """B127: user, reasoning, assistant, user."""
    first = consume(emitted(delta(thinking_block=BLOCK), delta(content="a")))
    history = [
        {"id": "u1", "role": "user", "content": "q"},
        *first.next_input(),
        {"id": "n", "role": "narrator", "content": "?"},
        {"id": "u2", "role": "user", "content": "again"},
    ]
    messages = give_back(history, seal=SEAL)
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert messages[1]["thinking_blocks"] == [BLOCK]
    assert messages[1]["signed_by"] == "anthropic/claude-x"
