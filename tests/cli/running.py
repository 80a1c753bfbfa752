"""Runs the command in this process, as a shell would: arguments in, exit code and output out."""

import datetime
import json
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from forethought.catalog.cli import main
from forethought.policies.words import Json

TODAY = datetime.date(2026, 11, 30)


class Ran(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str

    def json(self) -> Json:
        """Its output, read."""
        return json.loads(self.out)


class Run:
    """Runs commands with no environment but what it is given."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(
        self,
        *argv: object,
        stdin: bytes = b"",
        environ: Mapping[str, str] | None = None,
        today: datetime.date = TODAY,
    ) -> Ran:
        code = main(
            [str(arg) for arg in argv], environ=environ or {}, stdin=lambda: stdin, today=today
        )
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)
