"""`forethought models`: the listed models, filtered."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    load,
    overrides_option,
    text,
)
from forethought.catalog.commands.printing import (
    UNKNOWN,
    aligned,
    in_words,
    say,
    say_json,
    tell,
)
from forethought.catalog.commands.told import found_json
from forethought.catalog.found import Found
from forethought.catalog.wording import near
from forethought.policies.words import (
    EFFORTS,
    Acceptance,
    Forcing,
    Json,
    ThinkingMode,
)

_VALUES: Final[Mapping[str, Callable[[Found], str | None]]] = {
    "vendor": lambda found: found.vendor,
    "line": lambda found: found.line,
    "thinking": lambda found: found.traits.thinking.mode,
    "forced_tools": lambda found: found.traits.tools.forced,
    "sampling": lambda found: found.traits.sampling.temperature,
    "lifecycle": lambda found: found.lifecycle.status if found.lifecycle else None,
}
"""The filters that want one value; `unknown` is where there is none."""
_OPEN: Final = ("vendor", "line", "lifecycle")
"""Those whose values are whatever the models have."""
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
    for name, choices, told in (
        ("thinking", (*get_args(ThinkingMode), UNKNOWN), "when it thinks"),
        ("effort", EFFORTS, "a level it offers"),
        ("forced-tools", (*get_args(Forcing), UNKNOWN), "whether a tool may be forced"),
        ("sampling", (*get_args(Acceptance), UNKNOWN), "whether a temperature is taken"),
    ):
        accepted = f"{told}: {', '.join(choices)}"
        parser.add_argument(f"--{name}", choices=choices, metavar="WORD", help=accepted)
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    catalog = load(options, world)
    listed = [catalog.resolve(model) for model in catalog.models()]
    for name in _OPEN:
        _check(name, getattr(options, name), {_VALUES[name](one) or UNKNOWN for one in listed})
    found = [one for one in listed if _is_kept(one, options, catalog)]
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


def _is_kept(found: Found, options: Namespace, catalog: Catalog) -> bool:
    for name, value in _VALUES.items():
        if getattr(options, name) not in (None, value(found) or UNKNOWN):
            return False
    if options.effort and options.effort not in (found.traits.effort.levels or ()):
        return False
    sought = (options.q or "").lower()
    return any(sought in name.lower() for name in _names(found.model, catalog))


def _names(model: str, catalog: Catalog) -> Iterator[str]:
    yield model
    if model in catalog.facts.listed:
        yield from catalog.facts.listed[model].model.aliases
    if model in catalog.overrides.models:
        yield from catalog.overrides.models[model].aliases


def _page(found: Sequence[Found], revision: str) -> dict[str, Json]:
    """All of them as one page of the API."""
    return {
        "data": [found_json(one, revision) for one in found],
        "has_more": False,
        "first_id": found[0].model if found else None,
        "last_id": found[-1].model if found else None,
    }


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
