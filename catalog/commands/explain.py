"""`forethought explain`: where each value comes from, and which values lost."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    load,
    overrides_option,
    overrides_path,
    place_options,
    text,
)
from forethought.catalog.commands.printing import UNKNOWN, in_words, say, say_json
from forethought.catalog.commands.resolve import is_missed
from forethought.catalog.commands.values import policy_values, trait_values
from forethought.catalog.found import Found, Origin
from forethought.catalog.overrides import locator
from forethought.catalog.packaged import folder, texts
from forethought.catalog.places import Kind, Lines
from forethought.catalog.told import DEFAULT, Explained, Value, explained, model_answer, unstated
from forethought.catalog.wording import near
from forethought.policies.words import Json

_TOLD: Final = ("id", "asked", "match", "assumed", "platform", "route", "notes", "revision")


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("model", nargs="?", type=text, metavar="MODEL", help="an id, any spelling")
    place_options(parser)
    parser.add_argument(
        "--trait",
        type=text,
        metavar="NAME",
        help="only this trait (thinking.mode), this table (thinking) or this choice (display)",
    )
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    if options.model is None and options.route is None:
        raise Stopped(Exit.USAGE, "name a MODEL, or a --route")
    catalog = load(options, world)
    found = catalog.resolve(options.model, options.route, options.platform, options.wire)
    path = overrides_path(options, world.environ)
    lines = Lines(texts(folder()), locator(path) if path else None)
    traits = _explained(trait_values(found.traits), found.origins, lines, "traits")
    policy = _explained(policy_values(found.policy), found.policy_origins, lines, "policy")
    if options.trait:
        traits, policy = _only(options.trait, traits, policy)
    if options.format == "json":
        told = model_answer(found, catalog.revision)
        head = {key: getattr(told, key) for key in _TOLD}
        say_json({**head, "traits": traits, "policy": policy})
    else:
        say("\n".join(_in_lines(found, traits, policy)))
    return Exit.FINDINGS if is_missed(found) else Exit.FINE


def _only(
    name: str, traits: dict[str, Explained], policy: dict[str, Explained]
) -> tuple[dict[str, Explained], dict[str, Explained]]:
    """The trait, the traits of the table or the choice of that name."""
    kept = {key: value for key, value in traits.items() if f"{key}.".startswith(f"{name}.")}
    choice = {key: value for key, value in policy.items() if key == name}
    if not kept and not choice:
        hint = near(name, [*traits, *policy])
        message = f"--trait: there is no trait or choice {name!r}"
        raise Stopped(Exit.USAGE, f"{message}; {hint}" if hint else message)
    return kept, choice


def _explained(
    values: Mapping[str, Json], origins: Mapping[str, Origin], lines: Lines, kind: Kind
) -> dict[str, Explained]:
    """Each value with where it came from. A choice that nobody states is the default."""
    nobody = None if kind == "traits" else DEFAULT
    told: dict[str, Explained] = {}
    for name, value in values.items():
        origin = _origin(name, origins)
        line_of = partial(lines.line, kind=kind, key=name)
        told[name] = explained(value, origin, line_of) if origin else unstated(value, nobody)
    return told


def _origin(name: str, origins: Mapping[str, Origin]) -> Origin | None:
    """Who states the value, or returned the table around it to unknown."""
    while name and name not in origins:
        name = name.rpartition(".")[0]
    return origins.get(name)


def _in_lines(
    found: Found, traits: Mapping[str, Explained], policy: Mapping[str, Explained]
) -> Iterator[str]:
    where = f", on {found.platform}" if found.platform else ""
    yield f"{found.model} ({found.match}{where})"
    yield from (f"note: {note}" for note in found.notes)
    for name, told in traits.items():
        if told.layer:
            yield from _value(name, told)
    for name, told in policy.items():
        yield from _value(f"policy.{name}", told)
    unknown = [name for name, told in traits.items() if not told.layer]
    if unknown:
        yield f"{UNKNOWN}, stated nowhere: {', '.join(unknown)}"


def _value(name: str, told: Explained) -> Iterator[str]:
    yield f"{name} = {in_words(told.value)}"
    if told.layer == DEFAULT:
        yield "    the default"
        return
    yield f"    {_stands(told)}"
    if told.source:
        checked = f"; checked {told.checked}" if told.checked else ""
        yield f"    source: {told.source}{checked}"
    for lost in told.lost:
        yield f"    over {in_words(lost.value)}: {_stands(lost)}"


def _stands(told: Value) -> str:
    line = f":{told.line}" if told.line else ""
    return f"{told.layer}, {told.file}{line} [{told.table}]"


COMMAND = Command(
    name="explain",
    summary="where each value comes from, and which values lost",
    description="Tells for every trait and choice its value, the layer that states it, the file "
    "and line, its source and date, and the values it beat.",
    examples="""\
forethought explain claude-opus-5-5
forethought explain claude-opus-5-5 --platform bedrock --trait limits
forethought explain --route eu-prod-opus --overrides overrides/ --format json""",
    options=_options,
    run=_run,
)
