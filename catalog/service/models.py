"""`/v1/models`: what is known of one model, whatever its spelling, and of all listed ones."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from litestar import Response, get

from forethought.catalog.filters import CLOSED, FILTERS, UNKNOWN, WORDS, keeping, values_of
from forethought.catalog.found import Found
from forethought.catalog.service.answers import as_json
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.queries import flag, number, parameters, word
from forethought.catalog.service.service import MODELS, service_of, tail
from forethought.catalog.service.serving import Entry, Serving, serving_of
from forethought.catalog.told import ModelList, model_answer, model_list
from forethought.catalog.wording import shown
from forethought.policies.words import PLATFORMS, WIRES

DEFAULT_LIMIT: Final = 20
MOST: Final = 1000
ONE: Final = ("route", "platform", "wire", "strict")
PAGING: Final = ("limit", "after_id", "before_id")


@get("/v1/models/{id:path}", operation_id="get_model", summary="One model, by any spelling")
async def get_model(request: Asked) -> Response[bytes]:
    """What is known of a model. An assumed one is an answer too, unless `strict`."""
    serving = serving_of(request.scope)
    query = parameters(request.scope, ONE)
    found = asked_for(request, serving, query, MODELS)
    if found.assumed and flag(query, "strict"):
        raise Problem(
            "assumed_model",
            f"{shown(found.asked)} is not listed; without strict its traits are assumed",
            suggestions=serving.catalog.suggest(found.asked) or None,
        )
    return as_json(model_answer(found, serving.catalog.revision))


def asked_for(request: Asked, serving: Serving, query: Mapping[str, str], prefix: str) -> Found:
    """The model that the path and the parameters name. Raises `Problem` where nobody knows it."""
    asked, route = tail(request.scope, prefix), query.get("route")
    flag(query, "strict")
    found = serving.catalog.resolve(
        asked,
        route=route,
        platform=word(query, "platform", PLATFORMS),
        wire=word(query, "wire", WIRES),
    )
    if route is not None and route not in serving.catalog.routes:
        raise no_route(serving, route)
    if found.match == "unknown":
        service_of(request).counters.unknown.saw(asked)
        near = serving.catalog.suggest(asked)
        detail = f"{shown(asked)} is no model that anybody knows"
        raise Problem("unknown_model", detail, suggestions=near or None)
    return found


def no_route(serving: Serving, name: str) -> Problem:
    """That a route was asked for that nobody defined."""
    near = serving.near_routes.to(name)
    return Problem("unknown_route", f"no route is called {shown(name)}", suggestions=near or None)


@get("/v1/models", operation_id="list_models", summary="Every listed model")
async def list_models(request: Asked) -> Response[bytes]:
    """The listed models that pass every filter, a page at a time."""
    serving = serving_of(request.scope)
    query = parameters(request.scope, (*FILTERS, *PAGING))
    return as_json(_page(_kept(serving, query), query))


def _page(entries: Sequence[Entry], query: Mapping[str, str]) -> ModelList:
    """The entries behind `after_id`, or before `before_id`; neither has to be listed any more."""
    limit = number(query, "limit", DEFAULT_LIMIT, MOST)
    if "after_id" in query and "before_id" in query:
        raise Problem(
            "invalid_parameter",
            "before_id: it cannot stand beside after_id",
            parameter="before_id",
            accepted=["after_id or before_id"],
        )
    ids = [entry.found.model for entry in entries]
    if "before_id" in query:
        end = bisect_left(ids, query["before_id"])
        start = max(end - limit, 0)
        more = start > 0
    else:
        start = bisect_right(ids, query["after_id"]) if "after_id" in query else 0
        end = min(start + limit, len(ids))
        more = end < len(ids)
    data = [entry.body for entry in entries[start:end]]
    return model_list(ids[start:end], data, has_more=more)


def _kept(serving: Serving, query: Mapping[str, str]) -> Sequence[Entry]:
    """The entries that pass every filter. Raises `Problem` for a word that one does not take."""
    keeps = [
        keeping(name, wanted)
        for name in WORDS
        if name in query and (wanted := word(query, name, _accepted(serving, name)))
    ]
    named = _named(serving.entries, query["q"].lower()) if "q" in query else serving.entries
    return [entry for entry in named if all(keep(entry.found) for keep in keeps)]


def _named(entries: Sequence[Entry], sought: str) -> Sequence[Entry]:
    return [entry for entry in entries if sought in entry.names]


def _accepted(serving: Serving, name: str) -> Sequence[str]:
    """The words of a filter; of an open one those that any listed model has, and `unknown`."""
    if name in CLOSED:
        return CLOSED[name]
    values = values_of(name, (entry.found for entry in serving.entries))
    return (*sorted(values - {UNKNOWN}), UNKNOWN)
