"""Members of messages, parts and calls: which have a place, and what is told of the others."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from forethought.policies.changes import Change, Why, escape, tell
from forethought.policies.crossings.chat import Call, Part
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain, was_of
from forethought.policies.words import Json

READ: Final = frozenset(
    {
        "role",
        "content",
        "tool_calls",
        "tool_call_id",
        "refusal",
        "id",
        "function_call",
        "thinking_layout",
        "signed_by",
        "signed_route",
        "signed_account",
    }
)
"""Members of a message that have a place, or only say something of others that do."""
SIGNATURES: Final = frozenset({"provider_signature", "provider_specific_fields", "extra_content"})
"""Where a signature stands on a message or a call, in the spellings in which it travels."""
CALL: Final = frozenset({"id", "type", "index", "function", "custom", "name", "arguments", "input"})
"""Members that a call and its function have."""
PART: Final = frozenset(
    {"type", "text", "refusal", "image_url", "url", "file", "file_data", "file_url", "file_id"}
)
"""Members that a part and its image or file have."""
_SHOWN: Final = Why("reasoning as text is for reading and never sent back")
SHOWN: Final = dict.fromkeys(("reasoning", "reasoning_content", "reasoning_details"), _SHOWN)


class Place(NamedTuple):
    """What a target has a place for, and why not for the rest."""

    rule: str
    read: frozenset[str]
    other: Why
    whys: Mapping[str, Why] = {}
    """Of members that have a reason of their own."""
    idle: tuple[Json, ...] = ()
    """Values that say nothing."""

    def left(self, holder: dict[str, Json], at: str, read: Container[str] = ()) -> Iterable[Change]:
        """What of an object has no place; `read` is what has one beside the usual."""
        return () if holder.keys() <= self.read else self._left(holder, at, read)

    def _left(self, holder: dict[str, Json], at: str, read: Container[str]) -> Iterator[Change]:
        for key, value in holder.items():
            if key in self.read or key in read or value is None or value in self.idle:
                continue
            why = self.whys.get(key, self.other)
            yield tell(f"{at}/{escape(key)}", was_of(value), self.rule, why)


def left_of_message(
    message: dict[str, Json], at: str, place: Place, read: Container[str] = ()
) -> Iterable[Change]:
    """What of a message has no place; a result's name is the call's."""
    return place.left(message, at, ("name",) if message["role"] == "tool" else read)


def left_of_part(part: Part, place: Place) -> Iterator[Change]:
    """What of a part has no place; a detail of `auto` asks for nothing."""
    if part.kind != "text":
        key = "image_url" if part.kind == "image" else "file"
        inner = plain(part.own.get(key))
        if isinstance(inner, dict):
            yield from place.left(inner, f"{part.at}/{key}", _idle(inner))
    yield from place.left(part.own, part.at, _idle(part.own))


def _idle(holder: dict[str, Json]) -> Container[str]:
    return ("detail",) if holder.get("detail") == "auto" else ()


def left_of_call(call: Call, place: Place) -> Iterable[Change]:
    """What of a call has no place."""
    outer, function = place.left(call.own, call.at), call.own.get("function")
    if not isinstance(function, dict) or function.keys() <= place.read:
        return outer
    return (*outer, *place.left(function, f"{call.at}/function"))


def thinking_blocks(message: dict[str, Json], at: str) -> list[dict[str, Json]]:
    """The signed blocks that a message carries. Raises `Untranslatable` where they are none."""
    given = message.get("thinking_blocks")
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(block, dict) for block in given):
        raise Untranslatable("thinking_blocks is a list of blocks", pointer=f"{at}/thinking_blocks")
    return given
