"""Rewriting with the catalog: from a model's name to a body that the model takes."""

from collections.abc import Mapping
from typing import Protocol

from msgspec.structs import replace

from forethought.catalog.found import Found
from forethought.catalog.unknown import NoModelNamed, UnknownModel
from forethought.policies import Intent, Rewritten, Served, Writer
from forethought.policies.body import Body, read
from forethought.policies.rewrite import Request, rewrite_read
from forethought.policies.words import Platform, Wire


class Resolving(Protocol):
    """What rewriting needs of a catalog."""

    def resolve(
        self,
        model: str | None,
        route: str | None = None,
        platform: Platform | None = None,
        wire: Wire | None = None,
    ) -> Found:
        """What is known of a model."""
        ...

    def suggest(self, model: str) -> tuple[str, ...]:
        """Listed names near to one that nobody knows."""
        ...

    def writer(self, text: str) -> Writer:
        """Who a `signed_by` text names."""
        ...


def rewrite_for(
    catalog: Resolving,
    request: Request,
    *,
    model: str | None,
    route: str | None,
    platform: Platform | None,
    account: str | None,
    wire: Wire,
    target: Wire | None,
    headers: Mapping[str, str] | None,
    intent: Intent | None,
    stream: bool | None,
    strict: bool,
) -> Rewritten:
    """Resolves whom the request is for and rewrites it. See `Catalog.rewrite`."""
    fields = read(request)
    own = Body(fields).get("modelId" if wire == "bedrock.converse" else "model")
    own = own if isinstance(own, str) and own else None
    asked = model or own
    if asked is None and route is None:
        raise NoModelNamed
    found = catalog.resolve(asked, route=route, platform=platform)
    if strict and found.match == "unknown":
        raise UnknownModel(asked or route or "", catalog.suggest(asked or ""))
    goal = target or _goal(found, wire)
    found = catalog.resolve(asked, route=route, platform=platform, wire=goal)
    out = rewrite_read(
        request,
        fields,
        found.traits,
        found.policy,
        wire=wire,
        target=goal,
        intent=intent,
        headers=headers,
        stream=stream,
        served=_served(found, account),
        writers=catalog.writer,
        origins=found.origins,
    )
    notes = (*found.notes, *_disagreement(model, own, route), *out.notes)
    return replace(out, notes=notes, match=found.match)


def _goal(found: Found, wire: Wire) -> Wire:
    """The route's wire, else the request's own where the model is served on it, else its first."""
    if found.wire is not None:
        return found.wire
    wires = found.traits.wires
    return wire if not wires or wire in wires else wires[0]


def _served(found: Found, account: str | None) -> Served:
    return Served(
        vendor=found.vendor,
        model=found.model or None,
        id=found.id or None,
        platform=found.platform,
        route=found.route,
        account=account or found.account,
    )


def _disagreement(model: str | None, own: str | None, route: str | None) -> tuple[str, ...]:
    if route is None and model is not None and own not in (None, model):
        return (f"the request names {own!r}; {model!r}, named beside it, stands over it",)
    return ()
