from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

Client = TestClient[Litestar]

GOOD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\n'
BAD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\nplatfrom = "bedrock"\n'
DOUBTFUL = 'schema = 1\n[route."us"]\nmodel = "claude-opus-9"\n'


def _json(client: Client, files: dict[str, Any]) -> Any:
    return client.post("/v1/validate", json={"files": files})


def _plain(client: Client, text: bytes) -> Any:
    headers = {"content-type": "text/plain"}
    return client.post("/v1/validate", content=text, headers=headers)


def test_good_files_have_no_mistakes(client: Client) -> None:
    answer = _json(client, {"us.toml": GOOD})
    assert answer.status_code == 200
    assert answer.json() == {"errors": [], "warnings": []}
    assert _plain(client, GOOD.encode()).json() == {"errors": [], "warnings": []}


def test_a_mistake_is_told_with_its_file_and_line(client: Client) -> None:
    mistake = _json(client, {"us.toml": BAD}).json()["errors"][0]
    assert (mistake["file"], mistake["line"], mistake["key"]) == (
        "overrides/us.toml",
        4,
        "platfrom",
    )
    assert "platform" in mistake["accepted"]
    plain = _plain(client, BAD.encode()).json()["errors"][0]
    assert plain["file"] == "overrides/overrides.toml"


def test_what_is_doubtful_is_a_warning(client: Client) -> None:
    body = _json(client, {"us.toml": DOUBTFUL}).json()
    assert body["errors"] == []
    assert body["warnings"][0]["line"] == 3


def test_files_are_checked_together(client: Client) -> None:
    body = _json(client, {"a.toml": GOOD, "b.toml": GOOD}).json()
    assert "already" in body["errors"][0]["message"]


def test_checking_has_no_effect(client: Client, overrides: Path) -> None:
    before = client.get("/v1/status").json()
    _json(client, {"eu.toml": BAD})
    assert client.get("/v1/status").json() == before
    assert [file.name for file in overrides.iterdir()] == ["eu.toml"]


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", b"= = =", b"a = " + b"[" * 100_000, b"", b"schema = 1\n" + b"#" * 10_000]
)
def test_no_text_is_an_error_of_the_service(client: Client, text: bytes) -> None:
    assert _plain(client, text).status_code == 200


@pytest.mark.parametrize(
    "name", ["../x.toml", "a/b.toml", "x.txt", "", ".toml", "/etc/x.toml", "x" * 200 + ".toml"]
)
def test_a_name_that_is_no_file_name_is_refused(client: Client, name: str) -> None:
    answer = _json(client, {name: GOOD})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_field")
    assert answer.json()["pointer"] == "/files"


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"schema = 1", "bad_json"), (b"[]", "not_an_object"), (b'{"file": {}}', "invalid_field")],
)
def test_a_body_without_a_content_type_is_json(client: Client, body: bytes, code: str) -> None:
    answer = client.post("/v1/validate", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_too_much_toml_is_refused(client: Client) -> None:
    answer = _plain(client, b"#" * (1024 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
