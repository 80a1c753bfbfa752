"""Odd payloads to Claude: nothing raises but a request error, nothing is lost or left half done."""

from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.catalog import Catalog
from forethought.policies import Intent, Policy, RequestError, Served, rewrite

from .asserting import rewritten
from .odd import ANTHROPIC, CHAT

CATALOG: Final = Catalog.load()
MODELS: Final = (
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-opus-4-6",
    "claude-opus-4-5",
    "claude-haiku-4-5",
    "claude-3-haiku",
    "claude-nova-1",
)
POLICIES: Final = st.builds(
    Policy,
    ask_thinking=st.sampled_from(["thinkers", "all", "caller"]),
    display=st.sampled_from(["summarized", "omitted", "updates", "caller"]),
    effort_none=st.sampled_from(["lowest", "off"]),
    binding=st.sampled_from(["drop_block", "caller", "off"]),
    max_tokens=st.sampled_from(["limit", "caller", 4096]),
    later_system=st.sampled_from(["join", "label", "caller"]),
    give_back=st.sampled_from(["vendor", "writer"]),
)
INTENTS: Final = st.builds(
    Intent,
    effort=st.none() | st.sampled_from(["none", "minimal", "medium", "max"]),
    display=st.none() | st.sampled_from(["summarized", "omitted", "updates"]),
)


@given(
    body=ANTHROPIC,
    model=st.sampled_from(MODELS),
    policy=POLICIES,
    intent=INTENTS,
    platform=st.sampled_from(["anthropic", "bedrock", "vertex"]),
)
def test_on_its_own_wire_every_property_holds(
    body: dict[str, Any], model: str, policy: Policy, intent: Intent, platform: Any
) -> None:
    found = CATALOG.resolve(model, platform=platform, wire="anthropic.messages")
    served = Served(vendor="anthropic", model=found.model, id=found.id, platform=platform)
    out = rewritten(
        body,
        found.traits,
        wire="anthropic.messages",
        policy=policy,
        intent=intent,
        served=served,
        headers={"Anthropic-Beta": "one, two"},
    )
    kept = [key for key in body if key in out.body]
    assert [key for key in out.body if key in body] == kept, "the order of keys changed"
    assert out.body.get("unknown", "gone") == body.get("unknown", "gone")


@given(body=CHAT, model=st.sampled_from(MODELS), policy=POLICIES, intent=INTENTS)
def test_a_translation_raises_nothing_but_a_request_error(
    body: dict[str, Any], model: str, policy: Policy, intent: Intent
) -> None:
    found = CATALOG.resolve(model, wire="anthropic.messages")
    served = Served(vendor="anthropic", model=found.model, id=found.id, platform="anthropic")

    def translated(request: Any) -> Any:
        return rewrite(
            request, found.traits, policy, wire="openai.chat", intent=intent, served=served
        )

    before = msgspec.json.encode(body)
    try:
        out = translated(body)
    except RequestError as error:
        with pytest.raises(type(error)):
            translated(before)
        return
    assert msgspec.json.encode(body) == before, "the input was mutated"
    raw = translated(before)
    assert raw.body == msgspec.json.decode(out.encode())
    assert [c.reason for c in raw.changes] == [c.reason for c in out.changes]
    rewritten(
        dict(out.body),
        found.traits,
        wire="anthropic.messages",
        policy=policy,
        intent=intent,
        served=served,
    )
