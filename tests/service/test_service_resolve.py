from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

Client = TestClient[Litestar]


def _post(client: Client, items: Any) -> Any:
    return client.post("/v1/resolve", json={"items": items})


def test_a_batch_is_answered_in_its_order(client: Client) -> None:
    answer = _post(
        client,
        [
            {"model": "claude-opus-5-5"},
            {"route": "eu/prod opus"},
            {"model": "nobody-knows-it"},
            {"model": "anthropic/claude-haiku-4.5", "platform": "vertex"},
        ],
    )
    items = answer.json()["items"]
    assert answer.status_code == 200
    assert [item["match"] for item in items][2] == "unknown"
    assert [item["id"] for item in items] == [
        "claude-opus-5-5",
        "claude-opus-5-5",
        "nobody-knows-it",
        "claude-haiku-4-5",
    ]
    assert items[1]["platform"] == "bedrock"
    assert items[3]["platform"] == "vertex"


def test_an_item_is_what_the_model_alone_is(client: Client) -> None:
    item = _post(client, [{"model": "claude-opus-5-5"}]).json()["items"][0]
    assert item == client.get("/v1/models/claude-opus-5-5").json()


@pytest.mark.parametrize("count", [0, 1, 21, 1000])
def test_a_thousand_are_answered(client: Client, count: int) -> None:
    answer = _post(client, [{"model": f"claude-opus-{place}"} for place in range(count)])
    assert answer.status_code == 200
    assert [item["asked"] for item in answer.json()["items"]] == [
        f"claude-opus-{place}" for place in range(count)
    ]


def test_more_are_refused(client: Client) -> None:
    answer = _post(client, [{"model": "x"}] * 1001)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_items")
    assert answer.json()["pointer"] == "/items"


@pytest.mark.parametrize(
    ("item", "pointer"),
    [
        ({}, "/items/1"),
        ({"platform": "bedrock"}, "/items/1"),
        ({"model": 3}, "/items/1/model"),
        ({"model": "x", "platform": "aws"}, "/items/1/platform"),
        ({"modle": "x"}, "/items/1"),
        ("x", "/items/1"),
    ],
)
def test_a_wrong_item_is_told_with_its_place(client: Client, item: Any, pointer: str) -> None:
    answer = _post(client, [{"model": "claude-opus-5-5"}, item])
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_field")
    assert answer.json()["pointer"] == pointer


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"[]", "not_an_object"), (b"{}", "invalid_field"), (b"{", "bad_json"), (b"", "bad_json")],
)
def test_a_wrong_body_is_told(client: Client, body: bytes, code: str) -> None:
    answer = client.post("/v1/resolve", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
