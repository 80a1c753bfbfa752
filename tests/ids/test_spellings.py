"""Whatever a caller, a platform or a gateway writes, the model behind it is found."""

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from forethought.catalog.ids import Grammar, Spelling, load_grammar, spell

GRAMMAR: Final = load_grammar()


class Row(NamedTuple):
    asked: str
    vendor: str | None
    model: str
    line: str | None
    generation: tuple[int, int] | None
    spelled_for: str | None
    date: str | None
    variant: str | None


def row(text: str) -> Row:
    asked, *cells = text.split("\t")
    vendor, model, line, generation, *rest = (None if cell == "-" else cell for cell in cells)
    major, _, minor = (generation or "").partition(".")
    return Row(
        asked,
        vendor,
        asked if model in {"=", None} else model or asked,
        line,
        (int(major), int(minor)) if major else None,
        *rest,
    )


def rows() -> list[Row]:
    lines = Path(__file__).with_name("spellings.tsv").read_text().splitlines()
    return [row(line) for line in lines if not line.startswith(("#", "asked\t"))]


ROWS: Final = rows()


def said(spelling: Spelling) -> Row:
    return Row(
        spelling.asked,
        spelling.vendor,
        spelling.model,
        spelling.line,
        spelling.generation,
        spelling.spelled_for,
        spelling.date,
        spelling.variant,
    )


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return GRAMMAR


@pytest.mark.parametrize("expected", ROWS, ids=lambda expected: expected.asked)
def test_an_id_spells_its_model(expected: Row, grammar: Grammar) -> None:
    assert said(spell(expected.asked, grammar)) == expected


@pytest.mark.parametrize("expected", ROWS, ids=lambda expected: expected.asked)
def test_the_canonical_spelling_is_its_own(expected: Row, grammar: Grammar) -> None:
    again = spell(expected.model, grammar)
    assert (again.model, again.vendor, again.line, again.generation) == (
        expected.model,
        expected.vendor,
        expected.line,
        expected.generation,
    )


def test_no_spelling_stands_in_the_table_twice() -> None:
    asked = [expected.asked for expected in ROWS]
    assert len(asked) == len(set(asked)) >= 200


@pytest.mark.parametrize("known", [expected for expected in ROWS if expected.vendor])
def test_upper_case_changes_nothing(known: Row, grammar: Grammar) -> None:
    assert spell(known.asked.upper(), grammar).model == known.model


BEFORE_ITS_LOOKALIKE: Final = [
    ("claude-opus-50", "claude-opus-5"),
    ("claude-opus-5-6", "claude-opus-5"),
    ("claude-opus-4-10", "claude-opus-4-1"),
    ("claude-fable-5-1", "claude-fable-5"),
    ("claude-opus-5x", "claude-opus-5"),
    ("gemini-10-flash", "gemini-1.0-flash"),
    ("gemini-3.5-flash-lite", "gemini-3.5-flash"),
    ("gemini-4-argon-cyber-permissive", "gemini-4-argon"),
    ("gpt-5.2-codex", "gpt-5.2"),
    ("gpt-5.2-chat", "gpt-5.2"),
    ("gpt-5.1-codex-max", "gpt-5.1-codex"),
    ("gpt-50", "gpt-5"),
    ("grok-4.20-reasoning", "grok-4.2-reasoning"),
    ("glm-5.3-flashx", "glm-5.3-flash"),
    ("kimi-k2.5", "kimi-k2"),
]


@pytest.mark.parametrize(("longer", "shorter"), BEFORE_ITS_LOOKALIKE)
def test_a_version_is_no_prefix(longer: str, shorter: str, grammar: Grammar) -> None:
    one, other = spell(longer, grammar), spell(shorter, grammar)
    assert one.model != other.model
    assert (one.line, one.generation) != (other.line, other.generation) or one.line is None


PLAIN: Final = [
    # asked, bare, native
    ("claude-opus-4-5-20251101", "claude-opus-4-5-20251101", "claude-opus-4-5-20251101"),
    ("CLAUDE-OPUS-5-5", "claude-opus-5-5", "claude-opus-5-5"),
    ("gemini-3-pro-preview", "gemini-3-pro-preview", "gemini-3-pro-preview"),
    ("models/gemini-3-pro-preview", "gemini-3-pro-preview", "gemini-3-pro-preview"),
    ("x-gpt-5.4", "gpt-5.4", "gpt-5.4"),
    ("anthropic/claude-fable-5", "claude-fable-5", "claude-fable-5"),
    ("claude_opus_4_5", "claude_opus_4_5", "claude_opus_4_5"),
    ("azure/gpt-5.2-chat", "gpt-5.2-chat", "gpt-5.2-chat"),
    ("azure/My-Deployment", "My-Deployment", "My-Deployment"),
    ("gpt-oss:20b", "gpt-oss-20b", "gpt-oss-20b"),
    ("us.deepseek.r1-v1:0", "deepseek-r1", "us.deepseek.r1-v1:0"),
    (
        "bedrock/converse/US.anthropic.claude-opus-4-5-20251101-v1:0",
        "claude-opus-4-5-20251101",
        "us.anthropic.claude-opus-4-5-20251101-v1:0",
    ),
    (
        "bedrock/arn:aws:bedrock:eu-west-1:1234:inference-profile/eu.anthropic.claude-opus-5-5",
        "claude-opus-5-5",
        "arn:aws:bedrock:eu-west-1:1234:inference-profile/eu.anthropic.claude-opus-5-5",
    ),
    ("vertex_ai/claude-opus-4-5@20251101", "claude-opus-4-5-20251101", "claude-opus-4-5@20251101"),
    (
        "projects/p/locations/l/publishers/anthropic/models/claude-opus-5-5@default",
        "claude-opus-5-5",
        "claude-opus-5-5@default",
    ),
    (
        "openrouter/Anthropic/Claude-Opus-5.5:free",
        "claude-opus-5.5",
        "anthropic/claude-opus-5.5:free",
    ),
    (
        "ft:gpt-4o-2024-08-06:acme::AbC",
        "ft:gpt-4o-2024-08-06:acme::AbC",
        "ft:gpt-4o-2024-08-06:acme::AbC",
    ),
]


@pytest.mark.parametrize(("asked", "bare", "native"), PLAIN)
def test_a_wrapper_comes_off_and_a_pin_stays(
    asked: str, bare: str, native: str, grammar: Grammar
) -> None:
    spelling = spell(asked, grammar)
    assert (spelling.bare, spelling.native) == (bare, native)


@pytest.mark.parametrize(
    "asked",
    [
        "claude-opus-5-5",
        "Claude-Opus-5-5",
        "claude-opus-4-5-20251101",
        "claude-opus-5-5-fast",
        "claude-opus-6",
        "gemini-2.5-flash-preview-05-20",
        "gpt-4-1106-preview",
        "MiniMax-M2.5",
        "minimax-m2.5",
        "kimi-k2-0905-preview",
        "My-Deployment",
        "",
    ],
)
def test_case_date_and_variant_are_no_respelling(asked: str, grammar: Grammar) -> None:
    assert not spell(asked, grammar).respelled


@pytest.mark.parametrize(
    "asked",
    [
        "us.anthropic.claude-opus-5-5",
        "anthropic/claude-opus-5-5",
        "claude-opus-5-5@default",
        "claude-opus-5.5",
        "claude-3-5-sonnet-20241022",
        "claude-opus-4-0",
        "claude-opus-41",
        "claude-opus-5-5[1m]",
        "gemini-3-8-flash",
        "gemini-2.5-flash-preview-tts",
        "gpt-5.2-chat",
        "gpt-oss:20b",
        "x-gpt-5.4",
        "azure/My-Deployment",
    ],
)
def test_wrapper_order_separator_and_tag_are_a_respelling(asked: str, grammar: Grammar) -> None:
    assert spell(asked, grammar).respelled


def test_an_opaque_id_is_left_as_it_was_asked(grammar: Grammar) -> None:
    arn = "arn:aws:bedrock:eu-west-1:1234:application-inference-profile/Ab12"
    spelling = spell(arn, grammar)
    assert (spelling.bare, spelling.model, spelling.native) == (arn, arn, arn)
    assert (spelling.vendor, spelling.generation, spelling.line) == (None, None, None)
    assert spelling.spelled_for == "bedrock"
