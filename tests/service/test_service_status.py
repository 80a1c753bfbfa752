import datetime
import hashlib
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog import Catalog
from forethought.catalog.packaged import folder
from forethought.catalog.service.counters import Counters, UnknownIds
from forethought.catalog.service.version import VERSION

Client = TestClient[Litestar]


def test_the_status_tells_what_is_served(client: Client, overrides: Path) -> None:
    body = client.get("/v1/status").json()
    files = {file["name"]: file for file in body["files"]}
    data = (overrides / "eu.toml").read_bytes()
    assert body["version"] == VERSION
    assert body["revision"] == Catalog.load(overrides).revision
    assert body["loaded_at"].startswith("2026-11-30T12:00:00")
    assert (body["degraded"], body["last_error"]) == (False, None)
    assert files["overrides/eu.toml"]["digest"] == hashlib.sha256(data).hexdigest()
    assert files["overrides/eu.toml"]["size"] == len(data)
    packaged = {f"data/{file.name}" for file in folder().iterdir() if ".toml" in file.name}
    assert packaged == files.keys() - {"overrides/eu.toml"}
    assert body["routes"] == 1


def test_the_uptime_is_the_clocks(make_client: Any) -> None:
    now = [datetime.datetime(2026, 11, 30, tzinfo=datetime.UTC)]
    client = make_client(now=lambda: now[0])
    now[0] += datetime.timedelta(seconds=90)
    assert client.get("/v1/status").json()["uptime"] == 90


@pytest.mark.parametrize(
    ("today", "told"),
    [
        (datetime.date(2026, 11, 20), []),
        (datetime.date(2026, 11, 21), [("eu/prod opus", False)]),
        (datetime.date(2026, 12, 5), [("eu/prod opus", False)]),
        (datetime.date(2026, 12, 6), [("eu/prod opus", True)]),
    ],
)
def test_a_route_that_expires_is_told_from_fourteen_days_before(
    make_client: Any, overrides: Path, today: datetime.date, told: list[tuple[str, bool]]
) -> None:
    now = datetime.datetime.combine(today, datetime.time(), datetime.UTC)
    client = make_client(now=lambda: now, overrides=overrides)
    body = client.get("/v1/status").json()
    expired = sum(expired for _, expired in told)
    assert [(each["route"], each["expired"]) for each in body["expiring"]] == told
    assert f"forethought_overrides_expired {expired}\n" in client.get("/metrics").text
    assert client.get("/v1/routes/eu/prod opus").json()["platform"] == "bedrock"


def test_a_model_that_retires_is_told_from_sixty_days_before(make_client: Any) -> None:
    retires = {
        found.model: found.lifecycle.retires
        for found in map(Catalog.load().resolve, Catalog.load().models())
        if found.lifecycle and found.lifecycle.retires and found.lifecycle.status != "retired"
    }
    model, date = max(retires.items(), key=lambda pair: pair[1])
    for days, told in ((61, False), (60, True), (-1, True)):
        day = date - datetime.timedelta(days=days)
        now = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
        body = make_client(now=lambda now=now: now).get("/v1/status").json()
        assert (model in [each["id"] for each in body["retiring"]]) is told


def test_unknown_ids_are_counted_wherever_they_are_asked_for(client: Client) -> None:
    client.get("/v1/models/nobody-knows-it")
    client.get("/v1/models/nobody-knows-it?platform=bedrock")
    client.get("/v1/explain/nobody-knows-it")
    client.post("/v1/resolve", json={"items": [{"model": "nobody-knows-it"}]})
    client.post("/v1/rewrite", json={"request": {"model": "nobody-knows-it"}})
    client.post("/v1/rewrite", json={"request": {}, "model": "nor-this"})
    client.get("/v1/models/claude-opus-5-5")
    assert client.get("/v1/status").json()["unknown_ids"] == [
        {"id": "nobody-knows-it", "count": 5},
        {"id": "nor-this", "count": 1},
    ]


def test_of_many_unknown_ids_the_last_are_kept_and_long_ones_are_cut() -> None:
    unknown = UnknownIds(kept=3)
    for asked in ("a", "b", "a", "c", "d", "e" * 5000):
        unknown.saw(asked)
    assert len(unknown) == 3
    assert unknown.top(2) == [("c", 1), ("d", 1)]
    assert unknown.top(9)[-1] == ("e" * 200, 1)
    assert unknown.total == 6
    for place in range(5000):
        Counters().unknown.saw(f"id-{place}")
        unknown.saw(f"id-{place}")
    assert len(unknown) == 3


def test_the_service_keeps_no_more_than_a_thousand() -> None:
    unknown = Counters().unknown
    for place in range(3000):
        unknown.saw(f"id-{place}")
    assert len(unknown) == 1000


def test_the_metrics_count_answers_by_template_and_name_no_id(client: Client) -> None:
    client.get("/v1/models/claude-opus-5-5")
    client.get("/v1/models/claude-opus-5-5?platform=bedrock")
    client.get("/v1/models/nobody-knows-it")
    client.get("/v1/not/a/path")
    client.request("BREW", "/v1/models")
    request = {"model": "claude-opus-5-5", "temperature": 0.2, "messages": []}
    client.post("/v1/rewrite", json={"request": request, "wire": "anthropic.messages"})
    answer = client.get("/metrics")
    for line in (
        'forethought_requests_total{method="GET",route="/v1/models/{id}",status="200"} 2',
        'forethought_requests_total{method="GET",route="/v1/models/{id}",status="404"} 1',
        'forethought_requests_total{method="GET",route="none",status="404"} 1',
        'forethought_requests_total{method="other",route="none",status="405"} 1',
        'forethought_rewrites_total{match="exact",wire="anthropic.messages"} 1',
        'forethought_changes_total{rule="anthropic.sampling"} 1',
        "forethought_unknown_models_total 1",
        'forethought_reloads_total{outcome="failed"} 0',
        "forethought_degraded 0",
        "forethought_routes 1",
    ):
        assert f"{line}\n" in answer.text, line
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "nobody-knows-it" not in answer.text
    assert "claude" not in answer.text


def test_every_metric_is_explained_once_and_every_line_is_well_formed(client: Client) -> None:
    client.get("/v1/models/claude-opus-5-5")
    lines = client.get("/metrics").text.splitlines()
    told = [line.split()[2] for line in lines if line.startswith("# HELP")]
    assert len(told) == len(set(told))
    for line in lines:
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            float(value)
            assert name.partition("{")[0] in told


def test_health_says_that_it_lives_and_is_ready(client: Client) -> None:
    live, ready = client.get("/health/live"), client.get("/health/ready")
    assert live.json() == {"status": "live"}
    assert ready.json() == {"status": "ready", "revision": ready.headers["catalog-revision"]}


def test_the_snapshot_holds_every_file_as_it_is(client: Client, overrides: Path) -> None:
    body = client.get("/v1/snapshot").json()
    packaged = {
        file.name: file.read_text("utf-8") for file in folder().iterdir() if ".toml" in file.name
    }
    assert body["packaged"] == packaged
    assert body["overrides"] == {"overrides/eu.toml": (overrides / "eu.toml").read_text()}
    assert body["revision"] == Catalog.load(overrides).revision


def test_the_overrides_of_a_snapshot_make_the_same_catalog(client: Client, tmp_path: Path) -> None:
    body = client.get("/v1/snapshot").json()
    for name, text in body["overrides"].items():
        file = tmp_path / "elsewhere" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    again = Catalog.load(tmp_path / "elsewhere" / "overrides")
    assert again.revision == body["revision"]
