"""What a reader should know of how an id was resolved, in words."""

from collections.abc import Iterator
from typing import Final

from forethought.catalog.near import Near
from forethought.catalog.recognise import Recognised
from forethought.catalog.tables import RouteOverride
from forethought.policies.words import Platform

_SHOWN: Final = 80
"""How much of a caller's text a note repeats."""


def no_route(name: str, near: Near) -> str:
    """That a route was asked for that nobody defined."""
    return f"no route is called {shown(name)}: nothing is known{_suggesting(near.to(name))}"


def how_recognised(recognised: Recognised, near: Near) -> Iterator[str]:
    """That an id is unknown, or only assumed to be like another, or no chat model's."""
    target, text = recognised.target, shown(recognised.model)
    if recognised.match == "unknown":
        near_names = _suggesting(near.to(recognised.model))
        yield f"{text} is no known model: requests to it are left as they are{near_names}"
    if target.family is not None and target.fallback == "line":
        line = recognised.spelling.line
        yield f"{text} is not listed: treated as the newest {line} ({target.family.name})"
    if target.family is not None and target.fallback == "vendor":
        yield (
            f"{text} is of no known line: treated as the vendor's newest at its most cautious "
            f"({target.family.name})"
        )


def spelled_for_another(
    recognised: Recognised, asked: Platform | None, platform: Platform | None
) -> Iterator[str]:
    """That the spelling is one platform's, and the request goes to another for want of a word."""
    spelled = recognised.spelling.spelled_for
    if asked is None and platform is not None and spelled not in (None, platform):
        yield f"the id is spelled for {spelled}; no platform was given, so it goes to {platform}"


def route_stands(asked: Recognised, routed: Recognised, route: RouteOverride) -> Iterator[str]:
    """That the model that was asked for is not the route's."""
    if asked.model != routed.model:
        wanted = shown(asked.spelling.asked)
        yield f"the route {shown(route.name)} is for {routed.model}, not {wanted}: the route stands"


def shown(text: str) -> str:
    """A caller's text as a note repeats it: short, and nothing in it acts on a terminal."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _suggesting(names: tuple[str, ...]) -> str:
    return f"; did you mean {' or '.join(names)}?" if names else ""
