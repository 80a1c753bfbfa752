"""Reasoning in the history of `openai.chat`: who gets it back, where, and who does not."""

from typing import Any, Final

import pytest

from forethought.policies import Intent, Served, Traits, rewrite
from forethought.policies.policy import Policy
from forethought.policies.traits import Reasoning, Signatures, SystemTraits

from .models import CATALOG, HI, Target, sent, target

CALL: Final = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
RESULT: Final = {"role": "tool", "tool_call_id": "c1", "content": "r"}
LONG: Final = "t" * 90
SIGNED: Final = {"type": "thinking", "thinking": "", "signature": "s" * 90}
ITEM: Final = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "e" * 90}
DETAIL: Final = {"type": "reasoning.encrypted", "data": "d" * 90}


def _history(reply: dict[str, Any], to: Target) -> tuple[Any, list[str]]:
    """What becomes of a reply, and the reasons."""
    body = {"model": "m", "messages": [HI, {"role": "assistant", **reply}, RESULT, HI]}
    out = sent(body, to)
    assert {change.rule for change in out.changes} <= {"openai.history"}
    messages = out.body["messages"]
    reply = dict(messages[1]) if len(messages) == 4 else {}
    reply.pop("role", None)
    return reply, [change.reason for change in out.changes]


@pytest.mark.parametrize(
    ("model", "reply"),
    [
        ("deepseek-v4-pro", {"reasoning_content": LONG, "tool_calls": [CALL]}),
        ("deepseek-v4-pro", {"tool_calls": [CALL]}),
        ("glm-4.6", {"reasoning_content": LONG, "content": "x"}),
        ("muse-spark-1", {"reasoning": LONG, "content": "x"}),
        ("MiniMax-M2", {"reasoning_details": [DETAIL], "content": "x"}),
        ("magistral-medium-latest", {"content": [{"type": "thinking", "thinking": []}]}),
        ("gpt-5", {"content": "", "tool_calls": [CALL]}),
        ("gpt-5", {"content": [{"type": "text", "text": ""}], "annotations": [], "name": "x"}),
    ],
)
def test_what_the_model_takes_stays(model: str, reply: dict[str, Any]) -> None:
    assert _history(reply, target(model)) == (reply, [])


@pytest.mark.parametrize(
    ("model", "reply", "left"),
    [
        ("deepseek-reasoner", {"reasoning_content": LONG, "content": "x"}, {"content": "x"}),
        ("gpt-5", {"reasoning": LONG, "content": "x"}, {"content": "x"}),
        (
            "deepseek-v4-pro",
            {"reasoning": LONG, "tool_calls": [CALL]},
            {"tool_calls": [CALL], "reasoning_content": LONG},
        ),
        (
            "deepseek-v4-pro",
            {"reasoning": LONG, "reasoning_content": None, "tool_calls": [CALL]},
            {"tool_calls": [CALL], "reasoning_content": LONG},
        ),
        (
            "deepseek-v4-pro",
            {"reasoning_content": LONG, "content": "x", "signed_by": "moonshotai/kimi-k3"},
            {"content": "x"},
        ),
        (
            "deepseek-v4-pro",
            {"reasoning_content": LONG, "content": "x", "signed_by": "deepseek/deepseek-flash"},
            {"reasoning_content": LONG, "content": "x"},
        ),
        (
            "gpt-5",
            {
                "content": "x",
                "thinking_blocks": [SIGNED],
                "thinking_layout": ["block", 1],
                "signed_by": "anthropic/claude-opus-5-5",
                "signed_route": "r",
                "signed_account": "a",
                "provider_signature": "s",
            },
            {"content": "x"},
        ),
        ("gpt-5", {"content": "x", "reasoning_items": [ITEM]}, {"content": "x"}),
        (
            "gpt-5",
            {
                "tool_calls": [
                    {**CALL, "provider_signature": LONG},
                    {**CALL, "extra_content": {"google": {"thought_signature": LONG}}},
                    {
                        **CALL,
                        "provider_specific_fields": {"thought_signature": LONG, "other": 1},
                    },
                ]
            },
            {"tool_calls": [CALL, CALL, {**CALL, "provider_specific_fields": {"other": 1}}]},
        ),
        (
            "gpt-5",
            {"content": [{"type": "thinking", "thinking": LONG}, {"type": "text", "text": "x"}]},
            {"content": [{"type": "text", "text": "x"}]},
        ),
        (
            "gpt-5",
            {"content": [{"type": "thinking", "thinking": LONG}], "tool_calls": [CALL]},
            {"tool_calls": [CALL]},
        ),
        ("gpt-5", {"content": [{"type": "thinking", "thinking": LONG}]}, {}),
        (
            "magistral-medium-latest",
            {
                "content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "x"}],
                "signed_by": "zai/glm-4.6",
            },
            {"content": [{"type": "text", "text": "x"}]},
        ),
        ("kimi-k3", {"content": "x", "reasoning_details": [DETAIL]}, {"content": "x"}),
    ],
)
def test_what_it_does_not_take_is_left_out_or_moved(
    model: str, reply: dict[str, Any], left: dict[str, Any]
) -> None:
    got, reasons = _history(reply, target(model))
    assert got == left
    assert reasons


@pytest.mark.parametrize(
    ("signed_by", "kept"),
    [
        (None, True),
        ("openrouter/openai/gpt-5.5", True),
        ("openai/gpt-5.5", True),
        ("openai/gpt-5.4", False),
        ("anthropic/claude-opus-5-5", False),
    ],
)
def test_opaque_reasoning_goes_to_its_writer_only(signed_by: str | None, kept: bool) -> None:
    to = target("openai/gpt-5.5", "openrouter")
    reply = {"content": "x", "reasoning_details": [DETAIL]}
    named = reply if signed_by is None else {**reply, "signed_by": signed_by}
    got, _ = _history_by_catalog(named, to)
    assert ("reasoning_details" in got) is kept
    assert "signed_by" not in got


def _history_by_catalog(reply: dict[str, Any], to: Target) -> tuple[Any, Any]:
    body = {"messages": [HI, {"role": "assistant", **reply}, HI]}
    out = rewrite(body, to.traits, wire="openai.chat", served=to.served, writers=CATALOG.writer)
    return out.body["messages"][1], out.changes


def test_reasoning_never_turns_up_in_what_is_said() -> None:
    for model in ("gpt-5", "deepseek-v4-pro", "kimi-k3", "magistral-medium-latest"):
        reply = {
            "content": [{"type": "thinking", "thinking": "SECRET"}, {"type": "text", "text": "x"}],
            "reasoning_content": "SECRET",
            "thinking_blocks": [{**SIGNED, "thinking": "SECRET"}],
            "signed_by": "anthropic/claude-opus-5-5",
        }
        got, _ = _history(reply, target(model))
        assert "SECRET" not in str(got)


# --- system messages -----------------------------------------------------------------------------

ONE: Final = {"role": "system", "content": "one"}
TWO: Final = {"role": "developer", "content": "two"}
PARTS: Final = {"role": "system", "content": [{"type": "text", "text": "p"}]}
BLANK: Final = {"role": "system", "content": " "}
EFFORT: Final = {"role": "system", "content": "", "output_config": {"effort": "low"}}
LABEL: Final = "Note from the application, not from the user:\n"


@pytest.mark.parametrize(
    ("taken", "policy", "messages", "wanted"),
    [
        ("accepted", "join", [ONE, HI, TWO, HI], None),
        ("refused", "join", [ONE, HI], None),
        ("refused", "join", [], None),
        (None, "caller", [ONE, HI, TWO], None),
        ("refused", "join", [ONE, HI, TWO, HI], [{**ONE, "content": "one\n\ntwo"}, HI, HI]),
        ("refused", "caller", [ONE, HI, TWO], [{**ONE, "content": "one\n\ntwo"}, HI]),
        (None, "join", [ONE, TWO, HI], [{**ONE, "content": "one\n\ntwo"}, HI]),
        ("refused", "join", [HI, TWO], [{"role": "system", "content": "two"}, HI]),
        ("refused", "join", [HI, BLANK], [HI]),
        ("refused", "join", [BLANK, HI, TWO], [{**BLANK, "content": " \n\ntwo"}, HI]),
        (
            "refused",
            "join",
            [ONE, HI, PARTS],
            [{**ONE, "content": [{"type": "text", "text": "one"}, *PARTS["content"]]}, HI],
        ),
        (
            "refused",
            "label",
            [ONE, HI, TWO],
            [ONE, HI, {"role": "user", "content": f"{LABEL}two"}],
        ),
        (
            "refused",
            "label",
            [HI, PARTS],
            [HI, {"role": "user", "content": [{"type": "text", "text": LABEL}, *PARTS["content"]]}],
        ),
        ("accepted", "join", [ONE, HI, EFFORT], [ONE, HI]),
        ("refused", "join", [EFFORT, HI, TWO], [{"role": "system", "content": "two"}, HI]),
    ],
)
def test_system_messages(taken: Any, policy: Any, messages: list[Any], wanted: Any) -> None:
    to = Target(Traits(system=SystemTraits(mid_conversation=taken), prefill="accepted"), Served())
    out = sent({"messages": messages}, to, policy=Policy(later_system=policy))
    assert out.body["messages"] == (messages if wanted is None else wanted)
    assert {change.rule for change in out.changes} <= {"openai.system"}


# --- prefill -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "taken", "asked"),
    [
        ({"role": "assistant", "content": "{"}, "accepted", False),
        ({"role": "assistant", "content": "{"}, None, False),
        ({"role": "assistant", "content": "", "tool_calls": [CALL]}, "refused", False),
        (HI, "refused", False),
        ({"role": "assistant", "content": "{"}, "refused", True),
    ],
)
def test_a_prefill_that_is_refused_is_asked_for(last: Any, taken: Any, asked: bool) -> None:
    out = sent({"messages": [HI, last]}, Target(Traits(chat=True, prefill=taken), Served()))
    more = "Continue exactly where the last message ended, without repeating it."
    added = [{"role": "user", "content": more}] if asked else []
    assert out.body["messages"] == [HI, last, *added]


def test_signed_details_of_the_same_vendor_go_where_they_are_dropped_at_worst() -> None:
    traits = Traits(
        reasoning=Reasoning(field="reasoning_details"),
        signatures=Signatures(unreadable="dropped"),
    )
    to = Target(traits, Served(vendor="v", model="two"))
    reply = {"content": "x", "reasoning_details": [DETAIL], "signed_by": "v/one"}
    body = {"messages": [HI, {"role": "assistant", **reply}, HI]}
    kept = sent(body, to, intent=Intent()).body["messages"][1]
    assert "reasoning_details" in kept
    left = sent(body, to, policy=Policy(give_back="writer")).body["messages"][1]
    assert left == {"role": "assistant", "content": "x"}
