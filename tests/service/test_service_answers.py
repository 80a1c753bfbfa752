import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog.service import Settings, create_app
from forethought.catalog.service.app import HANDLERS
from forethought.catalog.service.etags import etag_of, matches
from forethought.catalog.service.problems import as_problem, places

Client = TestClient[Litestar]

GETS = [
    "/v1/models",
    "/v1/models/claude-opus-5-5",
    "/v1/models/anthropic/claude-opus-5.5",
    "/v1/models/claude-opus-5-5?platform=bedrock",
    "/v1/explain/claude-opus-5-5",
    "/v1/routes",
    "/v1/routes/eu/prod%20opus",
    "/v1/snapshot",
    "/v1/status",
    "/health/live",
    "/health/ready",
    "/schema",
    "/schema/openapi.json",
]


@pytest.mark.parametrize("path", GETS)
def test_a_get_carries_a_tag_and_answers_it_with_304(client: Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["etag"]
    again = client.get(path, headers={"if-none-match": tag})
    assert first.status_code == 200
    assert tag.encode() == etag_of(first.content)
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == tag
    assert again.headers["catalog-revision"] == first.headers["catalog-revision"]
    assert "content-length" not in again.headers
    assert "content-type" not in again.headers


@pytest.mark.parametrize("path", [*GETS, "/v1/models/nobody-knows-it", "/nothing"])
def test_a_head_is_a_get_without_its_body(client: Client, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.content == b""
    assert head.status_code == whole.status_code
    assert head.headers == whole.headers


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/models/claude-opus-5-5", 200),
        ("/v1/models/CLAUDE-OPUS-5-5", 200),
        ("/v1/models/nobody-knows-it", 404),
    ],
)
def test_a_head_sends_no_byte_of_a_body(path: str, status: int) -> None:
    """Asked below the client, which would hide them."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http",
        "method": "HEAD",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
    }
    asyncio.run(create_app(Settings())(scope, receive, send))
    start, body = sent
    assert start["status"] == status
    assert int(dict(start["headers"])[b"content-length"]) > 0
    assert body["body"] == b""


@pytest.mark.parametrize(
    ("told", "same"),
    [
        (b'"a"', True),
        (b'W/"a"', True),
        (b'"b", "a"', True),
        (b'"b",W/"a" , "c"', True),
        (b"*", True),
        (b" * ", True),
        (b'"b"', False),
        (b'"b, a"', False),
        (b"a", False),
        (b"", False),
        (b'"aa"', False),
    ],
)
def test_a_tag_is_found_in_what_a_caller_has(told: bytes, same: bool) -> None:
    assert matches(told, b'"a"') is same


def test_the_metrics_change_and_so_does_their_tag(client: Client) -> None:
    first = client.get("/metrics")
    second = client.get("/metrics", headers={"if-none-match": first.headers["etag"]})
    assert second.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/v1", 404, "not_found"),
        ("GET", "/v1/nothing", 404, "not_found"),
        ("GET", "/schema/swagger", 404, "not_found"),
        ("POST", "/nothing", 404, "not_found"),
        ("DELETE", "/v1/models", 405, "method_not_allowed"),
        ("POST", "/v1/models/claude-opus-5-5", 405, "method_not_allowed"),
        ("GET", "/v1/rewrite", 405, "method_not_allowed"),
        ("PATCH", "/v1/rewrite", 405, "method_not_allowed"),
    ],
)
def test_a_wrong_path_or_method_is_a_problem(
    client: Client, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["catalog-revision"]


def test_a_wrong_method_is_told_the_right_ones(client: Client) -> None:
    assert client.get("/v1/rewrite").headers["allow"] == "OPTIONS, POST"
    assert client.post("/v1/models").headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("path", ["/v1/models/", "/v1/models/claude-opus-5-5/", "/v1//models"])
def test_a_stray_slash_is_no_redirect(client: Client, path: str) -> None:
    assert client.get(path, follow_redirects=False).status_code == 200


def _raise_something() -> None:
    raise ZeroDivisionError("the-secret-words-of-a-user")


def test_an_error_that_nobody_expected_tells_nothing_and_is_logged_by_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(ZeroDivisionError) as raised:
        _raise_something()
    problem = as_problem(raised.value)
    assert (problem.status, problem.body.code) == (500, "internal_error")
    assert b"secret" not in problem.encode()
    assert "ZeroDivisionError" in caplog.text
    assert "test_service_answers.py" in places(raised.value)
    assert "secret" not in caplog.text


def test_the_service_goes_on_after_an_error_that_nobody_expected(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        """In the place of a counter, so that a handler fails."""

        def rewrote(self, *_: Any) -> None:
            _raise_something()

        def __getattr__(self, name: str) -> Any:
            return getattr(counters, name)

    service: Any = client.app.state.service
    counters = service.counters
    client.app.state.service = type(
        "S", (), {"counters": Broken(), "settings": service.settings, "holder": service.holder}
    )()
    answer = client.post("/v1/rewrite", json={"request": {"model": "x"}})
    client.app.state.service = service
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "secret" not in answer.text + caplog.text
    assert client.post("/v1/rewrite", json={"request": {"model": "x"}}).status_code == 200


def test_the_schema_tells_every_operation_with_its_errors(client: Client) -> None:
    document = client.get("/schema/openapi.json").json()
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    assert document["openapi"].startswith("3.1")
    assert len(operations) == len(HANDLERS)
    for path, method, operation in operations:
        assert operation["summary"], path
        assert {"200", "204"} & {*operation["responses"]}
        assert "500" in operation["responses"]
        assert (method != "get") == ("requestBody" in operation or path == "/v1/reload")
        in_path = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
        assert all(f"{{{name}}}" in path for name in in_path)
        assert path.count("{") == len(in_path)


def test_every_reference_of_the_schema_leads_somewhere(client: Client) -> None:
    document = client.get("/schema").json()
    schemas = document["components"]["schemas"]
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                found.append(value["$ref"])
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)

    walk(document)
    assert found
    assert {ref.removeprefix("#/components/schemas/") for ref in found} <= schemas.keys()


def test_the_examples_of_the_schema_are_taken(
    make_client: Callable[..., Client], tmp_path: Path
) -> None:
    client = make_client(signatures=f"file:{tmp_path}", signatures_token="t0ken")
    client.headers["authorization"] = "Bearer t0ken"
    tried = 0
    for path, methods in client.get("/schema").json()["paths"].items():
        for method, operation in methods.items():
            if "requestBody" in operation:
                example = operation["requestBody"]["content"]["application/json"]["example"]
                answer = client.request(method, path, json=example)
                assert answer.status_code in (200, 204), path
                tried += 1
    assert tried >= 6
