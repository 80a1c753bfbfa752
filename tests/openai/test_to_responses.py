"""`openai.chat` to `openai.responses`: what each part becomes, and what is told of the rest."""

import json
from typing import Any, Final

import msgspec
import pytest

from forethought.policies import Intent, Rewritten, Served, Untranslatable, rewrite
from forethought.policies.policy import Policy

from .models import CATALOG, HI, target

TO: Final = target("gpt-5.5", wire="openai.responses")
SERVED: Final = Served(vendor="openai", model="gpt-5.5", platform="openai", account="a", route="r")
RS: Final = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "e" * 90}
CALL: Final = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
SENT_CALL: Final = {
    "type": "function_call",
    "call_id": "c1",
    "name": "f",
    "arguments": '{"a":1}',
}
RESULT: Final = {"role": "tool", "tool_call_id": "c1", "content": "r"}
SENT_RESULT: Final = {"type": "function_call_output", "call_id": "c1", "output": "r"}


def crossed(body: dict[str, Any], **asked: Any) -> Rewritten:
    """The translation, after checking that bytes give the same and nothing was mutated."""

    def once(request: Any) -> Rewritten:
        return rewrite(
            request,
            TO.traits,
            wire="openai.chat",
            target="openai.responses",
            served=SERVED,
            writers=CATALOG.writer,
            **asked,
        )

    before = json.dumps(body)
    out, raw = once(body), once(msgspec.json.encode(body))
    assert json.dumps(body) == before
    assert raw.body == out.body
    assert raw.changes == out.changes
    return out


def became(body: dict[str, Any], key: str, **asked: Any) -> Any:
    return crossed({"messages": [HI], "store": True, **body}, **asked).body.get(key)


def told(out: Rewritten) -> set[tuple[str | None, str | None]]:
    return {(change.path, change.to) for change in out.changes}


def test_the_plain_parts_of_a_body_are_respelled_without_a_word() -> None:
    body = {
        "model": "gpt-5.5",
        "messages": [HI],
        "store": True,
        "stream": True,
        "max_tokens": 100,
        "reasoning_effort": "high",
        "verbosity": "low",
        "service_tier": "flex",
        "metadata": {"a": "b"},
        "user": "u",
        "parallel_tool_calls": False,
        "n": 1,
        "logprobs": False,
        "modalities": ["text"],
        "response_format": {"type": "json_object"},
        "stream_options": {"include_obfuscation": False},
    }
    out = crossed(body, policy=Policy(display="caller"))
    assert out.changes == ()
    assert out.body == {
        "model": "gpt-5.5",
        "store": True,
        "stream": True,
        "service_tier": "flex",
        "metadata": {"a": "b"},
        "user": "u",
        "parallel_tool_calls": False,
        "max_output_tokens": 100,
        "text": {"format": {"type": "json_object"}, "verbosity": "low"},
        "stream_options": {"include_obfuscation": False},
        "reasoning": {"effort": "high"},
        "input": [HI],
    }


@pytest.mark.parametrize(
    ("messages", "items"),
    [
        (
            [{"role": "system", "content": "S"}, HI, {"role": "developer", "content": "D"}],
            [{"role": "system", "content": "S"}, HI, {"role": "developer", "content": "D"}],
        ),
        (
            [{"role": "user", "content": [{"type": "text", "text": "a"}, "b"]}],
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "input_text", "text": "a"},
                        {"type": "input_text", "text": "b"},
                    ],
                }
            ],
        ),
        (
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": {"url": "https://x", "detail": "low"}},
                        {"type": "image_url", "image_url": "data:image/png;base64,AA=="},
                        {"type": "file", "file": {"file_id": "file-1"}},
                        {"type": "file", "file": {"file_data": "data:a;base64,A", "filename": "n"}},
                    ],
                }
            ],
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "input_image", "image_url": "https://x", "detail": "low"},
                        {
                            "type": "input_image",
                            "image_url": "data:image/png;base64,AA==",
                            "detail": "auto",
                        },
                        {"type": "input_file", "file_id": "file-1"},
                        {"type": "input_file", "file_data": "data:a;base64,A", "filename": "n"},
                    ],
                }
            ],
        ),
        (
            [HI, {"role": "assistant", "content": None, "tool_calls": [CALL]}, RESULT],
            [HI, SENT_CALL, SENT_RESULT],
        ),
        (
            [HI, {"role": "assistant", "content": "x", "tool_calls": [CALL]}, RESULT],
            [HI, {"role": "assistant", "content": "x"}, SENT_CALL, SENT_RESULT],
        ),
        (
            [HI, {"role": "assistant", "content": [{"type": "text", "text": "x"}]}, HI],
            [
                HI,
                {"role": "assistant", "content": [{"type": "output_text", "text": "x"}]},
                HI,
            ],
        ),
        (
            [HI, {"role": "assistant", "content": "", "refusal": "no"}, HI],
            [HI, {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}, HI],
        ),
        (
            [
                HI,
                {
                    "role": "assistant",
                    "tool_calls": [
                        {"id": "k", "type": "custom", "custom": {"name": "g", "input": "in"}}
                    ],
                },
                {"role": "tool", "tool_call_id": "k", "content": [{"type": "text", "text": "r"}]},
            ],
            [
                HI,
                {"type": "custom_tool_call", "call_id": "k", "name": "g", "input": "in"},
                {
                    "type": "custom_tool_call_output",
                    "call_id": "k",
                    "output": [{"type": "input_text", "text": "r"}],
                },
            ],
        ),
    ],
)
def test_messages_become_items(messages: list[Any], items: list[Any]) -> None:
    out = crossed({"messages": messages, "store": True}, policy=Policy(display="caller"))
    assert out.body["input"] == items
    assert not out.changes


# --- reasoning that was kept ---------------------------------------------------------------------

REPLY: Final = {
    "role": "assistant",
    "content": "x",
    "tool_calls": [CALL],
    "reasoning_items": [RS],
    "signed_by": "openai/gpt-5.5",
    "signed_account": "a",
}


def test_kept_reasoning_goes_back_before_its_call() -> None:
    items = became({"messages": [HI, REPLY, RESULT]}, "input")
    said = {"role": "assistant", "content": "x"}
    assert items == [HI, RS, said, SENT_CALL, SENT_RESULT]


def test_kept_reasoning_goes_back_where_it_stood() -> None:
    second = {**RS, "id": "rs_2"}
    layout = ["block", 1, "block", "call"]
    reply = {**REPLY, "reasoning_items": [RS, second], "thinking_layout": layout}
    items = became({"messages": [HI, reply, RESULT]}, "input")
    said = {"role": "assistant", "content": "x"}
    assert items == [HI, RS, said, second, SENT_CALL, SENT_RESULT]


def test_a_refusal_is_said_once_among_kept_reasoning() -> None:
    reply = {
        **REPLY,
        "refusal": "no",
        "thinking_layout": ["block", 1, "call"],
        "tool_calls": [CALL],
    }
    layout = {"thinking_layout": [{"length": 1, "signature": "s"}, "block", "call"]}
    for own in ({}, layout):
        items = became({"messages": [HI, {**reply, **own}, RESULT]}, "input")
        assert json.dumps(items).count('"refusal": "no"') == 1


@pytest.mark.parametrize(
    "named",
    [
        {"signed_by": "anthropic/claude-opus-5-5"},
        {"signed_by": "openai/gpt-5.4"},
        {"signed_by": "azure/gpt-5.5"},
        {"signed_account": "b"},
        {"signed_account": None, "signed_route": "azure-b"},
    ],
)
def test_reasoning_of_another_stays_behind_and_its_call_goes(named: Any) -> None:
    out = crossed({"messages": [HI, {**REPLY, **named}, RESULT]})
    assert out.body["input"][1:] == [
        {"role": "assistant", "content": "x"},
        SENT_CALL,
        SENT_RESULT,
    ]
    assert ("/messages/1/reasoning_items", None) in told(out)


def test_reasoning_whose_call_is_gone_goes_too() -> None:
    lonely = {"role": "assistant", "content": None, "reasoning_items": [RS]}
    out = crossed({"messages": [HI, lonely, HI]})
    assert out.body["input"] == [HI, HI]
    assert ("/messages/1", None) in told(out)


def test_reasoning_of_other_wires_is_never_said() -> None:
    reply = {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "SECRET"}, {"type": "text", "text": "x"}],
        "reasoning_content": "SECRET",
        "reasoning_details": [{"type": "reasoning.text", "text": "SECRET"}],
        "thinking_blocks": [{"type": "thinking", "thinking": "SECRET", "signature": "s"}],
    }
    out = crossed({"messages": [HI, reply, HI]})
    assert "SECRET" not in json.dumps(out.body)
    assert {path for path, _ in told(out)} >= {
        "/messages/1/content/0",
        "/messages/1/reasoning_content",
        "/messages/1/reasoning_details",
        "/messages/1/thinking_blocks",
    }


# --- fields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "key", "wanted"),
    [
        ({"reasoning_effort": "minimal"}, "reasoning", {"effort": "low", "summary": "auto"}),
        ({"reasoning_effort": "none"}, "reasoning", {"effort": "none"}),
        ({"reasoning": {"effort": "low"}}, "reasoning", {"effort": "low", "summary": "auto"}),
        (
            {"reasoning": {"summary": "detailed", "context": "auto"}},
            "reasoning",
            {"summary": "detailed", "context": "auto"},
        ),
        ({"reasoning": {"exclude": True}}, "reasoning", None),
        (
            {"thinking": {"type": "enabled", "budget_tokens": 3000}},
            "reasoning",
            {"effort": "medium", "summary": "auto"},
        ),
        ({"thinking": {"type": "disabled"}}, "reasoning", {"effort": "none"}),
        ({"output_config": {"effort": "max"}}, "reasoning", {"effort": "xhigh", "summary": "auto"}),
        ({"max_completion_tokens": 3, "max_tokens": 4}, "max_output_tokens", 3),
        (
            {
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "n", "schema": {}},
                }
            },
            "text",
            {"format": {"type": "json_schema", "name": "n", "schema": {}}},
        ),
        (
            {"logprobs": True, "reasoning_effort": "none"},
            "include",
            ["message.output_text.logprobs"],
        ),
        ({"store": False}, "store", False),
        ({"store": False}, "include", ["reasoning.encrypted_content"]),
        (
            {"tools": [{"type": "function", "function": {"name": "f"}}]},
            "tools",
            [
                {
                    "type": "function",
                    "name": "f",
                    "parameters": {"type": "object", "properties": {}},
                    "strict": False,
                }
            ],
        ),
        (
            {
                "tools": [
                    {
                        "type": "custom",
                        "custom": {
                            "name": "g",
                            "format": {
                                "type": "grammar",
                                "grammar": {"syntax": "lark", "definition": "d"},
                            },
                        },
                    }
                ]
            },
            "tools",
            [
                {
                    "type": "custom",
                    "name": "g",
                    "format": {"type": "grammar", "syntax": "lark", "definition": "d"},
                }
            ],
        ),
        ({"tools": [{"type": "web_search"}]}, "tools", [{"type": "web_search"}]),
        ({"tool_choice": "required"}, "tool_choice", "required"),
        (
            {"tool_choice": {"type": "function", "function": {"name": "f"}}},
            "tool_choice",
            {"type": "function", "name": "f"},
        ),
        (
            {
                "tool_choice": {
                    "type": "allowed_tools",
                    "allowed_tools": {
                        "mode": "auto",
                        "tools": [{"type": "function", "function": {"name": "f"}}],
                    },
                }
            },
            "tool_choice",
            {
                "type": "allowed_tools",
                "mode": "auto",
                "tools": [{"type": "function", "name": "f"}],
            },
        ),
    ],
)
def test_a_field_becomes(body: dict[str, Any], key: str, wanted: Any) -> None:
    assert became(body, key) == wanted


@pytest.mark.parametrize(
    ("body", "left", "effort"),
    [
        ({"thinking": {"type": "adaptive"}}, "/thinking", None),
        ({"reasoning_effort": "low", "thinking": {"type": "adaptive"}}, "/thinking", "low"),
        ({"reasoning_effort": "low", "reasoning": {"effort": "high"}}, "/reasoning", "low"),
        ({"reasoning_effort": "low", "output_config": {"effort": "max"}}, "/output_config", "low"),
        ({"max_completion_tokens": 3, "max_tokens": 4}, "/max_tokens", None),
    ],
)
def test_what_something_else_stands_over_is_told(body: Any, left: str, effort: Any) -> None:
    out = crossed({"messages": [HI], "store": True, **body})
    assert (left, None) in told(out)
    assert (out.body.get("reasoning") or {}).get("effort") == effort


def test_thinking_is_asked_of_a_model_that_does_not_think_unasked() -> None:
    body = {"messages": [HI], "thinking": {"type": "adaptive"}}
    out = CATALOG.rewrite(body, model="gpt-5.4", target="openai.responses")
    assert out.body["reasoning"] == {"effort": "medium", "summary": "auto"}


def test_a_call_that_said_nothing_of_storage_is_not_stored() -> None:
    out = crossed({"messages": [HI]})
    assert out.body["store"] is False
    assert (None, "/store") in told(out)


def test_an_intent_stands_over_the_body() -> None:
    intent = Intent(effort="low", display="omitted")
    assert became({"reasoning_effort": "high"}, "reasoning", intent=intent) == {"effort": "low"}


@pytest.mark.parametrize(
    ("field", "value", "effect"),
    [
        ("n", 2, "semantics"),
        ("modalities", ["text", "audio"], "semantics"),
        ("audio", {"voice": "v"}, "semantics"),
        ("web_search_options", {}, "semantics"),
        ("stop", ["x"], "quality"),
        ("seed", 1, "quality"),
        ("frequency_penalty", 0.5, "quality"),
        ("presence_penalty", 0.5, "quality"),
        ("logit_bias", {"1": 1}, "quality"),
        ("prediction", {"type": "content"}, "none"),
        ("anything", "x", "none"),
    ],
)
def test_a_field_without_a_counterpart_is_told(field: str, value: Any, effect: str) -> None:
    out = crossed({"messages": [HI], "store": True, field: value})
    assert field not in out.body
    change = next(change for change in out.changes if change.path == f"/{field}")
    assert (change.op, change.effect) == ("remove", effect)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "x", "name": "n"},
        {"role": "user", "content": "x", "cache_control": {"type": "ephemeral"}},
        {"role": "assistant", "content": "x", "audio": {"id": "a"}},
    ],
)
def test_a_member_without_a_place_is_told(message: dict[str, Any]) -> None:
    out = crossed({"messages": [message], "store": True})
    member = list(message)[-1]
    assert (f"/messages/0/{member}", None) in told(out)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/messages"),
        ({"messages": "x"}, "/messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "/messages/0/role"),
        ({"messages": [{"role": "user", "content": 1}]}, "/messages/0/content"),
        (
            {"messages": [{"role": "user", "content": [{"type": "input_audio"}]}]},
            "/messages/0/content/0",
        ),
        (
            {"messages": [{"role": "user", "content": [{"type": "text"}]}]},
            "/messages/0/content/0/text",
        ),
        ({"messages": [{"role": "tool", "content": "x"}]}, "/messages/0/tool_call_id"),
        (
            {"messages": [{"role": "assistant", "tool_calls": [{"type": "function"}]}]},
            "/messages/0/tool_calls/0",
        ),
        (
            {"messages": [{"role": "assistant", "content": "x", "reasoning_items": [1]}]},
            "/messages/0/reasoning_items",
        ),
        ({"messages": [HI], "functions": [{}]}, "/functions"),
        ({"messages": [HI], "tools": [{}]}, "/tools/0"),
        ({"messages": [HI], "tool_choice": "SECRET"}, "/tool_choice"),
        ({"messages": [HI], "response_format": {"type": "SECRET"}}, "/response_format"),
        ({"messages": [HI], "reasoning_effort": "SECRET"}, "/reasoning_effort"),
        ({"messages": [HI], "text": "SECRET"}, "/text"),
    ],
)
def test_what_cannot_be_read_is_pointed_at_without_a_word_of_it(body: Any, pointer: str) -> None:
    with pytest.raises(Untranslatable) as caught:
        crossed(body)
    assert caught.value.pointer == pointer
    assert "SECRET" not in str(caught.value)


def test_a_longer_conversation_keeps_the_shorter_one_as_its_front() -> None:
    messages = [
        {"role": "system", "content": "S"},
        HI,
        REPLY,
        RESULT,
        {"role": "system", "content": "later"},
        HI,
        {"role": "assistant", "content": "y"},
        HI,
    ]
    whole = crossed({"messages": messages}).body["input"]
    for end in (2, 4, 6, 8):
        part = crossed({"messages": messages[:end]}).body["input"]
        assert whole[: len(part)] == part


def test_a_second_pass_on_the_other_wire_changes_nothing() -> None:
    out = crossed({"messages": [HI, REPLY, RESULT], "reasoning_effort": "max", "temperature": 0.3})
    again = rewrite(out.body, TO.traits, wire="openai.responses", served=SERVED)
    assert not again.changes
