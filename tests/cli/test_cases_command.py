"""`forethought test`: cases that pin what routes do."""

from pathlib import Path

import pytest

from .running import Run

HEAD = """\
[[case]]
name = "a case"
"""
BETA = "thinking-binding-controls-2026-08-01"
FIELD = "thinking.block_binding"
CHAT = 'request = { temperature = 0.2, messages = [{ role = "user", content = "hi" }] }'
ROUTE = f'route = "eu-prod-opus"\n{CHAT}\nintent = {{ effort = "max" }}\n'
NATIVE = """\
wire = "anthropic.messages"
request = '{"model": "claude-opus-5", "max_tokens": 9, "messages": [], "x": [{"y": true}]}'
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    return tmp_path / "cases.toml"


@pytest.mark.parametrize(
    "lines",
    [
        f'{ROUTE}expect = {{ "body.thinking.type" = "adaptive", absent = ["body.temperature"] }}',
        f'{ROUTE}expect = {{ changes = ["anthropic.sampling"] }}',
        f'{ROUTE}expect.body.output_config.effort = "high"',
        f'{ROUTE}expect = {{ "traits.effort.levels" = ["low", "medium", "high"] }}',
        f'{ROUTE}expect = {{ wire = "anthropic.messages", platform = "bedrock" }}',
        f"{ROUTE}expect.body.max_tokens = 16000.0",
        f'{NATIVE}expect = {{ "body.x.0.y" = true, model = "claude-opus-5", match = "exact" }}',
        f'{NATIVE}expect = {{ absent = ["body.x.1", "body.x.0.y.z"], path = "/v1/messages" }}',
        f'model = "claude-opus-5-5"\n{CHAT}\nexpect."headers.anthropic-beta" = "{BETA}"',
        f'model = "nobody-knows-me"\n{CHAT}\nexpect.changes = []',
        'model = "claude-opus-5-5"\nrequest = "{"\nexpect.error = "bad_json"',
        'request = "{}"\nexpect.error = "no_model_named"',
        'route = "eu-prod-opus"\nexpect."policy.effort_none" = "off"',
        'route = "eu-prod-opus"\nexpect.absent = ["traits.thinking.budget"]',
        f"""model = "claude-opus-5-5"\nexpect = {{ 'traits.betas."{FIELD}"' = "{BETA}" }}""",
    ],
)
def test_a_case_that_holds_passes(run: Run, overrides: Path, cases: Path, lines: str) -> None:
    cases.write_text(f"{HEAD}{lines}\n")
    ran = run("test", cases, "--overrides", overrides)
    assert ran == (0, "ok  a case\n1 passed, 0 failed\n", "")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (f'{ROUTE}expect."body.thinking.type" = "enabled"', "body.thinking.type: found adaptive"),
        (f'{ROUTE}expect.absent = ["body.thinking"]', "body.thinking: found {"),
        (
            f'{ROUTE}expect."body.temperature" = 0.2',
            "body.temperature: found nothing, expected 0.2",
        ),
        (f'{ROUTE}expect.changes = ["gemini.sampling"]', 'expected ["gemini.sampling"]'),
        (f"{ROUTE}expect.changes = []", "changes: found ["),
        (
            f'{ROUTE}expect.error = "policy_refused"',
            "error: found nothing, expected policy_refused",
        ),
        (f'{NATIVE}expect."body.x.0.y" = 1', "body.x.0.y: found true, expected 1"),
        (
            'model = "claude-opus-5-5"\nrequest = "{"\nexpect."body.x" = 1',
            "error: found the body is no JSON",
        ),
        ('route = "nowhere"\nexpect.match = "base_model"', "match: found unknown"),
    ],
)
def test_a_case_that_does_not_hold_says_what_was_found(
    run: Run, overrides: Path, cases: Path, lines: str, told: str
) -> None:
    cases.write_text(f"{HEAD}{lines}\n")
    ran = run("test", cases, "--overrides", overrides)
    assert ran.code == 1
    assert told in ran.out
    assert f"FAILED  a case ({cases.parent.name}/cases.toml:1)" in ran.out
    assert ran.out.endswith("0 passed, 1 failed\n")


def test_json_tells_each_case(run: Run, cases: Path) -> None:
    models = ("claude-opus-5", "x")
    text = (f'{HEAD}model = "claude-opus-5"\nexpect.model = "{model}"\n' for model in models)
    cases.write_text("".join(text))
    ran = run("test", cases, "--format", "json")
    told = ran.json()
    assert (ran.code, told["passed"], told["failed"], told["mistakes"]) == (1, 1, 1, [])
    assert told["cases"][1]["failures"] == [
        {"key": "model", "expected": "x", "found": "claude-opus-5"}
    ]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("[[case]\n", 1, "header"),
        ("", 1, "there are no cases"),
        ("case = 1\n", 1, "there are no cases"),
        (f'cases = 1\n{HEAD}model = "m"\nexpect.model = "m"\n', 1, "write [[case]] tables"),
        (f'{HEAD}model = "m"\nrout = "r"\nexpect.model = "m"\n', 4, "did you mean route?"),
        (f'{HEAD}expect.model = "m"\n', 1, "name a model or a route"),
        (f'{HEAD}model = "m"\n', 1, 'write expect = { "body.model"'),
        (f'{HEAD}model = "m"\nexpect = 1\n', 4, "1 is a whole number"),
        (f'{HEAD}model = "m"\nexpect = {{}}\n', 4, "is empty"),
        ('[[case]]\nmodel = "m"\nexpect.model = "m"\n', 1, "say in a sentence"),
        (f'{HEAD}model = "m"\nexpect.boddy = 1\n', 4, "did you mean expect.body?"),
        (f'{HEAD}model = "m"\nexpect."body.x" = 1\n', 4, "add the request to the case"),
        (f'{HEAD}model = "m"\nexpect.changes = ["r"]\n', 4, "add the request to the case"),
        (f'{HEAD}model = "m"\nexpect.absent = "traits"\n', 4, "write an array of strings"),
        (f'{HEAD}model = "m"\nexpect.absent = ["trait.x"]\n', 4, "did you mean traits?"),
        (f'{HEAD}model = "m"\nrequest = 5\nexpect.model = "m"\n', 4, "write a table, or its JSON"),
        (f'{HEAD}model = "m"\nrequest = "{{}}"\nexpect.error = 5\n', 5, "write a code"),
        (
            f'{HEAD}model = "m"\nplatform = "bedrok"\nexpect.model = "m"\n',
            4,
            "did you mean bedrock?",
        ),
        (
            f'{HEAD}model = "m"\nintent.effort = "hihg"\nexpect.model = "m"\n',
            4,
            "did you mean high?",
        ),
        (f'{HEAD}model = "m"\nheaders.a = 1\nexpect.model = "m"\n', 4, "write a string"),
    ],
)
def test_a_mistake_in_the_file_is_a_finding_with_its_line(
    run: Run, cases: Path, text: str, line: int, told: str
) -> None:
    cases.write_text(text)
    ran = run("test", cases)
    first, last = ran.out.splitlines()
    assert ran.code == 1
    assert first.startswith(f"{cases.parent.name}/cases.toml:{line}")
    assert told in first
    assert last == "0 passed, 0 failed, 1 mistakes in the file"
    assert run("test", cases, "--format", "json").json()["mistakes"][0]["line"] == line


def test_a_file_that_is_not_there_cannot_be_loaded(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path):
        ran = run("test", path)
        assert (ran.code, ran.out) == (3, "")


def test_the_example_of_the_help_holds(run: Run, overrides: Path, cases: Path) -> None:
    example = run("test", "--help").out.partition("cases.toml:\n")[2].partition("\nexit codes")[0]
    cases.write_text(example)
    ran = run("test", cases, "--overrides", overrides)
    assert ran.code == 0, ran.out
    assert ran.out.endswith("2 passed, 0 failed\n")
