"""How a mistake is told: values, kinds, sets and what was probably meant."""

import datetime
import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from forethought.catalog.lines import dotted
from forethought.policies.words import Json

Path: TypeAlias = tuple[str | int, ...]

NO_SUCH_KEY: Final = "there is no such key"

LONGEST: Final = 60
"""Characters of a value that a message shows."""

_KINDS: Final[tuple[tuple[type, str], ...]] = (
    (bool, "a boolean"),
    (str, "a string"),
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (datetime.datetime, "a date with a time"),
    (datetime.date, "a date"),
    (datetime.time, "a time"),
    (list, "an array"),
    (dict, "a table"),
)


class Finding(NamedTuple):
    """One mistake below some table: where, what was found, what is accepted."""

    path: Path
    message: str
    accepted: str | None


def shown(value: Json, quote: str = "'") -> str:
    """A scalar as text, cut where it is long; of anything else only what it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = value if len(value) <= LONGEST else value[:LONGEST] + "…"
        return quote + "".join(c if c.isprintable() else "�" for c in text) + quote
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of many digits"
    if isinstance(value, int | float | datetime.date | datetime.time):
        return str(value)
    return a_kind(value)


def a_kind(value: Json) -> str:
    """The kind of a value, in TOML's words."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "no value")


def article(value: Json) -> str:
    """What was found: `'256k' is a string`; of arrays and tables no content."""
    kind, text = a_kind(value), shown(value)
    return f"is {kind}" if text == kind else f"{text} is {kind}"


def listed(words: Iterable[str]) -> str:
    """The words with commas."""
    return ", ".join(words)


def near(value: Json, candidates: Iterable[str]) -> str | None:
    """What was probably meant, as a question."""
    meant = nearest(value, candidates) if isinstance(value, str) else None
    return f"did you mean {meant}?" if meant else None


def nearest(value: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate that looks most like `value`, if one does."""
    by_lower = {candidate.lower(): candidate for candidate in candidates}
    found = difflib.get_close_matches(value.lower()[:200], by_lower, n=1, cutoff=cutoff)
    return by_lower[found[0]] if found else None


def no_such_key(
    path: Path,
    siblings: Sequence[str],
    known: Sequence[str],
    elsewhere: Mapping[str, Sequence[str]],
) -> Finding:
    """A key that its table does not have, with the key that was probably meant.

    `known` are the dotted keys of the whole tree; `elsewhere` the keys of other trees, by what is
    to be said of them ("{key}" stands for the key).
    """
    name = str(path[-1])
    here = dotted(path[:-1])
    full = f"{here}.{name}" if here else name
    accepted = (
        _unquoted(name, full, known)
        or _said_elsewhere(full, elsewhere)
        or _sibling(name, here, siblings, 0.8)
        or _same_name(name, known)
        or _sibling(name, here, siblings, 0.6)
        or near(full, known)
        or f"the keys are {listed(siblings)}"
    )
    return Finding(path, NO_SUCH_KEY, accepted)


def _unquoted(name: str, full: str, known: Sequence[str]) -> str | None:
    if "." not in name:
        return None
    meant = next((key for key in known if key == full or key.startswith(f"{full}.")), None)
    return f"the quotes make one name of it: write {name} without them" if meant else None


def _sibling(name: str, here: str, siblings: Sequence[str], cutoff: float) -> str | None:
    meant = nearest(name, siblings, cutoff)
    return f"did you mean {here}.{meant}?" if meant and here else meant and f"did you mean {meant}?"


def _said_elsewhere(full: str, elsewhere: Mapping[str, Sequence[str]]) -> str | None:
    for said, keys in elsewhere.items():
        if any(key == full or key.startswith(f"{full}.") for key in keys):
            return said.replace("{key}", full)
    return None


def _same_name(name: str, known: Sequence[str]) -> str | None:
    meant = [key for key in known if key.rpartition(".")[2] == name]
    return f"did you mean {' or '.join(meant)}?" if meant else None
