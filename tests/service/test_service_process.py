"""The service as a process of its own, over a socket."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

SERVE = (
    "import os, sys\n"
    "from forethought.catalog.service import read_settings, serve\n"
    "sys.exit(serve(read_settings(os.environ)))\n"
)
GOOD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\nplatform = "bedrock"\n'
BAD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\nplatfrom = "bedrock"\n'
LONG = 30.0


class Running:
    """A service that was started, and how to ask it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(base_url=self.url, timeout=LONG)
        self._log = log

    def log(self) -> str:
        return self._log.read_text()

    def revision(self) -> str:
        return self.client.get("/health/live").headers["catalog-revision"]


def _environment(settings: dict[str, object]) -> dict[str, str]:
    plain = {k: v for k, v in os.environ.items() if not k.startswith("FORETHOUGHT_")}
    return plain | {f"FORETHOUGHT_{name.upper()}": str(value) for name, value in settings.items()}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _until(holds: Callable[[], bool], seconds: float = LONG) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
    return False


@contextmanager
def _running(log: Path, settings: dict[str, object]) -> Generator[Running]:
    port = _free_port()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env=_environment({**settings, "port": port}),
            stdout=out,
            stderr=out,
        )
    running = Running(process, port, log)

    def answers() -> bool:
        assert process.poll() is None, running.log()
        try:
            return running.client.get("/health/ready").status_code == 200
        except httpx.TransportError:
            return False

    try:
        assert _until(answers), running.log()
        yield running
    finally:
        running.client.close()
        process.send_signal(signal.SIGTERM)
        process.wait(LONG)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts a service with settings; it ends with the test."""
    with ExitStack() as stack:

        def run(**settings: object) -> Running:
            return stack.enter_context(_running(tmp_path / "log", settings))

        yield run


def test_it_starts_answers_and_stops_when_told(start: Callable[..., Running]) -> None:
    service = start()
    answer = service.client.get("/v1/models/us.anthropic.claude-opus-5-5-v1:0")
    assert (answer.status_code, answer.json()["id"]) == (200, "claude-opus-5-5")
    assert service.client.get("/v1/models/a//b%2Fc").json()["detail"].startswith("'a//b/c'")
    head = service.client.head("/v1/models/claude-opus-5-5")
    assert int(head.headers["content-length"]) > 1000
    tag = {"if-none-match": head.headers["etag"]}
    assert service.client.get("/v1/models/claude-opus-5-5", headers=tag).status_code == 304
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(LONG) in (0, -signal.SIGTERM)
    assert "Traceback" not in service.log()


def test_bad_input_of_every_kind_leaves_it_serving(start: Callable[..., Running]) -> None:
    service = start()
    bodies = [
        (b"no json", 400, "bad_json"),
        (b"[1]", 400, "not_an_object"),
        (b'{"request":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001, 400, "too_deep"),
        (b'{"request":{"a":"' + b"x" * 20 * 1024 * 1024 + b'"}}', 413, "body_too_large"),
        (b'{"request":{}}', 404, "no_model"),
        (b'{"request":{"model":"claude-opus-5-5","messages":3}}', 422, "untranslatable"),
    ]
    for body, status, code in bodies:
        answer = service.client.post("/v1/rewrite", content=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"

    def chunks() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 1024 * 1024

    streamed = service.client.post("/v1/rewrite", content=chunks())
    assert (streamed.status_code, streamed.json()["code"]) == (413, "body_too_large")
    assert service.client.get("/health/ready").status_code == 200
    assert "Traceback" not in service.log()


def test_a_caller_that_goes_away_leaves_it_serving(start: Callable[..., Running]) -> None:
    service = start()
    host, port = service.url.removeprefix("http://").split(":")
    for sent in (b"", b'{"request"'):
        with socket.create_connection((host, int(port)), LONG) as caller:
            head = b"POST /v1/rewrite HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\n"
            caller.sendall(head + sent)
    with socket.create_connection((host, int(port)), LONG) as caller:
        caller.sendall(b"\x16\x03\x01 no http at all\r\n\r\n")
        caller.recv(1000)
    assert service.client.get("/health/ready").status_code == 200
    assert "Traceback" not in service.log()


class Asking(threading.Thread):
    """Asks without end, and keeps what was no success."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.wrong: list[Any] = []
        self.revisions: set[str] = set()
        self.count = 0
        self._url = url
        self._stop_asking = threading.Event()

    def run(self) -> None:
        body = {"request": {"model": "claude-opus-5-5", "messages": []}, "route": "eu/prod opus"}
        with httpx.Client(base_url=self._url, timeout=LONG) as client:
            while not self._stop_asking.is_set():
                for answer in (
                    client.get("/v1/models/claude-opus-5-5"),
                    client.get("/v1/models/opus-of-ours"),
                    client.post("/v1/rewrite", json=body),
                ):
                    told = answer.json().get("revision")
                    self.revisions.add(told)
                    self.count += 1
                    if answer.status_code != 200 or told != answer.headers["catalog-revision"]:
                        self.wrong.append((answer.status_code, answer.text))

    def end(self) -> None:
        self._stop_asking.set()
        self.join(LONG)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
def test_a_signal_reloads_while_requests_go_on(
    start: Callable[..., Running], overrides: Path
) -> None:
    service = start(overrides=overrides)
    asking = Asking(service.url)
    asking.start()
    seen = {service.revision()}
    for name in ("us", "ca", "jp"):
        before = service.revision()
        (overrides / f"{name}.toml").write_text(GOOD.replace('"us"', f'"{name}"'))
        service.process.send_signal(signal.SIGHUP)
        assert _until(lambda before=before: service.revision() != before)  # type: ignore[misc]
        seen.add(service.revision())
    goal = asking.count + 10
    assert _until(lambda: asking.count > goal)
    asking.end()
    assert asking.wrong == []
    assert service.revision() in asking.revisions <= seen
    assert len(seen) == 4


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
def test_a_signal_loads_again_though_nothing_changed(
    start: Callable[..., Running], overrides: Path
) -> None:
    service = start(overrides=overrides)
    line = 'forethought_reloads_total{outcome="ok"} 1\n'
    service.process.send_signal(signal.SIGHUP)
    assert _until(lambda: line in service.client.get("/metrics").text)


def test_a_bad_file_keeps_the_old_revision(start: Callable[..., Running], overrides: Path) -> None:
    service = start(overrides=overrides)
    before = service.revision()
    (overrides / "us.toml").write_text(BAD)
    assert _until(lambda: bool(service.client.get("/v1/status").json()["degraded"]))
    assert service.revision() == before
    assert "us.toml:4" in service.log()
    (overrides / "us.toml").write_text(GOOD)
    assert _until(lambda: service.revision() != before)
    assert service.client.get("/v1/status").json()["degraded"] is False


def _exit(settings: dict[str, object]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SERVE],
        env=_environment({"port": _free_port(), **settings}),
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_on_files_with_mistakes_it_does_not_start(overrides: Path, workers: int) -> None:
    (overrides / "us.toml").write_text(BAD)
    (overrides / "z.toml").write_text("schema = 1\n[policy]\ndisplay = 3\n")
    ended = _exit({"overrides": overrides, "workers": workers})
    assert ended.returncode == 3
    assert 'overrides/us.toml:4 [route."us"] platfrom' in ended.stderr
    assert "overrides/z.toml:3 [policy] display" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_on_a_folder_that_there_is_not_it_does_not_start(tmp_path: Path) -> None:
    ended = _exit({"overrides": tmp_path / "nowhere"})
    assert ended.returncode == 3
    assert "there is no such file or folder" in ended.stderr


def test_on_files_with_mistakes_the_last_good_ones_serve(
    start: Callable[..., Running], overrides: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    first = start(overrides=overrides, last_good=kept)
    revision = first.revision()
    first.process.send_signal(signal.SIGTERM)
    first.process.wait(LONG)
    (overrides / "us.toml").write_text(BAD)
    second = start(overrides=overrides, last_good=kept)
    assert second.revision() == revision
    assert second.client.get("/v1/status").json()["degraded"] is True
    ready = second.client.get("/health/ready")
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded")


def test_every_worker_serves_a_change_within_a_second_and_a_signal_ends_none(
    start: Callable[..., Running], overrides: Path
) -> None:
    service = start(overrides=overrides, workers=2)
    before = service.revision()

    def all_new() -> bool:
        seen = {
            httpx.get(f"{service.url}/health/live").headers["catalog-revision"] for _ in range(12)
        }
        return before not in seen

    (overrides / "us.toml").write_text(GOOD)
    started = time.monotonic()
    assert _until(all_new)
    assert time.monotonic() - started < 3  # asking takes its time beside the second allowed
    if hasattr(signal, "SIGHUP"):
        service.process.send_signal(signal.SIGHUP)
        line = 'forethought_reloads_total{outcome="ok"} 2\n'
        assert _until(lambda: line in httpx.get(f"{service.url}/metrics").text)
        assert "Terminated child process" not in service.log()
