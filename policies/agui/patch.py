"""JSON Patch (RFC 6902) on a value that is never changed in place."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from forethought.policies.words import Json

MISSING: Final[Any] = type("Missing", (), {})()


class PatchError(ValueError):
    """An operation does not apply."""


COPIED: Final = 100_000
"""Values that one patch may copy: copies of copies double, and a short patch could fill a disk."""


def patched(document: Json, operations: Sequence[Json]) -> Json:
    """The document after all operations; `PatchError` where one does not apply."""
    left = COPIED
    for operation in operations:
        if operation["op"] == "copy":
            left -= _size(_get(document, _steps(operation["from"])), left)
        document = _OPERATIONS[operation["op"]](document, operation)
    return document


def _size(value: Json, most: int) -> int:
    count, rest = 0, [value]
    while rest:
        item = rest.pop()
        count += 1
        if count > most:
            raise PatchError("too much is copied")
        if isinstance(item, dict):
            rest.extend(item.values())
        elif isinstance(item, list):
            rest.extend(item)
    return count


def _add(document: Json, operation: Json) -> Json:
    return _put(document, _steps(operation["path"]), operation["value"], insert=True)


def _replace(document: Json, operation: Json) -> Json:
    steps = _steps(operation["path"])
    _get(document, steps)
    return _put(document, steps, operation["value"], insert=False)


def _remove(document: Json, operation: Json) -> Json:
    steps = _steps(operation["path"])
    if not steps:
        raise PatchError("a document stays")
    _get(document, steps)
    return _put(document, steps, MISSING, insert=False)


def _copy(document: Json, operation: Json) -> Json:
    value = _get(document, _steps(operation["from"]))
    return _put(document, _steps(operation["path"]), value, insert=True)


def _move(document: Json, operation: Json) -> Json:
    source, target = _steps(operation["from"]), _steps(operation["path"])
    if len(source) < len(target) and target[: len(source)] == source:
        raise PatchError("a value cannot move into itself")
    value = _get(document, source)
    return _put(_put(document, source, MISSING, insert=False), target, value, insert=True)


def _test(document: Json, operation: Json) -> Json:
    if not _same(_get(document, _steps(operation["path"])), operation["value"]):
        raise PatchError("the test fails")
    return document


_OPERATIONS: Final[dict[str, Callable[[Json, Json], Json]]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "move": _move,
    "copy": _copy,
    "test": _test,
}


def _steps(pointer: str) -> list[str]:
    return [s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]]


def _get(document: Json, steps: list[str]) -> Json:
    for step in steps:
        document = document[_place(document, step, len_added=0)]
    return document


def _put(document: Json, steps: list[str], value: Json, *, insert: bool) -> Json:
    """A copy along the path, with the value there; `MISSING` takes it away."""
    if not steps:
        return value
    place = _place(document, steps[0], len_added=int(insert and len(steps) == 1))
    copied = document.copy()
    if len(steps) > 1:
        copied[place] = _put(document[place], steps[1:], value, insert=insert)
    elif value is MISSING:
        del copied[place]
    elif insert and isinstance(copied, list):
        copied.insert(place, value)
    else:
        copied[place] = value
    return copied


def _place(holder: Json, step: str, *, len_added: int) -> Any:
    if isinstance(holder, dict):
        if step in holder or len_added:
            return step
    elif isinstance(holder, list):
        if step == "-" and len_added:
            return len(holder)
        canonical = step.isascii() and step.isdigit() and (step == "0" or step[0] != "0")
        if canonical and len(step) < 10 and int(step) < len(holder) + len_added:
            return int(step)
    raise PatchError("nothing is there")


def _same(a: Json, b: Json) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    return bool(a == b)
