"""Which model an id means: a listed one, one that a family owns, or the newest of its line."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.authors import Author
from forethought.catalog.facts import Facts, Listing, Vendor
from forethought.catalog.families import Family, Model
from forethought.catalog.ids import Grammar, Spelling, spell
from forethought.catalog.mistakes import CatalogError
from forethought.catalog.packaged import mistake
from forethought.catalog.tables import ModelOverride, Overrides
from forethought.policies.words import MATCHES, Match

Fallback = Literal["line", "vendor"]
"""For want of its own family: the newest of the id's line, or of the vendor."""


class Target(Struct, frozen=True, kw_only=True):
    """Whose facts an id gets. There are as many as there are models, families and overrides."""

    key: str
    authors: tuple[Author, ...] = ()
    """Who tells of it, the most general first; nobody for what is unknown."""
    vendor: Vendor | None = None
    family: Family | None = None
    model: Model | None = None
    fallback: Fallback | None = None
    overrides: tuple[ModelOverride, ...] = ()


class Recognised(Struct, frozen=True, kw_only=True):
    """An id, recognised."""

    target: Target
    model: str
    """The canonical id; for an unknown one, as asked."""
    match: Match
    spelling: Spelling


class _Name(Struct, frozen=True, kw_only=True):
    """A name that is listed."""

    target: Target
    model: str
    match: Match


NOBODY = Target(key="")
"""The target of an id that nobody knows."""


def weakest(*matches: Match) -> Match:
    """The least certain of several ways in which an id was recognised."""
    return max(matches, key=MATCHES.index)


class Recogniser:
    """Recognises ids. Immutable once made, and total: no text makes it fail."""

    def __init__(self, facts: Facts, overrides: Overrides, grammar: Grammar) -> None:
        self._facts = facts
        self._grammar = grammar
        self._targets = {target.key: target for target in _targets(facts)}
        self._names: dict[str, _Name] = {}
        self._forms: dict[str, _Name] = {}
        for listing in facts.listed.values():
            self._list(listing)
        learnt = {
            name: override
            for override in overrides.models.values()
            for name in (*override.aliases, override.id)
        }
        for override in overrides.models.values():
            self._learn(override, learnt)

    @property
    def names(self) -> Mapping[str, str]:
        """Every listed id and alias, and the id of the model it means."""
        return {name: listed.model for name, listed in self._names.items()}

    def find(self, asked: str) -> Recognised:
        """What the id means."""
        spelling = spell(asked, self._grammar)
        if name := self._names.get(asked):
            dated = name.match == "alias" and spelling.date and not spelling.respelled
            return Recognised(
                target=name.target,
                model=name.model,
                match="dated" if dated else name.match,
                spelling=spelling,
            )
        if name := self._listed_as(spelling):
            return Recognised(
                target=name.target,
                model=name.model,
                match=weakest(_spelled(spelling, name.model), name.match),
                spelling=spelling,
            )
        return self._unlisted(spelling)

    def _listed_as(self, spelling: Spelling) -> _Name | None:
        """The listed name in another spelling. An opaque one keeps its case: it is lowered here."""
        form = spelling.bare if spelling.vendor else spelling.bare.lower()
        return self._forms.get(form) or self._forms.get(spelling.model)

    def nobody(self, asked: str) -> Recognised:
        """An id of which nothing is to be known, whatever it says."""
        spelling = spell(asked, self._grammar)
        return Recognised(target=NOBODY, model=asked, match="unknown", spelling=spelling)

    def _unlisted(self, spelling: Spelling) -> Recognised:
        target, match = self._family(spelling)
        if match == "unknown":
            return Recognised(target=target, model=spelling.asked, match=match, spelling=spelling)
        return Recognised(
            target=target,
            model=spelling.model,
            match=weakest(match, _spelled(spelling, spelling.model)),
            spelling=spelling,
        )

    def _family(self, spelling: Spelling) -> tuple[Target, Match]:
        vendor = self._facts.vendors.get(spelling.vendor or "")
        if vendor is None:
            return NOBODY, "unknown"
        line = spelling.line or ""
        if family := vendor.owners.find(spelling.model, line, spelling.generation):
            return self._targets[f"family {family.name}"], "exact"
        if family := vendor.newest.get(line):
            return self._targets[f"line {family.name}"], "newest_of_line"
        if vendor.vendor_newest:
            return self._targets[f"newest {vendor.name}"], "newest_of_vendor"
        return self._targets[f"unknown {vendor.name}"], "unknown"

    def _list(self, listing: Listing) -> None:
        """Take a packaged model's names. Raises `CatalogError` where another has one already."""
        model = listing.model.id
        own = _Name(target=self._targets[model], model=model, match="exact")
        for text in (model, *listing.model.aliases):
            spelling = spell(text, self._grammar)
            forms = (text.lower(), spelling.bare, spelling.model)
            names = [
                self._names.setdefault(text, own if text == model else _alias(own)),
                *(self._forms.setdefault(form, own) for form in forms),
            ]
            if other := next((name.model for name in names if name.model != model), None):
                message = f"{text!r} of {model} is a name of {other} too"
                raise CatalogError([mistake(listing.vendor.file, listing.family.name, message)])

    def _learn(self, override: ModelOverride, learnt: Mapping[str, ModelOverride]) -> None:
        """Take an overridden model's names; they stand over those of the packaged facts."""
        target, match = self._based_on(override, learnt)
        own = _Name(target=target, model=override.id, match=match)
        packaged = self._facts.listed.get(override.id)
        aliases = (*(packaged.model.aliases if packaged else ()), *override.aliases)
        for text in (override.id, *aliases):
            spelling = spell(text, self._grammar)
            self._names[text] = own if text == override.id else _alias(own)
            for form in (text.lower(), spelling.bare, spelling.model):
                known = self._forms.get(form)
                if known is None or known.model == override.id or form == text.lower():
                    self._forms[form] = own

    def _based_on(
        self, override: ModelOverride, learnt: Mapping[str, ModelOverride]
    ) -> tuple[Target, Match]:
        """Whose facts the override lies over: through `like`, which may name another override."""
        chain = {override.id: override}
        last = override
        while last.like and (other := learnt.get(last.like)) and other.id not in chain:
            chain[other.id] = last = other
        target, match = self._base(last)
        if override.like:
            target, match = replace(target, model=None), weakest(match, "base_model")
        key = f"override {override.id}"
        return replace(target, key=key, overrides=tuple(reversed(chain.values()))), match

    def _base(self, override: ModelOverride) -> tuple[Target, Match]:
        if not override.like:
            for key in (f"family {override.family}", f"vendor {override.vendor}"):
                if key in self._targets:
                    return self._targets[key], "exact"
        found = self.find(override.like or override.id)
        return found.target, found.match


def _targets(facts: Facts) -> Iterator[Target]:
    for vendor in facts.vendors.values():
        told = (facts.base, vendor.author)
        yield Target(key=f"unknown {vendor.name}", vendor=vendor)
        yield Target(key=f"vendor {vendor.name}", vendor=vendor, authors=told)
        for family in vendor.families.values():
            own = Target(
                key=f"family {family.name}",
                vendor=vendor,
                family=family,
                authors=(*told, *family.authors),
            )
            yield own
            yield replace(own, key=f"line {family.name}", fallback="line")
            if family.vendor_newest:
                yield replace(own, key=f"newest {vendor.name}", fallback="vendor")
            for model in family.models.values():
                authors = (*own.authors, model.author)
                yield replace(own, key=model.id, model=model, authors=authors)


def _alias(name: _Name) -> _Name:
    return replace(name, match=weakest(name.match, "alias"))


def _spelled(spelling: Spelling, model: str) -> Match:
    """How far the text is from the id it means."""
    if spelling.asked == model:
        return "exact"
    plain = spelling.asked == spelling.bare and not spelling.respelled
    return "dated" if plain and spelling.date else "spelling"
