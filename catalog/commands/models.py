"""`forethought models`: the listed models, filtered."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Raw

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    load,
    overrides_option,
    text,
)
from forethought.catalog.commands.printing import (
    aligned,
    in_words,
    say,
    say_json,
    tell,
)
from forethought.catalog.filters import CLOSED, OPEN, WORDS, Keep, keeping, names_of, values_of
from forethought.catalog.found import Found
from forethought.catalog.told import ModelList, model_answer, model_list
from forethought.catalog.wording import near

_HEADINGS: Final = (
    "MODEL",
    "VENDOR",
    "LINE",
    "THINKING",
    "EFFORT",
    "FORCED TOOLS",
    "TEMPERATURE",
    "OUTPUT",
    "CONTEXT",
    "LIFECYCLE",
)


def _options(parser: ArgumentParser) -> None:
    for name, told in (
        ("vendor", "who makes it: anthropic, google, openai"),
        ("line", "its line: opus, flash"),
        ("lifecycle", "active, deprecated, retired, gated"),
        ("q", "a part of its id or of an alias"),
    ):
        parser.add_argument(f"--{name}", type=text, metavar="WORD", help=told)
    for name, told in (
        ("thinking", "when it thinks"),
        ("effort", "a level it offers"),
        ("forced_tools", "whether a tool may be forced"),
        ("sampling", "whether a temperature is taken"),
    ):
        accepted = f"{told}: {', '.join(CLOSED[name])}"
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, choices=CLOSED[name], metavar="WORD", help=accepted)
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    catalog = load(options, world)
    listed = [catalog.resolve(model) for model in catalog.models()]
    for name in OPEN:
        _check(name, getattr(options, name), values_of(name, listed))
    keeps, sought = _filters(options), (options.q or "").lower()
    kept = [one for one in listed if all(keep(one) for keep in keeps)]
    found = [one for one in kept if _is_called(one.model, sought, catalog)]
    if options.format == "json":
        say_json(_page(found, catalog.revision))
    elif found:
        say("\n".join(aligned([_HEADINGS, *(tuple(_row(one)) for one in found)])))
    else:
        tell("no model is so")
    return Exit.FINE


def _check(name: str, asked: str | None, values: set[str]) -> None:
    """Stops at a word that no model has: an empty list would look like an answer."""
    if asked is None or asked in values:
        return
    hint = near(asked, values) or f"there is {', '.join(sorted(values))}"
    raise Stopped(Exit.USAGE, f"--{name}: {asked!r} is of no model; {hint}")


def _filters(options: Namespace) -> list[Keep]:
    told = [name for name in WORDS if getattr(options, name) is not None]
    return [keeping(name, getattr(options, name)) for name in told]


def _is_called(model: str, sought: str, catalog: Catalog) -> bool:
    return any(sought in name.lower() for name in names_of(model, catalog))


def _page(found: Sequence[Found], revision: str) -> ModelList:
    """All of them as one page of the API."""
    data = [Raw(msgspec.json.encode(model_answer(one, revision))) for one in found]
    return model_list([one.model for one in found], data, has_more=False)


def _row(found: Found) -> Iterator[str]:
    traits = found.traits
    yield found.model
    yield found.vendor or "-"
    yield found.line or "-"
    for value in (
        traits.thinking.mode,
        traits.effort.levels,
        traits.tools.forced,
        traits.sampling.temperature,
        traits.limits.output,
        traits.limits.context,
    ):
        yield "-" if value is None else in_words(value).replace(", ", ",")
    yield found.lifecycle.status if found.lifecycle else "-"


COMMAND = Command(
    name="models",
    summary="the listed models, filtered",
    description="Lists the models of the catalog and of the overrides, all filters together. A "
    "dash is what nobody knows.",
    examples="""\
forethought models --vendor anthropic --lifecycle active
forethought models --thinking always --forced-tools refused
forethought models --effort xhigh --format json | jq -r '.data[].id'""",
    options=_options,
    run=_run,
)
