"""Whom the tests of OpenAI's wires send to: models as the catalog resolves them."""

from typing import Any, Final, NamedTuple

from forethought.catalog import Catalog
from forethought.policies import Intent, Rewritten, Served, Traits
from forethought.policies.policy import Policy
from forethought.policies.words import Platform, Wire

from ..policy.asserting import rewritten

CATALOG: Final = Catalog.load()
FUNCTIONS: Final = [{"type": "function", "function": {"name": "f", "parameters": {}}}]
HI: Final = {"role": "user", "content": "hi"}


class Target(NamedTuple):
    """A model on a platform, asked on one of its wires."""

    traits: Traits
    served: Served


def target(model: str, platform: Platform | None = None, wire: Wire = "openai.chat") -> Target:
    """The traits of a model there. The body's own model stays."""
    found = CATALOG.resolve(model, platform=platform, wire=wire)
    served = Served(vendor=found.vendor, model=found.model, platform=found.platform)
    return Target(found.traits, served)


def sent(
    body: dict[str, Any],
    to: Target,
    *,
    wire: Wire = "openai.chat",
    policy: Policy = Policy(),
    intent: Intent | None = None,
) -> Rewritten:
    """The rewrite on the wire itself, after every property that must hold of one."""
    return rewritten(body, to.traits, wire=wire, policy=policy, intent=intent, served=to.served)
