"""What goldens cannot hold: bytes in a mapping, routes, paths, and a refusal by policy."""

from pathlib import Path
from typing import Any, Final

import pytest

from forethought.catalog import Catalog
from forethought.policies import Policy, PolicyRefused, Served, Traits, rewrite
from forethought.policies.traits import EffortTraits, Thinking, Tools

CATALOG: Final = Catalog.load()
ARN: Final = "arn:aws:bedrock:eu-west-1:000000000000:application-inference-profile/abc"
HI: Final = {"role": "user", "content": [{"text": "hi"}]}
BUDGET: Final = {"thinking": {"type": "enabled", "budget_tokens": 2000}}
ROUTE: Final = f"""
schema = 1
[route."mine"]
model    = "claude-opus-4-8"
id       = "{ARN}"
platform = "bedrock"
"""


def _traits(model: str) -> Traits:
    return CATALOG.resolve(model, platform="bedrock", wire="bedrock.converse").traits


def _rewritten(body: dict[str, Any], catalog: Catalog = CATALOG, **asked: Any) -> Any:
    return catalog.rewrite(body, platform="bedrock", wire="bedrock.converse", **asked)


def test_redacted_bytes_of_the_aws_sdk_go_back_as_they_came() -> None:
    redacted = {"reasoningContent": {"redactedContent": b"blob"}}
    body = {"messages": [HI, {"role": "assistant", "content": [redacted, {"text": "a"}]}, HI]}
    out = rewrite(body, _traits("claude-opus-4-6"), wire="bedrock.converse")
    assert out.request is body


def test_empty_redacted_bytes_are_unsigned() -> None:
    redacted = {"reasoningContent": {"redactedContent": b""}}
    body = {"messages": [HI, {"role": "assistant", "content": [redacted, {"text": "a"}]}, HI]}
    out = rewrite(body, _traits("claude-opus-4-6"), wire="bedrock.converse")
    assert out.body["messages"][1]["content"] == [{"text": "a"}]


def test_an_opaque_arn_that_no_route_names_changes_nothing() -> None:
    body = {"messages": [HI], "additionalModelRequestFields": BUDGET}
    out = _rewritten(body, model=ARN)
    assert out.request is body
    assert out.match == "unknown"


def test_a_route_gives_an_opaque_arn_its_traits(tmp_path: Path) -> None:
    overrides = tmp_path / "overrides.toml"
    overrides.write_text(ROUTE)
    body = {"messages": [HI], "additionalModelRequestFields": BUDGET}
    out = _rewritten(body, Catalog.load(overrides), route="mine")
    extra = out.body["additionalModelRequestFields"]
    assert extra["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert extra["output_config"] == {"effort": "low"}
    quoted = ARN.replace("/", "%2F")
    assert out.path == f"/model/{quoted}/converse"


@pytest.mark.parametrize(("stream", "ending"), [(True, "converse-stream"), (False, "converse")])
def test_streaming_is_in_the_path(stream: bool, ending: str) -> None:
    out = _rewritten({"messages": [HI]}, model="claude-opus-4-6", stream=stream)
    assert out.path.endswith(f"/{ending}")


def test_a_model_whose_id_is_not_known_stays_in_the_body() -> None:
    body = {"messages": [HI], "modelId": "m"}
    out = rewrite(body, _traits("claude-opus-4-6"), wire="bedrock.converse", served=Served())
    assert out.request is body


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"toolConfig": {"toolChoice": {"any": {}}}}, "/toolConfig/toolChoice"),
        ({"toolConfig": {"toolChoice": {"tool": {"name": "f"}}}}, "/toolConfig/toolChoice"),
    ],
)
def test_a_refusal_names_the_place(body: dict[str, Any], pointer: str) -> None:
    with pytest.raises(PolicyRefused) as refusal:
        rewrite(
            {"messages": [HI], **body},
            _traits("claude-opus-5-5"),
            Policy(on_refused="refuse"),
            wire="bedrock.converse",
        )
    assert refusal.value.pointer == pointer


@pytest.mark.parametrize("value", [None, {}, "x", [], 5])
def test_a_holder_of_any_type_gets_no_half_of_a_change(value: Any) -> None:
    body = {"messages": [HI], "additionalModelRequestFields": value}
    out = rewrite(body, _traits("claude-opus-5-5"), wire="bedrock.converse")
    if value in (None, {}):
        assert "thinking" in out.body["additionalModelRequestFields"]
    else:
        assert out.request is body


@pytest.mark.parametrize(("effort", "choice"), [("none", {"any": {}}), ("high", {"auto": {}})])
def test_an_effort_says_whether_another_model_thinks(effort: str, choice: Any) -> None:
    traits = Traits(
        thinking=Thinking(mode="default_on"),
        effort=EffortTraits(
            levels=("none", "high"), parameter="additionalModelRequestFields.reasoning_effort"
        ),
        tools=Tools(forced="refused_while_thinking"),
    )
    body = {
        "messages": [HI],
        "toolConfig": {"toolChoice": {"any": {}}},
        "additionalModelRequestFields": {"reasoning_effort": effort},
    }
    out = rewrite(body, traits, wire="bedrock.converse")
    assert out.body["toolConfig"]["toolChoice"] == choice
    assert out.body["additionalModelRequestFields"] == {"reasoning_effort": effort}
