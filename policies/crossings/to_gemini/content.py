"""The content of a message, as Gemini's parts."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.chat import Part, parts
from forethought.policies.crossings.to_gemini.media import media_of
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import plain, size
from forethought.policies.words import Json

RULE: Final = "chat_to_gemini.content"
_THOUGHTS: Final = ("thinking", "redacted_thinking")
_READ: Final = frozenset(
    {"type", "text", "refusal", "image_url", "file", "file_data", "file_url", "file_id", "detail"}
)
_WHY_DETAIL: Final = Why("how closely to look is not asked image by image", None, "quality")
_WHY_OTHER: Final = Why("a part has no place for it")
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
    changes.extend(_left(part))
    if part.kind == "text":
        yield {"text": part.text}
    elif part.data is not None:
        yield {"inlineData": {"mimeType": part.media, "data": part.data}}
    else:
        media = media_of(part.url or "")
        yield {"fileData": {"fileUri": part.url, **({"mimeType": media} if media else {})}}


def _left(part: Part) -> Iterator[Change]:
    """What of a part has no place in ours."""
    image = part.own.get("image_url") if part.kind == "image" else None
    detail = plain(image.get("detail")) if isinstance(image, dict) else part.own.get("detail")
    if detail not in (None, "auto"):
        yield tell(f"{part.at}/image_url/detail", size(detail), RULE, _WHY_DETAIL)
    if part.name is not None:
        yield tell(f"{part.at}/file/filename", size(part.name), RULE, _WHY_OTHER)
    for key, value in part.own.items():
        if key not in _READ and key != "filename" and value is not None:
            yield tell(f"{part.at}/{key}", size(value), RULE, _WHY_OTHER)


def _native(part: Part, changes: list[Change]) -> Iterator[dict[str, Json]]:
    kind = part.own.get("type")
    if kind == "input_audio":
        yield _audio(part)
    elif kind in _THOUGHTS:
        changes.append(tell(part.at, size(part.own), RULE, _WHY_THOUGHT))
    else:
        named = kind if isinstance(kind, str) and kind.isidentifier() else "this type"
        raise Untranslatable(f"a part of {named} has no place in Gemini's shape", pointer=part.at)


def _audio(part: Part) -> dict[str, Json]:
    audio = plain(part.own.get("input_audio"))
    match audio:
        case {"data": str(data), "format": str(kind)}:
            return {"inlineData": {"mimeType": f"audio/{kind}", "data": data}}
        case _:
            at = f"{part.at}/input_audio"
            raise Untranslatable("audio has data and a format", pointer=at)
