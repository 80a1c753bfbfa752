"""`forethought agui check`: what is wrong in a recorded stream, by event and line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from forethought.policies.words import Json

from .running import Run

Write = Callable[..., bytes]

SECRET = "the-secret-words-of-a-user"
START: Json = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISH: Json = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
LOST: Json = {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": SECRET}
VALUE: Json = {
    "type": "REASONING_ENCRYPTED_VALUE",
    "subtype": "message",
    "entityId": "m",
    "encryptedValue": SECRET,
}
TOLD = "error reasoning_not_open: no such reasoning message is open"


def lines(*events: Json) -> bytes:
    return "".join(f"{json.dumps(event)}\n" for event in events).encode()


def sent(*events: Json, end: str = "\n") -> bytes:
    return "".join(f"data: {json.dumps(event)}{end}{end}" for event in events).encode()


def array(*events: Json) -> bytes:
    return json.dumps(events, indent=2).encode()


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a stream may be written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "run.jsonl"


@pytest.mark.parametrize("write", [lines, sent, array])
def test_a_good_stream_is_fine(run: Run, recorded: Path, write: Write) -> None:
    recorded.write_bytes(write(START, FINISH))
    assert run("agui", "check", "run.jsonl") == (0, "2 events, 0 errors, 0 warnings\n", "")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (lines(START, LOST, FINISH), "run.jsonl:2 "),
        (b"\n\n" + lines(START) + b"\n  \n" + lines(LOST, FINISH), "run.jsonl:6 "),
        (b"\xef\xbb\xbf" + lines(START, LOST, FINISH).replace(b"\n", b"\r\n"), "run.jsonl:2 "),
        (lines(START, LOST, FINISH).rstrip(), "run.jsonl:2 "),
        (sent(START, LOST, FINISH), "run.jsonl:3 "),
        (sent(START, LOST, FINISH, end="\r\n"), "run.jsonl:3 "),
        (sent(START, LOST, FINISH, end="\r"), "run.jsonl:3 "),
        (sent(START, LOST, FINISH).rstrip(), "run.jsonl:3 "),
        (sent(START, LOST, FINISH).replace(b"data: ", b"data:"), "run.jsonl:3 "),
        (b": hello\nretry: 9\n\n" + sent(START, LOST, FINISH), "run.jsonl:6 "),
        (sent(START, LOST, FINISH).replace(b"data:", b"event: m\nid: 1\ndata:"), "run.jsonl:7 "),
        (sent(START, LOST, FINISH).replace(b', "', b',\ndata: "'), "run.jsonl:5 "),
        (array(START, LOST, FINISH), "run.jsonl "),
        (b"\n " + array(START, LOST, FINISH), "run.jsonl "),
    ],
)
def test_a_fault_is_told_with_its_line_and_its_event(
    run: Run, recorded: Path, body: bytes, where: str
) -> None:
    recorded.write_bytes(body)
    ran = run("agui", "check", "run.jsonl")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        f"{where}event 1 /messageId: {TOLD}",
        "3 events, 1 error, 0 warnings",
    ]


def test_a_line_is_ended_by_nothing_that_may_stand_in_a_text(run: Run, recorded: Path) -> None:
    name = {**START, "threadId": "a\u2028b\x85c"}
    recorded.write_text(f"{json.dumps(name, ensure_ascii=False)}\n{json.dumps(FINISH)}\n")
    assert run("agui", "check", "run.jsonl").out == "2 events, 0 errors, 0 warnings\n"


def test_stdin_is_a_file_too(run: Run) -> None:
    ran = run("agui", "check", "-", stdin=lines(START, LOST))
    assert ran.out.splitlines() == [
        f"stdin:2 event 1 /messageId: {TOLD}",
        "stdin at the end: error run_unfinished: the stream ends inside a run",
        "2 events, 2 errors, 0 warnings",
    ]


def test_nothing_is_a_stream_without_events(run: Run) -> None:
    assert run("agui", "check", "-") == (0, "0 events, 0 errors, 0 warnings\n", "")


@pytest.mark.parametrize(("write", "line"), [(lines, 2), (sent, 3), (array, None)])
def test_json_tells_the_same(run: Run, write: Write, line: int | None) -> None:
    ran = run("agui", "check", "-", "--format", "json", stdin=write(START, LOST, FINISH))
    assert ran.code == 1
    assert ran.json() == {
        "events": 3,
        "errors": 1,
        "warnings": 0,
        "diagnostics": [
            {
                "code": "reasoning_not_open",
                "level": "error",
                "index": 1,
                "line": line,
                "path": "/messageId",
                "detail": "",
                "message": "no such reasoning message is open",
            }
        ],
    }


def test_what_is_accepted_is_told(run: Run) -> None:
    ran = run("agui", "check", "-", stdin=lines(START, {**LOST, "delta": 7}, FINISH))
    assert (
        "event 1 /delta: error malformed: a known field holds what it must not (must be" in ran.out
    )


@pytest.mark.parametrize("write", [lines, array])
def test_the_history_is_known_and_a_warning_exits_0(run: Run, recorded: Path, write: Write) -> None:
    held = {"id": "m", "role": "user", "content": SECRET, "encryptedValue": SECRET}
    recorded.write_bytes(write(held))
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": []}
    stream = lines(START, snapshot, FINISH)
    ran = run("agui", "check", "-", "--messages", "run.jsonl", stdin=stream)
    assert ran.code == 0
    assert "event 1 /messages: warning value_withdrawn: " in ran.out
    assert ran.out.endswith("3 events, 0 errors, 1 warning\n")
    assert run("agui", "check", "-", stdin=stream).out == "3 events, 0 errors, 0 warnings\n"


@pytest.mark.parametrize(
    ("profile", "code"), [((), 1), (("--profile", "1.0"), 1), (("--profile", "1.1"), 0)]
)
def test_the_profile_is_heard(run: Run, profile: tuple[str, ...], code: int) -> None:
    opened = {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"}
    closed = {"type": "REASONING_MESSAGE_END", "messageId": "m"}
    value = {**VALUE, "encryptedValueType": "t"}
    stream = lines(START, opened, closed, value, FINISH)
    assert run("agui", "check", "-", *profile, stdin=stream).code == code


def test_half_a_character_is_no_fault(run: Run) -> None:
    opened = {"type": "TEXT_MESSAGE_START", "messageId": "m\ud83d"}
    closed = {"type": "TEXT_MESSAGE_END", "messageId": "m\ud83d"}
    assert run("agui", "check", "-", stdin=lines(START, opened, closed, FINISH)).code == 0


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (lines(START) + b"{" + SECRET.encode() + b"\n", "stdin:2: it is no JSON"),
        (sent(START) + b"data: [DONE]\n\n", "stdin:3: it is no JSON"),
        (b"[" + lines(START), "stdin: it is no JSON"),
        (b"\xff\xfe", "stdin:1: it is no JSON"),
        (SECRET.encode(), "stdin:1: it is no JSON; accepted are JSON lines, SSE or a JSON array"),
        (b"[" * 100_000, "stdin: it is nested too deep"),
        (b'{"a":' * 100_000, "stdin:1: it is nested too deep"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_exits_3_and_says_where(run: Run, body: bytes, told: str) -> None:
    ran = run("agui", "check", "-", stdin=body)
    assert (ran.code, ran.out) == (3, "")
    assert told in ran.err
    assert SECRET not in ran.err


@pytest.mark.parametrize("argv", [("nowhere",), (".",), ("-", "--messages", "nowhere")])
def test_a_file_that_is_not_there_exits_3(run: Run, recorded: Path, argv: tuple[str, ...]) -> None:
    assert not recorded.exists()
    ran = run("agui", "check", *argv)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"forethought agui: {argv[-1]}: ")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((), "check"),
        (("judge", "-"), "'judge'"),
        (("check",), "FILE"),
        (("check", "-", "--profile", "2.0"), "'2.0'"),
        (("check", "-", "--messages", "-"), "cannot both be stdin"),
    ],
)
def test_a_wrong_call_exits_2(run: Run, argv: tuple[str, ...], told: str) -> None:
    ran = run("agui", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


LEAKY: list[Json] = [
    LOST,
    VALUE,
    {"type": SECRET},
    {"type": "RUN_ERROR", "message": [SECRET]},
    {"type": "TEXT_MESSAGE_START", "messageId": "x", "role": SECRET},
    {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": SECRET, "role": SECRET, "content": SECRET}]},
    SECRET,
    [SECRET],
]


@pytest.mark.parametrize("event", LEAKY)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_line_holds_a_word_of_the_stream(run: Run, event: Json, kind: str) -> None:
    ran = run("agui", "check", "-", "--format", kind, stdin=array(START, event, FINISH))
    assert ran.code in (0, 1)
    assert "event" in ran.out
    assert SECRET not in ran.out + ran.err


def test_a_name_cannot_act_on_the_terminal(run: Run) -> None:
    ran = run("agui", "check", "-", stdin=lines({**START, "\x1b[31m": 1}, FINISH))
    assert "\x1b" not in ran.out
    assert "/\\x1b[31m: error unknown_property" in ran.out
