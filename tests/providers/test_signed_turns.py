"""Turns that use tools, across rounds, turns and vendors: each receives what it may read."""

import itertools
from typing import Final

import pytest

from .claude import Claude
from .gateways import Gateway, InProcess, OverHttp, results, run_turn
from .gemini import Gemini
from .refused import Json, same


def thinking(text: str = "") -> Json:
    return {"type": "thinking", "thinking": text}


def use(call_id: str, city: str) -> Json:
    return {"type": "tool_use", "id": call_id, "name": "weather", "input": {"city": city}}


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def call(city: str, call_id: str | None = None) -> Json:
    named = {"id": call_id} if call_id else {}
    return {"functionCall": {**named, "name": "weather", "args": {"city": city}}}


def said(content: str) -> Json:
    return {"role": "user", "content": content}


FIRST: Final = [thinking("I look it up."), text("Let me look. "), use("toolu_1", "Bonn")]
SECOND: Final = [
    thinking(),
    {"type": "redacted_thinking"},
    use("toolu_2", "Köln"),
    use("toolu_3", "Ulm"),
]
INTERLEAVED: Final = [thinking("one"), text("First. "), thinking("two"), use("toolu_4", "Kiel")]
DONE: Final = [thinking("Easy."), text("It is sunny.")]


def grows(bodies: list[Json], member: str) -> None:
    """Each request begins with the one before, byte for byte."""
    for before, now in itertools.pairwise(bodies):
        start = now[member][: len(before[member])]
        assert same(start) == same(before[member])
        for front in ("system", "systemInstruction", "tools"):
            assert same(before.get(front)) == same(now.get(front))


def test_a_turn_gives_every_block_back_in_every_round(gateway: Gateway) -> None:
    claude = Claude([FIRST, SECOND, INTERLEAVED, DONE, DONE])
    messages = [said("Weather?")]
    run_turn(gateway, messages, claude, rounds=4)
    messages.append(said("Thanks. And tomorrow?"))
    run_turn(gateway, messages, claude, rounds=1)
    assert [len(read) for read in claude.read] == [0, 1, 3, 5, 6]
    assert not any(claude.dropped)
    grows(claude.bodies, "messages")


def test_the_client_never_sees_a_signature(gateway: Gateway) -> None:
    claude = Claude([FIRST, DONE])
    messages = [said("Weather?")]
    run_turn(gateway, messages, claude, rounds=2)
    assert not any(signature in str(messages) for signature in claude.read[-1])


@pytest.mark.parametrize("ids", ["given", "made"])
def test_a_fallback_and_back_leaves_each_what_it_may_read(gateway: Gateway, ids: str) -> None:
    claude = Claude([FIRST, SECOND, DONE, INTERLEAVED, DONE])
    named = ids == "given"
    gemini = Gemini(
        [
            [call("Trier", "g1" if named else None), call("Mainz", "g2" if named else None)],
            [call("Trier", "g3" if named else None)],
            [{"text": "Sunny "}, {"text": "too."}],
            [{"text": "Yes."}],
        ]
    )
    messages = [said("Weather?")]
    run_turn(gateway, messages, claude, rounds=2)
    run_turn(gateway, messages, gemini, rounds=3)
    messages.append(said("And in Kiel?"))
    run_turn(gateway, messages, claude, rounds=1)
    messages.append(said("Really?"))
    run_turn(gateway, messages, gemini, rounds=1)
    messages.append(said("Look again."))
    run_turn(gateway, messages, claude, rounds=2)

    issued = 3
    assert [len(read) for read in claude.read] == [0, 1, issued, issued + 1, issued + 3]
    assert not any(claude.dropped)
    assert [len(read) for read in gemini.read] == [0, 1, 2, 2]
    for body in gemini.bodies:
        assert "EqQB" not in str(body)
        assert "EmwK" not in str(body)
        assert "I look it up" not in str(body)
    assert all("CiQB" not in str(body) for body in claude.bodies)
    grows(claude.bodies, "messages")
    grows(gemini.bodies, "contents")


def test_a_cut_reply_costs_its_reasoning_and_no_request(gateway: Gateway) -> None:
    class Cut(Claude):
        def send(self, body: Json, headers: Json) -> Json:
            events = [*super().send(body, headers)]
            begun = next(i for i, e in enumerate(events) if e.get("index") == 1)
            return iter(events[: begun + 1] if len(self.bodies) == 1 else events)

    claude = Cut([[text("Well. "), thinking("cut")], DONE, DONE])
    messages = [said("Weather?"), gateway.ask([said("Weather?")], claude), said("Go on.")]
    run_turn(gateway, messages, claude, rounds=1)
    messages.append(said("And?"))
    run_turn(gateway, messages, claude, rounds=1)
    assert [len(read) for read in claude.read] == [0, 0, 1]


def test_a_changed_front_costs_the_blocks_behind_it_and_is_told(gateway: Gateway) -> None:
    claude = Claude([FIRST, DONE, DONE])
    messages = [said("Weather?")]
    run_turn(gateway, messages, claude, rounds=1)
    gateway.ask(messages, claude, system="Be long.")
    assert [len(dropped) for dropped in claude.dropped] == [0, 1]
    if isinstance(gateway, OverHttp):
        assert gateway.fronts == [[], ["system"]]
        assert "changed before a kept block: system" in "".join(gateway.notes)


def test_a_trimmed_history_costs_what_stood_behind_and_is_told(gateway: Gateway) -> None:
    claude = Claude([FIRST, SECOND, DONE, DONE])
    messages = [said("Weather?")]
    run_turn(gateway, messages, claude, rounds=3)
    messages[0] = said("(summary)")
    messages.append(said("More."))
    run_turn(gateway, messages, claude, rounds=1)
    assert [len(dropped) for dropped in claude.dropped] == [0, 0, 0, 4]
    if isinstance(gateway, OverHttp):
        assert gateway.fronts == [[], [], [], ["message 0"]]


def test_without_what_was_kept_nothing_is_refused_and_nothing_is_read() -> None:
    claude = Claude([FIRST, SECOND, DONE])
    messages = [said("Weather?")]
    for _ in range(3):
        message = InProcess().ask(messages, claude)
        messages.append(message)
        messages += results(message) if "tool_calls" in message else []
    assert claude.read == [[], [], []]
