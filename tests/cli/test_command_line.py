"""What all commands share: exit codes, settings, help, and a quiet end."""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

from forethought.catalog.cli import COMMANDS, main

from .running import Run

NAMES = [command.name for command in COMMANDS]
LOADING: dict[str, tuple[str, ...]] = {
    "models": (),
    "explain": ("claude-opus-5-5",),
    "resolve": ("claude-opus-5-5",),
    "rewrite": ("--model", "claude-opus-5-5"),
    "diff": ("claude-opus-5", "claude-opus-5-5"),
}


def forethought(
    *argv: str, code: str | None = None, stdin: bytes = b"", environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own; `code` runs before it."""
    script = f"{code or ''}\nimport sys\nfrom forethought.catalog.cli import main\nsys.exit(main())"
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FORETHOUGHT_")}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script, *argv],
        input=stdin,
        capture_output=True,
        env={**kept, **(environ or {})},
        timeout=60,
        check=False,
    )


def test_every_command_of_the_design_is_there() -> None:
    designed = ["serve", "models", "explain", "resolve", "rewrite", "check", "diff", "test"]
    assert [*designed, "agui"] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_has_examples_and_the_exit_codes(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"examples:\n  forethought {name}" in ran.out
    assert "exit codes: 0 fine (warnings too), 1 findings, 2 usage, 3 cannot load" in ran.out


def test_the_help_lists_the_commands(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(f"    {command.name}" in ran.out for command in COMMANDS)
    assert all(command.summary in ran.out for command in COMMANDS)


def test_the_version_is_the_packages(run: Run) -> None:
    assert run("--version") == (0, f"forethought {version('forethought')}\n", "")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((), "COMMAND"),
        (("nothing",), "'nothing'"),
        (("models", "--thinking", "allways"), "'allways'"),
        (("models", "--vend", "anthropic"), "--vend"),
        (("models", "--vendor", "antropic"), "did you mean anthropic?"),
        (("models", "--line", "zzz"), "'zzz' is of no model; there is "),
        (("models", "--format", "yaml"), "'yaml'"),
        (("explain",), "name a MODEL"),
        (("explain", "claude-opus-5-5", "--trait", "eforts"), "did you mean effort"),
        (("resolve",), "name at least one MODEL"),
        (("resolve", "claude-opus-5-5", "--platform", "bedrok"), "'bedrok'"),
        (("rewrite", "--model", "x", "--wire", "openai"), "'openai'"),
        (("rewrite", "--model", "x", "--header", "beta"), "NAME:VALUE"),
        (("rewrite", "--model", "x", "--header", ":beta"), "NAME:VALUE"),
        (("check", "--on", "soon"), "YYYY-MM-DD"),
        (("diff", "claude-opus-5"), "B"),
        (("diff", "-", "claude-opus-5"), "- is a path and claude-opus-5 is none"),
        (("diff", "-", "-", "--route", "x"), "--route is for models"),
        (("test",), "CASES.toml"),
    ],
)
def test_a_wrong_call_exits_2_and_says_what_is_wrong(
    run: Run, argv: Sequence[str], told: str
) -> None:
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize(("name", "argv"), LOADING.items())
def test_overrides_with_a_mistake_exit_3_with_the_report(
    run: Run, broken: Path, name: str, argv: Sequence[str]
) -> None:
    ran = run(name, *argv, "--overrides", broken)
    assert (ran.code, ran.out) == (3, "")
    assert "broken/eu.toml:2" in ran.err
    assert "the catalog cannot be loaded: 1 errors" in ran.err


@pytest.mark.parametrize(("name", "argv"), LOADING.items())
def test_overrides_that_are_not_there_exit_3(run: Run, name: str, argv: Sequence[str]) -> None:
    ran = run(name, *argv, environ={"FORETHOUGHT_OVERRIDES": "nowhere"})
    assert (ran.code, ran.out) == (3, "")
    assert "nowhere: there is no such file or folder" in ran.err


@pytest.mark.parametrize(
    ("option", "code"), [((), 3), (("--overrides", ""), 0)], ids=["variable", "option"]
)
def test_an_option_stands_over_its_variable(
    run: Run, broken: Path, option: Sequence[str], code: int
) -> None:
    ran = run("resolve", "claude-opus-5-5", *option, environ={"FORETHOUGHT_OVERRIDES": str(broken)})
    assert ran.code == code


def test_an_empty_variable_is_unset(run: Run) -> None:
    assert run("resolve", "claude-opus-5-5", environ={"FORETHOUGHT_OVERRIDES": ""}).code == 0


def test_ctrl_c_ends_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> bytes:
        raise KeyboardInterrupt

    assert main(["rewrite", "--model", "claude-opus-5-5"], environ={}, stdin=interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [sys.executable, "-m", "forethought.catalog.cli", "models"],
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_the_environment_of_the_process_is_read(overrides: Path) -> None:
    environ = {"FORETHOUGHT_OVERRIDES": str(overrides)}
    ran = forethought("resolve", "opus-six", environ=environ)
    assert ran.returncode == 0
    assert ran.stdout.startswith(b"claude-opus-6\n")


def test_stdin_and_stdout_are_bytes() -> None:
    request = '{"model": "nobody-knows-me",  "x": "é"}'.encode()
    ran = forethought("rewrite", stdin=request, environ={"PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stdout) == (0, request + b"\n")


def test_what_the_terminal_cannot_show_is_escaped() -> None:
    ran = forethought(
        "diff", "claude-opus-5", "claude-opus-5-5", environ={"PYTHONIOENCODING": "ascii"}
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert rb"claude-opus-5 \u2192 claude-opus-5-5" in ran.stdout


def test_resolving_loads_no_server() -> None:
    code = """
import atexit, sys
atexit.register(lambda: print(*{"litestar", "uvicorn", "httpx", "cachetools"} & {*sys.modules}))
"""
    ran = forethought("resolve", "claude-opus-5-5", "--format", "json", code=code)
    assert ran.returncode == 0
    assert ran.stdout.endswith(b"}\n\n")


def test_without_the_server_serve_says_what_to_install() -> None:
    ran = forethought("serve", code="import sys; sys.modules['litestar'] = None")
    assert ran.returncode == 3
    assert b"pip install 'forethought[server]'" in ran.stderr
    assert b"Traceback" not in ran.stderr
