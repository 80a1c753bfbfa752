"""The counters in the text format of Prometheus. No label holds an id or a word of a request."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from forethought.catalog.service.counters import Counters
from forethought.catalog.service.holder import Reloads
from forethought.catalog.service.serving import Serving
from forethought.catalog.service.version import VERSION

CONTENT_TYPE: Final = "text/plain; version=0.0.4"
_ESCAPED: Final = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})

Sample = tuple[Mapping[str, object], float]


def render(serving: Serving, counters: Counters, reloads: Reloads, now: datetime.datetime) -> bytes:
    """All metrics."""
    blocks = (
        *_counted(counters, reloads),
        *_state(serving, now),
    )
    return "".join(blocks).encode()


def _counted(counters: Counters, reloads: Reloads) -> Iterator[str]:
    yield _block(
        "requests_total",
        "counter",
        "Answers by method, route and status.",
        (
            ({"method": method, "route": route, "status": status}, count)
            for (method, route, status), count in sorted(counters.requests.items())
        ),
    )
    yield _block(
        "rewrites_total",
        "counter",
        "Rewritten requests by how the model was recognised and the wire sent.",
        (
            ({"match": match, "wire": wire}, count)
            for (match, wire), count in sorted(counters.rewrites.items())
        ),
    )
    yield _block(
        "changes_total",
        "counter",
        "Changes made to requests, by rule.",
        (({"rule": rule}, count) for rule, count in sorted(counters.changes.items())),
    )
    yield _block(
        "signatures_total",
        "counter",
        "Times replies were kept, restored and forgotten, by outcome.",
        (
            ({"done": done, "outcome": outcome}, count)
            for (done, outcome), count in sorted(counters.signatures.items())
        ),
    )
    unknown = "Times a model was asked for that nobody knows."
    yield _block("unknown_models_total", "counter", unknown, [({}, counters.unknown.total)])
    outcomes = [({"outcome": "ok"}, reloads.ok), ({"outcome": "failed"}, reloads.failed)]
    yield _block("reloads_total", "counter", "Times the files were loaded anew.", outcomes)


def _state(serving: Serving, now: datetime.datetime) -> Iterator[str]:
    catalog = serving.catalog
    info = {"version": VERSION, "revision": catalog.revision}
    yield _block("info", "gauge", "The software and what it serves.", [(info, 1)])
    degraded = "Whether what is served is not what the files say."
    yield _block("degraded", "gauge", degraded, [({}, serving.degraded)])
    loaded = "When what is served was loaded."
    yield _block("loaded_timestamp_seconds", "gauge", loaded, [({}, serving.loaded_at.timestamp())])
    yield _block("models", "gauge", "Listed models.", [({}, len(serving.entries))])
    yield _block("routes", "gauge", "Routes.", [({}, len(catalog.routes))])
    expired = sum(
        route.expires is not None and route.expires < now.date()
        for route in catalog.routes.values()
    )
    text = "Overrides that have expired and still apply."
    yield _block("overrides_expired", "gauge", text, [({}, expired)])


def _block(name: str, kind: str, text: str, samples: Iterable[Sample]) -> str:
    name = f"forethought_{name}"
    lines = [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
    lines += [f"{name}{_labels(labels)} {value:.15g}" for labels, value in samples]
    return "\n".join(lines) + "\n"


def _labels(labels: Mapping[str, object]) -> str:
    told = ",".join(f'{key}="{str(value).translate(_ESCAPED)}"' for key, value in labels.items())
    return f"{{{told}}}" if told else ""
