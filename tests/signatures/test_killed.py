"""A service that is killed loses nothing that it acknowledged."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeAlias
from uuid import uuid4

import httpx
import msgspec
import pytest

from .conftest import LONG, free_port
from .replies import Json, kept, request

SERVE = [sys.executable, "-m", "forethought.catalog.cli", "serve"]
Process: TypeAlias = "subprocess.Popen[str]"
TOKEN = {"authorization": "Bearer t0ken"}


@contextmanager
def running(place: str, workers: int = 1) -> Generator[tuple[httpx.Client, Process]]:
    """A service in a process of its own; it is killed at the end, not stopped."""
    port = free_port()
    plain = {k: v for k, v in os.environ.items() if not k.startswith("FORETHOUGHT_")}
    settings = {
        "FORETHOUGHT_PORT": str(port),
        "FORETHOUGHT_WORKERS": str(workers),
        "FORETHOUGHT_SIGNATURES": place,
        "FORETHOUGHT_SIGNATURES_TOKEN": "t0ken",
    }
    process = subprocess.Popen(
        SERVE,
        env=plain | settings,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=TOKEN, timeout=LONG) as client:
        try:
            _wait(client, process)
            yield client, process
        finally:
            os.killpg(process.pid, 9)
            process.wait(LONG)
            if process.stderr:
                process.stderr.close()


def _wait(client: httpx.Client, process: Process) -> None:
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        assert process.poll() is None, "the service did not start"
        try:
            if client.get("/health/ready").status_code == 200:
                return
        except httpx.TransportError:
            continue
    pytest.fail("the service did not start")


def keep(client: httpx.Client, conversation: str, call_id: str) -> int:
    body = msgspec.json.encode({"conversation": conversation, "kept": kept(call_id, 3000)})
    return client.put("/v1/signatures", content=body).status_code


def restored(client: httpx.Client, conversation: str, *call_ids: str) -> Json:
    told = {"conversation": conversation, "request": request(*call_ids)}
    return client.post("/v1/signatures/restore", json=told).json()["restored"]


def test_what_was_acknowledged_outlives_a_kill(place: str) -> None:
    conversation = uuid4().hex
    acknowledged: list[str] = []
    with running(place) as (client, process):

        def writing() -> None:
            with httpx.Client(base_url=client.base_url, headers=TOKEN, timeout=LONG) as own:
                for number in range(10_000):
                    try:
                        assert keep(own, conversation, f"t{number}") == 200
                    except httpx.TransportError:
                        return
                    acknowledged.append(f"t{number}")

        writer = threading.Thread(target=writing)
        writer.start()
        while len(acknowledged) < 20:
            assert process.poll() is None
        process.kill()
        writer.join(LONG)
    with running(place) as (client, _):
        assert restored(client, conversation, *acknowledged) == len(acknowledged) >= 20


def test_many_callers_of_many_workers_lose_nothing(place: str) -> None:
    conversation = uuid4().hex
    with running(place, workers=2) as (client, _):

        def writing(name: str) -> None:
            for number in range(10):
                answer = httpx.put(
                    f"{client.base_url}/v1/signatures",
                    content=msgspec.json.encode(
                        {"conversation": conversation, "kept": kept(f"{name}{number}")}
                    ),
                    headers=TOKEN,
                    timeout=LONG,
                )
                assert answer.status_code == 200

        writers = [threading.Thread(target=writing, args=(name,)) for name in "abcd"]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(LONG)
        calls = [f"{name}{number}" for name in "abcd" for number in range(10)]
        assert restored(client, conversation, *calls) == len(calls)


def test_a_store_without_a_token_does_not_start() -> None:
    plain = {k: v for k, v in os.environ.items() if not k.startswith("FORETHOUGHT_")}
    done = subprocess.run(
        [*SERVE, "--signatures", "file:kept"],
        env=plain,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 2
    assert "FORETHOUGHT_SIGNATURES_TOKEN" in done.stderr
