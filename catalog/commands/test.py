"""`forethought test`: cases that pin what routes and models do."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from forethought.catalog.commands.cases import read_cases
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.expecting import NOTHING, Outcome, try_case
from forethought.catalog.commands.options import format_option, load, overrides_option
from forethought.catalog.commands.printing import say, say_json
from forethought.catalog.mistakes import Mistake
from forethought.policies.words import Json


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("cases", type=Path, metavar="CASES.toml", help="a file of [[case]] tables")
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    if not options.cases.is_file():
        raise Stopped(Exit.CANNOT_LOAD, f"{options.cases}: there is no such file")
    catalog = load(options, world)
    file, cases, mistakes = read_cases(options.cases)
    outcomes = [try_case(catalog, case) for case in cases]
    if options.format == "json":
        say_json(_as_json(outcomes, mistakes))
    else:
        say("\n".join(_in_lines(file, outcomes, mistakes)))
    failed = mistakes or not all(outcome.passed for outcome in outcomes)
    return Exit.FINDINGS if failed else Exit.FINE


def _as_json(outcomes: Sequence[Outcome], mistakes: Sequence[Mistake]) -> dict[str, Json]:
    passed = sum(outcome.passed for outcome in outcomes)
    return {
        "cases": msgspec.to_builtins(outcomes),
        "passed": passed,
        "failed": len(outcomes) - passed,
        "mistakes": msgspec.to_builtins(mistakes),
    }


def _in_lines(file: str, outcomes: Sequence[Outcome], mistakes: Sequence[Mistake]) -> Iterator[str]:
    yield from map(str, mistakes)
    for outcome in outcomes:
        where = "" if outcome.passed else f" ({file}:{outcome.line})"
        yield f"{'ok' if outcome.passed else 'FAILED'}  {outcome.name}{where}"
        for failure in outcome.failures:
            expected, found = _shown(failure.expected), _shown(failure.found)
            yield f"    {failure.key}: found {found}, expected {expected}"
    passed = sum(outcome.passed for outcome in outcomes)
    told = f", {len(mistakes)} mistakes in the file" if mistakes else ""
    yield f"{passed} passed, {len(outcomes) - passed} failed{told}"


def _shown(value: Json) -> str:
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


COMMAND = Command(
    name="test",
    summary="cases that pin what routes and models do",
    description="Tries each [[case]] of a TOML file against the catalog and reports what does not "
    "hold. A case names a model or a route, and may have a request (a table, or JSON in a string), "
    "platform, account, wire, target, headers and intent. What it expects is told by dotted path: "
    "of any case match, model, id, platform, traits.…, policy.…; with a request body.…, headers.…, "
    "path and wire; absent, the paths that must not be there; changes, the rules that must have "
    "changed something ([]: nothing may change); error, the code of the refusal.",
    examples="""\
forethought test cases.toml --overrides overrides/

cases.toml:
  [[case]]
  name    = "production thinks, and takes no temperature"
  route   = "eu-prod-opus"
  request = { temperature = 0.2, messages = [{ role = "user", content = "hello" }] }
  intent  = { effort = "high" }
  expect  = { "body.thinking.type" = "adaptive", absent = ["body.temperature"],\
 changes = ["anthropic.sampling"] }

  [[case]]
  name    = "the quota of the region"
  route   = "eu-prod-opus"
  expect  = { "traits.effort.levels" = ["low", "medium", "high"] }""",
    options=_options,
    run=_run,
)
