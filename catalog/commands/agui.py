"""`forethought agui`: recorded AG-UI streams, checked."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import format_option, text
from forethought.catalog.commands.printing import counted, say, say_json
from forethought.catalog.commands.recorded import Recorded, read_recorded
from forethought.policies.agui import MEANINGS, Diagnostic, Profile, check
from forethought.policies.words import Json

STDIN: Final = "-"


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("work", choices=("check",), metavar="check", help="what to do with FILE")
    parser.add_argument(
        "file", metavar="FILE", help="JSON lines, SSE or a JSON array of events; - for stdin"
    )
    parser.add_argument(
        "--profile",
        choices=get_args(Profile),
        default="1.0",
        help="the version of the protocol that is spoken (default: 1.0)",
    )
    parser.add_argument(
        "--messages", metavar="FILE", help="the history that the run starts from, written likewise"
    )
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    if options.file == options.messages == STDIN:
        raise Stopped(Exit.USAGE, "FILE and --messages cannot both be stdin")
    file = "stdin" if options.file == STDIN else text(options.file)
    recorded = _read(options.file, world)
    history = _read(options.messages, world).events if options.messages is not None else ()
    try:
        found = check(recorded.events, history, profile=options.profile)
    except RecursionError:
        raise Stopped(Exit.CANNOT_LOAD, f"{file}: an event is nested too deep") from None
    errors = sum(diagnostic.level == "error" for diagnostic in found)
    if options.format == "json":
        say_json(_as_json(recorded, found, errors))
    else:
        say("\n".join(_in_lines(file, recorded, found, errors)))
    return Exit.FINDINGS if errors else Exit.FINE


def _read(file: str, world: World) -> Recorded:
    if file == STDIN:
        return read_recorded(world.stdin(), "stdin")
    return read_recorded(Path(file).read_bytes(), text(file))


def _in_lines(
    file: str, recorded: Recorded, found: Sequence[Diagnostic], errors: int
) -> Iterator[str]:
    """One line a diagnostic, beginning where the event stands in the file."""
    for each in found:
        line = recorded.line(each.index)
        at = f"{file}:{line}" if line is not None else file
        accepted = f" ({each.detail})" if each.detail else ""
        said = f"{each.level} {each.code}: {MEANINGS[each.code]}{accepted}"
        yield f"{at} {_event(each, len(recorded.events))}: {said}"
    counts = (
        counted(len(recorded.events), "event"),
        counted(errors, "error"),
        counted(len(found) - errors, "warning"),
    )
    yield ", ".join(counts)


def _event(diagnostic: Diagnostic, count: int) -> str:
    if diagnostic.index == count:
        return "at the end"
    return f"event {diagnostic.index} {diagnostic.path or '/'}"


def _as_json(recorded: Recorded, found: Sequence[Diagnostic], errors: int) -> dict[str, Json]:
    return {
        "events": len(recorded.events),
        "errors": errors,
        "warnings": len(found) - errors,
        "diagnostics": [
            {
                "code": each.code,
                "level": each.level,
                "index": each.index,
                "line": recorded.line(each.index),
                "path": each.path,
                "detail": each.detail,
                "message": MEANINGS[each.code],
            }
            for each in found
        ],
    }


COMMAND = Command(
    name="agui",
    summary="what is wrong in a recorded AG-UI stream",
    description="Checks a producer's own stream of AG-UI events: one line a diagnostic, with the "
    "line in the file, the event's place from 0 and the member at fault, never a text or a value. "
    "Exits 1 for errors, 0 for warnings alone, 3 for a file that cannot be read.",
    examples="""\
forethought agui check run.jsonl
forethought agui check run.jsonl --messages history.json --profile 1.1
curl -sN localhost:9000/agent -d @input.json | forethought agui check -
forethought agui check run.sse --format json | jq '.diagnostics[] | [.line, .code]'""",
    options=_options,
    run=_run,
)
