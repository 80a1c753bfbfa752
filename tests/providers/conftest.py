"""A service that keeps signatures, and the two ways of a gateway."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from forethought.catalog.service import Settings, create_app

from .gateways import Gateway, InProcess, OverHttp


@pytest.fixture(params=["in process", "over http"])
def gateway(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Gateway]:
    """A gateway."""
    if request.param == "in process":
        yield InProcess()
        return
    settings = Settings(signatures=f"file:{tmp_path}", signatures_token="t0ken")
    with TestClient(create_app(settings)) as client:
        client.headers["authorization"] = "Bearer t0ken"
        yield OverHttp(client, "c1")
