"""`forethought diff`: what two overrides, or two models or routes, differ in."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    load,
    overrides_option,
    place_options,
    text,
)
from forethought.catalog.commands.printing import counted, in_words, say, say_json
from forethought.catalog.commands.values import facts
from forethought.catalog.found import Found
from forethought.policies.words import PLATFORMS, Json, Platform, Wire

_PACKAGED: Final = "-"
Kind = Literal["model", "route"]


class Difference(Struct, frozen=True, kw_only=True):
    """One fact that differs."""

    trait: str
    """Dotted; of a choice `policy.display`, of others `match`, `send_id`, `lifecycle.status`."""
    a: Json
    b: Json


class Differing(Struct, frozen=True, kw_only=True):
    """What differs between two answers."""

    kind: Kind
    a: str
    b: str
    platform: Platform | None = None
    """The platform asked for, where one was."""
    only: Literal["a", "b"] | None = None
    """The side that alone knows it."""
    differences: tuple[Difference, ...] = ()


class _Question(NamedTuple):
    """What is asked of both catalogs."""

    kind: Kind
    name: str
    platform: Platform | None
    wire: Wire | None

    def of(self, catalog: Catalog) -> Found:
        """The answer of one."""
        if self.kind == "route":
            return catalog.resolve(None, self.name, self.platform, self.wire)
        return catalog.resolve(self.name, None, self.platform, self.wire)


def _options(parser: ArgumentParser) -> None:
    told = f"a folder or file of overrides ({_PACKAGED}: the packaged facts alone); else an id"
    parser.add_argument("a", metavar="A", help=told)
    parser.add_argument("b", metavar="B", help="another of the same kind")
    place_options(parser)
    parser.add_argument("--exit-code", action="store_true", help="exit 1 if anything differs")
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    a, b = _is_overrides(options.a), _is_overrides(options.b)
    if a != b:
        here, other = (options.a, options.b) if a else (options.b, options.a)
        raise Stopped(Exit.USAGE, f"{here} is a path and {other} is none: name two of a kind")
    found = list(_of_overrides(options)) if a else list(_of_ids(options, load(options, world)))
    if options.format == "json":
        say_json({"a": text(options.a), "b": text(options.b), "differing": found})
    else:
        say("\n".join(_in_lines(found)))
    return Exit.FINDINGS if found and options.exit_code else Exit.FINE


def _is_overrides(given: str) -> bool:
    return given == _PACKAGED or os.path.exists(given)


def _of_overrides(options: Namespace) -> Iterator[Differing]:
    if options.route:
        raise Stopped(Exit.USAGE, "--route is for models: all routes of two overrides are compared")
    a, b = (Catalog.load(None if p == _PACKAGED else p) for p in (options.a, options.b))
    place, wire = options.platform, options.wire
    yield from _models(a, b, place, wire)
    for route in sorted({*a.routes, *b.routes}):
        yield from _both(a, b, _Question("route", route, place, wire))


def _models(
    a: Catalog, b: Catalog, place: Platform | None, wire: Wire | None
) -> Iterator[Differing]:
    """The models of both, where they go by themselves and on each platform that has a table."""
    others: list[Platform] = [] if place else [p for p in PLATFORMS if _has_table(p, a, b)]
    for model in sorted({*a.models(), *b.models()}):
        plain = list(_both(a, b, _Question("model", model, place, wire)))
        yield from plain
        for platform in others:
            placed = list(_both(a, b, _Question("model", model, platform, wire)))
            if [each.differences for each in placed] != [each.differences for each in plain]:
                yield from placed


def _has_table(platform: Platform, *catalogs: Catalog) -> bool:
    return any(platform in catalog.overrides.platforms for catalog in catalogs)


def _both(a: Catalog, b: Catalog, asked: _Question) -> Iterator[Differing]:
    one, other = asked.of(a), asked.of(b)
    only = _only(one, other)
    found = () if only else _differences(one, other)
    if found or only:
        yield Differing(
            kind=asked.kind,
            a=asked.name,
            b=asked.name,
            platform=asked.platform,
            only=only,
            differences=found,
        )


def _only(a: Found, b: Found) -> Literal["a", "b"] | None:
    if "unknown" not in (a.match, b.match) or a.match == b.match:
        return None
    return "b" if a.match == "unknown" else "a"


def _of_ids(options: Namespace, catalog: Catalog) -> Iterator[Differing]:
    one, other = (_named(text(given), options, catalog) for given in (options.a, options.b))
    found = _differences(one, other)
    if found:
        kind: Kind = "route" if one.route and other.route else "model"
        yield Differing(
            kind=kind,
            a=text(options.a),
            b=text(options.b),
            platform=options.platform,
            differences=found,
        )


def _named(name: str, options: Namespace, catalog: Catalog) -> Found:
    """The route of that name, else the model."""
    route = name if name in catalog.routes else options.route
    model = None if name in catalog.routes else name
    found = catalog.resolve(model, route, options.platform, options.wire)
    if found.match == "unknown":
        raise Stopped(Exit.FINDINGS, "; ".join(found.notes))
    return found


def _differences(a: Found, b: Found) -> tuple[Difference, ...]:
    one, other = facts(a), facts(b)
    names = [*one, *(name for name in other if name not in one)]
    return tuple(
        Difference(trait=name, a=one.get(name), b=other.get(name))
        for name in names
        if one.get(name) != other.get(name)
    )


def _in_lines(found: list[Differing]) -> Iterator[str]:
    """Per id what differs; ids that differ in the same stand together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for each in found:
        alike.setdefault(_facts_in_words(each), []).append(_heading(each))
    for facts_in_words, headings in alike.items():
        yield from headings
        yield from facts_in_words
    total = sum(len(each.differences) or 1 for each in found)
    yield counted(total, "difference") if found else "no difference"


def _heading(each: Differing) -> str:
    kind = "route " if each.kind == "route" else ""
    name = each.a if each.a == each.b else f"{each.a} → {each.b}"
    return f"{kind}{name} on {each.platform}" if each.platform else f"{kind}{name}"


def _facts_in_words(each: Differing) -> tuple[str, ...]:
    if each.only:
        return (f"  only in {each.only.upper()}",)
    return tuple(
        f"  {one.trait}: {in_words(one.a)} → {in_words(one.b)}" for one in each.differences
    )


COMMAND = Command(
    name="diff",
    summary="what two overrides, or two models or routes, differ in",
    description="Compares what resolving gives: traits, policy, the id sent. Arguments that exist "
    "as files or folders are overrides, and all their models and routes are compared; others are "
    "models or routes of one catalog. Exits 0 unless --exit-code is given.",
    examples="""\
forethought diff overrides/ overrides.new/
forethought diff - overrides/
forethought diff claude-opus-5 claude-opus-5-5
forethought diff claude-opus-5-5 eu-prod-opus --overrides overrides/""",
    options=_options,
    run=_run,
)
