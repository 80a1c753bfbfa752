"""What is wrong in the overrides once their ids are resolved, and what expires."""

import datetime
from collections.abc import Iterator
from typing import Final

from forethought.catalog.lines import dotted
from forethought.catalog.mistakes import Mistake
from forethought.catalog.override_ids import id_findings
from forethought.catalog.override_traits import trait_findings
from forethought.catalog.override_view import About, Resolves, View
from forethought.catalog.tables import Locate, Overrides

WARNED_BEFORE: Final = datetime.timedelta(days=14)
"""How long before an override expires the command `check` begins to warn."""


def check_overrides(overrides: Overrides, catalog: Resolves, locate: Locate) -> list[Mistake]:
    """What is wrong in the overrides, by file and line: errors, and warnings among them.

    `catalog` holds the packaged facts, without these overrides: with them, a model that only the
    overrides know would look as if it were listed.
    """
    view = View(overrides, catalog)
    abouts = [*id_findings(view), *trait_findings(view)]
    return _in_order(_mistake(about, locate) for about in abouts)


def expiring(
    overrides: Overrides, today: datetime.date, locate: Locate | None = None
) -> list[Mistake]:
    """Routes that expire within 14 days (warnings) or have expired (errors); all still apply."""
    return _in_order(_mistake(about, locate) for about in _expiries(overrides, today))


def _expiries(overrides: Overrides, today: datetime.date) -> Iterator[About]:
    accepted = "write a later date, or remove what was to be temporary"
    for route in overrides.routes.values():
        if route.expires is None or route.expires - today > WARNED_BEFORE:
            continue
        if route.expires < today:
            message = f"expired on {route.expires}; it still applies"
            yield About(route, ("expires",), message, accepted)
        else:
            days = (route.expires - today).days
            when = {0: "today", 1: "tomorrow"}.get(days, f"in {days} days, on {route.expires}")
            yield About(route, ("expires",), f"expires {when}", accepted, "warning")


def _mistake(about: About, locate: Locate | None) -> Mistake:
    file, table = about.stated.place(*about.path)
    below = about.path[1:] if about.path[:1] in {("traits",), ("policy",)} else about.path
    return Mistake(
        file=file,
        line=locate(file, (*about.root, *about.path)) if locate else None,
        table=table,
        key=dotted(below),
        message=about.message,
        accepted=about.accepted,
        level=about.level,
    )


def _in_order(mistakes: Iterator[Mistake]) -> list[Mistake]:
    """Each once: what a platform states is looked at again for each of its routes."""
    return sorted(dict.fromkeys(mistakes), key=lambda mistake: (mistake.file, mistake.line or 0))
