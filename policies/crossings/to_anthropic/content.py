"""The content of a message, as Claude's blocks."""

from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from forethought.policies.changes import Change, Why
from forethought.policies.crossings.chat import Part, no_place, parts
from forethought.policies.crossings.members import PART, Place, left_of_part
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.content"
_NATIVE: Final = ("image", "document", "search_result", "thinking", "redacted_thinking")
_KEPT: Final = ("cache_control", "citations")
_TEXT: Final = frozenset({"type", "text", *_KEPT})
_PLACE: Final = Place(
    RULE,
    PART | {*_KEPT, "filename"},
    Why("a block has no place for it"),
    {"detail": Why("Claude is not told how closely to look", None, "quality")},
)


def content_of(content: Json, at: str, changes: list[Change]) -> Json:
    """The content of a message: a string stays one, parts become blocks."""
    if is_text(content):
        return content
    return list(blocks(content, at, changes))


def blocks(content: Json, at: str, changes: list[Change]) -> Iterator[Json]:
    """The blocks of a content, in order."""
    for part in parts(content, at):
        if part.kind == "native":
            yield _native(part)
        else:
            if not part.own.keys() <= _TEXT:
                changes.extend(left_of_part(part, _PLACE))
            yield _block(part)


def _block(part: Part) -> Json:
    kept = {key: part.own[key] for key in _KEPT if part.own.get(key) is not None}
    if part.kind == "text":
        return {"type": "text", "text": part.text, **kept}
    if part.kind == "image":
        return {"type": "image", "source": _source(part), **kept}
    title = {} if part.name is None else {"title": part.name}
    return {"type": "document", "source": _document(part), **title, **kept}


def _native(part: Part) -> Json:
    if part.own.get("type") in _NATIVE:
        return part.own
    raise no_place(part.own, part.at, "a Claude request")


def _source(part: Part) -> Json:
    if part.data is None:
        return {"type": "url", "url": part.url}
    return {"type": "base64", "media_type": part.media, "data": part.data}


def _document(part: Part) -> Json:
    if part.media is not None and part.media.startswith("text/"):
        return {"type": "text", "media_type": "text/plain", "data": _decoded(part)}
    return _source(part)


def _decoded(part: Part) -> str:
    try:
        return b64decode(part.data or "", validate=True).decode()
    except ValueError:
        raise Untranslatable("the file is no base64 of UTF-8 text", pointer=part.at) from None
