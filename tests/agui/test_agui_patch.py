"""JSON Patch for activities: as RFC 6902 and the `jsonpatch` package have it, never in place."""

import copy
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.policies.agui.patch import PatchError, patched

POINTERS = st.sampled_from(
    ["", "/a", "/b", "/a/0", "/a/-", "/a/1", "/b/a", "/a~1b", "/~0", "/a/00"]
)
JSON = st.recursive(
    st.none() | st.integers(0, 2) | st.sampled_from(["", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "a/b", "~"]), inner, max_size=3)
    ),
    max_leaves=6,
)
OPERATIONS = st.builds(
    lambda op, path, source, value: {"op": op, "path": path, "from": source, "value": value},
    st.sampled_from(["add", "remove", "replace", "move", "copy", "test"]),
    POINTERS,
    POINTERS,
    JSON,
)


@given(JSON, st.lists(OPERATIONS, min_size=1, max_size=3))
def test_a_patch_does_what_the_reference_does(document: Any, operations: list[Any]) -> None:
    before = copy.deepcopy(document)
    try:
        ours = patched(document, operations)
    except PatchError:
        return
    finally:
        assert document == before
    assert ours == jsonpatch.apply_patch(document, operations)


@pytest.mark.parametrize(
    ("document", "operation"),
    [
        ({}, {"op": "remove", "path": "/a"}),
        ({}, {"op": "replace", "path": "/a", "value": 1}),
        ([], {"op": "add", "path": "/1", "value": 1}),
        ([0], {"op": "add", "path": "/00", "value": 1}),
        ([0], {"op": "add", "path": "/-1", "value": 1}),
        ([0], {"op": "remove", "path": "/-"}),
        (7, {"op": "add", "path": "/a", "value": 1}),
        ({"a": {}}, {"op": "move", "from": "/a", "path": "/a/b"}),
        ({"a": 1}, {"op": "test", "path": "/a", "value": True}),
    ],
)
def test_what_does_not_apply_is_an_error(document: Any, operation: Any) -> None:
    with pytest.raises(PatchError):
        patched(document, [operation])


def test_a_short_patch_cannot_grow_without_end() -> None:
    doubling = [{"op": "copy", "from": "", "path": f"/{place}"} for place in range(64)]
    with pytest.raises(PatchError):
        patched({"a": 1}, doubling)
