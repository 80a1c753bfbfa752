"""Families: models that share traits, and the rules by which one takes ids that nobody lists."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from forethought.catalog.authors import Author
from forethought.catalog.found import Lifecycle
from forethought.catalog.layers import Statement
from forethought.catalog.packaged import Rule

Generation: TypeAlias = tuple[int, int]

_LOWEST: Final[Generation] = (0, 0)
_HIGHEST: Final[Generation] = (10**9, 10**9)
_MOST_WORDS: Final = 16
"""No id has more words that tell something; a hostile one is not read to its end."""


class Model(Struct, frozen=True, kw_only=True):
    """A listed model."""

    id: str
    aliases: tuple[str, ...]
    lifecycle: Lifecycle
    author: Author


class Family(Struct, frozen=True, kw_only=True):
    """Models that share traits."""

    name: str
    authors: tuple[Author, ...]
    """The families it inherits from, the farthest first, and itself."""
    models: Mapping[str, Model]
    owns: tuple[Rule, ...]
    newest: tuple[str, ...]
    vendor_newest: bool
    unlisted: Statement


class Claim(Struct, frozen=True, kw_only=True):
    """A rule, ready to be asked. Of those that hold, the one told first stands."""

    order: int
    family: Family
    rule: Rule
    first: Generation
    last: Generation

    def holds(self, model: str, line: str, generation: Generation | None) -> bool:
        """Whether an id with these parts is meant, given that the index led to the claim."""
        rule = self.rule
        if rule.line is not None and rule.line != line:
            return False
        if rule.word is not None and rule.word not in model.split("-"):
            return False
        if rule.first is None and rule.to is None:
            return True
        return generation is not None and self.first <= generation <= self.last


class Owners(Struct, frozen=True, kw_only=True):
    """The claims of a vendor, by something that an id must have: as many are asked for one id
    however many there are."""

    by_line: Mapping[str, Sequence[Claim]]
    by_word: Mapping[str, Sequence[Claim]]
    by_start: Mapping[str, Sequence[Claim]]

    def find(self, model: str, line: str, generation: Generation | None) -> Family | None:
        """The family that owns an id nobody lists."""
        found: Claim | None = None
        for claim in self._candidates(model, line):
            if (found is None or claim.order < found.order) and claim.holds(
                model, line, generation
            ):
                found = claim
        return found.family if found else None

    def _candidates(self, model: str, line: str) -> Iterator[Claim]:
        yield from self.by_line.get(line, ())
        start = ""
        for word in model.split("-", _MOST_WORDS)[:_MOST_WORDS]:
            yield from self.by_word.get(word, ())
            start = f"{start}-{word}" if start else word
            yield from self.by_start.get(start, ())


def owners(families: Iterable[Family]) -> Owners:
    """The index of all rules, in the order told. Raises `ValueError` for one that says nothing."""
    by_line: defaultdict[str, list[Claim]] = defaultdict(list)
    by_word: defaultdict[str, list[Claim]] = defaultdict(list)
    by_start: defaultdict[str, list[Claim]] = defaultdict(list)
    rules = [(family, rule) for family in families for rule in family.owns]
    for order, (family, rule) in enumerate(rules):
        claim = Claim(
            order=order,
            family=family,
            rule=rule,
            first=_generation(rule.first) if rule.first else _LOWEST,
            last=_generation(rule.to) if rule.to else _HIGHEST,
        )
        if rule.starts is not None:
            by_start[rule.starts].append(claim)
        elif rule.word is not None:
            by_word[rule.word].append(claim)
        elif rule.line is not None:
            by_line[rule.line].append(claim)
        else:
            raise ValueError(f"{family.name}: a rule needs a start, a word or a line")
    return Owners(by_line=by_line, by_word=by_word, by_start=by_start)


def _generation(text: str) -> Generation:
    """`4` is 4.0 and `4.10` is beyond `4.4`."""
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)
