"""Function tools while the model reasons, where only `openai.responses` takes both."""

import pytest

from forethought.policies import Policy, PolicyRefused, rewrite
from forethought.policies.errors import WrongEndpoint

from .models import CATALOG, FUNCTIONS, HI, target

BODY = {"model": "gpt-6-astra", "messages": [HI], "tools": FUNCTIONS}


def test_a_model_that_always_reasons_is_refused_with_the_target_to_use() -> None:
    with pytest.raises(WrongEndpoint, match=r'target="openai\.responses"') as caught:
        CATALOG.rewrite(BODY)
    assert caught.value.pointer == "/tools"
    assert caught.value.code == "wrong_endpoint"


def test_with_that_target_both_are_sent() -> None:
    out = CATALOG.rewrite({**BODY, "reasoning_effort": "high"}, target="openai.responses")
    assert out.path == "/v1/responses"
    assert out.body["reasoning"]["effort"] == "high"
    assert [tool["name"] for tool in out.body["tools"]] == ["f"]


def test_reasoning_turned_off_is_another_request() -> None:
    to = target("gpt-5.5")
    policy = Policy(on_refused="refuse")
    body = {**BODY, "reasoning_effort": "high"}
    with pytest.raises(PolicyRefused):
        rewrite(body, to.traits, policy, wire="openai.chat", served=to.served)


def test_a_model_served_on_responses_only_is_reached_there() -> None:
    out = CATALOG.rewrite({"model": "gpt-5-pro", "messages": [HI]})
    assert out.wire == "openai.responses"
    assert out.body["input"] == [HI]


def test_a_deployment_is_sent_as_it_is_named(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "o.toml").write_text(
        'schema = 1\n[route."prod"]\nmodel = "gpt-5.6-luna"\nid = "prod-chat"\nplatform = "azure"\n'
    )
    catalog = type(CATALOG).load(tmp_path)
    body = {"model": "prod", "messages": [HI], "max_tokens": 400, "temperature": 0.2}
    out = catalog.rewrite(body, route="prod")
    assert out.path == "/openai/v1/chat/completions"
    assert out.body == {"model": "prod-chat", "messages": [HI], "max_completion_tokens": 400}
