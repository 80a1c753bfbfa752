"""Ids in the overrides that are unknown, assumed, taken already or said twice."""

from collections.abc import Iterator, Sequence

from forethought.catalog.lines import quoted
from forethought.catalog.override_view import LISTED, About, View
from forethought.catalog.tables import ModelOverride, RouteOverride, Stated
from forethought.catalog.wording import listed, near, shown


def id_findings(view: View) -> Iterator[About]:
    """Everything that is wrong with an id."""
    for model in view.overrides.models.values():
        yield from _model(view, model)
        yield from _aliases(view, model)
    for route in view.overrides.routes.values():
        if route.model:
            yield from _recognised(view, route, ("model",), route.model)
            yield from _sent(view, route)
    yield from _same_id(view)


def _model(view: View, model: ModelOverride) -> Iterator[About]:
    given = [key for key in ("like", "vendor", "family") if getattr(model, key) is not None]
    if len(given) > 1:
        message = f"{' and '.join(given)} are given"
        yield About(model, (given[1],), message, "write one of like, vendor and family")
    yield from _own_id(view, model, told=bool(given))
    if model.like:
        yield from _like(view, model, model.like)
    if model.vendor:
        yield from _vendor(view, model, model.vendor)
    if model.family:
        yield from _family(view, model, model.family)


def _own_id(view: View, model: ModelOverride, told: bool) -> Iterator[About]:
    found = view.catalog.resolve(model.id)
    twin = view.own.get(model.id.lower(), model)
    if twin is not model and twin.id.lower() == model.id.lower():
        yield About(model, (), f"is the model {shown(twin.id)} again", "make one table of the two")
    elif found.match in LISTED and found.model.lower() != model.id.lower():
        instead = f"write [model.{quoted(found.model)}]"
        yield About(model, (), f"is another spelling of {found.model}", instead)
    elif found.match not in LISTED and not told:
        yield from _unlisted(view, model, (), model.id)


def _like(view: View, model: ModelOverride, like: str) -> Iterator[About]:
    passed, table = [model], view.find(like)[0]
    while table and table not in passed and table.like:
        passed.append(table)
        table = view.find(table.like)[0]
    if table in passed:
        around = " → ".join(each.id for each in (*passed, passed[0]))
        yield About(
            model, ("like",), f"goes round in a circle: {around}", "name a model of the catalog"
        )
    else:
        yield from _recognised(view, model, ("like",), like)


def _vendor(view: View, model: ModelOverride, vendor: str) -> Iterator[About]:
    if vendor not in view.vendors:
        message = f"{shown(vendor)} makes no model of the catalog: only what stands here is known"
        yield About(model, ("vendor",), message, near(vendor, view.vendors), "warning")


def _family(view: View, model: ModelOverride, family: str) -> Iterator[About]:
    families = view.catalog.families
    if family not in families:
        message, accepted = f"{shown(family)} is no family of the catalog", listed(families)
        yield About(
            model, ("family",), message, near(family, families) or f"write one of {accepted}"
        )


def _recognised(view: View, stated: Stated, path: tuple[str, ...], asked: str) -> Iterator[About]:
    own, found = view.find(asked)
    if own is None and found.match not in LISTED:
        yield from _unlisted(view, stated, path, asked)


def _unlisted(view: View, stated: Stated, path: tuple[str, ...], asked: str) -> Iterator[About]:
    found = view.catalog.resolve(asked)
    meant = view.suggestion(asked)
    table = f"in a table [model.{quoted(asked)}]" if path else "here"
    accepted = f"say like, vendor or family {table}"
    accepted = f"did you mean {meant}? If not, {accepted}" if meant else accepted
    match found.match:
        case "newest_of_line":
            message = (
                f"{shown(asked)} is not in the catalog; it is treated as the newest of its line"
            )
            yield About(stated, path, message, accepted, "warning")
        case "newest_of_vendor":
            message = f"{shown(asked)} is of no line that {found.vendor} is known to have"
            yield About(stated, path, message, accepted)
        case _:
            yield About(stated, path, f"{shown(asked)} is a model that nobody knows", accepted)


def _aliases(view: View, model: ModelOverride) -> Iterator[About]:
    for alias in model.aliases:
        taken = _taken(view, model, alias)
        if taken:
            accepted = "use a name that nothing else has"
            yield About(model, ("aliases",), f"{shown(alias)} is {taken} already", accepted)


def _taken(view: View, model: ModelOverride, alias: str) -> str | None:
    owner = view.own[alias.lower()]
    if owner.id.lower() == alias.lower():
        return f"the id of [{owner.table}] in {owner.file}"
    if owner is not model:
        return f"an alias of [{owner.table}] in {owner.file}"
    found = view.catalog.resolve(alias)
    if found.match in LISTED and found.model.lower() != model.id.lower():
        return f"a name of {found.model} in the catalog"
    return None


def _sent(view: View, route: RouteOverride) -> Iterator[About]:
    """An id that is plainly another model's."""
    if route.id is None:
        return
    own, sent = view.find(route.id)
    wanted = view.find(route.model)[1]
    if own is None and {sent.match, wanted.match} <= LISTED and sent.model != wanted.model:
        message = f"{shown(route.id)} is {sent.model}, but the traits are those of {wanted.model}"
        yield About(route, ("id",), message, "name one model in both", "warning")


def _same_id(view: View) -> Iterator[About]:
    """An opaque id resolves through the one route that has it."""
    sharing: dict[str, list[RouteOverride]] = {}
    for route in view.overrides.routes.values():
        if route.id is not None and view.find(route.id)[1].match not in LISTED:
            sharing.setdefault(route.id, []).append(route)
    for routes in sharing.values():
        yield from _all_but_the_first(routes)


def _all_but_the_first(routes: Sequence[RouteOverride]) -> Iterator[About]:
    for route in routes[1:]:
        first = f"[{routes[0].table}] in {routes[0].file}"
        message = f"is sent by {first} too, so that the id alone does not tell the route"
        yield About(route, ("id",), message, "give each route an id of its own, or make them one")
