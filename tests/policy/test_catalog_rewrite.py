"""Rewriting through the catalog: whom a request is for, and what it says when nobody knows."""

from pathlib import Path
from typing import Any, Final

import pytest

from forethought.catalog import Catalog, NoModelNamed, UnknownModel
from forethought.policies import RequestError

HI: Final = [{"role": "user", "content": "hi"}]
ARN: Final = "arn:aws:bedrock:eu-west-1:1234:application-inference-profile/ab12"
ROUTES: Final = f"""
schema = 1
[platform."bedrock".policy]
max_tokens = 16_000
[route."eu-prod-opus"]
model = "claude-opus-5-5"
id = "{ARN}"
platform = "bedrock"
account = "eu"
[route."eu-prod-opus".traits]
effort.levels = ["low", "medium", "high"]
[route."qwen-on-vllm"]
model = "qwen3-32b"
[route."qwen-on-vllm".traits]
thinking.mode = "default_on"
thinking.off = {{ field = "chat_template_kwargs.enable_thinking", value = false }}
[route."shim"]
model = "glm-5.2"
wire = "anthropic.messages"
"""


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path = tmp_path_factory.mktemp("overrides")
    Path(path, "routes.toml").write_text(ROUTES)
    return Catalog.load(path)


def test_a_route_says_the_id_the_platform_and_the_traits(catalog: Catalog) -> None:
    out = catalog.rewrite({"messages": HI, "reasoning_effort": "max"}, route="eu-prod-opus")
    assert out.id == ARN
    assert out.path == f"/model/{ARN.replace('/', '%2F')}/invoke"
    assert out.body["output_config"] == {"effort": "high"}
    assert out.body["max_tokens"] == 16_000
    assert out.match == "base_model"
    assert not out.notes
    effort = next(change for change in out.changes if change.rule == "anthropic.effort")
    assert effort.origin is not None
    assert effort.origin.endswith('routes.toml [route."eu-prod-opus"]')


def test_an_opaque_id_is_its_routes(catalog: Catalog) -> None:
    out = catalog.rewrite({"model": ARN, "messages": HI, "stream": True})
    assert out.model == "claude-opus-5-5"
    assert out.path == f"/model/{ARN.replace('/', '%2F')}/invoke-with-response-stream"
    assert "stream" not in out.body


def test_a_route_beats_the_models_named_beside_it_and_says_so(catalog: Catalog) -> None:
    request = {"model": "claude-haiku-4-5", "messages": HI}
    out = catalog.rewrite(request, model="claude-opus-4-8", route="eu-prod-opus")
    assert out.model == "claude-opus-5-5"
    assert any("eu-prod-opus" in note for note in out.notes)


def test_a_model_named_beside_the_request_beats_the_requests_own(catalog: Catalog) -> None:
    request = {"model": "claude-haiku-4-5", "messages": HI}
    out = catalog.rewrite(request, model="claude-opus-4-8")
    assert out.model == out.body["model"] == "claude-opus-4-8"
    assert any("claude-haiku-4-5" in note for note in out.notes)


def test_a_route_serves_another_vendors_model_on_claudes_wire(catalog: Catalog) -> None:
    request = {"model": "glm-5.2", "max_tokens": 9, "temperature": 0.3, "messages": HI}
    out = catalog.rewrite(request, route="shim", wire="anthropic.messages")
    assert out.body["temperature"] == 0.3
    assert "thinking" not in out.body


def test_a_route_says_where_its_server_takes_the_toggle(catalog: Catalog) -> None:
    request = {"messages": HI, "reasoning_effort": "none"}
    assert catalog.rewrite(request, model="qwen3-32b").body["enable_thinking"] is False
    out = catalog.rewrite(request, route="qwen-on-vllm")
    assert out.body["chat_template_kwargs"] == {"enable_thinking": False}
    assert "enable_thinking" not in out.body


@pytest.mark.parametrize("asked", [{"model": "foo-9"}, {"route": "nowhere"}])
@pytest.mark.parametrize("request_", [{"messages": HI}, b'{"messages": [] , "x":1.0}'])
def test_what_nobody_knows_comes_back_as_it_came_and_says_so(
    catalog: Catalog, asked: dict[str, str], request_: Any
) -> None:
    out = catalog.rewrite(request_, **asked)  # type: ignore[arg-type]
    assert out.request is request_
    assert out.match == "unknown"
    assert out.notes
    assert not out.changes


def test_strict_raises_with_near_ids(catalog: Catalog) -> None:
    with pytest.raises(UnknownModel) as caught:
        catalog.rewrite({"messages": HI}, model="cluade-opus-5-5", strict=True)
    assert "claude-opus-5-5" in caught.value.suggestions


def test_no_model_at_all_is_an_error(catalog: Catalog) -> None:
    with pytest.raises(NoModelNamed):
        catalog.rewrite({"messages": HI})


def test_a_model_that_is_no_chat_model_is_left_alone(catalog: Catalog) -> None:
    request = {"model": "gpt-image-1", "prompt": "x", "temperature": 0.2}
    out = catalog.rewrite(request)
    assert out.request is request
    assert any("no chat model" in note for note in out.notes)


@pytest.mark.parametrize(
    ("request_", "wire", "code", "pointer"),
    [
        (b"[1]", "openai.chat", "not_an_object", ""),
        (b'{"a":', "openai.chat", "bad_json", ""),
        (b'{"a":' + b"[" * 100_000, "openai.chat", "too_deep", ""),
        (b'{"messages": [{"role": "\xff", "content": "hi"}]}', "openai.chat", "bad_json", ""),
        (b'{"temperature": 1e999}', "anthropic.messages", "bad_json", ""),
        ({"messages": "x"}, "openai.chat", "untranslatable", "/messages"),
        ({}, "openai.chat", "untranslatable", "/messages"),
        ({"messages": [{"role": "bot"}]}, "openai.chat", "untranslatable", "/messages/0/role"),
        ({"input": "hi"}, "openai.responses", "unsupported_crossing", ""),
    ],
)
def test_a_body_that_cannot_be_rewritten_is_a_coded_error(
    catalog: Catalog, request_: Any, wire: Any, code: str, pointer: str
) -> None:
    with pytest.raises(RequestError) as caught:
        catalog.rewrite(request_, model="claude-opus-5-5", wire=wire)
    assert caught.value.code == code
    assert caught.value.pointer == pointer
