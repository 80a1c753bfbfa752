"""What was sent before is a prefix of what is sent now, byte for byte: caches and signed blocks
hold, whatever a rule did to an earlier exchange."""

from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.catalog import Catalog
from forethought.policies import Policy, Rewritten, Served, rewrite
from forethought.policies.texts import CONTINUE
from forethought.policies.words import Wire

CATALOG: Final = Catalog.load()
CONVERSATION: Final = {
    "anthropic.messages": "messages",
    "gemini.generate": "contents",
    "openai.responses": "input",
}
TARGETS: Final[tuple[tuple[str, Wire], ...]] = (
    ("claude-opus-5-5", "anthropic.messages"),
    ("claude-haiku-4-5", "anthropic.messages"),
    ("claude-fable-5", "anthropic.messages"),
    ("gemini-3.8-flash", "gemini.generate"),
    ("gemini-2.5-pro", "gemini.generate"),
    ("gpt-6-sol", "openai.responses"),
)
BLOCK: Final = st.sampled_from(
    [
        {"type": "thinking", "thinking": "t", "signature": "c2ln"},
        {"type": "thinking", "thinking": "unsigned"},
        {"type": "redacted_thinking", "data": "ZGF0YQ"},
    ]
)
WRITER: Final = st.sampled_from(
    [
        "anthropic/claude-opus-5-5",
        "anthropic/claude-opus-4-8",
        "gemini/gemini-3.8-flash",
        "openai/gpt-6-sol",
    ]
)


@st.composite
def exchanges(draw: st.DrawFn) -> list[list[dict[str, Any]]]:
    """A conversation in steps; each begins with what the application adds and is answered."""
    steps = []
    for number in range(draw(st.integers(1, 4))):
        asked: list[dict[str, Any]] = [
            {"role": "user", "content": draw(st.sampled_from(["a", ""]))}
        ]
        if draw(st.booleans()):
            asked.append({"role": "user", "content": f"really {number}"})
        signed = {"thinking_blocks": draw(st.lists(BLOCK, max_size=3)), "signed_by": draw(WRITER)}
        if draw(st.booleans()):
            ids = [f"call_{number}_{index}" for index in range(draw(st.integers(1, 2)))]
            calls = [
                {"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}}
                for i in ids
            ]
            if draw(st.booleans()):
                calls[0]["provider_signature"] = "c2ln"
            steps.append(
                [*asked, {"role": "assistant", "content": None, "tool_calls": calls, **signed}]
            )
            asked = [{"role": "tool", "tool_call_id": i, "content": "x"} for i in ids]
        said = draw(st.sampled_from(["ok", "", None]))
        steps.append([*asked, {"role": "assistant", "content": said, **signed}])
    return steps


@given(steps=exchanges(), target=st.sampled_from(TARGETS), label=st.booleans())
def test_what_was_sent_before_is_a_prefix_of_what_is_sent_now(
    steps: list[list[dict[str, Any]]], target: tuple[str, Wire], label: bool
) -> None:
    model, wire = target
    history: list[dict[str, Any]] = [{"role": "system", "content": "S"}]
    before: list[bytes] = []
    for number, step in enumerate(steps):
        if label and number == 1:
            history.append({"role": "system", "content": "note"})
        turns = [*history, *step[:-1]]
        if label and number == 1 and step[0]["role"] == "tool":
            return  # a note may not stand between a call and its result
        sent = [msgspec.json.encode(turn) for turn in _sent(model, wire, turns, label=label)]
        sent = [turn for turn in sent if CONTINUE.encode() not in turn]
        assert sent[: len(before)] == before
        before, history = sent, [*history, *step]


def _sent(model: str, wire: Wire, turns: list[dict[str, Any]], *, label: bool) -> list[Any]:
    out = _rewritten(model, wire, turns, label=label)
    conversation: list[Any] = out.body[CONVERSATION[wire]]
    return conversation


def _rewritten(model: str, wire: Wire, turns: list[dict[str, Any]], *, label: bool) -> Rewritten:
    found = CATALOG.resolve(model, wire=wire)
    served = Served(vendor=found.vendor, model=found.model, id=found.id, platform=found.platform)
    policy = Policy(later_system="label" if label else "join")
    return rewrite(
        {"messages": turns},
        found.traits,
        policy,
        wire="openai.chat",
        target=wire,
        served=served,
        writers=CATALOG.writer,
    )


@pytest.mark.parametrize(("model", "wire"), TARGETS)
def test_a_joined_note_changes_the_front_and_says_so(model: str, wire: Wire) -> None:
    turns = [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "system", "content": "note"},
        {"role": "user", "content": "c"},
    ]
    out = _rewritten(model, wire, turns, label=False)
    if wire != "openai.responses":  # which takes them where they stand
        assert any("system" in change.rule and change.effect == "quality" for change in out.changes)
