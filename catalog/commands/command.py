"""What a command is, what it may touch of the world, and how it ends."""

import datetime
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from enum import IntEnum

from msgspec import Struct


class Exit(IntEnum):
    """How a command ends."""

    FINE = 0
    """Warnings are fine too."""
    FINDINGS = 1
    """Something is wrong in what was looked at."""
    USAGE = 2
    """The command was called wrongly."""
    CANNOT_LOAD = 3
    """The catalog, its overrides or a file cannot be loaded."""


class World(Struct, frozen=True, kw_only=True):
    """What a command reads beside its arguments."""

    environ: Mapping[str, str]
    stdin: Callable[[], bytes]
    today: datetime.date


class Command(Struct, frozen=True, kw_only=True):
    """One command: its words, its options and its work."""

    name: str
    summary: str
    """One line, for the list of commands."""
    description: str
    examples: str
    options: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, World], Exit]


class Stopped(Exception):
    """Ends the command with a message and an exit code."""

    def __init__(self, code: Exit, message: str) -> None:
        super().__init__(message)
        self.code = code
