"""The rules of `gemini.generate` on its own wire."""

import json

import pytest

from tests.policy.asserting import rewritten

from .contract import check
from .golden import WIRE, Case, asked, cases, run, target, told

CASES = cases("own")
ODD = ("of a wrong type", "unknown fields", "true is not 1", "snake", "by policy a later one")
"""Cases whose body is none of the vendor's types, as the caller's was."""


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_case_gives_its_body_and_says_so(case: Case) -> None:
    traits, served = target(case)
    request = asked(case)
    out = rewritten(
        request, traits, wire=WIRE, policy=case.policy, intent=case.intent, served=served
    )
    assert out.body == (request if case.body is None else json.loads(case.body))
    assert [told(change, WIRE) for change in out.changes] == case.told


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_body_is_one_of_the_vendors(case: Case) -> None:
    if any(odd in case.why for odd in ODD):
        return
    check(dict(run(case, asked(case), WIRE).body))
