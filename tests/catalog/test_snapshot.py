"""A catalog from the texts of its files is the same catalog."""

from pathlib import Path
from typing import Final

import pytest

from forethought.catalog import Catalog

DATA: Final = Path(__file__).parents[2] / "data"
ROUTE: Final = 'schema = 1\n[route."r"]\nmodel = "claude-opus-5-5"\nplatform = "vertex"\n'


def test_it_has_the_revision_and_the_answers_of_the_other(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "eu.toml").write_text(ROUTE)
    there = Catalog.load(folder)
    packaged = {file.name: file.read_text() for file in DATA.glob("*.toml")}
    here = Catalog.from_snapshot(packaged, {"mine/eu.toml": ROUTE})
    assert here.revision == there.revision
    assert here.resolve("claude-nova-9", route="r").id == there.resolve("x", route="r").id
    for model in ("claude-opus-5-5", "gemini-4-argon", "gpt-7-sol", "nobody"):
        assert here.resolve(model) == there.resolve(model)


def test_without_overrides_it_is_the_packaged_one() -> None:
    packaged = {file.name: file.read_text() for file in DATA.glob("*.toml")}
    assert Catalog.from_snapshot(packaged).revision == Catalog.load().revision


@pytest.mark.parametrize("name", ["../../etc/passwd", "x\\..\\y", "a.toml\0"])
def test_a_name_that_is_no_files_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a TOML file"):
        Catalog.from_snapshot({name: ""})
