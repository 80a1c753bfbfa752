"""Every golden: the body, the headers and the changes, from JSON values and from bytes."""

import json
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from .golden import FOLDER, all_goldens, read, run, title, told

GOLDENS = all_goldens()


@pytest.mark.parametrize("path", GOLDENS, ids=title)
def test_what_comes_out_is_the_golden(path: Path) -> None:
    golden = read(path)
    request = json.loads(golden.request)
    out = run(golden, request)
    if golden.body is None:
        assert out.request is request, golden.why
    else:
        assert json.dumps(out.body) == json.dumps(json.loads(golden.body)), golden.why
    assert dict(out.headers) == golden.sent
    assert told(out) == golden.changes
    assert dict(out.names) == golden.names


@pytest.mark.parametrize("path", GOLDENS, ids=title)
def test_bytes_give_the_same(path: Path) -> None:
    golden = read(path)
    request = msgspec.json.encode(json.loads(golden.request))
    out = run(golden, request)
    body = golden.request if golden.body is None else golden.body
    assert json.loads(out.encode()) == json.loads(body)
    assert told(out) == golden.changes


def test_every_rule_has_a_change_and_a_request_it_leaves_alone() -> None:
    outcomes: defaultdict[Path, set[bool]] = defaultdict(set)
    for path in GOLDENS:
        outcomes[path.parent.relative_to(FOLDER)].add(bool(read(path).changes))
    one_sided = [str(rule) for rule, seen in outcomes.items() if seen != {True, False}]
    assert not one_sided
