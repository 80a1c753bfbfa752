"""Whether a case holds: what was expected beside what was found."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.cases import Case
from forethought.catalog.lines import parts_of
from forethought.catalog.unknown import NoModelNamed
from forethought.policies import RequestError, Rewritten
from forethought.policies.words import Json

NOTHING: Final = "nothing"
"""How it is told that something is not there."""


class Failure(Struct, frozen=True, kw_only=True):
    """One expectation that does not hold."""

    key: str
    expected: Json
    found: Json


class Outcome(Struct, frozen=True, kw_only=True):
    """One case, tried."""

    name: str
    line: int | None
    passed: bool
    failures: tuple[Failure, ...]


class _Got(Struct, frozen=True, kw_only=True):
    """What a case gave."""

    document: Mapping[str, Json]
    """All that may be expected by its path."""
    rules: Sequence[str] = ()
    error: str | None = None
    """The code of the error, where the request was refused."""
    told: str | None = None
    """The error in words."""


def try_case(catalog: Catalog, case: Case) -> Outcome:
    """Asks the catalog what the case asks and compares."""
    got = _resolved(catalog, case) if case.request is None else _asked(catalog, case)
    failures = tuple(_failures(case, got))
    return Outcome(name=case.name, line=case.line, passed=not failures, failures=failures)


def _resolved(catalog: Catalog, case: Case) -> _Got:
    found = catalog.resolve(case.model, case.route, case.platform, case.wire)
    return _Got(
        document={
            "match": found.match,
            "model": found.model,
            "id": found.id,
            "platform": found.platform,
            "traits": msgspec.to_builtins(found.traits),
            "policy": msgspec.to_builtins(found.policy),
        }
    )


def _asked(catalog: Catalog, case: Case) -> _Got:
    try:
        out = _rewritten(catalog, case)
    except RequestError as wrong:
        return _Got(document={}, error=wrong.code, told=str(wrong))
    except NoModelNamed as wrong:
        return _Got(document={}, error="no_model_named", told=str(wrong))
    body = msgspec.json.decode(out.encode())
    # The traits on the wire it went out on, for a model that the request alone may name.
    goal = msgspec.structs.replace(case, model=case.model or _own(case), wire=out.wire)
    return _Got(
        document={
            **_resolved(catalog, goal).document,
            "body": body,
            "headers": {name.lower(): value for name, value in out.headers.items()},
            "path": out.path,
            "wire": out.wire,
        },
        rules=[change.rule for change in out.changes],
    )


def _own(case: Case) -> str | None:
    """The model that the request itself names."""
    request = case.request
    body: Json = msgspec.json.decode(request) if isinstance(request, str) else request
    model = body.get("model")
    return model if isinstance(model, str) else None


def _rewritten(catalog: Catalog, case: Case) -> Rewritten:
    request = case.request or ""
    return catalog.rewrite(
        request.encode() if isinstance(request, str) else msgspec.json.encode(request),
        model=case.model,
        route=case.route,
        platform=case.platform,
        account=case.account,
        wire=case.wire or "openai.chat",
        target=case.target,
        headers=case.headers,
        intent=case.intent,
    )


def _failures(case: Case, got: _Got) -> Iterator[Failure]:
    wanted = case.expect.get("error")
    if got.error != wanted:
        yield Failure(key="error", expected=wanted or NOTHING, found=got.told or NOTHING)
    if got.error is not None:
        return
    for key, expected in case.expect.items():
        if key == "absent":
            yield from _present(expected, got)
        elif key == "changes":
            yield from _missing(expected, got)
        elif key != "error":
            found = _at(got.document, parts_of(key))
            if not _same(found, expected):
                yield Failure(key=key, expected=expected, found=found)


def _present(paths: Sequence[str], got: _Got) -> Iterator[Failure]:
    for path in paths:
        found = _at(got.document, parts_of(path))
        if found is not None:
            yield Failure(key=path, expected=NOTHING, found=found)


def _missing(rules: Sequence[str], got: _Got) -> Iterator[Failure]:
    """Each rule must have changed something; an empty list wants no change at all."""
    told = sorted({*got.rules})
    if (not rules and told) or {*rules} - {*told}:
        yield Failure(key="changes", expected=rules or NOTHING, found=told or NOTHING)


def _at(document: Json, path: Sequence[str]) -> Json:
    """The value at a path, an entry of a list by its number; None where there is none."""
    for part in path:
        if isinstance(document, Mapping):
            document = document.get(part)
        elif isinstance(document, list | tuple) and part.isdecimal():
            document = document[int(part)] if int(part) < len(document) else None
        else:
            return None
    return document


def _same(found: Json, expected: Json) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(found, tuple):
        found = list(found)
    return (type(found) is type(expected) and bool(found == expected)) or _numbers(found, expected)


def _numbers(found: Json, expected: Json) -> bool:
    both = (found, expected)
    numbers = all(isinstance(n, int | float) and not isinstance(n, bool) for n in both)
    return numbers and bool(found == expected)
