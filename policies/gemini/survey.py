"""One look over the conversation, for all rules: where there is anything to decide at all."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from forethought.policies.body import Body
from forethought.policies.gemini.spelled import read
from forethought.policies.leaves import is_filled, is_text
from forethought.policies.words import Json

SYSTEM_ROLES: Final = ("system", "developer")
_WORDS: Final = frozenset({"text", "thought", "thoughtSignature", "thought_signature"})


class Reply(NamedTuple):
    """Contents of the model one behind the other, and what came back before its next."""

    models: list[int]
    """Indices of the model's contents, from the first that holds a call to the last."""
    results: list[int]
    """Indices of the contents behind them that hold results."""


class Survey(NamedTuple):
    """Indices of contents, first to last."""

    systems: list[int]
    empty: list[int]
    """Contents with nothing in them, or with an empty part."""
    replies: list[Reply]
    """Those that hold calls."""
    last: Json
    """The last content."""


def survey(body: Body) -> Survey:
    """What there is in `contents`, read once until it changes."""
    return body.once("contents", _survey)


def _survey(body: Body) -> Survey:
    found = Survey([], [], list(replies(body.rows("contents"))), None)
    content: Json = None
    for index, content in enumerate(body.rows("contents")):
        if not isinstance(content, dict):
            continue
        if content.get("role") in SYSTEM_ROLES:
            found.systems.append(index)
        elif is_empty(content) or any(map(is_empty_part, parts(content))):
            found.empty.append(index)
    return found._replace(last=content)


def replies(contents: list[Json]) -> Iterator[Reply]:
    """The replies that hold calls."""
    reply, before = Reply([], []), False
    for index, content in enumerate(contents):
        model = isinstance(content, dict) and content.get("role") == "model"
        if model and not before:
            if reply.models:
                yield reply
            reply = Reply([], [])
        if model and (reply.models or call_places(content)):
            reply.models.append(index)
        elif not model and any(holds(part, "functionResponse") for part in parts(content)):
            reply.results.append(index)
        before = model
    if reply.models:
        yield reply


def parts(content: Json) -> list[Json]:
    """The parts of a content; none where there is no list of them."""
    found = content.get("parts") if isinstance(content, dict) else None
    return found if isinstance(found, list) else []


def holds(part: Json, name: str) -> bool:
    """Whether a part is a call, or a result, that can be read."""
    return isinstance(part, dict) and isinstance(read(part, name), dict)


def call_places(content: Json) -> list[int]:
    """Which parts of a content are calls."""
    return [at for at, part in enumerate(parts(content)) if holds(part, "functionCall")]


def is_signed(part: dict[str, Json]) -> bool:
    """Whether a part carries a signature."""
    return is_filled(read(part, "thoughtSignature"))


def is_empty(content: dict[str, Json]) -> bool:
    """Whether a content has no part that is not empty."""
    found = content.get("parts")
    return found is None or (isinstance(found, list) and all(map(is_empty_part, found)))


def is_empty_part(part: Json) -> bool:
    """Whether a part says nothing: an empty text without a signature, or nothing at all."""
    if not isinstance(part, dict) or not part.keys() <= _WORDS or is_signed(part):
        return False
    text = part.get("text")
    return text is None or (is_text(text) and not is_filled(text))
