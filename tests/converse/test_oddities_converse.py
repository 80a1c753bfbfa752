"""Odd payloads on Converse: nothing raises, nothing is lost or left half done."""

from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from forethought.catalog import Catalog
from forethought.policies import Intent, Policy, Served

from ..policy.asserting import rewritten
from ..policy.test_oddities_anthropic import INTENTS, MODELS, POLICIES
from .payloads import CONVERSE

CATALOG: Final = Catalog.load()
OTHERS: Final = (
    "gpt-5.6-sol",
    "gpt-oss-20b",
    "grok-4.6",
    "glm-5",
    "qwen3.8-max",
    "mistral-large-4",
)


@given(
    body=CONVERSE,
    model=st.sampled_from((*MODELS, *OTHERS)),
    policy=POLICIES,
    intent=INTENTS,
    headers=st.sampled_from([{}, {"Anthropic-Beta": "one, two"}]),
)
def test_on_its_own_wire_every_property_holds(
    body: dict[str, Any], model: str, policy: Policy, intent: Intent, headers: dict[str, str]
) -> None:
    found = CATALOG.resolve(model, platform="bedrock", wire="bedrock.converse")
    out = rewritten(
        body,
        found.traits,
        wire="bedrock.converse",
        policy=policy,
        intent=intent,
        served=Served(vendor=found.vendor, model=found.model, id=found.id, platform="bedrock"),
        headers=headers,
    )
    kept = [key for key in body if key in out.body]
    assert [key for key in out.body if key in body] == kept, "the order of keys changed"
    assert out.body.get("unknown", "gone") == body.get("unknown", "gone")
    assert not out.headers
