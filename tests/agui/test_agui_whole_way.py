"""The whole way: a provider's stream, AG-UI to a client and back, and a request to any model.

A conversation begins with one writer, goes on with another as its fallback, and comes back.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest

from forethought.catalog import Catalog
from forethought.policies.agui import Diagnostic, Emitter, Seal, check, consume, give_back
from forethought.policies.streams import open_stream
from forethought.policies.words import Json, Wire

CATALOG: Final = Catalog.load()
SEAL: Final = Seal(b"key")
CLAUDE: Final = "claude-opus-5-5"
GEMINI: Final = "gemini-3.8-flash"
GPT: Final = "gpt-5.4"
THOUGHT: Final = "what the writer thought"
ARTEFACTS: Final = ("Sig/", "Red/", "Omitted/", "Call/", "Enc/")
"""How what is opaque begins, of any writer."""
TOOL: Final = {
    "type": "function",
    "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}},
}


# --- what providers stream: thinking, a text and two calls ---------------------------------------


def claude_events(run: str) -> list[Json]:
    blocks: list[tuple[Json, list[Json]]] = [
        ({"type": "thinking", "thinking": "", "signature": ""}, [
            {"type": "thinking_delta", "thinking": THOUGHT[:9]},
            {"type": "thinking_delta", "thinking": THOUGHT[9:]},
            {"type": "signature_delta", "signature": f"Sig/{run}+=="}]),
        ({"type": "redacted_thinking", "data": f"Red/{run}"}, []),
        ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "I look."}]),
        ({"type": "tool_use", "id": f"{run}_1", "name": "weather", "input": {}}, [
            {"type": "input_json_delta", "partial_json": '{"city":'},
            {"type": "input_json_delta", "partial_json": '"Oslo"}'}]),
        ({"type": "thinking", "thinking": "", "signature": ""}, [
            {"type": "signature_delta", "signature": f"Omitted/{run}"}]),
        ({"type": "tool_use", "id": f"{run}_2", "name": "weather", "input": {}}, [
            {"type": "input_json_delta", "partial_json": '{"city": "Rom"}'}]),
    ]  # fmt: skip
    message = {"id": "msg", "type": "message", "role": "assistant", "content": []}
    events: list[Json] = [{"type": "message_start", "message": message}]
    for index, (start, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
    return [*events, {"type": "message_stop"}]


def chat_events(run: str) -> list[Json]:
    """What Claude wrote, as a gateway streams it."""
    text = {"type": "thinking", "thinking": THOUGHT}
    signature = {"type": "thinking", "thinking": "", "signature": f"Sig/{run}+=="}
    calls: list[Json] = [
        {"index": place, "id": f"{run}_{place + 1}", "type": "function",
         "function": {"name": "weather", "arguments": arguments}}
        for place, arguments in enumerate(('{"city":"Oslo"}', '{"city": "Rom"}'))
    ]  # fmt: skip
    deltas: list[Json] = [
        {"reasoning_content": THOUGHT, "thinking_blocks": [text]},
        {"thinking_blocks": [signature]},
        {"content": "I "},
        {"content": "look."},
        *({"tool_calls": [call]} for call in calls),
    ]
    end = {"index": 0, "delta": {}, "finish_reason": "tool_calls"}
    choices = [*({"index": 0, "delta": delta, "finish_reason": None} for delta in deltas), end]
    return [{"id": "c", "choices": [choice]} for choice in choices]


def gemini_parts(run: str) -> list[Json]:
    oslo, rom = (
        {"functionCall": {"id": f"{run}_{number}", "name": "weather", "args": {"city": city}}}
        for number, city in ((1, "Oslo"), (2, "Rom"))
    )
    thought = {"text": THOUGHT, "thought": True}
    return [thought, {"text": "I look."}, {**oslo, "thoughtSignature": f"Call/{run}=="}, rom]


def gemini_events(run: str) -> list[Json]:
    contents = ({"role": "model", "parts": [part]} for part in gemini_parts(run))
    events: list[Json] = [{"candidates": [{"content": content}]} for content in contents]
    return [*events, {"candidates": [{"finishReason": "STOP"}]}]


def reasoning_item(run: str) -> Json:
    summary = [{"type": "summary_text", "text": THOUGHT}]
    item = {"id": f"rs_{run}", "type": "reasoning", "summary": summary}
    return {**item, "encrypted_content": f"Enc/{run}=="}


def responses_events(run: str) -> list[Json]:
    text = [{"type": "output_text", "text": "I look."}]
    items: list[tuple[Json, Json]] = [
        (reasoning_item(run), {"type": "response.reasoning_summary_text.delta", "delta": THOUGHT}),
        ({"id": "msg", "type": "message", "role": "assistant", "content": text},
         {"type": "response.output_text.delta", "delta": "I look."}),
        *(({"id": f"fc_{number}", "type": "function_call", "call_id": f"{run}_{number}",
            "name": "weather", "arguments": arguments},
           {"type": "response.function_call_arguments.delta", "delta": arguments})
          for number, arguments in ((1, '{"city":"Oslo"}'), (2, '{"city": "Rom"}'))),
    ]  # fmt: skip
    empty: Json = {"encrypted_content": "", "summary": [], "content": [], "arguments": ""}
    events: list[Json] = [{"type": "response.created", "response": {"id": "resp"}}]
    for place, (item, delta) in enumerate(items):
        at = {"output_index": place}
        begun = {key: empty.get(key, value) for key, value in item.items()}
        events.append({"type": "response.output_item.added", **at, "item": begun})
        events.append({**delta, **at})
        events.append({"type": "response.output_item.done", **at, "item": item})
    return [*events, {"type": "response.completed", "response": {"status": "completed"}}]


class Writer(NamedTuple):
    """Who streams, on which wire, and what it is sent in return."""

    wire: Wire
    platform: str
    model: str
    target: Wire
    events: Callable[[str], list[Json]]

    @property
    def signed_by(self) -> str:
        return f"{self.platform}/{self.model}"


WRITERS: Final[Mapping[Wire, Writer]] = {
    made.wire: made
    for made in (
        Writer("anthropic.messages", "anthropic", CLAUDE, "anthropic.messages", claude_events),
        Writer("openai.chat", "anthropic", CLAUDE, "anthropic.messages", chat_events),
        Writer("gemini.generate", "gemini", GEMINI, "gemini.generate", gemini_events),
        Writer("openai.responses", "openai", GPT, "openai.responses", responses_events),
    )
}


# --- the client, and the back end that it talks to -----------------------------------------------


class Conversation:
    """What a client of AG-UI holds, run by run. All that it and the back end share is JSON."""

    def __init__(self) -> None:
        self.history: list[Json] = [{"id": "u", "role": "user", "content": "Is it warm?"}]
        self._issuers: dict[str, dict[str, str]] = {}
        self._runs = 0

    def run(self, by: Writer) -> None:
        """The stream of a provider, as events, taken in; then the results of its calls."""
        self._runs += 1
        run = f"r{self._runs}"
        events = json.loads(json.dumps(emitted(by, run)))
        assert check(events, self.history) == []
        outcome = consume(events, self.history, producer="our-back-end", issuers=self._issuers)
        self.history = json.loads(json.dumps(outcome.next_input()))
        self._issuers = json.loads(json.dumps(outcome.issuers))
        assert (outcome.status, outcome.diagnostics) == ("completed", [])
        for call in (f"{run}_1", f"{run}_2"):
            result = {"id": f"result of {call}", "role": "tool", "content": "mild"}
            self.history.append({**result, "toolCallId": call})

    def request(self, to: Writer, **options: Any) -> list[Json]:
        """What the model is sent of it."""
        said: list[Diagnostic] = []
        messages = give_back(self.history, seal=SEAL, diagnostics=said)
        assert said == []
        request = {"model": to.model, "messages": messages, "tools": [TOOL]}
        body = CATALOG.rewrite(request, target=to.target, **options).body
        turns: list[Json] = next(body[k] for k in ("messages", "contents", "input") if k in body)
        return turns


def emitted(by: Writer, run: str) -> list[Json]:
    stream = open_stream(by.wire, signed_by=by.signed_by)
    emitter = Emitter(SEAL, thread_id="t", run_id=run, signed_by=by.signed_by)
    chunks = [chunk for event in by.events(run) for chunk in stream.feed(event)]
    events = [event for chunk in [*chunks, *stream.end()] for event in emitter.feed(chunk)]
    return [*events, *emitter.finish()]


# --- what models are to be sent ------------------------------------------------------------------


def uses(run: str) -> list[Json]:
    """The calls of a run, in the words of Claude."""
    return [
        {"type": "tool_use", "id": f"{run}_{number}", "name": "weather", "input": {"city": city}}
        for number, city in ((1, "Oslo"), (2, "Rom"))
    ]


def own_turn(wire: Wire, run: str) -> list[Json]:
    """The turn of a run, as its own writer is to be sent it."""
    if wire == "gemini.generate":
        return gemini_parts(run)[1:]  # a thought that nobody signed is for reading
    if wire == "openai.responses":
        calls: list[Json] = [
            {"type": "function_call", "call_id": f"{run}_{number}", "name": "weather",
             "arguments": arguments}
            for number, arguments in ((1, '{"city":"Oslo"}'), (2, '{"city": "Rom"}'))
        ]  # fmt: skip
        return [reasoning_item(run), {"role": "assistant", "content": "I look."}, *calls]
    oslo, rom = uses(run)
    thinking = {"type": "thinking", "thinking": THOUGHT, "signature": f"Sig/{run}+=="}
    text = {"type": "text", "text": "I look."}
    if wire == "openai.chat":
        return [thinking, text, oslo, rom]
    redacted = {"type": "redacted_thinking", "data": f"Red/{run}"}
    omitted = {"type": "thinking", "thinking": "", "signature": f"Omitted/{run}"}
    return [thinking, redacted, text, oslo, omitted, rom]


PROSE: Final[list[Json]] = [
    {"text": "I look."},
    {"text": 'Called weather with {"city": "Oslo"}.'},
    {"text": 'Called weather with {"city": "Rom"}.'},
]


def turns_of(wire: Wire, turns: list[Json]) -> list[list[Json]]:
    """What the models said, turn by turn, without what came from outside."""
    if wire == "openai.responses":
        said: list[list[Json]] = [[]]
        for item in turns[1:]:
            if item.get("type") == "function_call_output":
                said += [[]] if said[-1] else []
            else:
                said[-1].append(item)
        return [turn for turn in said if turn]
    return [
        turn.get("content") or turn["parts"]
        for turn in turns
        if turn["role"] in ("assistant", "model")
    ]


@pytest.fixture(params=[*WRITERS])
def wire(request: pytest.FixtureRequest) -> Wire:
    found: Wire = request.param
    return found


@pytest.fixture
def writer(wire: Wire) -> Writer:
    return WRITERS[wire]


@pytest.fixture
def fallback(wire: Wire) -> Writer:
    """Another vendor's: Gemini for all but its own."""
    return WRITERS["anthropic.messages" if wire == "gemini.generate" else "gemini.generate"]


def test_a_turn_goes_back_to_its_writer_as_it_came(wire: Wire, writer: Writer) -> None:
    conversation = Conversation()
    conversation.run(writer)
    assert turns_of(writer.target, conversation.request(writer)) == [own_turn(wire, "r1")]


def test_a_fallback_is_sent_nothing_that_another_signed(
    wire: Wire, writer: Writer, fallback: Writer
) -> None:
    conversation = Conversation()
    conversation.run(writer)
    sent = conversation.request(fallback)
    assert not [mark for mark in (*ARTEFACTS, THOUGHT) if mark in json.dumps(sent)]
    text = {"type": "text", "text": "I look."}
    expected = [text, *uses("r1")] if wire == "gemini.generate" else PROSE
    assert turns_of(fallback.target, sent) == [expected]
    results = [entry for entry in sent if "mild" in json.dumps(entry)]
    assert json.dumps(results).count("mild") == 2


def test_after_a_fallback_the_writer_has_its_own_turn_back(
    wire: Wire, writer: Writer, fallback: Writer
) -> None:
    conversation = Conversation()
    conversation.run(writer)
    before = conversation.request(writer)
    conversation.run(fallback)
    after = conversation.request(writer)
    assert after[: len(before)] == before
    first, second = turns_of(writer.target, after)
    assert first == own_turn(wire, "r1")
    assert not [mark for mark in (*ARTEFACTS, THOUGHT) if mark in json.dumps(second)]
    assert "Oslo" in json.dumps(second)


def test_each_of_two_writers_has_its_own_turns_and_no_others(
    wire: Wire, writer: Writer, fallback: Writer
) -> None:
    conversation = Conversation()
    for by in (writer, fallback, writer):
        conversation.run(by)
    first, _, third = turns_of(writer.target, conversation.request(writer))
    assert [first, third] == [own_turn(wire, "r1"), own_turn(wire, "r3")]
    _, second, _ = turns_of(fallback.target, conversation.request(fallback))
    assert second == own_turn(fallback.wire, "r2")


def test_a_signature_of_gemini_stays_on_the_platform_that_issued_it() -> None:
    conversation = Conversation()
    conversation.run(WRITERS["gemini.generate"])
    (turn,) = turns_of(
        "gemini.generate", conversation.request(WRITERS["gemini.generate"], platform="vertex")
    )
    assert turn == PROSE
    assert "Call/" not in json.dumps(turn)


def test_without_the_key_nothing_signed_goes_back(writer: Writer) -> None:
    conversation = Conversation()
    conversation.run(writer)
    said: list[Diagnostic] = []
    messages = give_back(conversation.history, seal=Seal(b"another"), diagnostics=said)
    assert {each.code for each in said} == {"value_unreadable"}
    assert not [mark for mark in (*ARTEFACTS, THOUGHT) if mark in json.dumps(messages)]
