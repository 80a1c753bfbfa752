"""The id that is sent: what the platform of the request calls the model."""

from forethought.catalog.recognise import Recognised, Target
from forethought.catalog.tables import RouteOverride
from forethought.policies.words import Platform


def sent_id(
    recognised: Recognised, route: RouteOverride | None, platform: Platform | None
) -> tuple[str, tuple[str, ...]]:
    """The route's id; else the id as asked, without its wrapper, where it is spelled for the
    platform; else the canonical one, with a note where the platform calls it otherwise."""
    if route is not None and route.id is not None:
        return route.id, ()
    vendor, spelling = recognised.target.vendor, recognised.spelling
    if vendor is None or platform is None or recognised.match == "unknown":
        return spelling.asked, ()
    if spelling.spelled_for == platform:
        return spelling.native, ()
    if platform == "openrouter" and "/" in spelling.asked:
        return spelling.asked, ()  # `anthropic/claude-…` is its spelling as well as others'
    if platform in vendor.plain_on:
        return _plain(recognised), ()
    note = f"what {platform} calls {recognised.model} is not known: the canonical id is given"
    return recognised.model, (note,)


def _plain(recognised: Recognised) -> str:
    target, spelling = recognised.target, recognised.spelling
    if not target.overrides and (recognised.match == "alias" or _is_owned(target)):
        return spelling.bare
    if spelling.spelled_for is not None or spelling.bare == spelling.model.lower():
        return recognised.model
    pinned = spelling.date is not None and spelling.bare.startswith(f"{spelling.model}-")
    return spelling.bare if pinned or not spelling.respelled else recognised.model


def _is_owned(target: Target) -> bool:
    """Whether a family takes the id without listing it: the canonical spelling of such an old
    name (`claude-haiku-3`) is nobody's id."""
    return target.family is not None and target.model is None and target.fallback is None
