"""Requests that break gateways: what is sent must be taken, as asked, and every change told."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from forethought.catalog import Catalog

from ..cases.checks import holds

CATALOG: Final = Catalog.load()
CASES: Final = json.loads((Path(__file__).parents[1] / "cases" / "policy.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
@pytest.mark.parametrize("given", [lambda body: body, msgspec.json.encode], ids=["json", "bytes"])
def test_what_is_sent_is_right(case: dict[str, Any], given: Any) -> None:
    out = CATALOG.rewrite(given(case["request"]), model=case["model"], platform=case["platform"])
    sent = {"body": json.loads(out.encode()), "headers": out.headers}
    broken = [check for check in case["must"] if not holds(sent, check)]
    assert not broken, case["fact"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_nothing_asked_for_disappears_untold(case: dict[str, Any]) -> None:
    out = CATALOG.rewrite(case["request"], model=case["model"], platform=case["platform"])
    sent = json.dumps(out.body).lower()
    told = {change.path for change in out.changes}
    for field in ("temperature", "reasoning_effort", "max_tokens", "tool_choice"):
        asked = case["request"].get(field)
        if asked is not None and json.dumps(asked).lower() not in sent and field != "tool_choice":
            assert f"/{field}" in told, f"{field} went without a word"
    for change in out.changes:
        assert change.reason
