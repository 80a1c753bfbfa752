"""No string is too odd, and none takes long."""

import time
from typing import Final

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from forethought.catalog.ids import load_grammar, spell

GRAMMAR: Final = load_grammar()

STEMS: Final = sorted(GRAMMAR.dialects)
PIECES: Final = [
    *STEMS,
    *("opus", "flash", "pro", "lite", "sonnet", "codex", "chat", "latest", "preview", "fast"),
    *("0", "1", "4", "5", "10", "41", "50", "99", "001", "0613", "2025", "20250514", "05", "14"),
    *("-", "-", "-", "--", ".", "_", ":", "@", "/", "~", " ", "p", "x", "v1", "-v1:0", "k", "20b"),
    *("us.", "anthropic.", "deepseek.", "bedrock/", "models/", "openai/", "openrouter/", "ft:"),
    *("arn:aws:bedrock:eu:1:inference-profile/", ":free", "[1m]", "@default", "\0", "İ", "²"),
]
odd = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from(PIECES), max_size=10).map("".join),
    st.tuples(st.sampled_from(STEMS), st.text(alphabet="-.059v", max_size=12)).map("".join),
)
relaxed = settings(deadline=None, derandomize=True, max_examples=600)


@given(odd)
@example("claude41-0")
@example("qwen3 [1m]")
@example("gpt-5-preview-2")
@example("gpt-5-10-22-0613")
@example("gemini-12-flash")
@relaxed
def test_spelling_a_model_again_changes_nothing(asked: str) -> None:
    once = spell(asked, GRAMMAR)
    again = spell(once.model, GRAMMAR)
    assert again.model == once.model
    assert (again.vendor, again.line, again.generation) == (
        once.vendor,
        once.line,
        once.generation,
    )


@given(odd)
@relaxed
def test_what_was_asked_is_kept_and_what_nobody_makes_is_opaque(asked: str) -> None:
    spelling = spell(asked, GRAMMAR)
    assert spelling.asked == asked
    if spelling.vendor is None:
        assert asked.endswith(spelling.bare)
        assert spelling.model == spelling.bare
        assert (spelling.line, spelling.generation, spelling.date) == (None, None, None)


lines = st.from_regex(r"\A[a-z]{2,8}\Z").filter(
    lambda word: word not in GRAMMAR.dialects["claude"].stem.variants and not word.endswith("v")
)
major = st.integers(1, 99)
minor = st.integers(0, 99)


@st.composite
def versioned(draw: st.DrawFn, stem: str, separator: str) -> tuple[str, tuple[int, int]]:
    one, two = draw(major), draw(minor)
    compact = GRAMMAR.dialects[stem].stem.compact
    assume(two or one < 10 or one % 10 == 0 or str(one)[0] not in compact)
    return f"{one}{separator}{two}" if two else str(one), (one, two)


@given(lines, versioned("claude", "-"))
@example("nova", ("7", (7, 0)))
@relaxed
def test_any_line_and_version_are_read_and_survive_every_wrapper(
    line: str, version: tuple[str, tuple[int, int]]
) -> None:
    text, generation = version
    plain = f"claude-{line}-{text}"
    dotted = f"claude-{line}-{text.replace('-', '.')}"
    spelling = spell(plain, GRAMMAR)
    assert (spelling.model, spelling.line, spelling.generation) == (plain, line, generation)
    for asked, spelled_for in {
        f"us.anthropic.{plain}-v1:0": "bedrock",
        f"anthropic.{plain}": "bedrock",
        f"arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.{plain}-v1:0": "bedrock",
        f"{plain}@20300101": "vertex",
        f"{plain}@default": "vertex",
        f"publishers/anthropic/models/{plain}": "vertex",
        f"openrouter/anthropic/{dotted}": "openrouter",
        f"~anthropic/{dotted}": "openrouter",
        f"anthropic/{dotted}:free": "openrouter",
        f"azure_ai/{plain}": "foundry",
        plain.upper(): None,
        f"{plain}-20300101": None,
        f"databricks-{plain}": None,
        f"claude-{text}-{line}": None,
    }.items():
        wrapped = spell(asked, GRAMMAR)
        assert (asked, wrapped.model) == (asked, plain)
        assert (asked, wrapped.spelled_for) == (asked, spelled_for)


@given(
    st.sampled_from(["gpt", "gemini", "grok", "glm"]),
    major,
    st.integers(1, 99),
    st.sampled_from(["", "-flash", "-pro", "-mini", "-terra"]),
)
@relaxed
def test_a_dotted_version_is_read_with_either_separator(
    stem: str, one: int, two: int, suffix: str
) -> None:
    plain = f"{stem}-{one}.{two}{suffix}"
    for asked in (
        plain,
        plain.upper(),
        plain.replace(".", "-"),
        plain.replace(".", "p"),
        f"x-{plain}",
        f"openrouter/{plain}",
    ):
        spelling = spell(asked, GRAMMAR)
        assert (asked, spelling.model, spelling.generation) == (asked, plain, (one, two))


HOSTILE: Final = [
    "",
    "/",
    "~",
    ":",
    "@",
    "[",
    "arn:",
    "arn:aws:bedrock:::inference-profile/",
    "claude-" + "9" * 5000,
    "claude-" + "9" * 200,
    "-" * 100_000,
    "x" * 1_000_000,
    "claude" + "-0101" * 50,
    "claude" + "-fast" * 50,
    "claude-" + "a" * 249,
    "claude-5" + "-a" * 120 + "-!",
    "x-gpt-" * 42,
    "gpt" + "-0613" * 50 + "-x",
    "us." * 80,
    "bedrock/" * 256,
    "a/" * 1024,
    "ft:" * 80,
    "[:" * 120,
    "claude-opus-5\0",
    "claude-opus-²",
    "ﬀclaude-opus-5",
]


@pytest.mark.parametrize("asked", HOSTILE, ids=[str(number) for number in range(len(HOSTILE))])
def test_a_hostile_id_is_answered_at_once(asked: str) -> None:
    start = time.perf_counter()
    for _ in range(10):
        spell(asked, GRAMMAR)
    assert time.perf_counter() - start < 0.5


def test_a_name_with_too_many_digits_has_no_generation() -> None:
    assert spell("claude-opus-" + "9" * 200, GRAMMAR).generation is None


def test_the_same_id_gives_the_same_spelling() -> None:
    assert spell("claude-opus-5.5", GRAMMAR) == spell("claude-opus-5.5", load_grammar())
