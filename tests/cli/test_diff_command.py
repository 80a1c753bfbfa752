"""`forethought diff`: what two overrides, or two models or routes, differ in."""

from pathlib import Path

import pytest

from .conftest import OVERRIDES
from .running import Run


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """The overrides with another limit, another quota, a new route."""
    folder = tmp_path / "changed"
    folder.mkdir()
    text = OVERRIDES.replace("256_000", "64_000").replace('"medium", "high"]', '"medium"]')
    (folder / "eu.toml").write_text(f'{text}[route."us"]\nmodel = "claude-opus-5"\n')
    return folder


def test_two_overrides_differ_by_id_and_trait(run: Run, overrides: Path, changed: Path) -> None:
    ran = run("diff", overrides, changed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "claude-opus-6",
        "  limits.output: 256000 → 64000",
        "route eu-prod-opus",
        "  effort.levels: low, medium, high → low, medium",
        "route us",
        "  only in B",
        "3 differences",
    ]


def test_json_has_an_entry_for_each_id(run: Run, overrides: Path, changed: Path) -> None:
    told = run("diff", overrides, changed, "--format", "json").json()
    model, route, new = told["differing"]
    assert (told["a"], told["b"]) == (str(overrides), str(changed))
    assert model["differences"] == [{"trait": "limits.output", "a": 256000, "b": 64000}]
    assert (route["kind"], route["a"], route["b"]) == ("route", "eu-prod-opus", "eu-prod-opus")
    assert (new["only"], new["differences"]) == ("b", [])


def test_the_other_way_round_it_is_only_in_a(run: Run, overrides: Path, changed: Path) -> None:
    assert "route us\n  only in A\n" in run("diff", changed, overrides).out


def test_a_model_that_one_side_lists_is_compared_with_what_the_other_assumes(
    run: Run, overrides: Path
) -> None:
    told = run("diff", "-", overrides, "--format", "json").json()["differing"]
    six = next(each for each in told if each["a"] == "claude-opus-6" and not each["platform"])
    facts = {one["trait"]: (one["a"], one["b"]) for one in six["differences"]}
    assert facts["match"] == ("newest_of_line", "base_model")
    assert facts["limits.output"] == (128000, 256000)


def test_what_a_platform_changes_is_told_beside_it(run: Run, overrides: Path) -> None:
    told = run("diff", "-", overrides, "--format", "json").json()["differing"]
    opus = {each["platform"]: each for each in told if each["a"] == "claude-opus-5-5"}
    assert [one["trait"] for one in opus[None]["differences"]] == ["policy.display"]
    assert [one["trait"] for one in opus["bedrock"]["differences"]] == [
        "policy.display",
        "policy.max_tokens",
    ]


def test_ids_that_differ_in_the_same_stand_together(run: Run, overrides: Path) -> None:
    ran = run("diff", "-", overrides)
    assert ran.out.count("  policy.display: summarized → omitted") < 10
    assert "\nclaude-opus-5\nclaude-opus-5-5\n" in ran.out


def test_two_models_differ_in_these_traits(run: Run) -> None:
    ran = run("diff", "claude-opus-5", "claude-opus-5-5")
    assert ran.code == 0
    assert ran.out.startswith("claude-opus-5 → claude-opus-5-5\n")
    assert "  thinking.mode: default_on → always\n" in ran.out
    assert "  effort.max_when_off: high → unknown\n" in ran.out


def test_a_model_and_a_route_are_compared(run: Run, overrides: Path) -> None:
    ran = run("diff", "claude-opus-5-5", "eu-prod-opus", "--overrides", overrides)
    assert "  platform: anthropic → bedrock\n" in ran.out
    assert "  effort.levels: low, medium, high, xhigh, max → low, medium, high\n" in ran.out


@pytest.mark.parametrize("argv", [("claude-opus-5", "claude-opus-5"), ("-", "-")])
def test_what_is_alike_has_no_difference(run: Run, argv: tuple[str, str]) -> None:
    assert run("diff", *argv, "--exit-code") == (0, "no difference\n", "")


def test_the_exit_code_tells_of_a_difference_when_asked(run: Run) -> None:
    assert run("diff", "claude-opus-5", "claude-opus-5-5", "--exit-code").code == 1


def test_an_id_that_nobody_knows_is_a_finding(run: Run) -> None:
    ran = run("diff", "claude-opus-5", "nobody-knows-me")
    assert (ran.code, ran.out) == (1, "")
    assert "'nobody-knows-me' is no known model" in ran.err


def test_overrides_with_a_mistake_cannot_be_compared(
    run: Run, overrides: Path, broken: Path
) -> None:
    ran = run("diff", overrides, broken)
    assert (ran.code, ran.out) == (3, "")
    assert "broken/eu.toml:2" in ran.err
