"""Checks on what leaves for a provider, as lists: `["eq", "body.thinking.type", "adaptive"]`."""

from collections.abc import Callable, Iterator
from typing import Any, Final

GONE: Final = object()
_OPAQUE: Final = ("signature", "data", "thoughtSignature", "id", "tool_use_id")


def holds(sent: dict[str, Any], check: list[Any]) -> bool:
    """Whether one check is true of `{"body": …, "headers": …}`."""
    op, *rest = check
    if op in _LOGIC:
        return _LOGIC[op](sent, rest)
    if op == "hdr_contains":
        return rest[1] in sent["headers"].get(rest[0], "")
    return _CHECKS[op](_at(sent, rest[0]), *_others(sent, op, rest[1:]))


def _others(sent: dict[str, Any], op: str, rest: list[Any]) -> list[Any]:
    return [_at(sent, path) for path in rest] if op == "lt_path" else rest


def _at(value: Any, path: str) -> Any:
    for key in path.split("."):
        if isinstance(value, list):
            value = value[int(key)] if int(key) < len(value) else GONE
        else:
            value = value.get(key, GONE) if isinstance(value, dict) else GONE
    return value


def texts(value: Any) -> Iterator[str]:
    """Every string that a model would read: no ids, no signatures."""
    if isinstance(value, str):
        yield value
    for item in value if isinstance(value, list) else ():
        yield from texts(item)
    for key, item in value.items() if isinstance(value, dict) else ():
        if key not in _OPAQUE:
            yield from texts(item)


def _calls(contents: Any) -> list[list[Any]]:
    steps = [[p for p in turn.get("parts", ()) if "functionCall" in p] for turn in contents]
    return [step for step in steps if step]


def _sign(part: dict[str, Any]) -> Any:
    return part.get("thoughtSignature")


def _roles(turns: Any) -> list[Any]:
    return [turn.get("role") for turn in turns] if isinstance(turns, list) else []


def _system_placed(turns: Any) -> bool:
    roles = _roles(turns)
    return all(
        at > 0 and roles[at - 1] == "user" and roles[at + 1 : at + 2] in ([], ["assistant"])
        for at, role in enumerate(roles)
        if role == "system"
    )


def _holds_block(turns: Any, kind: str) -> bool:
    contents = (turn.get("content") for turn in turns)
    return any(block.get("type") == kind for c in contents if isinstance(c, list) for block in c)


def _there(value: Any) -> bool:
    return value is not GONE and value is not None


def _low(value: Any) -> str:
    return str(value).lower()


_LOGIC: Final[dict[str, Callable[[Any, list[Any]], bool]]] = {
    "any": lambda sent, checks: any(holds(sent, check) for check in checks),
    "all": lambda sent, checks: all(holds(sent, check) for check in checks),
    "not": lambda sent, checks: not holds(sent, checks[0]),
}
_CHECKS: Final[dict[str, Callable[..., bool]]] = {
    "eq": lambda value, want: value == want,
    "ne": lambda value, other: value != other,
    "in": lambda value, wants: value in wants,
    "not_in": lambda value, others: value not in others,
    "absent": lambda value: not _there(value),
    "absent_or": lambda value, want: not _there(value) or value == want,
    "present": _there,
    "lte": lambda value, most: value is GONE or value <= most,
    "gte": lambda value, least: value is not GONE and value >= least,
    "lt_path": lambda value, most: value is GONE or value < most,
    "range_or_absent": lambda value, least, most: value is GONE or least <= value <= most,
    "ci_eq": lambda value, want: _low(value) == want,
    "in_ci_or_absent": lambda value, wants: not _there(value) or _low(value) in wants,
    "text": lambda value, part: any(part in text for text in texts(value)),
    "no_text": lambda value, part: not any(part in text for text in texts(value)),
    "no_block": lambda turns, kind: not _holds_block(turns, kind),
    "no_role": lambda turns, role: role not in _roles(turns),
    "last_role": lambda turns, role: _roles(turns)[-1:] == [role],
    "sys_placed": _system_placed,
    "no_part": lambda contents, name: not any(name in p for step in _calls(contents) for p in step),
    "fc_signed_or_absent": lambda contents: all(_sign(step[0]) for step in _calls(contents)),
    "fc_first_sig": lambda contents, sig: any(_sign(s[0]) == sig for s in _calls(contents)),
    "fc_nth_unsigned": lambda contents, nth: all(
        len(step) <= nth or not _sign(step[nth]) for step in _calls(contents)
    ),
    "fc_not_sig": lambda contents, sig: all(
        _sign(part) != sig for step in _calls(contents) for part in step
    ),
}
