"""One id, resolved: whose traits it gets, where it goes, what is sent, and what is to be said."""

from collections import defaultdict
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from forethought.catalog.bases import Bases
from forethought.catalog.found import Found
from forethought.catalog.near import Near
from forethought.catalog.notes import (
    how_recognised,
    no_route,
    route_stands,
    spelled_for_another,
)
from forethought.catalog.recognise import Recognised, Recogniser, weakest
from forethought.catalog.sending import sent_id
from forethought.catalog.stack import Place
from forethought.catalog.tables import Overrides, RouteOverride
from forethought.policies.words import Platform, Wire

_GUESSES: Final = ("newest_of_line", "newest_of_vendor", "unknown")


class Question(Struct, frozen=True, kw_only=True):
    """What a caller asks with."""

    model: str | None
    route: str | None
    platform: Platform | None
    wire: Wire | None


class Resolver:
    """Resolves what is asked. Immutable, and total: no text makes it fail."""

    def __init__(self, overrides: Overrides, recogniser: Recogniser, near: Near) -> None:
        self._routes = overrides.routes
        self._recogniser = recogniser
        self._bases = Bases(overrides)
        self._near = near
        self._near_routes = Near(overrides.routes)
        self._by_id: defaultdict[str, list[RouteOverride]] = defaultdict(list)
        for route in overrides.routes.values():
            if route.id is not None:
                self._by_id[route.id].append(route)

    def resolve(self, asked: Question) -> Found:
        """The model, its traits, and where each of them came from."""
        if asked.route is not None:
            route = self._routes.get(asked.route)
            return self._routed(asked, route) if route else self._no_route(asked, asked.route)
        text = asked.model or ""
        recognised = self._recogniser.find(text)
        if recognised.match in _GUESSES and (route := self._route_of(text)):
            return self._found(asked, self._recogniser.find(route.model), route)
        return self._found(asked, recognised, None)

    def _route_of(self, text: str) -> RouteOverride | None:
        """The one route that sends this id: what an opaque id means."""
        routes = self._by_id.get(text, ())
        return routes[0] if len(routes) == 1 else None

    def _routed(self, asked: Question, route: RouteOverride) -> Found:
        recognised = self._recogniser.find(route.model)
        if asked.model is None or asked.model in (route.name, route.id):
            return self._found(asked, recognised, route)
        notes = route_stands(self._recogniser.find(asked.model), recognised, route)
        return self._found(asked, recognised, route, *notes)

    def _no_route(self, asked: Question, name: str) -> Found:
        recognised = self._recogniser.nobody(asked.model or "")
        note = no_route(name, self._near_routes)
        return replace(self._found(asked, recognised, None), route=name, notes=(note,))

    def _found(
        self, asked: Question, recognised: Recognised, route: RouteOverride | None, *notes: str
    ) -> Found:
        target, spelling = recognised.target, recognised.spelling
        given = asked.platform or (route.platform if route else None)
        platform = given or (target.vendor.home if target.vendor else None)
        wire = asked.wire or (route.wire if route else None)
        basis = self._bases.get(target, Place(platform=platform, wire=wire, route=route))
        match = weakest(recognised.match, "base_model") if route else recognised.match
        sent, called = sent_id(recognised, route, platform)
        return Found(
            model=recognised.model,
            asked=spelling.asked if asked.model is None else asked.model,
            vendor=target.vendor.name if target.vendor else spelling.vendor,
            line=spelling.line,
            family=target.family.name if target.family else None,
            platform=platform,
            spelled_for=spelling.spelled_for,
            id=sent,
            match=match,
            assumed=target.fallback is not None,
            route=route.name if route else None,
            wire=route.wire if route else None,
            account=route.account if route else None,
            traits=basis.traits,
            policy=basis.policy,
            origins=basis.origins,
            policy_origins=basis.policy_origins,
            lifecycle=target.model.lifecycle if target.model else None,
            notes=(
                *notes,
                *how_recognised(recognised, self._near),
                *spelled_for_another(recognised, given, platform),
                *called,
            ),
        )
