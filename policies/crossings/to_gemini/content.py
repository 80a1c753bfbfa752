"""The content of a message, as Gemini's parts."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.chat import Part, no_place, parts
from forethought.policies.crossings.members import PART, Place, left_of_part
from forethought.policies.crossings.to_gemini.media import media_of
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain, size
from forethought.policies.words import Json

RULE: Final = "chat_to_gemini.content"
_THOUGHTS: Final = ("thinking", "redacted_thinking")
_PLACE: Final = Place(
    RULE,
    PART,
    Why("a part has no place for it"),
    {"detail": Why("how closely to look is not asked image by image", None, "quality")},
)
_WHY_THOUGHT: Final = Why(
    "signed by another vendor's model: left out, not turned into text", None, "quality"
)


def pieces(content: Json, at: str, changes: list[Change]) -> Iterator[dict[str, Json]]:
    """The parts of a content, in order."""
    for part in parts(content, at):
        yield from _piece(part, changes)


def _piece(part: Part, changes: list[Change]) -> Iterator[dict[str, Json]]:
    if part.kind == "native":
        yield from _native(part, changes)
        return
    changes.extend(left_of_part(part, _PLACE))
    if part.kind == "text":
        yield {"text": part.text}
    elif part.data is not None:
        yield {"inlineData": {"mimeType": part.media, "data": part.data}}
    else:
        media = media_of(part.url or "")
        yield {"fileData": {"fileUri": part.url, **({"mimeType": media} if media else {})}}


def _native(part: Part, changes: list[Change]) -> Iterator[dict[str, Json]]:
    kind = part.own.get("type")
    if kind == "input_audio":
        yield _audio(part)
    elif kind in _THOUGHTS:
        changes.append(tell(part.at, size(part.own), RULE, _WHY_THOUGHT))
    else:
        raise no_place(part.own, part.at, "Gemini's shape")


def _audio(part: Part) -> dict[str, Json]:
    audio = plain(part.own.get("input_audio"))
    match audio:
        case {"data": str(data), "format": str(kind)}:
            return {"inlineData": {"mimeType": f"audio/{kind}", "data": data}}
        case _:
            at = f"{part.at}/input_audio"
            raise Untranslatable("audio has data and a format", pointer=at)
