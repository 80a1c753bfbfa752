"""A golden: one request, who it is for, and what must come of it, told in a small TOML file.

`request` and `body` are JSON. Without a `body` the request comes back as the same object.
"""

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from forethought.catalog import Catalog
from forethought.policies import Intent, Policy, Rewritten, Served, rewrite
from forethought.policies.words import Platform, Wire

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE / "cases"
CATALOG: Final = Catalog.load()


class Golden(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in one file."""

    why: str
    model: str
    request: str
    platform: Platform | None = None
    account: str | None = None
    wire: Wire = "openai.chat"
    target: Wire | None = None
    policy: Policy = Policy()
    intent: Intent = Intent()
    headers: dict[str, str] = {}
    body: str | None = None
    sent: dict[str, str] = {}
    """The headers that come out."""
    changes: tuple[str, ...] = ()
    names: dict[str, str] = {}


def read(path: Path) -> Golden:
    """The golden of a file."""
    return msgspec.convert(tomllib.loads(path.read_text()), Golden)


def all_goldens() -> list[Path]:
    """Every file, sorted."""
    return sorted(FOLDER.rglob("*.toml"))


def title(path: Path) -> str:
    """The name a failing test shows: the rule, and what the file is called."""
    return str(path.relative_to(FOLDER).with_suffix(""))


def run(golden: Golden, request: Any) -> Rewritten:
    """The request, rewritten under the golden's own policy."""
    found = CATALOG.resolve(golden.model, platform=golden.platform)
    wires = found.traits.wires or (golden.wire,)
    goal = golden.target or (golden.wire if golden.wire in wires else wires[0])
    found = CATALOG.resolve(golden.model, platform=golden.platform, wire=goal)
    return rewrite(
        request,
        found.traits,
        golden.policy,
        wire=golden.wire,
        target=goal,
        intent=golden.intent,
        headers=golden.headers,
        served=Served(
            vendor=found.vendor,
            model=found.model,
            id=found.id,
            platform=found.platform,
            account=golden.account,
        ),
        writers=CATALOG.writer,
    )


def told(out: Rewritten) -> tuple[str, ...]:
    """The changes in words, without the values that the body shows anyway."""
    return tuple(_line(change) for change in out.changes)


def _line(change: Any) -> str:
    to = f" -> {change.to}" if change.to else ""
    was = f" (was {json.dumps(change.was)})" if change.was is not None else ""
    trait = f" [{change.trait}]" if change.trait else ""
    where = change.path or "+"
    return (
        f"{change.op} {where}{to}{was}: {change.reason}{trait} {{{change.rule}, {change.effect}}}"
    )
