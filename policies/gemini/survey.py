"""One look over the conversation, for all rules: where there is anything to decide at all."""

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
    systems: list[int] = []
    empty: list[int] = []
    replies = _Replies()
    content: Json = None
    for index, content in enumerate(body.rows("contents")):
        role = content.get("role") if isinstance(content, dict) else None
        if role in SYSTEM_ROLES:
            systems.append(index)
        says = _says(content)
        if not says and role not in SYSTEM_ROLES and _holds_empty(content):
            empty.append(index)
        replies.read(index, content, model=role == "model", says=says)
    return Survey(systems, empty, replies.found, content)


def _says(content: Json) -> bool:
    """Whether a content is one text and nothing else: most are, and need no closer look."""
    said = content.get("parts") if isinstance(content, dict) else None
    if type(said) is not list or len(said) != 1 or type(said[0]) is not dict:
        return False
    return len(said[0]) == 1 and is_filled(said[0].get("text"))


def _holds_empty(content: Json) -> bool:
    if not isinstance(content, dict):
        return False
    return is_empty(content) or any(map(is_empty_part, parts(content)))


class _Replies:
    """Collects the replies that hold calls, as the contents come."""

    def __init__(self) -> None:
        self.found: list[Reply] = []
        self._open = False
        """Whether the newest of them may still get results."""
        self._before = False
        """Whether the content before was the model's."""

    def read(self, index: int, content: Json, *, model: bool, says: bool) -> None:
        """Adds one content; `says` tells of one that holds neither calls nor results."""
        if model:
            self._open = self._open and self._before
            if not says and not self._open and call_places(content):
                self.found.append(Reply([], []))
                self._open = True
            if self._open:
                self.found[-1].models.append(index)
        elif self._open and not says and _results(content):
            self.found[-1].results.append(index)
        self._before = model


def _results(content: Json) -> bool:
    return any(holds(part, "functionResponse") for part in parts(content))


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
