"""Shapes of JSON values, each with what to do about what it does not describe.

Unknown properties are stripped; a string outside a closed set takes what requires it along:
the optional field, the element of a list, the whole event. Everything else that does not fit is
malformed, and fatal. What fits comes back the same object; nothing is changed in place.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from forethought.policies.agui.report import Code, Report, step, tell_lost
from forethought.policies.words import Json

GONE: Final[Any] = type("Gone", (), {"__repr__": lambda _: "GONE"})()
"""What `clean` returns for a value to be left out."""


class Shape(Struct, frozen=True, kw_only=True):
    """A JSON value that is described."""

    def clean(self, value: Json, path: str, report: Report) -> Json:
        raise NotImplementedError


class Leaf(Shape, frozen=True, kw_only=True):
    """A value that is right or malformed, as a whole."""

    kind: type | tuple[type, ...]
    expected: str
    rule: Callable[[Any], bool] | None = None

    def fits(self, value: Json) -> bool:
        return isinstance(value, self.kind) and (self.rule is None or self.rule(value))

    def clean(self, value: Json, path: str, report: Report) -> Json:
        if not self.fits(value):
            report.fail("malformed", path, f"must be {self.expected}")
        return value


class Closed(Shape, frozen=True, kw_only=True):
    """One of a set of names that later versions may extend."""

    names: frozenset[str]

    def clean(self, value: Json, path: str, report: Report) -> Json:
        if not isinstance(value, str):
            report.fail("malformed", path, f"must be one of {_listed(self.names)}")
        if value in self.names:
            return value
        report.warn("unknown_value", path, f"one of {_listed(self.names)}")
        return GONE


class Record(Shape, frozen=True, kw_only=True):
    """An object with named fields."""

    fields: Mapping[str, Shape]
    required: frozenset[str]
    open: bool = False
    """Members it does not name stay."""

    def clean(self, value: Json, path: str, report: Report) -> Json:
        if not isinstance(value, dict):
            report.fail("malformed", path, "must be an object")
        dropped: set[str] = set()
        changed: dict[str, Json] = {}
        for key, item in value.items():
            shape = self.fields.get(key)
            if shape is None:
                if not self.open:
                    _tell_stripped(key, path, report)
                    dropped.add(key)
                continue
            if type(shape) is Leaf and shape.fits(item):
                continue
            cleaned = shape.clean(item, path + step(key), report)
            if cleaned is GONE:
                dropped.add(key)
            elif cleaned is not item:
                changed[key] = cleaned
        self._complete(value, path, report)
        if not dropped and not changed:
            return value
        return self._rebuilt(value, dropped, changed)

    def _complete(self, value: dict[str, Json], path: str, report: Report) -> None:
        if self.required <= value.keys():
            return
        missing = min(self.required - value.keys())
        report.fail("malformed", path + step(missing), "is required")

    def _rebuilt(self, value: dict[str, Json], dropped: set[str], changed: dict[str, Json]) -> Json:
        if not self.required.isdisjoint(dropped):
            return GONE
        return {k: changed.get(k, v) for k, v in value.items() if k not in dropped}


class Each(Shape, frozen=True, kw_only=True):
    """A list."""

    item: Shape
    least: int = 0

    def clean(self, value: Json, path: str, report: Report) -> Json:
        if not isinstance(value, list) or len(value) < self.least:
            report.fail("malformed", path, f"must be a list of at least {self.least}")
        kept: list[Json] = []
        changed = False
        for place, item in enumerate(value):
            cleaned = self.item.clean(item, f"{path}/{place}", report)
            changed = changed or cleaned is not item
            if cleaned is GONE:
                tell_lost(item, f"{path}/{place}", report)
            else:
                kept.append(cleaned)
        return kept if changed else value


class Tagged(Shape, frozen=True, kw_only=True):
    """An object whose shape a field names."""

    tag: str
    of: Mapping[str, Shape]
    unknown: Code = "unknown_value"

    def clean(self, value: Json, path: str, report: Report) -> Json:
        if not isinstance(value, dict):
            report.fail("malformed", path, "must be an object")
        name = value.get(self.tag)
        if not isinstance(name, str):
            report.fail("malformed", path + step(self.tag), f"must be one of {_listed(self.of)}")
        shape = self.of.get(name)
        if shape is not None:
            return shape.clean(value, path, report)
        report.warn(self.unknown, path + step(self.tag), f"one of {_listed(self.of)}")
        return GONE


class TextOr(Shape, frozen=True, kw_only=True):
    """A string, or another shape."""

    other: Shape

    def clean(self, value: Json, path: str, report: Report) -> Json:
        return value if isinstance(value, str) else self.other.clean(value, path, report)


def record(
    required: Mapping[str, Shape] | None = None,
    optional: Mapping[str, Shape] | None = None,
    *,
    open: bool = False,  # noqa: A002 - the schema's word
) -> Record:
    needed = dict(required or {})
    return Record(fields={**needed, **(optional or {})}, required=frozenset(needed), open=open)


def constant(name: str) -> Leaf:
    """The one string that may stand there: any other is malformed, not unknown."""
    return Leaf(kind=str, rule=lambda value: value == name, expected=f'"{name}"')


def _tell_stripped(key: Any, path: str, report: Report) -> None:
    report.warn("value_lost" if key == "encryptedValue" else "unknown_property", path + step(key))


def _listed(names: Any) -> str:
    return ", ".join(sorted(names))
