"""Spellings of model ids: one canonical id for whatever a caller, a platform or a gateway writes.

Facts about names live in `data/spellings.toml`; here is only the mechanism. How `spelled_for` is
chosen, outermost first: a routing prefix (`vertex_ai/`), an ARN, Bedrock's dots or revision,
Vertex's `@`, and then OpenRouter: a `~`, a tag it has, a maker only it writes (`google/`), or a dot
in the version behind a maker (`anthropic/claude-opus-5.5`). A maker before a plain id
(`anthropic/claude-opus-5-5`) is LiteLLM's provider prefix as well and says nothing.
"""

import re
from typing import Final

from msgspec import Struct

from forethought.catalog.grammar import Dialect, Grammar, load_grammar
from forethought.catalog.names import Generation, Reading, read, tidy
from forethought.catalog.wrappers import Peeled, peel
from forethought.policies.words import Platform

__all__ = ["Generation", "Grammar", "Spelling", "load_grammar", "spell"]

LONGEST_ID: Final = 2048
"""What Bedrock allows; no other platform takes longer ids."""
LONGEST_NAME: Final = 256
_NAME: Final = re.compile(r"[a-z0-9._-]+")
_BETWEEN_WORDS: Final = re.compile(r"[-.]+")


class Spelling(Struct, frozen=True, kw_only=True):
    """An id, read. What cannot be read is opaque: no vendor, `model` and `bare` as asked."""

    asked: str
    bare: str
    """Without its wrapper, the pin kept, lower case: `claude-opus-4-5-20251101`, what the vendor's
    own platform would take. Look this up first: `gemini-3-pro-preview` is an id of its own."""
    model: str
    """The canonical spelling: `claude-opus-5-5`, `gemini-3.8-flash`, `gpt-5.2-codex`."""
    native: str
    """What the platform it is spelled for takes: as asked, without what only routes to it
    (`bedrock/`, `models/`); otherwise `bare`."""
    vendor: str | None
    line: str | None
    """`opus`, `flash-lite`, `codex`; None where the vendor's ids have none."""
    generation: Generation | None
    date: str | None
    """The pin, as written."""
    spelled_for: Platform | None
    """Whose spelling it is, where that is not the plain one."""
    respelled: bool
    """Whether anything but case had to be undone: wrapper, order, separator, tag."""
    variant: str | None
    """What stands behind the model and is no identity: `:free`, `-thinking`, `-preview`."""


def spell(asked: str, grammar: Grammar) -> Spelling:
    """What an id says. Never raises, and takes no longer than the id is long."""
    if len(asked) > LONGEST_ID or not asked.isascii():
        return _opaque(asked, Peeled(name="", plain=asked))
    peeled = peel(asked, grammar)
    if len(peeled.name) > LONGEST_NAME or not _NAME.fullmatch(peeled.name):
        return _opaque(asked, peeled)
    found = _find(peeled, grammar)
    if found is None:
        return _opaque(asked, peeled)
    return _spelling(asked, peeled, *found)


def _find(peeled: Peeled, grammar: Grammar) -> tuple[str, Dialect, Reading] | None:
    name = tidy(peeled.name)
    start = grammar.at_start.match(name)
    if start is None and peeled.maker in grammar.dialects:
        name = f"{peeled.maker}-{name}"  # Bedrock's "deepseek.r1"
        start = grammar.at_start.match(name)
    if start is not None:
        dialect = grammar.dialects[start[0]]
        return name, dialect, read(name, dialect)
    return _find_behind(name, grammar)


def _find_behind(name: str, grammar: Grammar) -> tuple[str, Dialect, Reading] | None:
    """The name behind words that are no part of it, such as a gateway's own."""
    for found in grammar.behind.finditer(name):
        dialect = grammar.dialects[found[0]]
        before, rest = name[: found.start()], name[found.start() :]
        known = grammar.wrappers.prefixes.issuperset(filter(None, _BETWEEN_WORDS.split(before)))
        if not (known or dialect.stem.inside):
            continue
        reading = read(rest, dialect)
        if known or reading.generation is not None:
            return rest, dialect, reading
    return None


def _spelling(
    asked: str, peeled: Peeled, name: str, dialect: Dialect, reading: Reading
) -> Spelling:
    bare = peeled.plain if peeled.tuned else _bare(peeled.name, name)
    variant = reading.variant + peeled.tag
    return Spelling(
        asked=asked,
        bare=bare,
        model=reading.model,
        native=_native(peeled, bare),
        vendor=dialect.stem.vendor,
        line=reading.line,
        generation=reading.generation,
        date=reading.date,
        spelled_for=peeled.platform,
        respelled=bare != asked.lower() or not _is_plain(bare, reading),
        variant=variant or None,
    )


def _bare(peeled: str, name: str) -> str:
    # Tidying keeps lengths, so the name as written is as long as the tidy one.
    return peeled[-len(name) :] if len(name) <= len(peeled) else name


def _is_plain(bare: str, reading: Reading) -> bool:
    """Whether only a date and a variant stand behind the canonical spelling."""
    behind = len(reading.variant) + (len(reading.date) + 1 if reading.date else 0)
    return len(bare) == len(reading.model) + behind and bare.startswith(reading.model.lower())


def _native(peeled: Peeled, bare: str) -> str:
    if peeled.platform is None:
        return bare
    plain = peeled.plain.strip()
    if plain.lower().startswith("arn:"):
        return plain
    return plain.lower() if peeled.platform == "openrouter" else plain.lower().rpartition("/")[2]


def _opaque(asked: str, peeled: Peeled) -> Spelling:
    return Spelling(
        asked=asked,
        bare=peeled.plain,
        model=peeled.plain,
        native=peeled.plain,
        vendor=None,
        line=None,
        generation=None,
        date=None,
        spelled_for=peeled.platform,
        respelled=peeled.plain != asked,
        variant=None,
    )
