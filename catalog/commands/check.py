"""`forethought check`: every mistake of overrides, and what expires."""

import datetime
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import format_option, overrides_option, overrides_path
from forethought.catalog.commands.printing import say, say_json
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.overrides import check_overrides, expiring, locator, read_overrides
from forethought.catalog.packaged import digests, folder


class Checked(Struct, frozen=True, kw_only=True):
    """What was found in one place."""

    mistakes: tuple[Mistake, ...]
    files: int
    """How many were looked at."""


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a folder or file of overrides, each checked as if it were the only one "
        "(default: FORETHOUGHT_OVERRIDES, else the packaged facts)",
    )
    parser.add_argument(
        "--on", type=_day, metavar="DATE", help="tell what expires as of that day (default: today)"
    )
    overrides_option(parser)
    format_option(parser)


def _day(given: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(given)
    except ValueError:
        raise ArgumentTypeError(f"{given!r} is no date: write YYYY-MM-DD") from None


def _run(options: Namespace, world: World) -> Exit:
    paths = _paths(options, world)
    for path in paths:
        if not os.path.exists(path):
            raise Stopped(Exit.CANNOT_LOAD, f"{path}: there is no such file or folder")
    checked = _all(paths, options.on or world.today) if paths else [_packaged()]
    mistakes = [mistake for one in checked for mistake in one.mistakes]
    errors = sum(mistake.level == "error" for mistake in mistakes)
    counts = {
        "errors": errors,
        "warnings": len(mistakes) - errors,
        "files": sum(one.files for one in checked),
    }
    if options.format == "json":
        say_json({"mistakes": msgspec.to_builtins(mistakes), **counts})
    else:
        say("\n".join([*in_words(mistakes), _summed(**counts)]))
    return Exit.FINDINGS if errors else Exit.FINE


def _paths(options: Namespace, world: World) -> list[Path]:
    given = list(dict.fromkeys(options.path))
    default = overrides_path(options, world.environ)
    return given or ([default] if default else [])


def _all(paths: Iterable[Path], today: datetime.date) -> list[Checked]:
    catalog = Catalog.load()
    return [check_path(path, catalog, today) for path in paths]


def check_path(path: Path, catalog: Catalog, today: datetime.date) -> Checked:
    """All mistakes of a folder or file of overrides, and what expires in it, by file and line."""
    overrides, mistakes = read_overrides(path)
    locate = locator(path)
    found = [
        *mistakes,
        *check_overrides(overrides, catalog, locate),
        *expiring(overrides, today, locate),
    ]
    found.sort(key=lambda mistake: (mistake.file, mistake.line or 0))
    files = {*overrides.files, *(mistake.file for mistake in found)}
    return Checked(mistakes=tuple(found), files=len(files))


def _packaged() -> Checked:
    files = len(digests(folder()))
    try:
        Catalog.load()
    except CatalogError as wrong:
        return Checked(mistakes=tuple(wrong.mistakes), files=files)
    return Checked(mistakes=(), files=files)


def in_words(mistakes: Iterable[Mistake]) -> Iterable[str]:
    """One line a mistake; a warning says that it is one."""
    return (f"{'warning: ' if each.level == 'warning' else ''}{each}" for each in mistakes)


def _summed(*, errors: int, warnings: int, files: int) -> str:
    return f"{errors} errors, {warnings} warnings in {files} files"


COMMAND = Command(
    name="check",
    summary="every mistake of overrides, and what expires",
    description="Reports every mistake of every file: file, line, table, key, what was found and "
    "what is accepted. Warns of routes from 14 days before they expire; exits 1 for mistakes and "
    "for routes that have expired, 0 for warnings alone.",
    examples="""\
forethought check overrides/
forethought check overrides/ --on 2027-03-01
forethought check staging/ production/ --format json | jq '.mistakes[] | [.file, .line, .key]'""",
    options=_options,
    run=_run,
)
