"""The translation from `openai.chat` to `gemini.generate`."""

import copy
import json
from typing import Any, Final

import msgspec
import pytest

from forethought.policies import PolicyRefused, Untranslatable
from forethought.policies.words import Wire

from .contract import check
from .golden import CATALOG, Case, asked, cases, run, told

CHAT: Final[Wire] = "openai.chat"
CASES = cases("chat")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_case_gives_its_body_and_says_so(case: Case) -> None:
    request = asked(case)
    before = copy.deepcopy(request)
    out = run(case, request, CHAT)
    assert request == before
    assert case.body is not None
    assert out.body == json.loads(case.body)
    assert [told(change, CHAT) for change in out.changes] == case.told
    assert out.names == case.names


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_bytes_come_out_as_a_mapping_does(case: Case) -> None:
    out = run(case, asked(case), CHAT)
    raw = run(case, msgspec.json.encode(asked(case)), CHAT)
    assert raw.body == out.body
    assert raw.changes == out.changes


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_body_is_one_of_the_vendors(case: Case) -> None:
    check(dict(run(case, asked(case), CHAT).body))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_no_signature_is_told_or_shown(case: Case) -> None:
    out = run(case, asked(case), CHAT)
    for change in out.changes:
        assert "c2lnbmF0dXJl" not in f"{change!r} {change.was}"


HI = {"role": "user", "content": "hi"}
CALL = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def said(content: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content}]}


def called(**own: Any) -> dict[str, Any]:
    return {"messages": [HI, {"role": "assistant", "tool_calls": [{**CALL, **own}]}]}


def answered(*results: dict[str, Any]) -> dict[str, Any]:
    messages = [HI, {"role": "assistant", "tool_calls": [CALL]}]
    return {"messages": [*messages, *({"role": "tool", **result} for result in results)]}


ARGUMENTS = "/messages/1/tool_calls/0/function/arguments"
UNREADABLE: list[tuple[dict[str, Any], str]] = [
    ({}, "/messages"),
    ({"messages": "hi"}, "/messages"),
    ({"messages": [{"role": "robot"}]}, "/messages/0/role"),
    (said(3), "/messages/0/content"),
    (said([{"type": "hologram"}]), "/messages/0/content/0"),
    (said([{"type": "image_url", "image_url": {}}]), "/messages/0/content/0/image_url"),
    (said([{"type": "file", "file": {"file_id": "f1"}}]), "/messages/0/content/0/file"),
    (said([{"type": "input_audio", "input_audio": 1}]), "/messages/0/content/0/input_audio"),
    (
        called(function={"name": "f", "arguments": "[]"}),
        "/messages/1/tool_calls/0/function/arguments",
    ),
    (called(type="custom", function=None), "/messages/1/tool_calls/0"),
    (answered({"content": "x"}), "/messages/2/tool_call_id"),
    (answered({"tool_call_id": "c9"}), "/messages/2/tool_call_id"),
    (answered({"tool_call_id": "c1"}, {"tool_call_id": "c1"}), "/messages/3/tool_call_id"),
    ({"messages": [HI], "tools": 1}, "/tools"),
    ({"messages": [HI], "tools": [{"type": "custom", "custom": {}}]}, "/tools/0"),
    ({"messages": [HI], "functions": []}, "/functions"),
    ({"messages": [HI], "tool_choice": {"type": "mcp"}}, "/tool_choice"),
    ({"messages": [HI], "response_format": {"type": "grammar"}}, "/response_format"),
    ({"messages": [HI], "modalities": ["smell"]}, "/modalities"),
    ({"messages": [HI], "stop": [1]}, "/stop"),
    ({"messages": [HI], "reasoning_effort": "huge"}, "/reasoning_effort"),
    ({"messages": [HI], "output_config": {"effort": "huge"}}, "/output_config/effort"),
    ({"messages": [HI], "thinking": "on"}, "/thinking"),
    ({"messages": [{"role": "assistant", "thinking_blocks": [1]}]}, "/messages/0/thinking_blocks"),
]


@pytest.mark.parametrize(
    ("request_", "pointer"), UNREADABLE, ids=[f"{i} {at}" for i, (_, at) in enumerate(UNREADABLE)]
)
def test_what_cannot_be_read_is_named_by_its_pointer(
    request_: dict[str, Any], pointer: str
) -> None:
    case = Case(why="", request="", model="gemini-3.8-flash")
    for form in (request_, msgspec.json.encode(request_)):
        with pytest.raises(Untranslatable) as found:
            run(case, form, CHAT)
        assert found.value.pointer == pointer


def test_a_prefill_is_refused_where_the_policy_says_so() -> None:
    case = Case(why="", request="", model="gemini-3.8-flash")
    case.policy = msgspec.convert({"on_prefill": "refuse"}, type(case.policy))
    with pytest.raises(PolicyRefused) as found:
        run(case, {"messages": [HI, {"role": "assistant", "content": "The"}]}, CHAT)
    assert found.value.pointer == "/messages"


@pytest.mark.parametrize(
    ("platform", "stream", "path"),
    [
        ("gemini", False, "/v1beta/models/gemini-3.8-flash:generateContent"),
        ("gemini", True, "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse"),
        ("vertex", False, "/publishers/google/models/gemini-3.8-flash:generateContent"),
    ],
)
def test_the_model_and_streaming_go_in_the_path(platform: Any, stream: bool, path: str) -> None:
    request = {"model": "gemini-3.8-flash", "stream": stream, "messages": [HI]}
    out = CATALOG.rewrite(request, platform=platform, wire=CHAT)
    assert out.path == path
    assert not {"model", "stream"} & out.body.keys()


def test_what_was_sent_before_is_a_prefix_of_what_is_sent_now() -> None:
    foreign = {"role": "assistant", "tool_calls": [CALL], "signed_by": "anthropic/claude-opus-5-5"}
    signed = {**foreign, "signed_by": "gemini/gemini-3.8-flash"}
    signed["tool_calls"] = [{**CALL, "provider_signature": "c2lnbmF0dXJl"}]
    result = {"role": "tool", "tool_call_id": "c1", "content": "x"}
    done = {"role": "assistant", "content": "done"}
    history = [HI, foreign, result, done, HI, signed, result, done, HI, foreign, result, done, HI]
    case = Case(why="", request="", model="gemini-3.8-flash")
    before: list[Any] = []
    for end in range(1, len(history) + 1):
        if history[end - 1] is not HI:
            continue
        now = run(case, {"messages": history[:end]}, CHAT).body["contents"]
        assert now[: len(before)] == before
        before = now
    assert len(before) == len(history)
