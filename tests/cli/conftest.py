"""What the tests of the command line share."""

from pathlib import Path

import pytest

from ..folders import overrides_folder
from .running import Run

OVERRIDES = """\
schema = 1
[policy]
display = "omitted"
[model."claude-opus-6"]
like = "claude-opus-5-5"
aliases = ["opus-six"]
[model."claude-opus-6".traits]
limits.output = 256_000
[platform."bedrock".policy]
max_tokens = 16_000
[route."eu-prod-opus"]
model = "claude-opus-5-5"
platform = "bedrock"
id = "arn:aws:bedrock:eu-west-1:1:application-inference-profile/ab12"
expires = 2027-02-01
[route."eu-prod-opus".traits]
effort.levels = ["low", "medium", "high"]
[route."eu-prod-opus".policy]
effort_none = "off"
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def overrides(tmp_path: Path) -> Path:
    """A folder of overrides without mistakes."""
    return overrides_folder(tmp_path, OVERRIDES)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder of overrides that is no TOML."""
    return overrides_folder(tmp_path, "schema = 1\n[route\n", "broken")
