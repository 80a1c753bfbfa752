"""The cases of `cases/*.toml`: a request, whom it goes to, the body sent, and what is told."""

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from forethought.catalog import Catalog
from forethought.policies import Change, Intent, Policy, Rewritten, Served, Traits, rewrite
from forethought.policies.words import Wire

CASES: Final = Path(__file__).parent / "cases"
CATALOG: Final = Catalog.load()
WIRE: Final[Wire] = "gemini.generate"


class Case(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One case. Without a body the same object comes back."""

    why: str
    request: str
    body: str | None = None
    model: str | None = None
    platform: str = "gemini"
    traits: Traits | None = None
    policy: Policy = Policy()
    intent: Intent = Intent()
    told: list[str] = []
    names: dict[str, str] = {}


def cases(prefix: str) -> dict[str, Case]:
    """All cases of the files with such a name, by file and reason."""
    found: dict[str, Case] = {}
    for file in sorted(CASES.glob(f"{prefix}_*.toml")):
        for table in tomllib.loads(file.read_text())["case"]:
            case = msgspec.convert(table, Case)
            found[f"{file.stem}: {case.why}"] = case
    return found


def asked(case: Case) -> Any:
    """The request of a case."""
    return json.loads(case.request)


def target(case: Case) -> tuple[Traits, Served]:
    """The traits of a case, and who serves the model."""
    if case.model is None:
        assert case.traits is not None
        return case.traits, Served()
    found = CATALOG.resolve(case.model, platform=case.platform, wire=WIRE)  # type: ignore[arg-type]
    served = Served(vendor=found.vendor, model=found.model, id=found.id, platform=found.platform)
    return found.traits, served


def run(case: Case, request: Any, wire: Wire) -> Rewritten:
    """The rewrite that a case asks for."""
    traits, served = target(case)
    return rewrite(
        request,
        traits,
        case.policy,
        wire=wire,
        target=WIRE,
        intent=case.intent,
        served=served,
        writers=CATALOG.writer,
    )


def told(change: Change, wire: Wire) -> str:
    """A change as the cases write it: where, by which rule, to what effect."""
    to = () if wire == WIRE else (str(change.to),)
    return " ".join((change.op, str(change.path), *to, change.rule, change.effect))
