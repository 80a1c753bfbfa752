"""Lines of keys: the scanner against texts whose keys name their own line."""

import re
import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from forethought.catalog.lines import Places, bare, dotted, locate, parts_of
from forethought.policies.words import Json

ODD = '''\
schema = 1 # = [not.a.table]
[ route . "a.b" ]  # header
model = """
[fake]
model = 5 \\"""
"""
'literal key'."basic \\u0041 key" . bare-1 = 'x = 1 # no comment'
list = [ # comment ] with a bracket
  "one, ]",

  { inner = [1,
      2], other = \'\'\'
two\'\'\' },
  1979-05-27 07:32:00, 0x1f,
]
traits.effort.levels = ["low"]
[[family]]
name = "first"
[family.sub]
key = 1
[[family.models]]
id = "m1"
[[family.models]]
id = "m2"
[[family]]
name = "second"
[family.sub]
key = 2
'''


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("schema",), 1),
        (("route", "a.b"), 2),
        (("route",), 2),
        (("route", "a.b", "model"), 3),
        (("route", "a.b", "literal key", "basic A key", "bare-1"), 7),
        (("route", "a.b", "list"), 8),
        (("route", "a.b", "list", 0), 9),
        (("route", "a.b", "list", 1), 11),
        (("route", "a.b", "list", 1, "inner", 1), 12),
        (("route", "a.b", "list", 1, "other"), 12),
        (("route", "a.b", "list", 2), 14),
        (("route", "a.b", "list", 3), 14),
        (("route", "a.b", "traits", "effort", "levels"), 16),
        (("route", "a.b", "traits", "effort", "levels", 0), 16),
        (("route", "a.b", "traits", "effort", "missing"), 16),
        (("route", "a.b", "traits"), 16),
        (("route", "a.b", "missing", "key"), 2),
        (("family", 0), 17),
        (("family", 0, "sub", "key"), 20),
        (("family", 0, "models", 1, "id"), 24),
        (("family", 1), 25),
        (("family", 1, "sub", "key"), 28),
        (("family", 1, "models"), 25),
        (("fake",), None),
        ((), None),
    ],
)
def test_keys_are_found_where_they_stand(
    path: tuple[str | int, ...], line: int | None, ends: str
) -> None:
    assert locate(ODD.replace("\n", ends), path) == line


@pytest.mark.parametrize(
    ("text", "path", "written"),
    [
        ('[route."eu"]', ("route", "eu"), 'route."eu"'),
        ("[route.eu]", ("route", "eu"), "route.eu"),
        ("[ route . 'eu' ]", ("route", "eu"), "route.'eu'"),
        ('[route."eu".traits]\nx = 1', ("route", "eu"), 'route."eu"'),
        ("route = { eu = { model = 1 } }", ("route", "eu"), "route.eu"),
        ("[[family]]\n[family.sub]", ("family", 0, "sub"), "family.sub"),
        ("x = 1", ("route", "a.b", "c"), 'route."a.b".c'),
    ],
)
def test_a_table_is_named_as_its_author_wrote_it(
    text: str, path: tuple[str | int, ...], written: str
) -> None:
    assert Places(text).table(path) == written


@pytest.mark.parametrize(
    "parts", [("route", "a.b"), ("x", ""), ('q"uote', "back\\slash"), ("tab\t", "é", "\U0001f600")]
)
def test_a_dotted_key_can_be_read_back(parts: tuple[str, ...]) -> None:
    assert parts_of(dotted(parts)) == parts
    tree: Json = tomllib.loads(f"{dotted(parts)} = 1")
    for part in parts:
        tree = tree[part]
    assert tree == 1


keys = st.text(min_size=1, max_size=8).filter(lambda key: key.isprintable()) | st.sampled_from(
    ["a", "a.b", "x-1", "#", "[t]", "=", "'", '"']
)
scalars = (
    st.integers(-(2**60), 2**60)
    | st.booleans()
    | st.dates()
    | st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20)
    | st.sampled_from(['"""', "'''", "[x]\n[y]\n", "a = 1\nb = 2", "# no", "\\", "]", "}"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)
documents = st.dictionaries(keys, values, max_size=5)


def leaves(
    tree: Json, path: tuple[str | int, ...] = ()
) -> list[tuple[tuple[str | int, ...], Json]]:
    if isinstance(tree, dict):
        return [leaf for key, value in tree.items() for leaf in leaves(value, (*path, key))]
    if isinstance(tree, list):
        return [leaf for key, value in enumerate(tree) for leaf in leaves(value, (*path, key))]
    return [(path, tree)]


@given(documents, st.booleans(), st.booleans())
def test_each_key_is_on_the_line_that_holds_its_value(
    document: dict[str, Json], multiline: bool, crlf: bool
) -> None:
    numbered, count = number(document, 0)
    text = tomli_w.dumps(numbered, multiline_strings=multiline)
    lines = text.split("\n")
    text = text.replace("\n", "\r\n") if crlf else text
    places = Places(text)
    found = leaves(tomllib.loads(text))
    assert len(found) >= count
    for path, value in found:
        if isinstance(value, str) and (mark := re.match(r"mark\d+;", value)):
            line = places.line(path)
            assert line is not None
            here = "\n".join(lines[line - 1 : line + 1])
            assert mark[0] in here
            assert sum(mark[0] in each for each in lines) == 1


def number(tree: Json, count: int) -> tuple[Json, int]:
    """The tree with each string behind a mark that stands nowhere else."""
    if isinstance(tree, str):
        return f"mark{count};{tree}", count + 1
    if isinstance(tree, dict):
        new: dict[str, Json] = {}
        for key, value in tree.items():
            new[key], count = number(value, count)
        return new, count
    if isinstance(tree, list):
        items: list[Json] = []
        for value in tree:
            item, count = number(value, count)
            items.append(item)
        return items, count
    return tree, count


@given(documents, st.booleans())
def test_every_path_of_a_document_is_found_and_nothing_else(
    document: dict[str, Json], multiline: bool
) -> None:
    text = tomli_w.dumps(document, multiline_strings=multiline)
    tree = tomllib.loads(text)
    found = {place.path for place in Places(text).all}
    assert {path for path, _ in leaves(tree)} <= found
    for path in found:
        at: Json = tree
        for part in path:
            at = at[part]


@given(st.text() | st.text("[]{}\"'=.,#\n \\ab1"))
def test_any_text_is_scanned_to_its_end(text: str) -> None:
    lines = text.count("\n") + 1
    assert all(1 <= place.line <= place.last_line <= lines for place in Places(text).all)


@given(st.text(min_size=1))
def test_any_key_is_written_so_that_toml_reads_it(key: str) -> None:
    if not any("\ud800" <= character <= "\udfff" for character in key):
        assert tomllib.loads(f"{bare(key)} = 1") == {key: 1}


@pytest.mark.parametrize("quotes", ['"""', "'''"], ids=["basic", "literal"])
@pytest.mark.parametrize("text", ["", "a", "a\n", 'a"', "a'", 'a""', "a''"])
def test_a_long_string_may_end_in_quotes_of_its_own(quotes: str, text: str) -> None:
    line = text.count("\n") + 2
    document = f"x = [{quotes}{text}{quotes},\n1]"
    assert len(tomllib.loads(document)["x"]) == 2
    assert locate(document, ("x", 1)) == line
