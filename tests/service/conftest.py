"""A service on a folder of overrides, asked without a network."""

import datetime
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog.service import Settings, create_app
from tests.folders import overrides_folder

Client: TypeAlias = TestClient[Litestar]
MakeClient: TypeAlias = Callable[..., Client]

OVERRIDES = """\
schema = 1

[policy]
effort_none = "off"

[model."claude-opus-5-5"]
aliases = ["opus-of-ours"]

[route."eu/prod opus"]
model    = "claude-opus-5-5"
id       = "arn:aws:bedrock:eu-west-1:1234:application-inference-profile/ab12"
platform = "bedrock"
owner    = "platform"
reason   = "Bedrock quota"
expires  = 2026-12-05

[route."eu/prod opus".traits]
effort.levels = ["low", "medium", "high"]

[route."eu/prod opus".policy]
display = "omitted"
"""
NOW = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)


@pytest.fixture
def overrides(tmp_path: Path) -> Path:
    """A folder of overrides without a mistake."""
    return overrides_folder(tmp_path, OVERRIDES)


@pytest.fixture
def make_client() -> Iterator[MakeClient]:
    """Starts services that end with the test."""
    with ExitStack() as stack:

        def make(now: Callable[[], datetime.datetime] = lambda: NOW, **settings: Any) -> Client:
            return stack.enter_context(TestClient(create_app(Settings(**settings), now)))

        yield make


@pytest.fixture
def client(make_client: MakeClient, overrides: Path) -> Client:
    """A service on that folder."""
    return make_client(overrides=overrides)
