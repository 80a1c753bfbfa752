"""`forethought explain`: every value with its place."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from forethought.catalog import Catalog
from forethought.catalog.commands.values import trait_values
from forethought.catalog.found import Origin
from forethought.catalog.packaged import folder, texts
from forethought.catalog.places import Lines, path_of
from forethought.policies.words import PLATFORMS, WIRES, Json

from .running import Run

FAMILY = re.compile(r'name\s*=\s*"([^"]+)"')
ROUTE = ("explain", "--route", "eu-prod-opus")


def test_a_value_of_a_route_is_told_with_its_line_and_what_it_beat(
    run: Run, overrides: Path
) -> None:
    ran = run(*ROUTE, "--overrides", overrides, "--format", "json")
    told = ran.json()["traits"]["effort.levels"]
    beaten = told["lost"][0]
    assert (told["value"], told["layer"]) == (["low", "medium", "high"], "override route")
    assert (told["file"], told["line"]) == ("overrides/eu.toml", 17)
    assert told["table"] == 'route."eu-prod-opus"'
    assert beaten["value"] == ["low", "medium", "high", "xhigh", "max"]
    assert (beaten["layer"], beaten["file"]) == ("family", "data/anthropic.toml")
    assert beaten["source"]
    assert beaten["checked"] == "2026-11-30"


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("effort_none", ("off", "override route", 19)),
        ("max_tokens", (16_000, "override platform", 10)),
        ("display", ("omitted", "base", 3)),
        ("binding", ("drop_block", "default", None)),
    ],
)
def test_a_choice_is_told_with_its_line(
    run: Run, overrides: Path, choice: str, told: tuple[Json, str, int | None]
) -> None:
    ran = run(*ROUTE, "--overrides", overrides, "--format", "json", "--trait", choice)
    found = ran.json()["policy"]
    assert {*found} == {choice}
    assert tuple(found[choice][key] for key in ("value", "layer", "line")) == told


def test_in_words_it_reads_so(run: Run, overrides: Path) -> None:
    ran = run("explain", "opus-six", "--overrides", overrides, "--trait", "limits.output")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "claude-opus-6 (base_model, on anthropic)",
        "limits.output = 256000",
        '    override model, overrides/eu.toml:8 [model."claude-opus-6"]',
    ]
    assert lines[3].startswith("    over 128000: family, data/anthropic.toml:")


def test_a_fact_is_told_with_its_source_and_date(run: Run) -> None:
    ran = run("explain", "claude-opus-5-5", "--trait", "thinking.mode")
    assert "thinking.mode = always" in ran.out
    assert "    source: " in ran.out
    assert "; checked 2026-11-30" in ran.out
    assert "over default_on: family" in ran.out


def test_every_trait_is_there_and_unknown_is_null(run: Run) -> None:
    told = run("explain", "claude-opus-5-5", "--format", "json").json()
    found = Catalog.load().resolve("claude-opus-5-5")
    assert {*told["traits"]} == {*trait_values(found.traits)}
    nobody = told["traits"]["sampling.logit_bias"]
    assert (nobody["value"], nobody["layer"], nobody["lost"]) == (None, None, [])


@pytest.mark.parametrize("model", ["claude-opus-4-5", "claude-opus-5-5"])
def test_a_table_returned_to_unknown_says_by_whom(run: Run, tmp_path: Path, model: str) -> None:
    file = tmp_path / "eu.toml"
    file.write_text(f'schema = 1\n[model."{model}".traits]\nthinking.budget = "unknown"\n')
    ran = run("explain", model, "--overrides", file, "--format", "json")
    told = ran.json()["traits"]["thinking.budget.min"]
    assert (told["value"], told["layer"], told["line"]) == (None, "override model", 3)


def test_a_model_that_nobody_knows_is_a_finding(run: Run) -> None:
    ran = run("explain", "nobody-knows-me")
    assert ran.code == 1
    assert "no known model" in ran.out


def stated_anywhere() -> Iterator[tuple[str, Origin]]:
    """Every value that the packaged facts state for some model, once each."""
    catalog, seen = Catalog.load(), set[tuple[str, str, str]]()
    models = (*catalog.models(), "claude-opus-99", "claude-nova-99", "gpt-99")
    places = product(models, (None, *PLATFORMS), (None, *WIRES))
    for model, platform, wire in places:
        for trait, winner in catalog.resolve(model, None, platform, wire).origins.items():
            for origin in (winner, *winner.lost):
                key = (origin.file, origin.table, trait)
                if key not in seen:
                    seen.add(key)
                    yield trait, origin


def test_every_value_is_found_on_a_line_of_its_own_table_that_names_it() -> None:
    packaged = texts(folder())
    written = {f"data/{name}": text.splitlines() for name, text in packaged.items()}
    lines, found = Lines(packaged, None), 0
    for trait, origin in stated_anywhere():
        line = lines.line(origin, "traits", trait)
        assert line is not None, (trait, origin)
        above = written[origin.file][:line]
        assert any(part in above[-1] for part in path_of(trait)), (trait, origin, line)
        families = [match[1] for text in above if (match := FAMILY.match(text))]
        assert not families or f"{origin.table}.".startswith(f"{families[-1]}."), (trait, origin)
        found += 1
    assert found > 400
