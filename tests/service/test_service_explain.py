from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog.leaves import SHAPE
from forethought.catalog.packaged import folder
from forethought.catalog.places import path_of
from forethought.catalog.service.explain import leaf_names

Client = TestClient[Litestar]


def test_a_trait_of_a_route_names_the_line_and_what_it_beat(
    client: Client, overrides: Path
) -> None:
    answer = client.get("/v1/explain/claude-opus-5-5?route=eu/prod+opus")
    levels = answer.json()["traits"]["effort.levels"]
    lines = (overrides / "eu.toml").read_text().splitlines()
    assert levels["value"] == ["low", "medium", "high"]
    assert (levels["layer"], levels["file"]) == ("override route", "overrides/eu.toml")
    assert levels["table"] == 'route."eu/prod opus"'
    assert lines[levels["line"] - 1].startswith("effort.levels")
    assert levels["lost"][0]["value"][-1] == "max"
    assert levels["lost"][0]["file"] == "data/anthropic.toml"


def test_a_choice_names_the_line_that_makes_it(client: Client, overrides: Path) -> None:
    policy = client.get("/v1/explain/claude-opus-5-5?route=eu/prod+opus").json()["policy"]
    lines = (overrides / "eu.toml").read_text().splitlines()
    assert lines[policy["display"]["line"] - 1].startswith("display")
    assert lines[policy["effort_none"]["line"] - 1].startswith("effort_none")
    assert (policy["binding"]["value"], policy["binding"]["layer"]) == ("drop_block", "default")


def _every_model(client: Client) -> list[str]:
    return [model["id"] for model in client.get("/v1/models?limit=1000").json()["data"]]


def test_every_packaged_value_is_found_on_a_line_that_names_its_trait(client: Client) -> None:
    texts = {f"data/{file.name}": file for file in folder().iterdir()}
    lines = {
        name: file.read_text("utf-8").splitlines()
        for name, file in texts.items()
        if name.endswith(".toml")
    }
    for model in _every_model(client):
        for platform in ("anthropic", "bedrock", "vertex", "openrouter"):
            found = client.get(f"/v1/explain/{model}?platform={platform}").json()["traits"]
            for trait, told in found.items():
                for each in (told, *told["lost"]):
                    if each["layer"] not in (None, "override model"):
                        line = lines[each["file"]][each["line"] - 1]
                        keys = path_of(trait)
                        assert any(key in line for key in keys), (trait, each["table"], line)


def test_every_trait_is_told_and_one_that_nobody_states_has_no_layer(client: Client) -> None:
    traits = client.get("/v1/explain/claude-opus-5-5").json()["traits"]
    told = {path_of(trait) for trait in traits}
    for name in leaf_names(SHAPE):
        assert any(leaf[: len(path_of(name))] == path_of(name) for leaf in told), name
    nobody = [told for told in traits.values() if told["layer"] is None]
    assert nobody
    assert all(told["value"] is None and told["line"] is None for told in nobody)


def test_it_tells_source_and_date(client: Client) -> None:
    mode = client.get("/v1/explain/claude-opus-5-5").json()["traits"]["thinking.mode"]
    assert mode["source"]
    assert mode["checked"].startswith("2026-")


def test_an_unknown_model_is_not_found(client: Client) -> None:
    assert client.get("/v1/explain/nobody-knows-it").status_code == 404


@pytest.mark.parametrize(
    ("trait", "path"),
    [
        ("chat", ("chat",)),
        ("thinking.mode", ("thinking", "mode")),
        ("betas.thinking.display=updates", ("betas", "thinking.display=updates")),
    ],
)
def test_dots_of_a_key_are_its_own(trait: str, path: tuple[str, ...]) -> None:
    assert path_of(trait) == path
