"""System messages that stand in a conversation of `messages`, on whichever wire."""

from forethought.policies.changes import Change, Why, replace
from forethought.policies.leaves import is_blank, is_text, plain, size
from forethought.policies.texts import LABEL
from forethought.policies.words import Json


def labelled(turn: Json, content: Json, index: int, rule: str, why: Why) -> Change:
    """The change that puts what a system message says in the user position, behind a label.

    `content` is opened: a string, a list of parts, or nothing.
    """
    said: Json = [{"type": "text", "text": LABEL}, *([] if content is None else content)]
    if isinstance(content, str):
        said = LABEL + content
    value = {**plain(turn), "role": "user", "content": said}
    return replace(f"/messages/{index}", value, size(turn), rule, why)


def only_effort(turn: Json) -> bool:
    """Whether an entry says nothing and only sets the effort."""
    content = turn.get("content")
    return isinstance(turn.get("output_config"), dict) and (not content or is_blank(content))


def join(parts: list[Json]) -> Json:
    """Several system contents as one: a string where all are, else a list of blocks."""
    if all(isinstance(part, str) for part in parts):
        return "\n\n".join(parts)
    return [block for part in parts for block in _blocks(part)]


def _blocks(part: Json) -> list[Json]:
    if is_text(part):
        return [{"type": "text", "text": part}]
    return part if isinstance(part, list) else [part]
