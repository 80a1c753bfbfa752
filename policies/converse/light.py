"""The conversation of a Converse body in Claude's shape: what rules decide by, not the contents.

Cache points are left out: they are marks between blocks, and no block.
"""

from typing import Any, Final

import msgspec
from msgspec import Raw

from forethought.policies.body import Body
from forethought.policies.leaves import is_text
from forethought.policies.words import Json

_BLOCKS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_KINDS: Final = {"toolUse": "tool_use", "toolResult": "tool_result"}


def light(body: Body) -> Body:
    """A body with nothing but `messages`, made again only after they changed."""
    return body.once("messages", _light)


def _light(body: Body) -> Body:
    rows = body.closed_rows("messages") or body.rows("messages")
    return Body({"messages": [_turn(row) for row in rows]})


def _turn(row: Json) -> Json:
    if not isinstance(row, dict):
        return row
    content = _listed(row.get("content"))
    if content is not None:
        content = [light_block(block) for block in content if not is_mark(block)]
    return {"role": _opened(row.get("role")), "content": content}


def _listed(content: Json) -> list[Json] | None:
    """The blocks; None where the content is no list."""
    if type(content) is Raw:
        try:
            return list(_BLOCKS.decode(content))
        except msgspec.ValidationError:
            content = _opened(content)
    return content if isinstance(content, list) else None


def is_mark(block: Json) -> bool:
    """Whether it is a cache point and nothing else."""
    return isinstance(block, dict) and block.keys() == {"cachePoint"}


def light_block(block: Json) -> Json:
    """A block's kind in Claude's words, with its text and its signature; empty where it has no
    kind that rules know."""
    if not isinstance(block, dict):
        return block
    if is_text(block.get("text")):
        return {"type": "text", "text": block["text"]}
    if "reasoningContent" in block:
        return _thought(_opened(block["reasoningContent"]))
    return next(({"type": kind} for key, kind in _KINDS.items() if key in block), {})


def _thought(reasoning: Json) -> dict[str, Json]:
    if not isinstance(reasoning, dict):
        return {}
    told = _opened(reasoning.get("reasoningText"))
    if isinstance(told, dict):
        return {"type": "thinking", "signature": told.get("signature")}
    if "redactedContent" in reasoning:
        return {"type": "redacted_thinking", "data": _sealed(reasoning["redactedContent"])}
    return {}


def _sealed(blob: Json) -> Json:
    """Base64, or the bytes themselves as the AWS SDK for Python hands them out."""
    return "bytes" if isinstance(blob, bytes) and blob else blob


def _opened(value: Json) -> Any:
    return msgspec.json.decode(value) if type(value) is Raw else value
