"""Where a delta of `openai.chat` carries its reasoning, in the spellings of those who serve it."""

from collections.abc import Callable, Mapping
from typing import Final

from forethought.policies.streams.base import Chunk, dicts, string
from forethought.policies.streams.inline import Inline
from forethought.policies.streams.runs import placeholder, text_of
from forethought.policies.words import Json


def content_of(content: Json, inline: Inline | None) -> tuple[str, Json]:
    """The reasoning and the text of a delta's content; typed chunks (Mistral) are told apart."""
    if isinstance(content, list):
        return _typed(content, "thinking"), _typed(content, "text")
    if inline is None or not isinstance(content, str):
        return "", content
    return inline.split(content)


def _typed(content: list[Json], kind: str) -> str:
    return "".join(
        _plain_text(part.get(kind)) for part in dicts(content) if part.get("type") == kind
    )


def _plain_text(value: Json) -> str:
    return _typed(value, "text") if isinstance(value, list) else string(value)


def withheld(delta: Chunk) -> str:
    """The placeholders for what a delta holds and nobody can read."""
    if delta.get("reasoning"):
        return ""
    pieces = dicts(delta.get("thinking_blocks")) or dicts(delta.get("reasoning_details"))
    return "".join(map(placeholder, pieces))


def _texts(pieces: Json) -> str:
    return "".join(map(text_of, dicts(pieces)))


SOURCES: Final[Mapping[str, Callable[[Json], str]]] = {
    "reasoning": string,
    "reasoning_content": string,
    "reasoning_details": _texts,
    "thinking_blocks": _texts,
    "inline": string,
}
