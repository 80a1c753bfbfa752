"""Faults that were reported of other gateways cannot happen: each report, and others like it."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import tomli_w
from msgspec import Struct

from forethought.catalog import Catalog
from forethought.catalog.found import Found
from forethought.policies import Intent, Rewritten
from forethought.policies.errors import RequestError
from forethought.policies.words import Platform, Wire

from .expecting import at, broken

TABLE: Final = Path(__file__).parent / "table"
PLAIN: Final = Catalog.load()
Given = Callable[[dict[str, Any]], dict[str, Any] | bytes]
CONVERSATION: Final[Mapping[Wire, tuple[str, Any]]] = {
    "openai.chat": ("messages", [{"role": "user", "content": "hi"}]),
    "openai.responses": ("input", "hi"),
    "anthropic.messages": ("messages", [{"role": "user", "content": "hi"}]),
    "gemini.generate": ("contents", [{"role": "user", "parts": [{"text": "hi"}]}]),
    "bedrock.converse": ("messages", [{"role": "user", "content": [{"text": "hi"}]}]),
}
"""What is said where a case does not care."""
NAMES_MODEL: Final = ("openai.chat", "openai.responses", "anthropic.messages")
"""Wires whose body names the model."""


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of fault and the reports of it."""

    about: str
    entries: tuple[str, ...]


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One request, or one id to resolve, and what must hold."""

    kind: str
    why: str
    entry: str | None = None
    """The report it stands for; none where it is our own."""
    model: str | None = None
    platform: Platform | None = None
    route: str | None = None
    account: str | None = None
    wire: Wire = "openai.chat"
    target: Wire | None = None
    intent: Intent | None = None
    headers: dict[str, str] = {}
    request: str | None = None
    """JSON, the conversation left out where it is no matter; none where an id is only resolved."""
    overrides: dict[str, Any] = {}
    earlier: dict[str, Any] = {}
    """Overrides that were loaded and used before."""
    expect: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.kind} {self.entry or '+'} {self.why}"


KINDS: Final = msgspec.toml.decode((TABLE / "kinds.toml").read_bytes(), type=dict[str, Kind])
CASES: Final = [
    case
    for path in sorted(TABLE.glob("*.toml"))
    if path.stem != "kinds"
    for case in msgspec.convert(tomllib.loads(path.read_text())["case"], list[Case])
]
REQUESTS: Final = [case for case in CASES if case.request is not None]
IDS: Final = [case for case in CASES if case.request is None]


def catalog_for(case: Case, folder: Path) -> Catalog:
    for name, overrides in (("earlier", case.earlier), ("overrides", case.overrides)):
        path = folder / f"{name}.toml"
        path.write_text(tomli_w.dumps({"schema": 1, **overrides}))
    if case.earlier:
        Catalog.load(overrides=folder / "earlier.toml").resolve(case.model, case.route)
    return Catalog.load(overrides=folder / "overrides.toml") if case.overrides else PLAIN


def asked(case: Case) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(case.request or "{}")
    key, said = CONVERSATION[case.wire]
    if case.model and case.wire in NAMES_MODEL:
        body.setdefault("model", case.model)
    body.setdefault(key, said)
    return body


def run(case: Case, catalog: Catalog, request: Any) -> Rewritten:
    return catalog.rewrite(
        request,
        model=case.model,
        platform=case.platform,
        route=case.route,
        account=case.account,
        wire=case.wire,
        target=case.target,
        intent=case.intent,
        headers=case.headers,
    )


def outcome(case: Case, catalog: Catalog, request: Any) -> dict[str, Any]:
    try:
        out = run(case, catalog, request)
    except RequestError as error:
        return {"body": {}, "code": error.code, "pointer": error.pointer}
    fields = {name: getattr(out, name) for name in ("headers", "path", "id", "wire", "match")}
    changes = [change.path for change in out.changes]
    assert all(change.reason and change.rule for change in out.changes)
    body = json.loads(out.encode())
    return {"body": body, **fields, "model": out.model, "changes": changes, "notes": [*out.notes]}


def resolved(found: Found) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(found))
    return {"body": {}, **plain}


def plain(body: dict[str, Any]) -> dict[str, Any]:
    return body


@pytest.mark.parametrize("given", [plain, msgspec.json.encode], ids=["json", "bytes"])
@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case.name)
def test_the_fault_cannot_happen(case: Case, given: Given, tmp_path: Path) -> None:
    body = asked(case)
    came = outcome(case, catalog_for(case, tmp_path), given(body))
    came["request"] = body
    wrong = [broken(came, line) for line in case.expect if not line.startswith("same")]
    wrong += [same(came, line) for line in case.expect if line.startswith("same")]
    assert not any(wrong), [line for line in wrong if line]


@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case.name)
def test_it_is_told_and_a_second_pass_changes_nothing(case: Case, tmp_path: Path) -> None:
    catalog, body = catalog_for(case, tmp_path), asked(case)
    try:
        out = run(case, catalog, body)
    except RequestError:
        return
    if out.wire == case.wire:
        assert bool(out.changes) == (out.body != body)
        assert not run(case, catalog, out.body).changes


def same(came: dict[str, Any], line: str) -> str | None:
    """Whether what stands at a place is what came: `same`, or `same /tools`."""
    _, _, place = line.partition(" ")
    place = place or "/"
    before = at({"body": came["request"]}, place)
    return None if at(came, place) == before else f"{line}: found {at(came, place)}"


@pytest.mark.parametrize("case", IDS, ids=lambda case: case.name)
def test_the_id_means_what_it_says(case: Case, tmp_path: Path) -> None:
    catalog = catalog_for(case, tmp_path)
    found = catalog.resolve(case.model, case.route, case.platform)
    wrong = [broken(resolved(found), line) for line in case.expect]
    assert not any(wrong), [line for line in wrong if line]


def test_every_report_has_a_case() -> None:
    reported = {(kind, entry) for kind, told in KINDS.items() for entry in told.entries}
    assert {(case.kind, case.entry) for case in CASES if case.entry} == reported


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_cases_beyond_its_reports(kind: str) -> None:
    assert sum(case.kind == kind and case.entry is None for case in CASES) >= 2


def test_no_two_cases_are_called_the_same() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
