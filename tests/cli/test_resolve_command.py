"""`forethought resolve` and `forethought models`."""

import json
from pathlib import Path

import pytest

from forethought.catalog import Catalog

from .running import Run


def test_a_model_is_told_in_lines(run: Run) -> None:
    ran = run("resolve", "us.anthropic.claude-opus-5-5-v1:0")
    assert (ran.code, ran.err) == (0, "")
    lines = [line.split(maxsplit=1) for line in ran.out.splitlines()]
    assert lines[0] == ["claude-opus-5-5"]
    for line in (
        ["match", "spelling"],
        ["platform", "anthropic"],
        ["thinking.mode", "always"],
        ["effort.levels", "low, medium, high, xhigh, max"],
        ["policy.display", "summarized"],
    ):
        assert line in lines
    assert "note: the id is spelled for bedrock" in ran.out


def test_what_is_unknown_is_listed_as_unknown(run: Run) -> None:
    ran = run("resolve", "claude-opus-5-5")
    unknown = next(line for line in ran.out.splitlines() if line.startswith("  unknown: "))
    assert "effort.max_when_off" in unknown
    assert "thinking.mode" not in unknown


def test_json_is_one_object_a_line_and_unknown_is_null(run: Run) -> None:
    ran = run("resolve", "claude-opus-5-5", "gpt-5.4", "--format", "json")
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["id"], second["id"]) == ("claude-opus-5-5", "gpt-5.4")
    assert first["always_on"] is True
    assert first["traits"]["thinking"]["budget"] is None
    assert first["traits"]["thinking"]["types"] == ["adaptive"]
    assert first["policy"]["display"] == "summarized"
    assert first["revision"] == Catalog.load().revision


def test_a_route_needs_no_model(run: Run, overrides: Path) -> None:
    ran = run("resolve", "--route", "eu-prod-opus", "--overrides", overrides, "--format", "json")
    told = ran.json()
    assert (ran.code, told["id"], told["platform"]) == (0, "claude-opus-5-5", "bedrock")
    assert told["send_id"].startswith("arn:aws:bedrock:")
    assert told["traits"]["effort"]["levels"] == ["low", "medium", "high"]


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("claude-opus-5-5",), 0),
        (("claude-opus-9",), 0),
        (("claude-opus-9", "--strict"), 1),
        (("claude-opus-5-5", "--strict"), 0),
        (("nobody-knows-me",), 1),
        (("claude-opus-5-5", "nobody-knows-me"), 1),
        (("claude-opus-5-5", "--route", "nowhere"), 1),
    ],
)
def test_an_id_that_nobody_knows_is_a_finding(run: Run, argv: tuple[str, ...], code: int) -> None:
    for kind in ("text", "json"):
        ran = run("resolve", *argv, "--format", kind)
        assert (ran.code, ran.err) == (code, "")
        assert ran.out


def test_a_wire_and_a_platform_change_what_is_told(run: Run) -> None:
    ran = run("resolve", "claude-opus-5-5", "--platform", "bedrock", "--wire", "bedrock.converse")
    assert "additionalModelRequestFields.output_config.effort" in ran.out


def test_an_id_cannot_act_on_the_terminal(run: Run) -> None:
    ran = run("resolve", "nobody\x1b[31m\udcff")
    assert ran.code == 1
    assert "nobody\\x1b[31m\ufffd" in ran.out
    assert "\x1b" not in ran.out


def test_the_table_is_aligned(run: Run) -> None:
    ran = run("models", "--vendor", "anthropic")
    lines = ran.out.splitlines()
    assert lines[0].split()[:3] == ["MODEL", "VENDOR", "LINE"]
    column = lines[0].index("VENDOR")
    assert len(lines) > 10
    assert {line[column:].split()[0] for line in lines[1:]} == {"anthropic"}


def listed(run: Run, *argv: object) -> list[str]:
    ran = run("models", *argv, "--format", "json")
    assert ran.code == 0
    return [model["id"] for model in ran.json()["data"]]


@pytest.mark.parametrize(
    ("argv", "has", "lacks"),
    [
        (("--vendor", "anthropic"), "claude-opus-5-5", "gpt-5.4"),
        (("--line", "opus"), "claude-opus-5-5", "claude-sonnet-5-5"),
        (("--thinking", "always"), "claude-opus-5-5", "claude-opus-5"),
        (("--effort", "xhigh"), "claude-opus-5-5", "claude-opus-4-6"),
        (("--forced-tools", "refused"), "claude-opus-5-5", "claude-opus-5"),
        (("--sampling", "refused"), "claude-opus-5-5", "claude-opus-4-6"),
        (("--lifecycle", "deprecated"), "claude-opus-4-5", "claude-opus-5-5"),
        (("--q", "OPUS-5"), "claude-opus-5", "claude-sonnet-5"),
        (("--q", "claude-opus-4-5-2025"), "claude-opus-4-5", "claude-opus-5"),
    ],
)
def test_a_filter_keeps_what_it_says(run: Run, argv: tuple[str, ...], has: str, lacks: str) -> None:
    found = listed(run, *argv)
    assert has in found
    assert lacks not in found


def test_filters_hold_together(run: Run) -> None:
    found = listed(run, "--vendor", "anthropic", "--line", "opus", "--thinking", "always")
    assert found == ["claude-opus-5-5"]


def test_unknown_finds_what_nobody_knows(run: Run) -> None:
    known = listed(run, "--sampling", "accepted") + listed(run, "--sampling", "refused")
    assert not {*known} & {*listed(run, "--sampling", "unknown")}


def test_no_filter_lists_every_model_as_one_page(run: Run) -> None:
    ran = run("models", "--format", "json")
    page, models = ran.json(), Catalog.load().models()
    assert tuple(model["id"] for model in page["data"]) == models
    assert (page["has_more"], page["first_id"], page["last_id"]) == (False, models[0], models[-1])


def test_models_of_the_overrides_are_listed_and_found_by_alias(run: Run, overrides: Path) -> None:
    assert listed(run, "--q", "opus-six", "--overrides", overrides) == ["claude-opus-6"]


def test_nothing_found_is_fine_and_said(run: Run) -> None:
    ran = run("models", "--q", "nobody-knows-me")
    assert ran == (0, "", "no model is so\n")
