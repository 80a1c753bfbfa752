"""What the README shows is what comes out."""

import doctest
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from ..providers.claude import Claude
from .blocks import README, commands, fences, files, matches

BIN: Final = Path(sys.executable).parent
PORT: Final = "8000"
SIGNATURES: Final = {
    "FORETHOUGHT_SIGNATURES": "file:signatures",
    "FORETHOUGHT_SIGNATURES_TOKEN": "t0ken",
}
CITIES: Final = ("Bonn", "Ulm")
"""What is asked for, a turn each."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, served: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and served.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            continue
    pytest.fail("the service did not start")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the README shows."""
    folder = tmp_path_factory.mktemp("readme")
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FORETHOUGHT_")}
    return {**kept, **SIGNATURES, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def port(place: Path, environment: dict[str, str]) -> Iterator[int]:
    """The service that the README's first command starts, on a port that is free."""
    chosen = _free_port()
    command = [str(BIN / "forethought"), "serve", "--port", str(chosen)]
    with subprocess.Popen(
        command, cwd=place, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as served:
        _wait_for(f"http://127.0.0.1:{chosen}/health/ready", served)
        yield chosen
        served.terminate()


def test_every_command_prints_what_the_readme_says(
    place: Path, environment: dict[str, str], port: int
) -> None:
    wrong = []
    for command in commands():
        text = command.text.replace(f"localhost:{PORT}", f"localhost:{port}")
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        printed = done.stdout + done.stderr
        if not matches(command.printed, printed):
            wrong.append(f"README.md:{command.line}\n$ {command.text}\n{printed}")
    assert not wrong, "\n".join(wrong)


def _turns() -> Iterator[list[dict[str, Any]]]:
    """What the provider answers: for each city a call that it thought about, then the answer."""
    for number, city in enumerate(CITIES, start=1):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "weather"}
        yield [{"type": "thinking", "thinking": "I look."}, {**call, "input": {"city": city}}]
        yield [{"type": "text", "text": f"It is sunny in {city}."}]


def test_every_python_session_prints_what_the_readme_says(
    place: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    for name, value in SIGNATURES.items():
        monkeypatch.setenv(name, value)
    claude = Claude(_turns())

    def send(path: str, headers: dict[str, str], body: bytes) -> Iterator[Any]:
        assert path == "/v1/messages"
        return claude.send(json.loads(body), headers)

    sessions = [text for _, text in fences("python") if ">>>" in text]
    text = "\n".join(sessions).replace(f"localhost:{PORT}", f"localhost:{port}")
    given = {"send": send, "run": lambda function: "sunny"}
    test = doctest.DocTestParser().get_doctest(text, given, "README", str(README), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert sessions
    assert runner.summarize(verbose=False).failed == 0
    assert [len(read) for read in claude.read] == [0, 1] * len(CITIES)


def test_the_two_commands_are_one_line_each() -> None:
    lines = [text.strip() for _, text in fences("sh")]
    assert re.fullmatch(r"python3 -m venv .*forethought serve", lines[0])
    assert re.fullmatch(r"python3 -m venv .* .venv/bin/pytest", lines[1])
