"""`/v1/models`: what is known of one model, whatever its spelling, and of all listed ones."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from litestar import Response, get

from forethought.catalog.found import Found
from forethought.catalog.service.answers import ModelList, as_json, model_answer
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.queries import flag, number, parameters, word
from forethought.catalog.service.service import MODELS, service_of, tail
from forethought.catalog.service.serving import Entry, Serving, serving_of
from forethought.catalog.wording import shown
from forethought.policies.words import (
    EFFORTS,
    PLATFORMS,
    WIRES,
    Acceptance,
    Forcing,
    ThinkingMode,
)

UNKNOWN: Final = "unknown"
DEFAULT_LIMIT: Final = 20
MOST: Final = 1000
ONE: Final = ("route", "platform", "wire", "strict")
PAGING: Final = ("limit", "after_id", "before_id")

Keep = Callable[[Entry], bool]


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
    if found.match == UNKNOWN:
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
    keeps = [make(serving, query[name]) for name, make in FILTERS.items() if name in query]
    entries = [entry for entry in serving.entries if all(keep(entry) for keep in keeps)]
    return as_json(_page(entries, query))


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
    return ModelList(
        data=[entry.body for entry in entries[start:end]],
        has_more=more,
        first_id=ids[start] if start < end else None,
        last_id=ids[end - 1] if start < end else None,
    )


def _one_of(
    name: str, accepted: Callable[[Serving], Sequence[str]], value_of: Callable[[Found], str | None]
) -> Callable[[Serving, str], Keep]:
    """A filter that keeps what has a value; `unknown` keeps what has none."""

    def make(serving: Serving, value: str) -> Keep:
        wanted = word({name: value}, name, (*accepted(serving), UNKNOWN))
        return lambda entry: (value_of(entry.found) or UNKNOWN) == wanted

    return make


def _told(value_of: Callable[[Found], str | None]) -> Callable[[Serving], Sequence[str]]:
    """The values that any listed model has."""

    def values(serving: Serving) -> Iterator[str]:
        for entry in serving.entries:
            if (value := value_of(entry.found)) is not None:
                yield value

    return lambda serving: sorted(set(values(serving)))


def _effort(serving: Serving, value: str) -> Keep:
    wanted = word({"effort": value}, "effort", EFFORTS)
    return lambda entry: wanted in (entry.found.traits.effort.levels or ())


def _search(serving: Serving, value: str) -> Keep:
    wanted = value.lower()
    return lambda entry: wanted in entry.names


def _vendor(found: Found) -> str | None:
    return found.vendor


def _line(found: Found) -> str | None:
    return found.line


def _lifecycle(found: Found) -> str | None:
    return found.lifecycle.status if found.lifecycle else None


FILTERS: Final[Mapping[str, Callable[[Serving, str], Keep]]] = {
    "vendor": _one_of("vendor", _told(_vendor), _vendor),
    "line": _one_of("line", _told(_line), _line),
    "thinking": _one_of(
        "thinking", lambda _: get_args(ThinkingMode), lambda found: found.traits.thinking.mode
    ),
    "effort": _effort,
    "forced_tools": _one_of(
        "forced_tools", lambda _: get_args(Forcing), lambda found: found.traits.tools.forced
    ),
    "sampling": _one_of(
        "sampling",
        lambda _: get_args(Acceptance),
        lambda found: found.traits.sampling.temperature,
    ),
    "lifecycle": _one_of("lifecycle", _told(_lifecycle), _lifecycle),
    "q": _search,
}
"""By parameter; each checks its value and gives what it keeps."""
