"""Suggestions."""

import pytest

from forethought.catalog.near import Near

NAMES = ("claude-opus-5-5", "claude-opus-5", "claude-haiku-5-5", "gpt-5.5", "gemini-3.8-flash")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("clade-opus-5-5", "claude-opus-5-5"),
        ("claude-opuss-5", "claude-opus-5"),
        ("gpt5.5", "gpt-5.5"),
        ("GEMINI-3.8-FLSH", "gemini-3.8-flash"),
    ],
)
def test_the_nearest_name_comes_first(text: str, first: str) -> None:
    assert Near(NAMES).to(text)[0] == first


@pytest.mark.parametrize("text", ["", "zzz", "llama-7b", "-" * 10_000])
def test_nothing_is_suggested_for_what_is_like_nothing(text: str) -> None:
    assert Near(NAMES).to(text) == ()


def test_at_most_three_names_are_suggested() -> None:
    assert len(Near([f"claude-opus-{number}" for number in range(100)]).to("claude-opus-x")) == 3
