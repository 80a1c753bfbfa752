"""Resolves every model id that public packages ship, and lists what does not come out right.

    python tests/catalogs/public_ids.py [FOLDER]

Installs the packages, without their dependencies, into FOLDER (by default a temporary one) and
reads the ids out of their files; nothing of theirs is imported. Exits 1 where a chat model of a
known vendor is unknown, or got a family of another line than its own words say. Where a catalog
states other facts than ours, that is listed too: it may be the catalog that is wrong.
"""

import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from forethought.catalog import Catalog
from forethought.catalog.found import Found

sys.path.append(str(Path(__file__).parents[2]))

from tests.catalogs.reading import FamilyReading, Reading, read, read_family
from tests.catalogs.sources import PACKAGES, PublicId, public_ids
from tests.catalogs.stated import compare, stated_otherwise

MATCHES: Final = (
    "exact",
    "alias",
    "dated",
    "spelling",
    "base_model",
    "newest_of_line",
    "newest_of_vendor",
    "unknown",
)
ASSUMED: Final = ("newest_of_line", "newest_of_vendor")
Resolved = tuple[PublicId, Found]


def install(folder: Path) -> Path:
    """The folder that holds the packages, installed where they are not there already."""
    site = folder / "site"
    if not site.exists():
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        command = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site)]
        subprocess.run([*command, *PACKAGES], check=True)
    return site


def known_vendors(catalog: Catalog) -> frozenset[str]:
    """The vendors whose unlisted models are treated as their newest: there nothing is unknown."""
    return frozenset(
        vendor.name
        for vendor in catalog.facts.vendors.values()
        if any(family.vendor_newest for family in vendor.families.values())
    )


def unknown(resolved: Iterable[Resolved], known: frozenset[str]) -> Iterator[str]:
    """Chat models of known vendors that nobody recognised."""
    for public, found in resolved:
        vendor = read(public.name).vendor
        if vendor in known and public.is_chat and found.match == "unknown":
            yield f"{public.text}: says {vendor}, is unknown"


def of_another_line(catalog: Catalog, resolved: Iterable[Resolved]) -> Iterator[str]:
    """Ids whose family is of another vendor, line or generation than their own words say."""
    readings = {
        family.name: read_family(family, vendor.name)
        for vendor in catalog.facts.vendors.values()
        for family in vendor.families.values()
    }
    for public, found in resolved:
        said = read(public.name)
        if found.family is None or said.vendor is None or found.traits.chat is False:
            continue
        if wrong := _mistaken(said, found, readings[found.family]):
            yield f"{public.text} [{found.family}, {found.match}]: {wrong}"


def _mistaken(said: Reading, found: Found, family: FamilyReading) -> str | None:
    if said.vendor != found.vendor:
        return f"{said.vendor} became {found.vendor}"
    if said.line not in family.lines and found.match != "newest_of_vendor":
        return f"line {said.line} is none of the family's"
    if said.generation is None or not family.generations:
        return None
    if found.match in ASSUMED:
        older = said.generation < min(family.generations)
        return f"{said.generation} is older than the newest" if older else None
    if not family.has_range and said.generation not in family.generations:
        return f"{said.generation} is none of the family's"
    return None


def counts(resolved: Iterable[Resolved], known: frozenset[str]) -> Iterator[str]:
    """How the ids were recognised, by vendor."""
    table: dict[str, Counter[str]] = {}
    for _, found in resolved:
        row = table.setdefault(found.vendor or "no vendor of ours", Counter())
        row["ids"] += 1
        row["not chat" if found.traits.chat is False else "chat"] += 1
        row[found.match] += 1
    columns = ("ids", "chat", "not chat", *MATCHES)
    rows = sorted(table, key=lambda name: (name not in known, -table[name]["ids"]))
    of_known = sum((table[name] for name in rows if name in known), Counter[str]())
    yield _row("", columns)
    yield _row("known vendors", [of_known[column] for column in columns])
    for name in rows:
        yield _row(f"  {name}" if name in known else name, [table[name][key] for key in columns])


def _row(name: str, cells: Iterable[object]) -> str:
    return f"{name:18}" + "".join(f"{cell!s:>{18 if cell in ASSUMED else 12}}" for cell in cells)


def report(title: str, lines: Iterable[str]) -> int:
    """Prints a list under its title and gives its length."""
    found = list(lines)
    print(f"\n{title}: {len(found)}")
    for line in found:
        print(f"  {line}")
    return len(found)


def main(folder: Path) -> int:
    """Reads, resolves and reports; 1 where an id came out wrong."""
    catalog = Catalog.load()
    known = known_vendors(catalog)
    found = public_ids(install(folder))
    by_source = Counter(source for public in found for source in public.sources)
    print(f"{len(found)} ids:", ", ".join(f"{count} {name}" for name, count in by_source.items()))
    resolved = [(public, catalog.resolve(public.text)) for public in found]
    print("\n".join(counts(resolved, known)))
    wrong = report("Chat models of a known vendor that are unknown", unknown(resolved, known))
    wrong += report("A family of another line", of_another_line(catalog, resolved))
    report("Stated otherwise by most of a catalog's entries", stated_otherwise(compare(resolved)))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main(Path(sys.argv[1])))
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(Path(temporary)))
