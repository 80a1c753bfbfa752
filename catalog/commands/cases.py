"""A file of cases, as `forethought test` reads it: what is asked, and what must be true then."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, defstruct
from msgspec.structs import fields

from forethought.catalog.checking import table_findings
from forethought.catalog.lines import KeyPath, parts_of
from forethought.catalog.mistakes import Mistake
from forethought.catalog.sources import Source, read_sources
from forethought.catalog.wording import Finding, article, listed, near, no_such_key, shown
from forethought.policies import Intent
from forethought.policies.words import Json, Platform, Wire

RESOLVED: Final = ("match", "model", "id", "platform", "traits", "policy")
"""What may be expected of any case, alone or with the keys below it: `traits.thinking.mode`."""
REWRITTEN: Final = ("body", "headers", "path", "wire")
"""What may be expected of a case with a request."""
LISTS: Final = ("absent", "changes")
_ERROR: Final = "error"
_EXPECTED: Final = (*RESOLVED, *REWRITTEN, *LISTS, _ERROR)


class Case(Struct, frozen=True, kw_only=True):
    """One case."""

    name: str
    request: Mapping[str, Json] | str | None = None
    """The body, or its JSON; without one the case is about what resolving gives."""
    model: str | None = None
    route: str | None = None
    platform: Platform | None = None
    account: str | None = None
    wire: Wire | None = None
    """The shape of the request."""
    target: Wire | None = None
    headers: Mapping[str, str] = {}
    intent: Intent = Intent()
    expect: Mapping[str, Json]
    """By dotted path."""
    line: int | None = None
    """Where it stands in its file."""


_FREE: Final = ("request", "expect", "line")
_PLAIN = defstruct(
    "Case",
    [
        (field.name, field.type, None)
        for field in fields(Case)
        if field.name not in _FREE
    ]
    + [("request", str, None), ("expect", Mapping[str, str], None)],
)  # fmt: skip
"""What is checked by its types; whatever is free there is checked here."""


def read_cases(path: Path) -> tuple[str, list[Case], list[Mistake]]:
    """The file's name, its cases, and everything that is wrong in it."""
    sources, mistakes = read_sources(path)
    if mistakes:
        return str(path), [], mistakes
    (source,) = sources
    mistakes = list(_mistakes(source))
    if mistakes:
        return source.file, [], sorted(mistakes, key=lambda mistake: mistake.line or 0)
    tables: list[dict[str, Json]] = source.tree["case"]
    return source.file, [_case(source, n, table) for n, table in enumerate(tables)], []


def _case(source: Source, number: int, table: Mapping[str, Json]) -> Case:
    line = source.places.line(("case", number))
    expect = {".".join(path): value for path, value in _flat(table["expect"])}
    return msgspec.convert({**table, "expect": expect, "line": line}, Case)


def _flat(tree: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Expectations by path: dotted keys are tables in TOML, and mean the same in quotes."""
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            yield from (((key, *path), inner) for path, inner in _flat(value))
        else:
            yield (key,), value


def _mistakes(source: Source) -> Iterator[Mistake]:
    for key in source.tree:
        if key != "case":
            yield _mistake(source, Finding((key,), "there is no such key", "write [[case]] tables"))
    tables = source.tree.get("case")
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        yield _mistake(source, Finding(("case",), "there are no cases", "write [[case]] tables"))
        return
    for number, table in enumerate(tables):
        for path, message, accepted in _findings(table):
            yield _mistake(source, Finding(("case", number, *path), message, accepted))


def _mistake(source: Source, finding: Finding) -> Mistake:
    path = finding.path
    in_case = len(path) > 1
    return Mistake(
        file=source.file,
        line=source.places.line(path) or 1,
        table="[case]" if in_case else "",
        key=".".join(str(part) for part in path[2 if in_case else 0 :]),
        message=finding.message,
        accepted=finding.accepted,
    )


def _findings(table: Mapping[str, Json]) -> Iterator[Finding]:
    """What is wrong in one case, by the path below it."""
    plain = {key: value for key, value in table.items() if key not in _FREE[:2]}
    yield from table_findings(_PLAIN, plain, {})
    if "name" not in table:
        yield Finding(("name",), "is missing", "say in a sentence what is pinned")
    if not {"model", "route", "request"} & {*table}:
        yield Finding(("model",), "is missing", "name a model or a route")
    request, expect = table.get("request", {}), table.get("expect")
    if not isinstance(request, dict | str):
        yield Finding(("request",), article(request), "write a table, or its JSON in quotes")
    if expect is None:
        yield Finding(("expect",), "is missing", 'write expect = { "body.model" = "…" }')
    elif isinstance(expect, dict):
        yield from _of_expectations(expect, "request" in table)
    else:
        yield Finding(("expect",), article(expect), 'write expect = { "body.model" = "…" }')


def _of_expectations(expect: Mapping[str, Json], asks: bool) -> Iterator[Finding]:
    if not expect:
        yield Finding(("expect",), "is empty", f"expect {listed(_EXPECTED)}")
    for key, value in expect.items():
        path, (root, *_) = ("expect", key), parts_of(key) or (key,)
        if root not in _EXPECTED:
            yield no_such_key((*path[:-1], root), _EXPECTED, (), {})._replace(path=path)
        elif not asks and root in (*REWRITTEN, "changes", _ERROR):
            yield Finding(path, "is of a rewritten request", "add the request to the case")
        elif root in LISTS and not _are_strings(value):
            yield Finding(path, article(value), f'write an array of strings: {key} = ["…"]')
        elif root == _ERROR and not isinstance(value, str):
            yield Finding(path, article(value), 'write a code, such as error = "policy_refused"')
        elif root == "absent":
            yield from (_no_path(path, told) for told in value if not _is_path(told))


def _are_strings(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_path(told: str) -> bool:
    return (parts_of(told) or ("",))[0] in (*RESOLVED, *REWRITTEN)


def _no_path(path: KeyPath, told: str) -> Finding:
    roots: Sequence[str] = (*RESOLVED, *REWRITTEN)
    hint = near(told.partition(".")[0], roots) or f"begin with one of {listed(roots)}"
    return Finding((*path,), f"{shown(told)} begins with nothing that there is", hint)
