"""Mistakes in the files of facts are errors that say where."""

from pathlib import Path

import pytest

from forethought.catalog.facts import Facts, compile_facts
from forethought.catalog.ids import load_grammar
from forethought.catalog.mistakes import CatalogError
from forethought.catalog.packaged import read_files
from forethought.catalog.recognise import Recogniser
from forethought.catalog.tables import NO_OVERRIDES

BASE = "schema = 1\n[sources]\n"
HEAD = 'schema = 1\nvendor = "anthropic"\n[sources]\n'
FAMILY = HEAD + '[[family]]\nname = "a"\nmodels."claude-opus-5" = {}\n'

MISTAKES = [
    ("no TOML", "vendor =", "Invalid value"),
    ("another schema", HEAD.replace("1", "2"), "schema 2 is not 1"),
    ("no vendor", BASE, "no vendor is named"),
    ("an unknown key", HEAD + "[trait]\n", "trait"),
    ("an unknown trait", HEAD + '[traits]\nthinking.modus = "always"\n', r"thinking\.modus"),
    ("a value outside the set", HEAD + '[traits]\nprefill = "no"\n', r"\[traits\] .*'no'"),
    ("an unknown platform", HEAD + '[platform."moon".traits]\n', "moon"),
    ("a family told twice", FAMILY + '[[family]]\nname = "a"\n', "'a' is told twice"),
    (
        "an id in two families",
        FAMILY + '[[family]]\nname = "b"\nmodels."claude-opus-5" = {}\n',
        "'claude-opus-5' is told twice",
    ),
    (
        "an alias that is another's id",
        FAMILY + '[[family]]\nname = "b"\nmodels."claude-b" = { aliases = ["claude-opus-5"] }\n',
        "is a name of claude-opus-5 too",
    ),
    (
        "an id in two spellings",
        FAMILY + '[[family]]\nname = "b"\nmodels."claude-opus-5.0" = {}\n',
        "is a name of claude-opus-5 too",
    ),
    ("no such parent", HEAD + '[[family]]\nname = "a"\ninherits = "b"\n', "inherits from 'b'"),
    (
        "two newest of a line",
        HEAD + "".join(f'[[family]]\nname = "{n}"\nnewest = ["opus"]\n' for n in "ab"),
        "'opus' is told twice",
    ),
    (
        "two newest of the vendor",
        HEAD + "".join(f'[[family]]\nname = "{n}"\nvendor_newest = true\n' for n in "ab"),
        "a and b are both",
    ),
    (
        "a rule that says nothing",
        HEAD + '[[family]]\nname = "a"\nowns = [{ from = "1" }]\n',
        "a rule needs",
    ),
]


def load(folder: Path) -> Facts:
    facts = compile_facts(read_files(folder))
    Recogniser(facts, NO_OVERRIDES, load_grammar())
    return facts


@pytest.mark.parametrize(("what", "text", "message"), MISTAKES)
def test_a_mistake_names_its_file(tmp_path: Path, what: str, text: str, message: str) -> None:
    assert what
    (tmp_path / "base.toml").write_text(BASE)
    (tmp_path / "vendor.toml").write_text(text)
    with pytest.raises(CatalogError, match=rf"(?s)data/vendor\.toml.*{message}"):
        load(tmp_path)


def test_all_mistakes_of_all_files_come_at_once(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE)
    (tmp_path / "a.toml").write_text("vendor =")
    (tmp_path / "b.toml").write_text(HEAD + "[trait]\n")
    with pytest.raises(CatalogError) as caught:
        load(tmp_path)
    assert [mistake.file for mistake in caught.value.mistakes] == ["data/a.toml", "data/b.toml"]


def test_two_files_of_one_vendor_are_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE)
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(HEAD)
    with pytest.raises(CatalogError, match="'anthropic' is told twice"):
        load(tmp_path)


def test_a_family_inherits_what_it_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE)
    (tmp_path / "vendor.toml").write_text(
        FAMILY + 'traits.prefill = "refused"\n[[family]]\nname = "b"\ninherits = "a"\n'
    )
    families = load(tmp_path).vendors["anthropic"].families
    assert [author.own.table for author in families["b"].authors] == ["a", "b"]
    assert families["b"].models == {}
