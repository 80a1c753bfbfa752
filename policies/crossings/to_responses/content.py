"""The content of a message, as parts of an input or an output, which differ in their names only."""

from collections.abc import Iterator
from typing import Final, Literal

from forethought.policies.changes import Change, Why, tell
from forethought.policies.crossings.chat import no_place
from forethought.policies.crossings.members import Place
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain, size
from forethought.policies.words import Json

RULE: Final = "chat_to_responses.content"
Side = Literal["input", "output"]
_TEXTS: Final = ("text", "input_text", "output_text")
_THOUGHTS: Final = ("thinking", "redacted_thinking")
_FILE: Final = ("file_id", "file_data", "file_url", "filename", "detail")
_IMAGE: Final = ("url", "detail")
_MARK: Final = "prompt_cache_breakpoint"
_WHY_THOUGHT: Final = Why(
    "reasoning of another wire: left out, not turned into text", None, "quality"
)
_PLACE: Final = Place(
    RULE,
    frozenset({"type", "text", "refusal", "image_url", "detail", "file", _MARK, *_FILE}),
    Why("a part of a Responses request has no such member"),
    idle=([],),  # an echo of a reply's empty annotations
)


def content_of(content: Json, at: str, side: Side, changes: list[Change]) -> Json:
    """The content: a string stays one, parts become parts, nothing is an empty string."""
    if content is None:
        return ""
    if is_text(content):
        return content
    if not isinstance(content, list):
        raise Untranslatable("content is a string or a list of parts", pointer=at)
    return list(_parts(content, at, side, changes))


def _parts(content: list[Json], at: str, side: Side, changes: list[Change]) -> Iterator[Json]:
    for index, own in enumerate(content):
        pointer = f"{at}/{index}"
        if is_text(own):
            yield {"type": f"{side}_text", "text": own}
        elif not isinstance(own, dict):
            raise Untranslatable("a part is an object with a type", pointer=pointer)
        elif own.get("type") in _THOUGHTS:
            changes.append(tell(pointer, size(own), RULE, _WHY_THOUGHT))
        else:
            yield _part(own, pointer, side)
            changes.extend(_left(own, pointer))


def _part(own: dict[str, Json], at: str, side: Side) -> Json:
    kind = own.get("type")
    mark = {_MARK: own[_MARK]} if own.get(_MARK) is not None else {}
    if kind in _TEXTS:
        return {"type": f"{side}_text", "text": _string(own, "text", at), **mark}
    if kind == "refusal" and side == "output":
        return {"type": "refusal", "refusal": _string(own, "refusal", at)}
    if kind in ("image_url", "input_image") and side == "input":
        return {**_image(own, at), **mark}
    if kind in ("file", "input_file") and side == "input":
        return {**_file(own, at), **mark}
    raise no_place(own, at, f"a Responses {side}")


def _string(own: dict[str, Json], key: str, at: str) -> Json:
    if not is_text(own.get(key)):
        raise Untranslatable("the text is missing", pointer=f"{at}/{key}")
    return own[key]


def _image(own: dict[str, Json], at: str) -> dict[str, Json]:
    image: Json = own.get("image_url")
    detail = own.get("detail")
    if isinstance(image, dict):
        image, detail = image.get("url"), image.get("detail")
    if image is None and is_text(own.get("file_id")):
        return {"type": "input_image", "file_id": own["file_id"], "detail": detail or "auto"}
    if not is_text(image):
        raise Untranslatable("the image has no url", pointer=f"{at}/image_url")
    return {"type": "input_image", "image_url": image, "detail": detail or "auto"}


def _file(own: dict[str, Json], at: str) -> dict[str, Json]:
    file = own.get("file", own)
    file = plain(file) if not isinstance(file, dict) else file
    if not isinstance(file, dict):
        raise Untranslatable("the file is an object", pointer=f"{at}/file")
    kept = {key: file[key] for key in _FILE if file.get(key) is not None}
    if not kept.keys() & {"file_id", "file_data", "file_url"}:
        raise Untranslatable("a file has file_id, file_data or file_url", pointer=f"{at}/file")
    return {"type": "input_file", **kept}


def _left(own: dict[str, Json], at: str) -> Iterator[Change]:
    """What of a part has no place."""
    yield from _PLACE.left(own, at)
    for key, read in (("image_url", _IMAGE), ("file", _FILE)):
        if key in own and isinstance(own[key], dict):
            yield from _PLACE.left(own[key], f"{at}/{key}", read)
