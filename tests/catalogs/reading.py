"""What the words of an id say, read as simply as can be: no list of models, no wrappers.

Another reading than the catalog's, to hold the two against each other.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from forethought.catalog.families import Family

STEMS: Final = {
    "anthropic": re.compile(r"(?<![a-z0-9])claude(?![a-z])"),
    "google": re.compile(r"(?<![a-z0-9])gemini(?![a-z])"),
    "openai": re.compile(
        r"(?<![a-z0-9])(?:gpt(?![a-z])|codex-mini|chat-latest|o(?=[1-9](?![0-9a-z])))"
    ),
}
# The first that stands in the id is its line: what says more comes first.
LINES: Final = {
    "anthropic": "fable mythos opus sonnet haiku instant",
    "google": "image nano-banana robotics gemma computer-use flash-lite flash pro argon carbon "
    "hydrogen neon",
    "openai": "deep-research search codex oss chat instant luna terra sol astra rosalind cyber pro "
    "numbered turbo mini nano",
}
BETWEEN_WORDS: Final = re.compile(r"[-_.:@]")
NUMBERED: Final = re.compile(r"^-o[1-9]?-")
VERSION: Final = re.compile(
    r"[^0-9]*?([0-9]{1,2})(?![0-9b])(?:[.p-]([0-9]{1,2})(?![0-9a-z]))?"  # 3.5, 4-1, 4p1; no 20b
)
COMPACT: Final = re.compile(r"[2-5][1-9]")


class Reading(NamedTuple):
    """What an id says of itself."""

    vendor: str | None
    line: str | None
    generation: tuple[int, int] | None


class FamilyReading(NamedTuple):
    """What the ids and rules of a family say."""

    lines: frozenset[str | None]
    generations: frozenset[tuple[int, int]]
    has_range: bool
    """Whether it owns by line or word, of any generation between two."""


def read(name: str) -> Reading:
    """The vendor, the line and the generation that a name says."""
    text = name.lower()
    for vendor, stem in STEMS.items():
        if found := stem.search(text):
            return Reading(
                vendor, line_in(text[found.start() :], vendor), _generation(text[found.end() :])
            )
    return Reading(None, None, None)


def line_in(text: str, vendor: str) -> str | None:
    """The word of a text that says the line."""
    words = f"-{BETWEEN_WORDS.sub('-', text)}-"
    words = NUMBERED.sub("-numbered-", words)
    return next((word for word in LINES[vendor].split() if f"-{word}-" in words), None)


def read_family(family: Family, vendor: str) -> FamilyReading:
    """The lines and generations of the models that a family lists or owns."""
    if vendor not in STEMS:
        return FamilyReading(frozenset(), frozenset(), has_range=True)
    names = [*family.models, *_told(rule.starts for rule in family.owns)]
    said = [read(name) for name in names]
    words = [*family.newest, *_told(rule.line for rule in family.owns)]
    words += _told(rule.word for rule in family.owns)
    return FamilyReading(
        frozenset({reading.line for reading in said} | {line_in(word, vendor) for word in words}),
        frozenset(reading.generation for reading in said if reading.generation),
        has_range=any(rule.starts is None for rule in family.owns),
    )


def _told(texts: Iterable[str | None]) -> list[str]:
    return [text for text in texts if text is not None]


def _generation(behind: str) -> tuple[int, int] | None:
    found = VERSION.match(behind)
    if not found:
        return None
    major, minor = found.groups()
    if minor is None and COMPACT.fullmatch(major):
        return int(major[0]), int(major[1])
    return int(major), int(minor or 0)
