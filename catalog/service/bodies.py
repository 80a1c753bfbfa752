"""Request bodies: decoded by our own decoders, whatever their Content-Type says; mistakes told."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeVar, get_args

import msgspec

from forethought.catalog.service.problems import Problem
from forethought.catalog.wording import shown
from forethought.policies.agui import Profile
from forethought.policies.words import EFFORTS, PLATFORMS, WIRES, Display

_Value = TypeVar("_Value")
_Read_co = TypeVar("_Read_co", covariant=True)

_PLACE: Final = re.compile(r"^(?P<what>.*?)(?: - at `(?P<at>.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_ACCEPTED: Final[Mapping[str, Sequence[str]]] = {
    "wire": WIRES,
    "target": WIRES,
    "platform": PLATFORMS,
    "effort": EFFORTS,
    "display": get_args(Display),
    "profile": get_args(Profile),
    "discipline": ("fatal", "warn"),
}
"""What is accepted, by the last name of a pointer."""
_ENUM: Final = re.compile(r"^Invalid enum value '(.*)'$", re.DOTALL)
_FIELD: Final = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_MISSING: Final = "Object missing required field `"


class Decoder(Protocol[_Read_co]):
    """Reads a body: one of `msgspec.json`, or what raises the same."""

    def decode(self, body: bytes, /) -> _Read_co: ...


def decoded(decoder: Decoder[_Value], body: bytes, fields: Sequence[str], hint: str = "") -> _Value:
    """The body as the decoder reads it. Raises `Problem`. `fields` are those of its top level;
    `hint` says what to do where the top level is not as it should be."""
    try:
        return decoder.decode(body)
    except RecursionError:
        raise Problem("too_deep", "the JSON is nested too deep") from None
    except msgspec.ValidationError as wrong:
        raise _wrong(str(wrong), fields, hint) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Problem("bad_json", _told(body, wrong)) from None


def _told(body: bytes, wrong: Exception) -> str:
    if not body.strip():
        return "the body is empty; accepted is a JSON object"
    return "it is not valid UTF-8" if isinstance(wrong, UnicodeDecodeError) else str(wrong)


def _wrong(message: str, fields: Sequence[str], hint: str) -> Problem:
    place = _PLACE.match(message)
    what, at = (place["what"], place["at"] or "$") if place else (message, "$")
    pointer = "".join(f"/{name or index}" for name, index in _STEP.findall(at))
    if not pointer and what.startswith("Expected `object`"):
        return Problem("not_an_object", f"{_plain(what)}{hint}")
    accepted = _ACCEPTED.get(pointer.rpartition("/")[2]) if pointer else None
    if found := _ENUM.match(what):
        what = f"{shown(found[1])} is none of the accepted values"
    elif found := _FIELD.match(what):
        what = f"there is no field {shown(found[1])}"
        what, accepted = (what + hint, fields) if not pointer else (what, None)
    elif what.startswith(_MISSING):
        what = f"the field {what.removeprefix(_MISSING).rstrip('`')} is missing" + hint
    else:
        what = _plain(what)
    where = f"{pointer}: " if pointer else ""
    return Problem("invalid_field", where + what, pointer=pointer, accepted=accepted)


def _plain(what: str) -> str:
    return (what[:1].lower() + what[1:]).replace("`", "")
