"""What must hold of every rewrite on its own wire, whatever was asked."""

import copy
from collections.abc import Mapping
from typing import Any

import jsonpatch
import msgspec

from forethought.policies import Intent, Policy, Rewritten, Served, Traits, rewrite
from forethought.policies.words import Wire


def rewritten(
    request: dict[str, Any],
    traits: Traits,
    *,
    wire: Wire,
    policy: Policy = Policy(),
    intent: Intent | None = None,
    served: Served = Served(),
    headers: Mapping[str, str] | None = None,
) -> Rewritten:
    """The rewrite, after checking every property that does not depend on the traits."""

    def once(body: Any) -> Rewritten:
        return rewrite(
            body, traits, policy, wire=wire, intent=intent, served=served, headers=headers
        )

    before = copy.deepcopy(request)
    out = once(request)
    assert request == before, "the input was mutated"
    patch = [step(change) for change in out.changes]
    assert jsonpatch.apply_patch(request, patch) == out.body, "the changes do not give the body"
    assert bool(out.changes) == (out.body != request), "changes exactly when the body differs"
    if not out.changes:
        assert out.request is request, "unchanged, but another object"
    again = once(out.request)
    assert not again.changes, f"a second pass changed it again: {again.changes}"
    assert again.request is out.request
    for change in out.changes:
        assert change.rule
        assert change.reason
    raw = once(msgspec.json.encode(request))
    assert raw.body == out.body, "bytes came out differently"
    assert list(raw.body) == list(out.body), "bytes came out in another order"
    assert raw.changes == out.changes
    return out


def step(change: Any) -> dict[str, Any]:
    """A change as RFC 6902 writes it."""
    written = {"op": change.op, "path": change.path}
    if change.op != "remove":
        written["value"] = change.value
    return written
