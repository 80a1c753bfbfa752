from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

Client = TestClient[Litestar]

FIELDS = {
    "id",
    "asked",
    "vendor",
    "line",
    "match",
    "assumed",
    "platform",
    "spelled_for",
    "always_on",
    "traits",
    "policy",
    "lifecycle",
    "notes",
    "revision",
}


def test_a_listed_model_is_told_with_everything_known_and_null_for_the_rest(client: Client) -> None:
    answer = client.get("/v1/models/claude-opus-5-5")
    body = answer.json()
    assert answer.status_code == 200
    assert body.keys() >= FIELDS
    assert (body["id"], body["match"], body["assumed"]) == ("claude-opus-5-5", "exact", False)
    assert body["always_on"] is True
    assert body["traits"]["thinking"]["mode"] == "always"
    assert body["traits"]["thinking"]["budget"] is None
    assert body["policy"]["effort_none"] == "off"
    assert body["revision"] == answer.headers["catalog-revision"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("us.anthropic.claude-opus-5-5-v1:0", "us.anthropic.claude-opus-5-5-v1:0"),
        ("anthropic/claude-opus-5.5", "anthropic/claude-opus-5.5"),
        ("anthropic%2Fclaude-opus-5.5", "anthropic/claude-opus-5.5"),
        ("anthropic%2fclaude-opus-5.5", "anthropic/claude-opus-5.5"),
        ("claude-opus-5-5/", "claude-opus-5-5"),
        ("CLAUDE-OPUS-5-5", "CLAUDE-OPUS-5-5"),
        ("opus-of-ours", "opus-of-ours"),
        (
            "arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-opus-5-5-v1:0",
            "arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-opus-5-5-v1:0",
        ),
    ],
)
def test_any_spelling_finds_the_model(client: Client, path: str, asked: str) -> None:
    body = client.get(f"/v1/models/{path}").json()
    assert (body["id"], body["asked"]) == ("claude-opus-5-5", asked)


def test_two_slashes_stay_two(client: Client) -> None:
    answer = client.get("/v1/models/nobody//knows")
    assert "'nobody//knows'" in answer.json()["detail"]


def test_an_assumed_model_is_an_answer_and_with_strict_it_is_not(client: Client) -> None:
    lenient = client.get("/v1/models/us.anthropic.claude-opus-7-v1:0")
    strict = client.get("/v1/models/us.anthropic.claude-opus-7-v1:0?strict=true")
    assert lenient.status_code == 200
    assert (lenient.json()["id"], lenient.json()["match"]) == ("claude-opus-7", "newest_of_line")
    assert lenient.json()["lifecycle"] is None
    assert (strict.status_code, strict.json()["code"]) == (404, "assumed_model")


def test_a_listed_model_passes_strict(client: Client) -> None:
    assert client.get("/v1/models/claude-opus-5-5?strict=true").status_code == 200


def test_an_unknown_model_is_not_found_and_near_ones_are_suggested(client: Client) -> None:
    answer = client.get("/v1/models/clode-opus-5-5")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_model")
    assert "claude-opus-5-5" in answer.json()["suggestions"]


def test_a_route_stands_over_the_model_and_a_platform_over_the_route(client: Client) -> None:
    routed = client.get("/v1/models/claude-haiku-4-5?route=eu%2Fprod%20opus").json()
    assert (routed["id"], routed["platform"]) == ("claude-opus-5-5", "bedrock")
    assert routed["send_id"].startswith("arn:aws:bedrock:")
    assert routed["traits"]["effort"]["levels"] == ["low", "medium", "high"]
    placed = client.get("/v1/models/claude-opus-5-5?route=eu/prod+opus&platform=vertex").json()
    assert placed["platform"] == "vertex"


def test_an_unknown_route_is_not_found_and_near_ones_are_suggested(client: Client) -> None:
    answer = client.get("/v1/models/claude-opus-5-5?route=eu/prod-opus")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_route")
    assert answer.json()["suggestions"] == ["eu/prod opus"]


@pytest.mark.parametrize(
    ("query", "parameter", "accepted"),
    [
        ("platform=bedrok", "platform", "bedrock"),
        ("wire=chat", "wire", "openai.chat"),
        ("strict=yes", "strict", "true"),
        ("rout=x", "rout", "route"),
        ("platform=vertex&platform=bedrock", "platform", None),
    ],
)
def test_a_wrong_parameter_is_told_with_what_is_accepted(
    client: Client, query: str, parameter: str, accepted: str | None
) -> None:
    answer = client.get(f"/v1/models/claude-opus-5-5?{query}")
    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "invalid_parameter")
    assert body["parameter"] == parameter
    assert accepted is None or accepted in body["accepted"]


SPELLINGS = [
    "claude-opus-5-5",
    "claude-haiku-4-5",
    "opus-of-ours",
    "us.anthropic.claude-opus-5-5-v1:0",
    "anthropic%2Fclaude-opus-5.5",
    "CLAUDE-OPUS-5-5/",
    "claude-opus-7",
    "claude-caf\u00e9-5",
]


@pytest.mark.parametrize("path", SPELLINGS)
def test_a_ready_answer_is_the_handlers(client: Client, path: str) -> None:
    ready = [client.get(f"/v1/models/{path}") for _ in range(2)]
    handled = client.get(f"/v1/models/{path}?strict=false")
    for each in ready:
        assert each.content == handled.content
        assert sorted(each.headers.items()) == sorted(handled.headers.items())


def test_a_ready_answer_is_forgotten_with_the_revision(client: Client, overrides: Path) -> None:
    path = "/v1/models/anthropic/claude-opus-5.5"
    before = client.get(path).json()
    (overrides / "us.toml").write_text('schema = 1\n[policy]\ndisplay = "omitted"\n')
    assert client.post("/v1/reload").status_code == 200
    after = client.get(path).json()
    assert (before["policy"]["display"], after["policy"]["display"]) == ("summarized", "omitted")
    assert before["revision"] != after["revision"]


def _ids(client: Client, query: str) -> list[str]:
    answer = client.get(f"/v1/models?{query}")
    assert answer.status_code == 200, answer.text
    return [model["id"] for model in answer.json()["data"]]


def test_a_page_has_twenty_models_and_says_that_there_are_more(client: Client) -> None:
    body = client.get("/v1/models").json()
    ids = [model["id"] for model in body["data"]]
    assert len(ids) == 20
    assert ids == sorted(ids)
    assert (body["has_more"], body["first_id"], body["last_id"]) == (True, ids[0], ids[-1])


def test_pages_forward_and_back_give_every_model_once(client: Client) -> None:
    whole = _ids(client, "limit=1000")
    forward: list[str] = []
    page = client.get("/v1/models?limit=7").json()
    while page["data"]:
        forward += [model["id"] for model in page["data"]]
        if not page["has_more"]:
            break
        page = client.get("/v1/models", params={"limit": 7, "after_id": page["last_id"]}).json()
    assert forward == whole
    back = client.get("/v1/models", params={"limit": 3, "before_id": whole[5]}).json()
    assert [model["id"] for model in back["data"]] == whole[2:5]
    assert back["has_more"] is True
    first = client.get("/v1/models", params={"limit": 5, "before_id": whole[5]}).json()
    assert first["has_more"] is False


def test_a_page_goes_on_behind_an_id_that_is_listed_no_longer(client: Client) -> None:
    whole = _ids(client, "limit=1000")
    assert _ids(client, f"limit=1&after_id={whole[3]}~gone") == [whole[4]]


def test_an_empty_page_names_no_ids(client: Client) -> None:
    body = client.get("/v1/models?q=no-such-model-anywhere").json()
    assert body == {"data": [], "has_more": False, "first_id": None, "last_id": None}


@pytest.mark.parametrize(
    ("query", "keeps"),
    [
        ("vendor=anthropic", lambda m: m["vendor"] == "anthropic"),
        ("line=opus", lambda m: m["line"] == "opus"),
        ("thinking=always", lambda m: m["traits"]["thinking"]["mode"] == "always"),
        ("effort=xhigh", lambda m: "xhigh" in (m["traits"]["effort"]["levels"] or ())),
        ("forced_tools=refused", lambda m: m["traits"]["tools"]["forced"] == "refused"),
        ("sampling=refused", lambda m: m["traits"]["sampling"]["temperature"] == "refused"),
        ("sampling=unknown", lambda m: m["traits"]["sampling"]["temperature"] is None),
        ("lifecycle=deprecated", lambda m: m["lifecycle"]["status"] == "deprecated"),
        (
            "vendor=anthropic&thinking=always&q=Opus",
            lambda m: m["id"].startswith("claude-opus") and m["always_on"],
        ),
    ],
)
def test_a_filter_keeps_what_it_says(client: Client, query: str, keeps: object) -> None:
    assert callable(keeps)
    everything = client.get("/v1/models?limit=1000").json()["data"]
    wanted = [model["id"] for model in everything if keeps(model)]
    assert wanted
    assert len(wanted) < len(everything)
    assert _ids(client, f"limit=1000&{query}") == wanted


def test_a_search_reads_aliases_too(client: Client) -> None:
    assert _ids(client, "q=OPUS-OF-OURS") == ["claude-opus-5-5"]


@pytest.mark.parametrize(
    ("query", "accepted"),
    [
        ("vendor=antropic", "anthropic"),
        ("thinking=on", "default_on"),
        ("effort=extreme", "xhigh"),
        ("forced_tools=no", "refused_while_thinking"),
        ("sampling=no", "ignored"),
        ("lifecycle=dead", "deprecated"),
        ("line=opera", "opus"),
        ("limit=0", "1 to 1000"),
        ("limit=1001", "1 to 1000"),
        ("limit=many", "1 to 1000"),
        ("after_id=a&before_id=b", "after_id or before_id"),
        ("vender=anthropic", "vendor"),
    ],
)
def test_a_wrong_filter_is_told_with_what_is_accepted(
    client: Client, query: str, accepted: str
) -> None:
    answer = client.get(f"/v1/models?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    assert accepted in answer.json()["accepted"]
