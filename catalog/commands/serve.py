"""`forethought serve`: the catalog over HTTP."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Final

from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import overrides_option
from forethought.catalog.variables import variable

_SETTINGS: Final[Mapping[str, tuple[str, str]]] = {
    "host": ("NAME", "where to listen (default: 127.0.0.1)"),
    "port": ("NUMBER", "0 lets the system choose (default: 8000)"),
    "workers": ("NUMBER", "processes that answer (default: 1)"),
    "token": ("TEXT", "the bearer of writes; none is unset, then nothing can be written. Other "
              "users of the machine see options: better set the variable"),
    "max_body": ("BYTES", "the longest request body (default: 16 MiB)"),
    "signatures": ("PLACE", "where signed reasoning is kept: file:FOLDER (one host), valkey://…, "
                   "redis://… (none: it is not)"),
    "signatures_token": ("TEXT", "the bearer of kept signatures, needed with them"),
    "signatures_ttl": ("SECONDS", "how long they are kept (default: 30 days)"),
    "signatures_limit": ("BYTES", "the most of one conversation (default: 8 MiB)"),
    "last_good": ("FOLDER", "a copy of the overrides that loaded last, to serve on mistakes"),
}  # fmt: skip


def _options(parser: ArgumentParser) -> None:
    overrides_option(parser)
    for name, (metavar, told) in _SETTINGS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=metavar, help=told)


def _run(options: Namespace, world: World) -> Exit:
    try:
        from forethought.catalog.service import (  # noqa: PLC0415 other commands need no server
            SettingsError,
            read_settings,
            serve,
        )
    except ModuleNotFoundError as missing:
        raise _without(missing) from None
    try:
        settings = read_settings(environment(options, world.environ))
    except SettingsError as wrong:
        raise Stopped(Exit.USAGE, str(wrong)) from None
    return Exit(serve(settings))


def _without(missing: ModuleNotFoundError) -> Exception:
    if (missing.name or "").partition(".")[0] == "forethought":
        return missing
    return Stopped(
        Exit.CANNOT_LOAD,
        f"serving needs {missing.name}, which is not installed: pip install 'forethought[server]'",
    )


def environment(options: Namespace, environ: Mapping[str, str]) -> dict[str, str]:
    """The environment with the options that were given over it."""
    given = {name: getattr(options, name) for name in ("overrides", *_SETTINGS)}
    told = {variable(name): v for name, v in given.items() if v is not None}
    return {**environ, **told}


COMMAND = Command(
    name="serve",
    summary="the catalog over HTTP",
    description="Serves the packaged facts and the overrides. Every option is also a variable: "
    "FORETHOUGHT_ and its name in capitals; options stand over variables. Overrides with mistakes "
    "exit 3 with the report.",
    examples="""\
forethought serve
forethought serve --overrides overrides/ --host 0.0.0.0 --port 8080 --workers 2
FORETHOUGHT_TOKEN=… FORETHOUGHT_OVERRIDES=overrides/ forethought serve""",
    options=_options,
    run=_run,
)
