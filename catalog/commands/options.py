"""Options that several commands take, and the settings they stand over."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.command import World
from forethought.catalog.variables import variable
from forethought.policies.words import PLATFORMS, WIRES, Wire

OVERRIDES: Final = variable("overrides")


def overrides_option(parser: ArgumentParser) -> None:
    """`--overrides`, over the variable of that name."""
    parser.add_argument(
        "--overrides",
        metavar="PATH",
        help=f"folder or file of overrides; '' for none (default: {OVERRIDES})",
    )


def format_option(parser: ArgumentParser) -> None:
    """`--format`."""
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text for people (the default), json for programs",
    )


def place_options(parser: ArgumentParser) -> None:
    """`--route`, `--platform`, `--wire`: what traits depend on beside the model."""
    route_option(parser)
    platform_option(parser)
    wire_option(parser, "--wire", "the wire; without one, what differs between wires is left out")


def route_option(parser: ArgumentParser) -> None:
    """`--route`."""
    parser.add_argument("--route", type=text, metavar="NAME", help="a route of the overrides")


def wire_option(parser: ArgumentParser, name: str, told: str, default: Wire | None = None) -> None:
    """An option whose value is a wire."""
    parser.add_argument(
        name,
        choices=WIRES,
        default=default,
        metavar="WIRE",
        help=f"{told}: {', '.join(WIRES)}",
    )


def platform_option(parser: ArgumentParser) -> None:
    """`--platform`."""
    parser.add_argument(
        "--platform",
        choices=PLATFORMS,
        metavar="NAME",
        help="who serves the model (default: the route's, else the vendor's own): "
        f"{', '.join(PLATFORMS)}",
    )


def text(given: str) -> str:
    """An argument as text: bytes that are no UTF-8 are replaced, so that it can be printed."""
    return given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def header(given: str) -> tuple[str, str]:
    """`NAME:VALUE`."""
    name, colon, value = text(given).partition(":")
    if not colon or not name.strip():
        raise ArgumentTypeError("a header is written NAME:VALUE")
    return name.strip(), value.strip()


def overrides_path(options: Namespace, environ: Mapping[str, str]) -> Path | None:
    """Where the overrides are: the option, else the variable; an empty one is none."""
    given: str | None = options.overrides
    path = environ.get(OVERRIDES) if given is None else given
    return Path(path) if path else None


def load(options: Namespace, world: World) -> Catalog:
    """The catalog these options name. Raises `CatalogError`."""
    return Catalog.load(overrides_path(options, world.environ))
