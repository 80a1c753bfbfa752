from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

Client = TestClient[Litestar]


def test_a_route_is_told_with_what_ops_wrote_and_what_holds_there(client: Client) -> None:
    body = client.get("/v1/routes/eu/prod%20opus").json()
    assert body["name"] == "eu/prod opus"
    assert (body["model"], body["platform"]) == ("claude-opus-5-5", "bedrock")
    assert body["id"].startswith("arn:aws:bedrock:")
    assert (body["owner"], body["reason"]) == ("platform", "Bedrock quota")
    assert body["expires"] == "2026-12-05"
    assert body["wire"] is None
    assert body["traits"]["effort"]["levels"] == ["low", "medium", "high"]
    assert body["policy"]["display"] == "omitted"
    assert (body["file"], body["table"]) == ("overrides/eu.toml", 'route."eu/prod opus"')


def test_every_route_is_listed(client: Client) -> None:
    body = client.get("/v1/routes").json()
    assert body["data"] == [client.get("/v1/routes/eu%2Fprod%20opus").json()]


def test_a_route_that_there_is_not_is_not_found(client: Client) -> None:
    answer = client.get("/v1/routes/eu/prod-opus")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_route")
    assert answer.json()["suggestions"] == ["eu/prod opus"]


def test_without_overrides_there_are_none(make_client: Any) -> None:
    assert make_client().get("/v1/routes").json() == {"data": []}
