"""What ops get to read: each case is a file or a folder beside the exact report it gets."""

from pathlib import Path

import pytest
import tomli_w
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from forethought.catalog.catalog import Catalog
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.overrides import check_overrides, locator, read_overrides
from forethought.policies.words import Json

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.toml"))
FOLDERS = sorted(path for path in (HERE / "folders").iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog.load()


def mistakes_in(path: Path, catalog: Catalog) -> list[Mistake]:
    overrides, read = read_overrides(path)
    found = [*read, *check_overrides(overrides, catalog, locator(path))]
    return sorted(found, key=lambda mistake: (mistake.file, mistake.line or 0))


def report(path: Path, catalog: Catalog) -> str:
    lines = (
        f"{'warning: ' if mistake.level == 'warning' else ''}{mistake}\n"
        for mistake in mistakes_in(path, catalog)
    )
    return "".join(lines)


@pytest.mark.parametrize("path", [*CASES, *FOLDERS], ids=lambda path: path.stem)
def test_the_report_reads_as_written_beside_the_case(path: Path, catalog: Catalog) -> None:
    assert report(path, catalog) == path.with_suffix(".errors.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*CASES, *FOLDERS], ids=lambda path: path.stem)
def test_the_catalog_loads_all_or_nothing(path: Path, catalog: Catalog) -> None:
    expected = mistakes_in(path, catalog)
    if any(mistake.level == "error" for mistake in expected):
        with pytest.raises(CatalogError) as raised:
            Catalog.load(path)
        assert {*raised.value.mistakes} == {*expected}
    else:
        assert {*Catalog.load(path).warnings} == {*expected}


def test_no_report_is_without_its_case() -> None:
    reports = {*(HERE / "cases").glob("*.errors.txt"), *(HERE / "folders").glob("*.errors.txt")}
    assert reports == {path.with_suffix(".errors.txt") for path in (*CASES, *FOLDERS)}


@pytest.mark.parametrize("path", [*CASES, *FOLDERS], ids=lambda path: path.stem)
def test_every_mistake_has_a_line_and_says_what_is_accepted(path: Path, catalog: Catalog) -> None:
    for mistake in mistakes_in(path, catalog):
        assert mistake.line is not None
        assert mistake.accepted


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_report_does_not_depend_on_the_line_ends(
    path: Path, tmp_path: Path, catalog: Catalog
) -> None:
    text = path.read_bytes().replace(b"\r\n", b"\n")
    again = tmp_path / "cases" / path.name
    again.parent.mkdir()
    again.write_bytes(text.replace(b"\n", b"\r\n"))
    assert report(again, catalog) == report(path, catalog)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_file_cut_anywhere_is_a_report_and_no_crash(
    path: Path, tmp_path: Path, catalog: Catalog
) -> None:
    whole = path.read_bytes()
    cut = tmp_path / "cut.toml"
    for length in range(0, len(whole), 7):
        cut.write_bytes(whole[:length])
        assert all(mistake.line for mistake in mistakes_in(cut, catalog))


WORDS = st.sampled_from(
    [
        *("schema", "policy", "traits", "model", "platform", "route", "like", "aliases", "id"),
        *("effort", "levels", "default", "limits", "output", "context", "thinking", "budget"),
        *("bedrock", "claude-opus-5-5", "eu", "a.b", "unknown", "low", "high", "wire", "off"),
    ]
)
SCALARS = st.integers() | st.booleans() | st.floats() | st.dates() | st.datetimes() | st.just("")
TREES = st.recursive(
    WORDS | SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(WORDS, TREES, max_size=5), st.dictionaries(WORDS, TREES, max_size=5))
@example({}, {"platform": {"bedrock": {"like": ""}}})
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_two_files_are_a_report_and_no_crash(
    tmp_path: Path, catalog: Catalog, one: dict[str, Json], two: dict[str, Json]
) -> None:
    (tmp_path / "one.toml").write_text(tomli_w.dumps(one), encoding="utf-8")
    (tmp_path / "two.toml").write_text(tomli_w.dumps(two), encoding="utf-8")
    for mistake in mistakes_in(tmp_path, catalog):
        assert mistake.line
        assert mistake.accepted


SOUND = st.fixed_dictionaries(
    {"schema": st.just(1)},
    optional={
        "policy": st.fixed_dictionaries({}, optional={"display": st.just("omitted")}),
        "platform": st.fixed_dictionaries({}, optional={"bedrock": st.fixed_dictionaries({})}),
        "route": st.dictionaries(
            st.text(min_size=1).filter(lambda name: name.strip() and name.isprintable()),
            st.fixed_dictionaries(
                {"model": st.sampled_from(["claude-opus-5-5", "claude-sonnet-5"])},
                optional={
                    "owner": st.text(min_size=1).filter(str.strip),
                    "expires": st.dates(),
                    "traits": st.fixed_dictionaries(
                        {"effort": st.just({"levels": ["medium", "high"]})},
                        optional={"prefill": st.sampled_from(["refused", "unknown"])},
                    ),
                },
            ),
            max_size=4,
        ),
    },
)


@given(SOUND)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_said_of_sound_overrides(
    tmp_path: Path, catalog: Catalog, tree: dict[str, Json]
) -> None:
    (tmp_path / "one.toml").write_bytes(tomli_w.dumps(tree).encode())
    assert mistakes_in(tmp_path, catalog) == []
    assert list(read_overrides(tmp_path)[0].routes) == list(tree.get("route", {}))
