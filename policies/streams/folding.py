"""Chunks folded into the reply they would make."""

from collections.abc import Iterable, Mapping

from forethought.policies.kept import Kept, signed_members, writer_members
from forethought.policies.streams.base import Chunk, dicts, string
from forethought.policies.words import Json

_JOINED = ("content", "reasoning", "refusal")


def fold(chunks: Iterable[Chunk], kept: Kept) -> Chunk:
    """The whole reply in the shape of `openai.chat`, with what is kept on the first message.

    An error that a chunk holds is the whole reply.
    """
    reply: Chunk = {}
    choices: dict[int, Chunk] = {}
    for chunk in chunks:
        if "error" in chunk:
            return chunk
        reply |= {key: value for key, value in chunk.items() if key != "choices"}
        for choice in dicts(chunk.get("choices")):
            _fold_choice(choices, choice)
    for choice in choices.values():
        _settle(choice["message"])
    if choices:
        _give(next(iter(choices.values()))["message"], kept)
    reply |= {"object": "chat.completion", "choices": [*choices.values()]}
    return reply


def _fold_choice(choices: dict[int, Chunk], choice: Chunk) -> None:
    index = choice.get("index")
    index = index if isinstance(index, int) else 0
    made = choices.setdefault(index, {"index": index, "message": _empty(), "finish_reason": None})
    rest = {key: value for key, value in choice.items() if key not in {"delta", "index"}}
    made |= {key: value for key, value in rest.items() if value is not None}
    delta = choice.get("delta")
    _fold_delta(made["message"], delta if isinstance(delta, dict) else {})


def _empty() -> Chunk:
    return {"role": "assistant", "content": None}


def _fold_delta(message: Chunk, delta: Mapping[str, Json]) -> None:
    for key, value in delta.items():
        if key in _JOINED and isinstance(value, str):
            message[key] = string(message.get(key)) + value
        elif key == "tool_calls":
            for call in dicts(value):
                _fold_call(message.setdefault("tool_calls", []), call)
        elif value is not None and key not in {"thinking_block", "provider_signature"}:
            message[key] = value


def _fold_call(calls: list[Chunk], delta: Chunk) -> None:
    index = delta.get("index")
    begun = next((call for call in calls if index is not None and call["index"] == index), None)
    if begun is None:
        calls.append({"index": index, **delta})
        return
    told = {**delta}
    for field, text in (("function", "arguments"), ("custom", "input")):
        added, before = told.pop(field, None), begun.get(field)
        if isinstance(added, dict) and isinstance(before, dict):
            joined = string(before.get(text)) + string(added.get(text))
            begun[field] = {**before, text: joined}
    begun |= told


def _settle(message: Chunk) -> None:
    """Calls of a message stand in order and have no index."""
    if "tool_calls" in message:
        message["tool_calls"] = [
            {key: value for key, value in call.items() if key != "index"}
            for call in message["tool_calls"]
        ]


def _give(message: Chunk, kept: Kept) -> None:
    members = signed_members(kept.blocks, kept.layout)
    if members or kept.call_signatures:
        message |= {**members, **writer_members(kept)}
