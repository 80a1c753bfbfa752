"""`forethought rewrite`: a body in, a body out, and what was done in words."""

import json
from pathlib import Path

import pytest
from msgspec import UNSET

from forethought.catalog.commands.changes import change_in_words, shown
from forethought.policies import Change
from forethought.policies.words import Json

from .running import Run

SECRET = "the launch is on Tuesday"


def request(**more: Json) -> bytes:
    messages = [{"role": "user", "content": SECRET}]
    return json.dumps({"messages": messages, "temperature": 0.2, **more}).encode()


def test_the_body_goes_to_stdout_and_the_changes_in_words_to_stderr(run: Run) -> None:
    ran = run("rewrite", "--model", "claude-opus-5-5", stdin=request())
    body = ran.json()
    assert ran.code == 0
    assert body["thinking"]["type"] == "adaptive"
    assert "temperature" not in body
    assert "remove /temperature (was 0.2): temperature is refused [anthropic.sampling; " in ran.err
    assert "effect: quality" in ran.err
    assert "header anthropic-beta: " in ran.err
    assert "to /v1/messages" in ran.err


def test_stderr_holds_nothing_of_what_the_request_says(run: Run) -> None:
    messages = [{"role": "system", "content": SECRET}] * 2 + [{"role": "user", "content": SECRET}]
    ran = run("rewrite", "--model", "claude-opus-5-5", stdin=request(messages=messages))
    assert SECRET in ran.out
    assert SECRET not in ran.err


def test_json_is_the_whole_answer(run: Run) -> None:
    ran = run("rewrite", "--model", "claude-opus-5-5", "--format", "json", stdin=request())
    told = ran.json()
    assert (ran.code, ran.err) == (0, "")
    assert {*told} == {
        *("request", "headers", "path", "id", "changes", "notes", "names", "wire", "model"),
        *("match", "revision"),
    }
    removed = next(change for change in told["changes"] if change["path"] == "/temperature")
    assert (removed["op"], removed["was"], removed["rule"]) == ("remove", 0.2, "anthropic.sampling")


def test_what_needs_no_change_comes_back_byte_for_byte(run: Run) -> None:
    body = b'{ "model":"nobody-knows-me", "x" : 1.0e2 }\n'
    ran = run("rewrite", stdin=body)
    assert (ran.code, ran.out) == (0, body.decode())
    assert "0 changes" in ran.err
    assert "note: 'nobody-knows-me' is no known model" in ran.err


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        (("--effort", "high"), "output_config", {"effort": "high"}),
        (("--effort", "none"), "output_config", {"effort": "low"}),
        (("--display", "updates"), "display", "updates"),
    ],
)
def test_an_intent_stands_over_the_request(
    run: Run, options: tuple[str, ...], key: str, value: Json
) -> None:
    body = request(reasoning_effort="xhigh")
    told = run("rewrite", "--model", "claude-opus-5-5", *options, stdin=body).json()
    assert {**told, **told.get("thinking", {})}[key] == value


def test_a_route_says_where_it_goes(run: Run, overrides: Path) -> None:
    argv = ("rewrite", "--route", "eu-prod-opus", "--overrides", overrides)
    ran = run(*argv, "--effort", "max", "--format", "json", stdin=request())
    told = ran.json()
    assert told["request"]["output_config"] == {"effort": "high"}
    assert told["request"]["max_tokens"] == 16_000
    assert told["path"].startswith("/model/")


def test_headers_are_joined_with_what_is_needed(run: Run) -> None:
    argv = ("rewrite", "--model", "claude-opus-5-5", "--format", "json")
    headers = ("--header", "Anthropic-Beta: one", "--header", "anthropic-beta:two")
    told = run(*argv, *headers, stdin=request()).json()
    betas = [beta.strip() for beta in told["headers"]["anthropic-beta"].split(",")]
    assert {"one", "two"} < {*betas}


def test_the_wire_and_the_target_are_told(run: Run) -> None:
    body = json.dumps({"messages": [], "model": "claude-opus-5-5", "top_k": 5}).encode()
    ran = run("rewrite", "--wire", "anthropic.messages", "--format", "json", stdin=body)
    assert (ran.json()["wire"], "top_k" in ran.json()["request"]) == ("anthropic.messages", False)
    crossing = run("rewrite", "--wire", "gemini.generate", "--target", "openai.chat", stdin=body)
    assert crossing.code == 1


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "the body is no JSON"),
        (b"{", "the body is no JSON"),
        (b"[]", "not a JSON object"),
        (b'{"x": "\xff"}', "not valid UTF-8"),
        (b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too deep"),
        (b'{"messages": 3}', "/messages"),
    ],
    ids=["empty", "cut", "array", "bytes", "deep", "messages"],
)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_bad_body_is_told_in_words(run: Run, body: bytes, told: str, kind: str) -> None:
    ran = run("rewrite", "--model", "claude-opus-5-5", "--format", kind, stdin=body)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("forethought rewrite: ")
    assert told in ran.err


def test_what_the_policy_refuses_is_a_finding(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('schema = 1\n[policy]\non_refused = "refuse"\n')
    body = request(tool_choice="required", tools=[{"type": "function", "function": {"name": "f"}}])
    ran = run("rewrite", "--model", "claude-opus-5-5", "--overrides", file, stdin=body)
    assert (ran.code, ran.out) == (1, "")
    assert SECRET not in ran.err


def test_a_strict_call_wants_a_known_model(run: Run) -> None:
    ran = run("rewrite", "--model", "nobody-knows-me", "--strict", stdin=request())
    assert (ran.code, ran.out) == (1, "")
    assert "'nobody-knows-me' is not known" in ran.err


def test_a_request_for_nobody_is_a_wrong_call(run: Run) -> None:
    ran = run("rewrite", stdin=request())
    assert (ran.code, ran.out) == (2, "")
    assert "--model" in ran.err


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("adaptive", '"adaptive"'),
        (128000, "128000"),
        (None, "null"),
        ({"type": "adaptive", "x": True}, '{"type":"adaptive","x":true}'),
        (SECRET, "26 bytes"),
        ([SECRET], "28 bytes"),
        ({"text": SECRET}, "35 bytes"),
        ("a" * 60, "62 bytes"),
    ],
)
def test_only_words_and_numbers_of_a_change_are_shown(value: Json, told: str) -> None:
    assert shown(value) == told


def test_a_change_in_a_translation_names_both_places() -> None:
    moved = Change(op="replace", path="/a", to="/b", value=1, was=2, rule="r", reason="why")
    gone = Change(
        op="remove", path="/a", value=UNSET, rule="r", reason="why", trait="t", origin="o"
    )
    added = Change(op="add", path=None, to="/b", value=1, rule="r", reason="why", effect="quality")
    assert change_in_words(moved) == "replace /a → /b = 1 (was 2): why [r]"
    assert change_in_words(gone) == "remove /a: why [r; t of o]"
    assert change_in_words(added) == "add /b = 1: why [r; effect: quality]"
