"""System messages that stand in a conversation of `messages`, on whichever wire."""

from forethought.policies.changes import Change, Why, replace
from forethought.policies.leaves import is_blank, plain, size
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
