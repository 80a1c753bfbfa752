"""Every golden body for Claude is what Anthropic's own SDK would send."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from anthropic.types.beta.message_create_params import MessageCreateParamsNonStreaming
from pydantic import TypeAdapter

from ..goldens.golden import all_goldens, read, run, title
from .materialise import validated

ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(MessageCreateParamsNonStreaming)
SAMPLING: Final = {"temperature", "top_p", "top_k"}
"""The API takes them of older models; the SDK's types no longer carry them."""
ELSEWHERE: Final = {"anthropic_version", "anthropic_beta", "stream", "more"}
"""Bedrock's and Vertex's own fields, streaming, and one that nobody knows."""
WRONG: Final = {
    "another_type_passes",
    "a_wrong_type_passes",
    "an_unknown_word_passes",
    "null_is_missing",
    "null_is_absent",
    "true_is_not_one",
}
"""Goldens that show the provider a value of a wrong type on purpose."""
GOLDENS: Final = [
    path for path in all_goldens() if "anthropic" in title(path) and path.stem not in WRONG
]


@pytest.mark.parametrize("path", GOLDENS, ids=title)
def test_a_golden_body_is_of_the_sdks_types(path: Path) -> None:
    golden = read(path)
    out = run(golden, json.loads(golden.request))
    if out.wire != "anthropic.messages":
        pytest.fail("a golden of another wire stands here")
    body = {k: v for k, v in out.body.items() if k not in SAMPLING | ELSEWHERE}
    if golden.platform in ("bedrock", "vertex"):
        body["model"] = golden.model
    if "max_tokens" not in body:
        body["max_tokens"] = 1
    assert validated(ADAPTER, body) == body
