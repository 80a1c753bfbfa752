"""What each rule of `openai.responses` makes of a body, and what it leaves alone."""

from typing import Any, Final

import pytest

from forethought.policies import Intent, Served, Traits
from forethought.policies.traits import EffortTraits, Signatures

from .models import HI, Target, sent, target

WIRE: Final = "openai.responses"
GONE: Final = object()
F: Final = [{"type": "function", "name": "f", "parameters": {}, "strict": False}]
INCLUDE: Final = "reasoning.encrypted_content"
LOGPROBS: Final = "message.output_text.logprobs"
Row = tuple[str, str, dict[str, Any], dict[str, Any]]

ROWS: Final[dict[str, list[Row]]] = {
    "openai.effort": [
        ("max is offered here", "gpt-5.6", {"reasoning": {"effort": "max"}}, {}),
        ("tools and reasoning", "gpt-6-astra", {"tools": F, "reasoning": {"effort": "high"}}, {}),
        ("a wrong type is the provider's to refuse", "gpt-5", {"reasoning": "high"}, {}),
        (
            "minimal",
            "gpt-5.5",
            {"reasoning": {"effort": "minimal", "summary": "auto"}},
            {"reasoning": {"effort": "low", "summary": "auto"}},
        ),
        (
            "none where there is none",
            "gpt-6-astra",
            {"reasoning": {"effort": "none"}},
            {"reasoning": {"effort": "low"}},
        ),
        (
            "the other wire's field",
            "gpt-5",
            {"reasoning_effort": "low"},
            {"reasoning_effort": GONE, "reasoning": {"effort": "low"}},
        ),
        ("no such parameter", "gpt-4o", {"reasoning": {"effort": "low"}}, {"reasoning": GONE}),
    ],
    "openai.sampling": [
        ("a temperature of 1 stays", "gpt-5", {"temperature": 1.0}, {}),
        ("accepted", "gpt-4o", {"temperature": 0.2, "include": [LOGPROBS]}, {}),
        (
            "refused",
            "gpt-5",
            {"temperature": 0.2, "top_p": 0.1, "top_logprobs": 2},
            {"temperature": GONE, "top_p": GONE, "top_logprobs": GONE},
        ),
        (
            "log probabilities are asked by include, too",
            "gpt-5",
            {"include": ["a", LOGPROBS, "b"]},
            {"include": ["a", "b"]},
        ),
    ],
    "openai.limits": [
        ("right", "gpt-5", {"max_output_tokens": 16}, {}),
        ("clamped", "gpt-5", {"max_output_tokens": 900_000}, {"max_output_tokens": 128_000}),
        (
            "the other wire's field",
            "gpt-5",
            {"max_tokens": 16},
            {"max_tokens": GONE, "max_output_tokens": 16},
        ),
    ],
    "openai.forced_tools": [
        ("accepted", "gpt-5", {"tools": F, "tool_choice": "required"}, {}),
        (
            "refused",
            "grok-4.20-multi-agent",
            {"tools": F, "tool_choice": {"type": "function", "name": "f"}},
            {"tool_choice": "auto"},
        ),
        (
            "allowed tools",
            "grok-4.20-multi-agent",
            {"tools": F, "tool_choice": {"type": "allowed_tools", "mode": "required", "tools": []}},
            {"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": []}},
        ),
    ],
    "openai.tools": [
        ("accepted", "gpt-5", {"parallel_tool_calls": True}, {}),
        ("refused", "o3", {"parallel_tool_calls": True}, {"parallel_tool_calls": GONE}),
    ],
    "openai.include": [
        ("stored", "gpt-5", {"store": True}, {}),
        ("stored unless told", "gpt-5", {}, {}),
        ("asked for", "gpt-5", {"store": False, "include": [INCLUDE]}, {}),
        ("does not reason", "gpt-4o", {"store": False}, {}),
        ("does not reason unasked", "gpt-5.1", {"store": False}, {}),
        ("nothing is stored", "gpt-5-mini", {"store": False}, {"include": [INCLUDE]}),
        ("beside others", "gpt-5", {"store": False, "include": ["a"]}, {"include": ["a", INCLUDE]}),
        ("null", "gpt-5", {"store": False, "include": None}, {"include": [INCLUDE]}),
        (
            "reasons as asked",
            "gpt-5.1",
            {"store": False, "reasoning": {"effort": "low"}},
            {"include": [INCLUDE]},
        ),
    ],
    "none": [
        (
            "what no rule reads",
            "gpt-5",
            {"text": {"verbosity": "low"}, "service_tier": "flex", "instructions": "S", "x": [1]},
            {},
        ),
    ],
}
PARAMS: Final = [
    pytest.param(rule, row, id=f"{rule}: {row[0]}") for rule, rows in ROWS.items() for row in rows
]


@pytest.mark.parametrize(("rule", "row"), PARAMS)
def test_a_body_becomes(rule: str, row: Row) -> None:
    _, model, asked, changed = row
    body = {"model": "m", "input": [HI], **asked}
    out = sent(body, target(model, wire=WIRE), wire=WIRE)
    assert out.body == {k: v for k, v in (body | changed).items() if v is not GONE}
    assert {change.rule for change in out.changes} <= {rule}


@pytest.mark.parametrize(
    ("display", "own", "wanted"),
    [
        (None, None, None),
        ("summarized", None, {"summary": "auto"}),
        ("summarized", {"effort": "low"}, {"effort": "low", "summary": "auto"}),
        ("summarized", {"summary": "detailed"}, {"summary": "detailed"}),
        ("summarized", {"generate_summary": "concise"}, {"generate_summary": "concise"}),
        ("omitted", {"summary": "detailed", "effort": "low"}, {"effort": "low"}),
        ("updates", None, None),
    ],
)
def test_a_summary_is_asked_for_by_intent_only(display: Any, own: Any, wanted: Any) -> None:
    body = {"input": "hi"} if own is None else {"input": "hi", "reasoning": own}
    out = sent(body, target("gpt-5", wire=WIRE), wire=WIRE, intent=Intent(display=display))
    assert out.body.get("reasoning") == wanted


# --- items ---------------------------------------------------------------------------------------

LONG: Final = "e" * 90
RS: Final = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": LONG}
BARE: Final = {"type": "reasoning", "id": "rs_2", "summary": []}
CALL: Final = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "id": "fc"}
NO_ID: Final = {key: value for key, value in CALL.items() if key != "id"}
OUT: Final = {"type": "function_call_output", "call_id": "c", "output": "r"}
SAID: Final = {"role": "assistant", "content": "x"}


@pytest.mark.parametrize(
    ("body", "items"),
    [
        ({}, [HI, RS, CALL, OUT]),
        ({"store": False}, [HI, RS, RS, CALL, OUT]),
        ({}, [HI, BARE, CALL, OUT]),
        ({"store": False}, [HI, RS, SAID, HI]),
        ({}, [RS]),
        ({}, [HI, CALL, OUT]),
        ({}, [HI, RS, {"type": "item_reference", "id": "msg_1"}]),
        ({}, "hi"),
    ],
)
def test_items_that_may_go_back_go_back_as_they_came(body: Any, items: Any) -> None:
    include = {"include": [INCLUDE]} if "store" in body else {}
    out = sent({"input": items, **body, **include}, target("gpt-5", wire=WIRE), wire=WIRE)
    assert not out.changes


@pytest.mark.parametrize(
    ("body", "items", "left"),
    [
        ({"store": False}, [HI, BARE, CALL, OUT], [HI, NO_ID, OUT]),
        ({"store": False}, [HI, {**RS, "encrypted_content": ""}, CALL, OUT], [HI, NO_ID, OUT]),
        ({"store": False}, [HI, {**RS, "encrypted_content": None}, SAID], [HI, SAID]),
        ({}, [HI, RS, HI], [HI, HI]),
        ({}, [HI, RS, OUT], [HI, OUT]),
        ({}, [HI, RS], [HI]),
        ({}, [HI, {"type": "configuration_update", "reasoning": {"effort": "low"}}], [HI]),
        ({}, [HI, {**RS, "signed_by": "azure/gpt-5"}, CALL, OUT], [HI, NO_ID, OUT]),
        ({}, [HI, {**RS, "signed_by": "xai/grok-4.5"}, CALL, OUT], [HI, NO_ID, OUT]),
        ({}, [HI, {**RS, "signed_by": "openai/gpt-5"}, CALL, OUT], [HI, RS, CALL, OUT]),
        ({}, [HI, {**RS, "signed_account": "b"}, CALL, OUT], [HI, NO_ID, OUT]),
        ({}, [HI, {**RS, "signed_account": "a", "signed_route": "x"}, CALL], [HI, RS, CALL]),
        ({}, [HI, {**RS, "signed_route": "x"}, CALL, OUT], [HI, NO_ID, OUT]),
        ({}, [HI, {**RS, "signed_route": "r"}, CALL, OUT], [HI, RS, CALL, OUT]),
    ],
)
def test_items_that_may_not_are_left_out_whole(body: Any, items: Any, left: Any) -> None:
    to = target("gpt-5", wire=WIRE)
    served = Served(vendor="openai", model="gpt-5", platform="openai", account="a", route="r")
    request = {"input": items, **body, "include": [INCLUDE]}
    out = sent(request, Target(to.traits, served), wire=WIRE)
    assert out.body["input"] == left
    assert {change.rule for change in out.changes} == {"openai.items"}


def test_an_id_and_what_is_encrypted_for_it_stay_together() -> None:
    body = {"input": [{**RS, "id": "rs_new"}]}
    out = sent(body, target("gpt-5.4", wire=WIRE), wire=WIRE)
    assert out.body is out.request
    assert out.body["input"] == [{**RS, "id": "rs_new"}]


def test_what_is_not_bound_to_an_account_goes_to_any() -> None:
    traits = Traits(chat=True, signatures=Signatures(account_bound=False))
    to = Target(traits, Served(vendor="openai", model="gpt-5", account="a"))
    body = {"input": [HI, {**RS, "signed_account": "b"}, CALL]}
    assert sent(body, to, wire=WIRE).body["input"] == [HI, RS, CALL]


def test_what_is_not_known_changes_nothing() -> None:
    to = Target(Traits(chat=True, effort=EffortTraits(default="low")), Served())
    body = {
        "reasoning": {"effort": "max", "summary": "auto"},
        "temperature": 0.2,
        "tool_choice": "required",
        "parallel_tool_calls": True,
        "max_output_tokens": 9**9,
        "input": [HI, BARE, CALL],
    }
    assert not sent(body, to, wire=WIRE).changes
