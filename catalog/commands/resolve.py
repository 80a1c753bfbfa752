"""`forethought resolve`: what is known of models, whatever their spelling."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    load,
    overrides_option,
    place_options,
    text,
)
from forethought.catalog.commands.printing import UNKNOWN, aligned, in_words, say, say_json
from forethought.catalog.commands.values import policy_values, trait_values
from forethought.catalog.found import Found
from forethought.catalog.told import model_answer


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("model", nargs="*", type=text, metavar="MODEL", help="an id, any spelling")
    place_options(parser)
    parser.add_argument(
        "--strict", action="store_true", help="exit 1 for an assumed model too, not only an unknown"
    )
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    asked: list[str | None] = options.model or ([None] if options.route else [])
    if not asked:
        raise Stopped(Exit.USAGE, "name at least one MODEL, or a --route")
    catalog = load(options, world)
    found = [
        catalog.resolve(model, options.route, options.platform, options.wire) for model in asked
    ]
    for number, one in enumerate(found):
        if options.format == "json":
            say_json(model_answer(one, catalog.revision), indent=0)
        else:
            say("\n" * (number > 0) + "\n".join(described(one)))
    return Exit.FINDINGS if any(is_missed(one, options.strict) for one in found) else Exit.FINE


def is_missed(found: Found, strict: bool = False) -> bool:
    """Whether nobody knows the model or, if strict, it is only assumed to be like another."""
    return found.match == "unknown" or (strict and found.assumed)


def described(found: Found) -> Iterator[str]:
    """A model in lines: who it is, its traits, its policy, what is not known, notes."""
    yield found.model
    yield from aligned([row for row in _who(found) if row[1]], before="  ")
    traits = trait_values(found.traits)
    known = [(name, in_words(value)) for name, value in traits.items() if value is not None]
    if known:
        policy = [(f"policy.{k}", in_words(v)) for k, v in policy_values(found.policy).items()]
        yield from aligned([*known, *policy], before="  ")
    unknown = [name for name, value in traits.items() if value is None]
    yield f"  {UNKNOWN}: {', '.join(unknown) if known else 'every trait'}"
    yield from (f"  note: {note}" for note in found.notes)


def _who(found: Found) -> Iterator[tuple[str, str]]:
    lifecycle = found.lifecycle
    yield "asked", found.asked if found.asked != found.model else ""
    yield "match", f"{found.match} (assumed)" if found.assumed else found.match
    yield "vendor", found.vendor or ""
    yield "line", found.line or ""
    yield "family", found.family or ""
    yield "route", found.route or ""
    yield "platform", found.platform or ""
    yield "spelled for", found.spelled_for or ""
    yield "wire", found.wire or ""
    yield "account", found.account or ""
    yield "send id", found.id
    if lifecycle:
        retires = f", retires {lifecycle.retires}" if lifecycle.retires else ""
        yield "lifecycle", f"{lifecycle.status}{retires}"


COMMAND = Command(
    name="resolve",
    summary="what is known of models, whatever their spelling",
    description="Resolves ids to the model, its traits and the policy for it. Exits 1 if nobody "
    "knows one of them. JSON is one object a line.",
    examples="""\
forethought resolve claude-opus-5-5
forethought resolve us.anthropic.claude-opus-5-5-v1:0 --platform bedrock
forethought resolve --route eu-prod-opus --overrides overrides/
forethought resolve gpt-5.4 gemini-3.8-flash --format json | jq .traits.effort.levels""",
    options=_options,
    run=_run,
)
