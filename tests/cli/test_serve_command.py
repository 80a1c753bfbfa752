"""`forethought serve`: its options are the settings, and stand over the environment."""

import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

from forethought.catalog.commands import serve
from forethought.catalog.service.settings import Settings, read_settings

from .running import Run


def settings(*argv: str, **environ: str) -> Settings:
    parser = ArgumentParser()
    serve.COMMAND.options(parser)
    told = {f"FORETHOUGHT_{name.upper()}": value for name, value in environ.items()}
    return read_settings(serve.environment(parser.parse_args(argv), told))


def test_every_setting_is_an_option() -> None:
    given = settings(
        *("--overrides", "o", "--host", "h", "--port", "1", "--workers", "2", "--token", "t"),
        *("--max-body", "3", "--signatures", "file:s", "--signatures-token", "u"),
        *("--signatures-ttl", "4", "--signatures-limit", "5", "--last-good", "l"),
    )
    assert given == Settings(
        overrides=Path("o"),
        host="h",
        port=1,
        workers=2,
        token="t",
        max_body=3,
        signatures="file:s",
        signatures_token="u",
        signatures_ttl=4,
        signatures_limit=5,
        last_good=Path("l"),
    )


def test_an_option_stands_over_its_variable() -> None:
    given = settings("--port", "1", port="2", host="h")
    assert (given.port, given.host) == (1, "h")


def test_with_nothing_set_the_defaults_hold() -> None:
    assert settings() == Settings()


def test_a_setting_that_makes_no_sense_is_a_wrong_call(run: Run) -> None:
    ran = run("serve", "--port", "x", environ={"FORETHOUGHT_WORKERS": "0"})
    assert (ran.code, ran.out) == (2, "")
    assert "FORETHOUGHT_PORT: 'x'" in ran.err
    assert "FORETHOUGHT_WORKERS: 0" in ran.err


def test_overrides_with_a_mistake_exit_3_with_the_report(run: Run, broken: Path) -> None:
    hangup = signal.getsignal(signal.SIGHUP)
    try:
        ran = run("serve", "--port", "0", "--overrides", broken)
    finally:
        signal.signal(signal.SIGHUP, hangup)
    assert (ran.code, ran.out) == (3, "")
    assert "broken/eu.toml:2" in ran.err


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_stop(stop: signal.Signals) -> None:
    argv = [sys.executable, "-m", "forethought.catalog.cli", "serve", "--port", "0"]
    with subprocess.Popen(argv, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told: list[str] = []
        for line in process.stderr:
            told.append(line)
            if "running on" in line:
                process.send_signal(stop)
        assert any("running on" in line for line in told)
        assert not any("Traceback" in line for line in told)
