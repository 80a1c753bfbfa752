"""The command line: `forethought COMMAND`."""

import datetime
import io
import os
import sys
import textwrap
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from forethought.catalog.commands import (
    agui,
    check,
    diff,
    explain,
    models,
    resolve,
    rewrite,
    serve,
    test,
)
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.printing import tell
from forethought.catalog.mistakes import CatalogError

COMMANDS: Final[tuple[Command, ...]] = (
    serve.COMMAND,
    models.COMMAND,
    explain.COMMAND,
    resolve.COMMAND,
    rewrite.COMMAND,
    check.COMMAND,
    diff.COMMAND,
    test.COMMAND,
    agui.COMMAND,
)
_ENDS: Final = "exit codes: 0 fine (warnings too), 1 findings, 2 usage, 3 cannot load"
_WIDTH: Final = 80
_INTERRUPTED: Final = 130
_PIPE_CLOSED: Final = 141
"""What a shell reports of a command that ends by SIGINT, by SIGPIPE."""


def main(
    argv: Sequence[str] | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    stdin: Callable[[], bytes] | None = None,
    today: datetime.date | None = None,
) -> int:
    """Runs one command and gives its exit code."""
    _print_anything()
    world = World(environ=environ, stdin=stdin or _stdin, today=today or datetime.date.today())
    try:
        code = _run(argv, world)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
        return _PIPE_CLOSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _run(argv: Sequence[str] | None, world: World) -> int:
    try:
        options = _parser().parse_args(argv)
    except SystemExit as ended:  # argparse has said why
        return int(ended.code or 0)
    command: Command = options.command
    try:
        return command.run(options, world)
    except Stopped as stopped:
        tell(_said(options, str(stopped)))
        return stopped.code
    except CatalogError as wrong:
        tell("\n".join(_report(wrong)))
        return Exit.CANNOT_LOAD
    except BrokenPipeError:
        raise
    except OSError as wrong:
        where = f"{wrong.filename}: " if wrong.filename else ""
        tell(_said(options, f"{where}{wrong.strerror or wrong}"))
        return Exit.CANNOT_LOAD


def _said(options: Namespace, message: str) -> str:
    return f"forethought {options.command.name}: {message}"


def _report(wrong: CatalogError) -> Iterator[str]:
    errors = [mistake for mistake in wrong.mistakes if mistake.level == "error"]
    yield from map(str, errors)
    yield f"the catalog cannot be loaded: {len(errors)} errors (forethought check tells all)"


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="forethought",
        description=_wrapped(
            "A model catalog and request policy for LLM gateways: what a model accepts, and a "
            "request made so that the model takes it. Nothing here asks the network."
        ),
        epilog=f"forethought COMMAND --help has examples\n{_ENDS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version and exit")
    chosen = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        _add(chosen, command)
    return parser


def _add(chosen: Any, command: Command) -> None:
    examples = textwrap.indent(command.examples, "  ")
    parser: ArgumentParser = chosen.add_parser(
        command.name,
        help=command.summary,
        description=_wrapped(command.description),
        epilog=f"examples:\n{examples}\n\n{_ENDS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.options(parser)
    parser.set_defaults(command=command)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH)


class _Version(Action):
    """Prints the version; looks it up only when asked, which takes longer than a command."""

    def __init__(self, option_strings: Sequence[str], dest: str, **told: Any) -> None:
        super().__init__(option_strings, SUPPRESS, nargs=0, default=SUPPRESS, help=told["help"])

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"forethought {version('forethought')}")
        parser.exit()


def _stdin() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    return buffer.read() if buffer else sys.stdin.read().encode()


def _print_anything() -> None:
    """What the terminal's encoding lacks is printed as an escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _close_stdout() -> None:
    """Nobody reads: what is still buffered goes nowhere, and the interpreter ends in peace."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
