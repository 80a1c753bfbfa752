"""Reading the overrides: the files, their tables, and what becomes of tables with mistakes."""

import datetime
import hashlib
import os
from pathlib import Path

import pytest

from forethought.catalog.mistakes import Mistake
from forethought.catalog.overrides import (
    NO_OVERRIDES,
    ModelOverride,
    Overrides,
    PlatformOverride,
    RouteOverride,
    Stated,
    locator,
    read_overrides,
)

ROUTE = b'schema = 1\n[route."eu"]\nmodel = "some-model"\n'

EXAMPLE = """\
schema = 1

[policy]                                # choices for every route
display = "summarized"

[model."claude-opus-6"]                 # a model learnt before the catalog knew it
like    = "claude-opus-5-5"             # or vendor = …, family = …
aliases = ["opus-six"]
[model."claude-opus-6".traits]
limits.output = 256_000

[platform."bedrock".policy]
max_tokens = 16_000

[route."eu-prod-opus"]
model    = "claude-opus-5-5"            # where traits come from
id       = "arn:aws:bedrock:eu-west-1:1234:application-inference-profile/ab12"   # what is sent
platform = "bedrock"                    # also: wire, account
reason   = "Bedrock quota"
owner    = "platform"
expires  = 2027-02-01

[route."eu-prod-opus".traits]
effort.levels = ["low", "medium", "high"]

[route."eu-prod-opus".policy]
effort_none = "off"
"""


def written(path: Path, files: dict[str, bytes]) -> Path:
    folder = path / "overrides"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def only(mistakes: list[Mistake]) -> str:
    assert len(mistakes) == 1
    return str(mistakes[0])


def test_the_example_of_the_manual_is_read_into_its_tables(tmp_path: Path) -> None:
    data = EXAMPLE.encode()
    file = "overrides/eu.toml"
    found, mistakes = read_overrides(written(tmp_path, {"eu.toml": data}))
    assert mistakes == []
    assert found == Overrides(
        everywhere=(Stated(file=file, table="policy", policy={"display": "summarized"}),),
        models={
            "claude-opus-6": ModelOverride(
                file=file,
                table='model."claude-opus-6"',
                id="claude-opus-6",
                like="claude-opus-5-5",
                aliases=("opus-six",),
                traits={"limits": {"output": 256_000}},
            )
        },
        platforms={
            "bedrock": PlatformOverride(
                file=file,
                table='platform."bedrock"',
                platform="bedrock",
                policy={"max_tokens": 16_000},
            )
        },
        routes={
            "eu-prod-opus": RouteOverride(
                file=file,
                table='route."eu-prod-opus"',
                name="eu-prod-opus",
                model="claude-opus-5-5",
                id="arn:aws:bedrock:eu-west-1:1234:application-inference-profile/ab12",
                platform="bedrock",
                reason="Bedrock quota",
                owner="platform",
                expires=datetime.date(2027, 2, 1),
                traits={"effort": {"levels": ["low", "medium", "high"]}},
                policy={"effort_none": "off"},
            )
        },
        files={file: hashlib.sha256(data).hexdigest()},
    )


def test_one_file_is_read_as_a_folder_of_one(tmp_path: Path) -> None:
    folder = written(tmp_path, {"eu.toml": ROUTE})
    assert read_overrides(folder / "eu.toml") == read_overrides(folder)


def test_the_folder_may_be_named_from_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written(tmp_path, {"eu.toml": ROUTE}))
    assert list(read_overrides(Path())[0].files) == ["overrides/eu.toml"]
    assert list(read_overrides(Path("eu.toml"))[0].files) == ["overrides/eu.toml"]


def test_files_are_read_by_name_and_only_toml(tmp_path: Path) -> None:
    folder = written(tmp_path, {"b.toml": ROUTE, "a.toml": b"schema = 1\n", "notes.md": b"x = ["})
    (folder / "old.toml").mkdir()
    assert list(read_overrides(folder)[0].files) == ["overrides/a.toml", "overrides/b.toml"]


def test_what_an_editor_keeps_beside_a_file_is_left_out(tmp_path: Path) -> None:
    folder = written(tmp_path, {"eu.toml": ROUTE, ".eu.toml": b"x = ["})
    (folder / ".#eu.toml").symlink_to("ops@host.1234")
    overrides, mistakes = read_overrides(folder)
    assert (list(overrides.files), mistakes) == (["overrides/eu.toml"], [])


def test_a_folder_without_toml_overrides_nothing(tmp_path: Path) -> None:
    assert read_overrides(written(tmp_path, {})) == (NO_OVERRIDES, [])


def test_a_path_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    missing = tmp_path / "overides"
    assert only(read_overrides(missing)[1]) == f"{missing}: there is no such file or folder"


def test_a_link_to_nothing_is_a_mistake(tmp_path: Path) -> None:
    folder = written(tmp_path, {})
    (folder / "eu.toml").symlink_to("gone.toml")
    message = only(read_overrides(folder)[1])
    assert message == "overrides/eu.toml: cannot be read: No such file or directory"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    folder = written(tmp_path, {})
    os.mkfifo(folder / "eu.toml")
    assert only(read_overrides(folder)[1]) == "overrides/eu.toml: is no file"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ROUTE + b'owner = "Zo\xeb"\n', ":4: the byte 0xeb is not UTF-8; save the file as UTF-8"),
        (ROUTE.decode().encode("utf-16"), ":1: is UTF-16; save the file as UTF-8"),
        (b"x = " + b"[" * 5000, ": is nested too deep"),
        (b"x." * 5000 + b"x = 1", ": is nested too deep"),
        (b"schema = " + b"1" * 5000, ":1: the number is too large"),
        (b"\x00", ":1: in column 1, no key can start here"),
    ],
    ids=["latin 1", "utf 16", "arrays", "dotted keys", "digits", "nul"],
)
def test_what_is_no_text_is_a_mistake(tmp_path: Path, data: bytes, message: str) -> None:
    found = read_overrides(written(tmp_path, {"eu.toml": data}))[1]
    assert only(found).startswith(f"overrides/eu.toml{message}")


def test_a_byte_order_mark_is_not_minded(tmp_path: Path) -> None:
    folder = written(tmp_path, {"eu.toml": b"\xef\xbb\xbf" + ROUTE})
    assert read_overrides(folder)[1] == []


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    folder = written(tmp_path, {"a.toml": b"x = [", "b.toml": b"\xff", "c.toml": ROUTE})
    found, mistakes = read_overrides(folder)
    assert [mistake.file for mistake in mistakes] == ["overrides/a.toml", "overrides/b.toml"]
    assert list(found.routes) == ["eu"]


def test_mistakes_are_left_out_of_what_is_read(tmp_path: Path) -> None:
    text = """
[route.eu.traits]
prefill = "refused"
limits.output = "64k"
limits.context = 100_000
effort.level = ["low"]
[route.eu.policy]
display = "verbose"
binding = "off"
"""
    found, mistakes = read_overrides(written(tmp_path, {"eu.toml": ROUTE + text.encode()}))
    assert len(mistakes) == 3
    assert found.routes["eu"].traits == {
        "prefill": "refused",
        "limits": {"output": "unknown", "context": 100_000},
        "effort": {},
    }
    assert found.routes["eu"].policy == {"binding": "off"}


def test_a_table_in_two_files_is_one_and_each_key_keeps_its_place(tmp_path: Path) -> None:
    more = b'schema = 1\n[route.eu.traits]\nprefill = "refused"\n[route.eu]\nowner = "me"\n'
    found, mistakes = read_overrides(written(tmp_path, {"a.toml": ROUTE, "b.toml": more}))
    route = found.routes["eu"]
    assert mistakes == []
    assert (route.model, route.owner, route.traits) == ("some-model", "me", {"prefill": "refused"})
    assert route.place("model") == ("overrides/a.toml", 'route."eu"')
    assert route.place("owner") == ("overrides/b.toml", "route.eu")
    assert route.place("traits", "prefill") == ("overrides/b.toml", "route.eu")


def test_a_model_may_be_named_in_another_file_than_the_rest_of_its_route(tmp_path: Path) -> None:
    early = b'schema = 1\n[route."eu"]\nowner = "me"\n'
    assert read_overrides(written(tmp_path, {"a.toml": early, "b.toml": ROUTE}))[1] == []


def test_lines_are_found_in_each_file(tmp_path: Path) -> None:
    folder = written(tmp_path, {"a.toml": b"schema = 1\n", "b.toml": ROUTE})
    for path in (folder, folder / "b.toml"):
        assert locator(path)("overrides/b.toml", ("route", "eu", "model")) == 3
    assert locator(folder)("overrides/gone.toml", ("route",)) is None
