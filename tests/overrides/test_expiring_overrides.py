"""What `check` says of routes that expire; nothing else minds."""

import datetime
from pathlib import Path

import pytest

from forethought.catalog.overrides import expiring, locator, read_overrides

TEXT = """\
schema = 1
[route."eu"]
model = "some-model"
expires = 2027-02-01
[route."us"]
model = "some-model"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "overrides"
    path.mkdir()
    (path / "eu.toml").write_text(TEXT)
    return path


@pytest.mark.parametrize(
    ("today", "level", "message"),
    [
        ("2027-01-17", None, None),
        ("2027-01-18", "warning", "expires in 14 days, on 2027-02-01"),
        ("2027-01-31", "warning", "expires tomorrow"),
        ("2027-02-01", "warning", "expires today"),
        ("2027-02-02", "error", "expired on 2027-02-01; it still applies"),
        ("2030-01-01", "error", "expired on 2027-02-01; it still applies"),
    ],
)
def test_an_expiry_is_told_from_14_days_before(
    folder: Path, today: str, level: str | None, message: str | None
) -> None:
    overrides, mistakes = read_overrides(folder)
    found = expiring(overrides, datetime.date.fromisoformat(today), locator(folder))
    assert mistakes == []
    assert [(each.level, each.message, each.line) for each in found] == (
        [(level, message, 4)] if level else []
    )


def test_an_expiry_names_its_route(folder: Path) -> None:
    found = expiring(read_overrides(folder)[0], datetime.date(2028, 1, 1), locator(folder))
    assert str(found[0]).startswith('overrides/eu.toml:4 [route."eu"] expires: expired on')


def test_an_expiry_without_a_locator_has_no_line(folder: Path) -> None:
    found = expiring(read_overrides(folder)[0], datetime.date(2028, 1, 1))
    assert [each.line for each in found] == [None]
