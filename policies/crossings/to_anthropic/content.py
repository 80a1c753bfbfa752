"""The content of a message, as Claude's blocks."""

from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.chat import Part, parts
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain
from forethought.policies.words import Json

RULE: Final = "chat_to_anthropic.content"
_NATIVE: Final = ("image", "document", "search_result", "thinking", "redacted_thinking")
_KEPT: Final = ("cache_control", "citations")
_WHY_DETAIL: Final = Why("Claude has no such setting for an image", None, "quality")


def content_of(content: Json, at: str, changes: list[Change]) -> Json:
    """The content of a message: a string stays one, parts become blocks."""
    if is_text(content):
        return content
    return list(blocks(content, at, changes))


def blocks(content: Json, at: str, changes: list[Change]) -> Iterator[Json]:
    """The blocks of a content, in order."""
    for part in parts(content, at):
        yield _block(part, changes)


def _block(part: Part, changes: list[Change]) -> Json:
    if part.kind == "native":
        return _native(part)
    kept = {key: part.own[key] for key in _KEPT if part.own.get(key) is not None}
    if part.kind == "text":
        return {"type": "text", "text": part.text, **kept}
    if part.kind == "image":
        changes.extend(_detail(part))
        return {"type": "image", "source": _source(part), **kept}
    title = {} if part.name is None else {"title": part.name}
    return {"type": "document", "source": _document(part), **title, **kept}


def _native(part: Part) -> Json:
    kind = part.own.get("type")
    if kind in _NATIVE:
        return part.own
    named = kind if isinstance(kind, str) and kind.isidentifier() else "this type"
    raise Untranslatable(f"a part of {named} has no place in a Claude request", pointer=part.at)


def _detail(part: Part) -> Iterator[Change]:
    image = part.own.get("image_url")
    detail = plain(image.get("detail")) if isinstance(image, dict) else part.own.get("detail")
    if detail not in (None, "auto"):
        yield tell_dropped(f"{part.at}/image_url/detail", detail, _WHY_DETAIL)


def tell_dropped(pointer: str, was: Json, why: Why) -> Change:
    """The change that says a part of a message was left behind."""
    return tell(pointer, was if isinstance(was, str | int | float) else None, RULE, why)


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
