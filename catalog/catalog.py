"""The catalog: packaged facts and overrides, loaded once, that resolves any model id."""

import hashlib
import os
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from forethought.catalog.facts import Facts, compile_facts
from forethought.catalog.families import Family
from forethought.catalog.found import Found
from forethought.catalog.ids import Grammar, load_grammar
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.near import Near
from forethought.catalog.overrides import check_overrides, locator, read_overrides
from forethought.catalog.packaged import digests, folder, read_files, write_files
from forethought.catalog.recent import Recent
from forethought.catalog.recognise import Recogniser
from forethought.catalog.resolving import Question, Resolver
from forethought.catalog.rewriting import rewrite_for
from forethought.catalog.tables import NO_OVERRIDES, Overrides, RouteOverride
from forethought.catalog.writers import read_writer
from forethought.policies import Intent, Rewritten
from forethought.policies.rewrite import Request
from forethought.policies.served import Writer
from forethought.policies.words import Platform, Wire

_LONGEST: Final = 512
"""Longer texts are resolved and forgotten: memory is for what somebody may ask again."""
_REVISION_DIGITS: Final = 16


class Catalog:
    """Resolves ids. Immutable: a reload makes a new one. Threads may share it."""

    def __init__(
        self, facts: Facts, overrides: Overrides, *, grammar: Grammar, revision: str
    ) -> None:
        self.facts = facts
        self.overrides = overrides
        self.revision = revision
        """The same files give the same text on every machine."""
        self.warnings: tuple[Mistake, ...] = ()
        """What is doubtful in the overrides, but no error."""
        self._recogniser = Recogniser(facts, overrides, grammar)
        self._near = Near(self._recogniser.names)
        self._resolver = Resolver(overrides, self._recogniser, self._near)
        self._recent: Recent[Found] = Recent()
        self._writers: Recent[Writer] = Recent()
        self._ready: dict[str | None, Found] = {
            name: self._resolve(name) for name in self._recogniser.names
        }

    @classmethod
    def load(cls, overrides: str | os.PathLike[str] | None = None) -> "Catalog":
        """The packaged facts and, if given, the overrides of a folder or file.

        Raises `CatalogError` with every mistake of every file.
        """
        return cls._loaded(folder(), overrides)

    @classmethod
    def from_snapshot(
        cls, packaged: Mapping[str, str], overrides: Mapping[str, str] | None = None
    ) -> "Catalog":
        """The catalog of another machine, from the texts of its files: `packaged` and `overrides`
        of `GET /v1/snapshot`. It has that catalog's revision.

        Raises `CatalogError`, and `ValueError` for a name that is no file's in a folder.
        """
        with TemporaryDirectory() as place:
            data = write_files(Path(place, "data"), packaged)
            if not overrides:
                return cls._loaded(data, None)
            return cls._loaded(data, write_files(Path(place, "overrides"), overrides))

    @classmethod
    def _loaded(
        cls, data: Traversable | Path, overrides: str | os.PathLike[str] | None
    ) -> "Catalog":
        facts, packaged = compile_facts(read_files(data)), digests(data)
        grammar = load_grammar(data)
        if overrides is None:
            return cls(facts, NO_OVERRIDES, grammar=grammar, revision=_revision(packaged, {}))
        path = Path(overrides)
        read, mistakes = read_overrides(path)
        without = cls(facts, NO_OVERRIDES, grammar=grammar, revision="")
        mistakes += check_overrides(read, without, locator(path))
        if any(mistake.level == "error" for mistake in mistakes):
            raise CatalogError(mistakes)
        catalog = cls(facts, read, grammar=grammar, revision=_revision(packaged, read.files))
        catalog.warnings = tuple(mistakes)
        return catalog

    @property
    def routes(self) -> Mapping[str, RouteOverride]:
        """The routes by name, as ops wrote them."""
        return self.overrides.routes

    @property
    def families(self) -> Mapping[str, Family]:
        """Every family by name."""
        return {
            name: family
            for vendor in self.facts.vendors.values()
            for name, family in vendor.families.items()
        }

    def models(self) -> tuple[str, ...]:
        """The listed ids, the overrides' too, sorted; their aliases are left out."""
        return tuple(sorted(set(self._recogniser.names.values())))

    def resolve(
        self,
        model: str | None,
        route: str | None = None,
        platform: Platform | None = None,
        wire: Wire | None = None,
    ) -> Found:
        """What is known of a model, whatever its spelling; an unknown one is answered, not raised.

        A route stands over the model; `platform` over the route's; without a `wire`, what differs
        between wires is left out.
        """
        try:
            if route is None and platform is None and wire is None:
                return self._ready[model]
        except KeyError:
            pass
        key = (model, route, platform, wire)
        found = self._recent.get(key)
        if found is None:
            found = self._resolve(*key)
            if len(model or "") <= _LONGEST and len(route or "") <= _LONGEST:
                self._recent.put(key, found)
        return found

    def suggest(self, model: str) -> tuple[str, ...]:
        """Up to three listed names near to one that nobody knows, the nearest first."""
        return self._near.to(model)

    def writer(self, text: str) -> Writer:
        """Who a `signed_by` text names: `vertex_ai/claude-opus-5-5`, or a model alone."""
        writer = self._writers.get(text)
        if writer is None:
            writer = read_writer(text, self.facts, self._recogniser)
            if len(text) <= _LONGEST:
                self._writers.put(text, writer)
        return writer

    def rewrite(
        self,
        request: Request,
        model: str | None = None,
        route: str | None = None,
        platform: Platform | None = None,
        account: str | None = None,
        wire: Wire = "openai.chat",
        target: Wire | None = None,
        headers: Mapping[str, str] | None = None,
        intent: Intent | None = None,
        strict: bool = False,
        stream: bool | None = None,
    ) -> Rewritten:
        """Rewrites a request so that the model takes it, and says what was changed and why.

        `request` is a mapping or the JSON bytes; `wire` its shape, `target` the one to send (by
        default its own where the model is served on it). `account` is whom the platform bills.
        An unknown id or route changes nothing and says so in `match` and `notes`, or raises
        `UnknownModel` if `strict`. Raises `NoModelNamed`, and `RequestError` for a body that
        cannot be rewritten.
        """
        return rewrite_for(
            self,
            request,
            model=model,
            route=route,
            platform=platform,
            account=account,
            wire=wire,
            target=target,
            headers=headers,
            intent=intent,
            stream=stream,
            strict=strict,
        )

    def _resolve(
        self,
        model: str | None,
        route: str | None = None,
        platform: Platform | None = None,
        wire: Wire | None = None,
    ) -> Found:
        return self._resolver.resolve(
            Question(model=model, route=route, platform=platform, wire=wire)
        )


def _revision(packaged: Mapping[str, str], overrides: Mapping[str, str]) -> str:
    """A digest of all files by name; where the overrides' folder is called what is no matter."""
    files = [f"data/{name} {digest}" for name, digest in packaged.items()]
    files += [f"{name.rpartition('/')[2]} {digest}" for name, digest in overrides.items()]
    return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()[:_REVISION_DIGITS]
