"""What a change tells: pointers that hold, and of content no more than its size."""

from typing import Any, Final

import pytest

from forethought.catalog import Catalog
from forethought.policies import Intent, Served

from .asserting import rewritten

CATALOG: Final = Catalog.load()
HI: Final = {"role": "user", "content": "hi"}
SIGNED: Final = {
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "", "signature": "c2ln"},
        {"type": "text", "text": "ok"},
    ],
}
SECRET: Final = "nobody should read this in a change " * 3


def test_a_member_with_a_slash_in_its_name_is_pointed_at() -> None:
    found = CATALOG.resolve("claude-opus-5-5")
    thinking = {"type": "adaptive", "display": "summarized", "a/b~c": 1}
    body = {"max_tokens": 9, "thinking": thinking, "messages": [HI, SIGNED, HI]}
    out = rewritten(body, found.traits, wire="anthropic.messages", intent=Intent(effort="none"))
    assert out.body["thinking"]["display"] == "omitted"


@pytest.mark.parametrize(
    "odd",
    [
        {"thinking": SECRET, "output_config": {"effort": "low"}},
        {"temperature": SECRET, "top_p": {"a": SECRET}, "top_k": [SECRET]},
        {"tools": [{"name": "f", "strict": SECRET}]},
        {"tool_choice": {"type": "tool", "name": SECRET}},
        {"stream": SECRET},
        {"model": {"a": SECRET}},
        {"thinking": {"type": "adaptive", "display": SECRET, "block_binding": None}},
        {"output_config": {"effort": SECRET}, "thinking": {"type": "enabled"}},
    ],
)
@pytest.mark.parametrize("platform", ["anthropic", "bedrock"])
@pytest.mark.parametrize("model", ["claude-opus-5-5", "claude-haiku-4-5"])
def test_no_content_stands_in_what_was(odd: dict[str, Any], platform: Any, model: str) -> None:
    found = CATALOG.resolve(model, platform=platform, wire="anthropic.messages")
    served = Served(vendor="anthropic", model=found.model, id=found.id, platform=platform)
    out = rewritten(
        {"max_tokens": 9, "messages": [HI], **odd},
        found.traits,
        wire="anthropic.messages",
        intent=Intent(effort="high"),
        served=served,
    )
    assert SECRET not in str([change.was for change in out.changes])
