"""The examples of the README: files, commands with what they print, and Python sessions."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

README: Final = Path(__file__).parents[2] / "README.md"
_FENCE: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED: Final = re.compile(r"# ([\w./-]+\.(?:toml|json|jsonl))\n")


class Command(NamedTuple):
    """A command of a console block, and what the README says it prints."""

    line: int
    text: str
    printed: str


def fences(kind: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each block of a kind."""
    text = README.read_text()
    for found in _FENCE.finditer(text):
        if found[1] == kind:
            yield text.count("\n", 0, found.start()) + 1, found[2]


def files() -> dict[str, str]:
    """The files that the README shows, by the name in their first line; JSON is without it."""
    blocks = [(kind, text) for kind in ("toml", "json") for _, text in fences(kind)]
    return {
        named[1]: text if kind == "toml" else text[named.end() :]
        for kind, text in blocks
        if (named := _NAMED.match(text))
    }


def commands() -> list[Command]:
    """The commands of all console blocks, in order."""
    return [command for line, text in fences("console") for command in _commands(line, text)]


def _commands(line: int, text: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        typed: list[str] = []
        printed = part.split("\n")
        while not typed or (printed and _goes_on("\n".join(typed))):
            typed.append(printed.pop(0))
        yield Command(line, "\n".join(typed), "\n".join(printed).strip())


def _goes_on(text: str) -> bool:
    """Whether a shell would wait for another line."""
    try:
        shlex.split(text)
    except ValueError:
        return True
    return text.endswith("\\")


def matches(said: str, printed: str) -> bool:
    """Whether what was printed is what the README says; `…` stands for anything."""
    pattern = ".*?".join(re.escape(part) for part in said.split("…"))
    return re.fullmatch(pattern, printed.strip(), flags=re.DOTALL) is not None
