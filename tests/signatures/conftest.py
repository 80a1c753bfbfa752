"""Stores to keep in: a folder, and a real server that the tests start and stop."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

SERVERS: Final = ("valkey-server", "redis-server")
LONG: Final = 30.0


class Server:
    """A server that can be stopped and started again, on the same port with the same data."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.port = free_port()
        self._command = [binary, "--port", str(self.port), "--dir", str(folder)]
        self._command += ["--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + LONG
        while not self._answers():
            assert time.monotonic() < deadline, "the server did not start"

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(LONG)
            self._process = None

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs."""
    binary = next((name for name in SERVERS if shutil.which(name)), None)
    if binary is None:
        if os.environ.get("CI"):
            pytest.fail(f"none of {', '.join(SERVERS)} is installed")
        pytest.skip(f"none of {', '.join(SERVERS)} is installed")
    running = Server(binary, tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=["file", "redis", "valkey"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What the setting names: each kind of store in turn. Tests use conversations of their own."""
    if request.param == "file":
        return f"file:{tmp_path / 'kept'}"
    server: Server = request.getfixturevalue("server")
    return f"{request.param}://127.0.0.1:{server.port}/0"


@pytest.fixture
def unused() -> Callable[[str], str]:
    """Places where nothing answers."""

    def make(kind: str) -> str:
        return f"{kind}://127.0.0.1:{free_port()}/0"

    return make
