"""`forethought check`: every mistake with its place, and what expires."""

import datetime
import re
from pathlib import Path

import pytest

from .running import Run

FIVE = {
    "a.toml": """\
schema = 1
[route."eu"]
modle = "claude-opus-5-5"
[route."eu".traits]
thinking.mode = "allways"
limits.output = "256k"
""",
    "b.toml": """\
schema = 1
[platform."bedrok".policy]
display = "omitted"
[route."us"]
model = "nobody-knows-me"
""",
}
FOUND = [
    ("a.toml", 2, 'route."eu"', "model", "is missing"),
    ("a.toml", 3, 'route."eu"', "modle", "there is no such key"),
    ("a.toml", 5, 'route."eu"', "thinking.mode", "'allways' is none of never, opt_in"),
    ("a.toml", 6, 'route."eu"', "limits.output", "'256k' is a string"),
    ("b.toml", 2, 'platform."bedrok"', "", "'bedrok' is none of anthropic"),
    ("b.toml", 5, 'route."us"', "model", "'nobody-knows-me'"),
]
ACCEPTED = {
    "model": "",
    "modle": "did you mean model?",
    "thinking.mode": "did you mean always?",
    "limits.output": "write a number of tokens",
    "": "did you mean bedrock?",
}


@pytest.fixture
def mistaken(tmp_path: Path) -> Path:
    """A folder with a mistake of each kind, a missing model that one of them causes included."""
    folder = tmp_path / "mistaken"
    folder.mkdir()
    for name, text in FIVE.items():
        (folder / name).write_text(text)
    return folder


def test_every_mistake_is_told_with_place_and_what_is_accepted(run: Run, mistaken: Path) -> None:
    ran = run("check", mistaken, "--format", "json")
    told = ran.json()
    assert (ran.code, ran.err) == (1, "")
    assert (told["errors"], told["warnings"], told["files"]) == (len(FOUND), 0, 2)
    for mistake, (file, line, table, key, message) in zip(told["mistakes"], FOUND, strict=True):
        assert (mistake["file"], mistake["line"]) == (f"mistaken/{file}", line)
        assert (mistake["table"], mistake["key"]) == (table, key)
        assert mistake["message"].startswith(message)
        assert ACCEPTED[key] in mistake["accepted"]
        assert mistake["level"] == "error"


def test_every_mistake_is_a_line_and_the_last_one_counts(run: Run, mistaken: Path) -> None:
    ran = run("check", mistaken)
    *lines, last = ran.out.splitlines()
    assert (ran.code, last) == (1, "6 errors, 0 warnings in 2 files")
    for line, (file, number, table, key, message) in zip(lines, FOUND, strict=True):
        where = f"mistaken/{file}:{number} [{table}]{f' {key}' if key else ''}: "
        assert line.startswith(where + message)
        assert ACCEPTED[key] in line


def test_a_syntax_error_is_a_finding(run: Run, broken: Path) -> None:
    ran = run("check", broken)
    assert ran.code == 1
    assert ran.out.startswith("broken/eu.toml:2: ")
    assert ran.out.endswith("\n1 errors, 0 warnings in 1 files\n")


def test_good_overrides_are_fine(run: Run, overrides: Path) -> None:
    assert run("check", overrides) == (0, "0 errors, 0 warnings in 1 files\n", "")


def test_without_a_path_it_checks_what_the_variable_names(run: Run, broken: Path) -> None:
    ran = run("check", environ={"FORETHOUGHT_OVERRIDES": str(broken)})
    assert ran.code == 1
    assert "broken/eu.toml:2" in ran.out


def test_a_path_stands_over_the_variable(run: Run, overrides: Path, broken: Path) -> None:
    assert run("check", overrides, environ={"FORETHOUGHT_OVERRIDES": str(broken)}).code == 0


def test_with_nothing_named_it_checks_the_packaged_facts(run: Run) -> None:
    ran = run("check")
    counted = re.fullmatch(r"0 errors, 0 warnings in (\d+) files\n", ran.out)
    assert ran.code == 0
    assert counted is not None
    assert int(counted[1]) >= 10


def test_several_paths_are_checked_and_counted_together(
    run: Run, overrides: Path, broken: Path
) -> None:
    ran = run("check", overrides, broken, overrides)
    assert ran.code == 1
    assert ran.out.endswith("1 errors, 0 warnings in 2 files\n")


def test_a_path_that_is_not_there_cannot_be_loaded(run: Run, overrides: Path) -> None:
    for path in ("nowhere", "x" * 5000):
        ran = run("check", overrides, path)
        assert (ran.code, ran.out) == (3, "")
        assert "there is no such file or folder" in ran.err


@pytest.mark.parametrize(
    ("today", "code", "told"),
    [
        ("2027-01-17", 0, ""),
        ("2027-01-18", 0, "warning: overrides/eu.toml:15 "),
        ("2027-02-01", 0, "warning: overrides/eu.toml:15 "),
        ("2027-02-02", 1, 'overrides/eu.toml:15 [route."eu-prod-opus"] expires: expired on 2027'),
    ],
)
def test_an_expiry_warns_for_14_days_and_is_a_finding_after(
    run: Run, overrides: Path, today: str, code: int, told: str
) -> None:
    by_clock = run("check", overrides, today=datetime.date.fromisoformat(today))
    assert by_clock.code == code
    assert by_clock.out.startswith(told)
    assert len(by_clock.out.splitlines()) == (2 if told else 1)
    assert run("check", overrides, "--on", today) == by_clock


def test_a_warning_alone_is_fine_and_counted(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    file.write_text('schema = 1\n[route."next"]\nmodel = "claude-opus-9"\n')
    ran = run("check", file)
    assert ran.code == 0
    assert ran.out.startswith("warning: ")
    assert ran.out.endswith("\n0 errors, 1 warnings in 1 files\n")
