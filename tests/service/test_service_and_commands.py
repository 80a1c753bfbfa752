"""What the service answers and what the commands print is told in one way."""

import datetime
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog import Catalog
from forethought.catalog.cli import main
from forethought.policies.words import Json

Client: TypeAlias = TestClient[Litestar]
Printed: TypeAlias = Callable[..., Json]

PLAIN = ("told", "places", "filters", "variables")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], overrides: Path) -> Printed:
    """Runs a command on the overrides of the service and reads the JSON it prints."""

    def run(*argv: str) -> Json:
        main(
            [*argv, "--overrides", str(overrides), "--format", "json"],
            environ={},
            stdin=lambda: b"",
            today=datetime.date(2026, 11, 30),
        )
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("model", ["claude-opus-5-5", "opus-of-ours", "gpt-5.4", "gpt-99"])
def test_a_model_is_told_alike(client: Client, printed: Printed, model: str) -> None:
    answered = client.get(f"/v1/models/{model}").json()
    assert list(printed("resolve", model).items()) == list(answered.items())


@pytest.mark.parametrize(
    "filters",
    [
        {},
        {"vendor": "anthropic", "line": "opus"},
        {"thinking": "unknown", "effort": "xhigh"},
        {"forced_tools": "refused", "sampling": "refused"},
        {"lifecycle": "deprecated", "q": "CLAUDE"},
        {"q": "of-ours"},
    ],
)
def test_a_filter_keeps_the_same(client: Client, printed: Printed, filters: dict[str, str]) -> None:
    answered = client.get("/v1/models", params={"limit": "1000", **filters}).json()
    options = [f"--{name.replace('_', '-')}={word}" for name, word in filters.items()]
    assert printed("models", *options) == answered


@pytest.mark.parametrize("route", ["", "eu/prod opus"])
def test_a_value_comes_from_the_same_place(client: Client, printed: Printed, route: str) -> None:
    asked, options = ({"route": route}, ["--route", route]) if route else ({}, [])
    answered = client.get("/v1/explain/claude-opus-5-5", params=asked).json()
    told = printed("explain", "claude-opus-5-5", *options)
    assert told["policy"] == answered["policy"]
    both = told["traits"].keys() & answered["traits"].keys()
    assert len(both) > 30
    for trait in both:
        assert told["traits"][trait] == answered["traits"][trait], trait


def test_a_file_with_a_mark_and_wide_line_ends_is_served_as_its_bytes_are(
    make_client: Callable[..., Client], overrides: Path, printed: Printed
) -> None:
    data = b'\xef\xbb\xbfpolicy.display = "omitted"\r\nschema = 1\r\npolicy.max_tokens = 9_000\r\n'
    (overrides / "eu.toml").write_bytes(data)
    client = make_client(overrides=overrides)
    snapshot: dict[str, Any] = client.get("/v1/snapshot").json()
    again = Catalog.from_snapshot(snapshot["packaged"], snapshot["overrides"])
    assert again.revision == snapshot["revision"]
    files = {each["name"]: each for each in client.get("/v1/status").json()["files"]}
    assert files["overrides/eu.toml"]["digest"] == hashlib.sha256(data).hexdigest()
    policy = client.get("/v1/explain/claude-opus-5-5").json()["policy"]
    assert (policy["display"]["line"], policy["max_tokens"]["line"]) == (1, 3)
    assert printed("explain", "claude-opus-5-5")["policy"] == policy


@pytest.mark.parametrize("module", PLAIN)
def test_what_both_use_loads_neither(module: str) -> None:
    loaded = "{'litestar', 'argparse'} & {*sys.modules}"
    program = f"import sys, forethought.catalog.{module}; print({loaded})"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.split() == [b"set()"]
