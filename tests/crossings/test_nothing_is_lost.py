"""Each translation of `openai.chat` tells the same of what its target has no place for."""

import json
from typing import Any, Final

import msgspec
import pytest

from forethought.catalog import Catalog
from forethought.policies import Rewritten, Untranslatable, rewrite
from forethought.policies.served import Served
from forethought.policies.words import Wire

CATALOG: Final = Catalog.load()
MODELS: Final[dict[Wire, str]] = {
    "anthropic.messages": "claude-opus-5-5",
    "gemini.generate": "gemini-3.8-flash",
    "openai.responses": "gpt-5.5",
}
TARGETS: Final = list(MODELS)
HI: Final = {"role": "user", "content": "hi"}
FUNCTION: Final = {"type": "function", "function": {"name": "f"}}
SCHEMA: Final = {"type": "object", "properties": {"a": {"type": "string"}}}
FORMAT: Final = {"type": "json_schema", "schema": SCHEMA}
LONG: Final = "q" * 90


def crossed(body: dict[str, Any], target: Wire) -> Rewritten:
    """The translation, after checking that bytes give the same."""
    found = CATALOG.resolve(MODELS[target], wire=target)

    def once(request: Any) -> Rewritten:
        return rewrite(
            request,
            found.traits,
            wire="openai.chat",
            target=target,
            served=Served(vendor=found.vendor, model=found.model, id=found.id),
            writers=CATALOG.writer,
        )

    before = json.dumps(body)
    out, raw = once(body), once(msgspec.json.encode(body))
    assert json.dumps(body) == before
    assert (raw.body, raw.changes) == (out.body, out.changes)
    return out


def called(call: dict[str, Any]) -> list[Any]:
    """A conversation in which a function is called."""
    own = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    reply = {"role": "assistant", "content": "x", "tool_calls": [{**own, **call}]}
    return [HI, reply, {"role": "tool", "tool_call_id": "c", "content": "r"}]


def said(part: dict[str, Any]) -> list[Any]:
    """A conversation with one part."""
    return [{"role": "user", "content": [part]}]


LEFT: Final[list[tuple[dict[str, Any], str]]] = [
    ({"a/b~c": 1}, "/a~1b~0c"),
    ({"messages": [{**HI, "a/b": 1}]}, "/messages/0/a~1b"),
    ({"messages": said({"type": "text", "text": "x", "more": LONG})}, "/messages/0/content/0/more"),
    (
        {"messages": said({"type": "file", "file": {"file_url": "https://x/y.pdf", "m": 1}})},
        "/messages/0/content/0/file/m",
    ),
    (
        {"messages": said({"type": "image_url", "image_url": {"url": "https://x/y.png", "m": 1}})},
        "/messages/0/content/0/image_url/m",
    ),
    ({"messages": called({"note": 1})}, "/messages/1/tool_calls/0/note"),
    (
        {"messages": called({"function": {"name": "f", "arguments": "{}", "note": LONG}})},
        "/messages/1/tool_calls/0/function/note",
    ),
    ({"tools": [{**FUNCTION, "note": 1}]}, "/tools/0/note"),
    (
        {"tools": [{"type": "function", "function": {"name": "f", "note": 1}}]},
        "/tools/0/function/note",
    ),
    (
        {"reasoning_effort": "low", "reasoning": {"effort": "high", "summary": "auto"}},
        "/reasoning/effort",
    ),
    ({"reasoning": {"effort": "low", "note": 1}}, "/reasoning/note"),
    ({"reasoning": {"effort": "low", "max_tokens": 9000}}, "/reasoning/max_tokens"),
    ({"reasoning": {"max_tokens": 3000}}, "/reasoning/max_tokens"),
    (
        {"response_format": {"type": "json_schema", "json_schema": {"schema": SCHEMA, "x": 1}}},
        "/response_format/json_schema/x",
    ),
    (
        {
            "response_format": {"type": "json_schema", "json_schema": {"schema": SCHEMA}},
            "output_config": {"format": {**FORMAT, "schema": {"type": "object"}}},
        },
        "/output_config/format",
    ),
    ({"max_tokens": 9, "max_completion_tokens": 8}, "/max_tokens"),
    ({"web_search_options": {}}, "/web_search_options"),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("body", "pointer"), LEFT)
def test_what_has_no_place_is_told_where_it_stood(
    body: dict[str, Any], pointer: str, target: Wire
) -> None:
    out = crossed({"messages": [HI], **body}, target)
    assert pointer in {change.path for change in out.changes}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("field", "value", "effect"),
    [
        ("web_search_options", {}, "semantics"),
        ("audio", {"voice": "v"}, "semantics"),
        ("logit_bias", {}, "none"),
        ("prediction", {"type": "content"}, "none"),
    ],
)
def test_what_is_missing_weighs_the_same_everywhere(
    field: str, value: Any, effect: str, target: Wire
) -> None:
    out = crossed({"messages": [HI], field: value}, target)
    assert {change.effect for change in out.changes if change.path == f"/{field}"} == {effect}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"functions": [{}]}, "/functions"),
        ({"function_call": "auto"}, "/function_call"),
        ({"reasoning": "SECRET"}, "/reasoning"),
        ({"thinking": "SECRET"}, "/thinking"),
        ({"output_config": "SECRET"}, "/output_config"),
        ({"reasoning": {"effort": "SECRET"}}, "/reasoning/effort"),
        ({"response_format": {"type": "SECRET"}}, "/response_format"),
        ({"tools": [{"type": "function"}]}, "/tools/0"),
        ({"tool_choice": {"type": "function"}}, "/tool_choice"),
        (
            {
                "tools": [FUNCTION],
                "tool_choice": {
                    "type": "allowed_tools",
                    "allowed_tools": {"mode": "auto", "tools": 3},
                },
            },
            "/tool_choice/allowed_tools/tools",
        ),
        ({"messages": [{"role": "tool", "content": "SECRET"}]}, "/messages/0/tool_call_id"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(
    body: dict[str, Any], pointer: str, target: Wire
) -> None:
    with pytest.raises(Untranslatable) as caught:
        crossed({"messages": [HI], **body}, target)
    assert (caught.value.pointer or "").startswith(pointer)
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize("target", ["anthropic.messages", "gemini.generate"])
def test_blocks_that_are_none_are_pointed_at_in_an_interleaved_turn_too(target: Wire) -> None:
    reply = {"role": "assistant", "content": "x", "thinking_blocks": [None, 1]}
    for layout in ({}, {"thinking_layout": ["block", 1, "block"]}):
        with pytest.raises(Untranslatable) as caught:
            crossed({"messages": [HI, {**reply, **layout}, HI]}, target)
        assert caught.value.pointer == "/messages/1/thinking_blocks"


@pytest.mark.parametrize("target", TARGETS)
def test_a_schema_is_read_from_either_field_in_either_form(target: Wire) -> None:
    nested = {"type": "json_schema", "json_schema": {"schema": SCHEMA}}
    bodies: list[dict[str, Any]] = [
        {"response_format": nested},
        {"response_format": FORMAT},
        {"output_config": {"format": FORMAT}},
        {"output_config": {"format": FORMAT}, "response_format": {"type": "text"}},
    ]
    sent = [crossed({"messages": [HI], **body}, target).body for body in bodies]
    assert json.dumps(SCHEMA) in json.dumps(sent[0])
    assert all(body == sent[0] for body in sent)


@pytest.mark.parametrize("target", TARGETS)
def test_hidden_is_hidden_in_openrouters_words_and_in_claudes(target: Wire) -> None:
    for body in (
        {"reasoning_effort": "high", "reasoning": {"exclude": True}},
        {"reasoning_effort": "high", "thinking": {"type": "adaptive", "display": "omitted"}},
    ):
        sent = json.dumps(crossed({"messages": [HI], **body}, target).body)
        assert '"summary"' not in sent
        assert '"summarized"' not in sent
        assert '"includeThoughts": true' not in sent


@pytest.mark.parametrize("target", TARGETS)
def test_a_budget_is_told_as_the_level_that_is_sent(target: Wire) -> None:
    out = crossed({"messages": [HI], "reasoning": {"max_tokens": 3000}}, target)
    told = [change for change in out.changes if change.path == "/reasoning/max_tokens"]
    assert [(change.op, change.was, change.effect) for change in told] == [
        ("replace", 3000, "quality")
    ]
    assert '"medium"' in json.dumps(out.body).lower()


@pytest.mark.parametrize("target", TARGETS)
def test_a_refusal_is_said_among_kept_blocks(target: Wire) -> None:
    reply = {
        "role": "assistant",
        "content": "x",
        "refusal": "I will not.",
        "thinking_blocks": [{"type": "thinking", "thinking": "t", "signature": "c2ln"}],
        "thinking_layout": ["block", 1],
        "signed_by": "anthropic/claude-opus-5-5",
    }
    out = crossed({"messages": [HI, reply, HI]}, target)
    assert json.dumps(out.body).count("I will not.") == 1


@pytest.mark.parametrize("target", ["anthropic.messages", "gemini.generate"])
def test_where_no_tool_is_allowed_none_is_sent(target: Wire) -> None:
    choice = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": []}}
    out = crossed({"messages": [HI], "tools": [FUNCTION], "tool_choice": choice}, target)
    assert "tools" not in out.body
    assert "/tool_choice/allowed_tools" in {change.path for change in out.changes}


@pytest.mark.parametrize(
    ("target", "model", "sent"),
    [
        ("anthropic.messages", "claude-opus-4-8", '"type": "adaptive"'),
        ("openai.responses", "gpt-5.4", '"effort": "medium"'),
    ],
)
def test_enabled_asks_a_model_to_think_that_does_not_unasked(
    target: Wire, model: str, sent: str
) -> None:
    for body in ({"reasoning": {"enabled": True}}, {"thinking": {"type": "adaptive"}}):
        out = CATALOG.rewrite({"messages": [HI], **body}, model=model, target=target)
        assert sent in json.dumps(out.body)


def test_an_echo_of_empty_annotations_is_no_change_for_responses() -> None:
    replies = [
        {"role": "assistant", "content": "x", "annotations": []},
        {"role": "assistant", "content": [{"type": "text", "text": "x", "annotations": []}]},
    ]
    for reply in replies:
        out = crossed({"messages": [HI, reply, HI]}, "openai.responses")
        assert not [change for change in out.changes if "annotations" in str(change.path)]


def test_a_budget_stands_over_the_type_beside_it() -> None:
    thinking = {"type": "disabled", "budget_tokens": 9000}
    for target in ("gemini.generate", "openai.responses"):
        sent = json.dumps(crossed({"messages": [HI], "thinking": thinking}, target).body)
        assert '"high"' in sent.lower()
