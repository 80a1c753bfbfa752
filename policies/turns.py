"""Digests by which a reply without calls is known again, whatever wire it is read from."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from forethought.policies.words import Json, Wire

_sorted = msgspec.json.Encoder(order="deterministic")


def text_digest(text: str) -> str:
    """A digest of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def json_digest(value: Json) -> str:
    """A digest of a JSON value that does not depend on the order of its keys."""
    try:
        return sha256(_sorted.encode(value)).hexdigest()
    except UnicodeEncodeError:  # half of a surrogate pair, which the standard library lets in
        return text_digest(json.dumps(value, sort_keys=True))


def call_digest(name: str, arguments: Json) -> str:
    """A digest of a call; arguments may be JSON text or its value."""
    return json_digest([name, parsed(arguments) or {}])


def parsed(arguments: Json) -> Json:
    """The value of a call's arguments; as they stand where they are no JSON."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return msgspec.json.decode(arguments)
    except (msgspec.DecodeError, RecursionError):
        return arguments


def entries(request: Mapping[str, Json], wire: Wire) -> Sequence[Json]:
    """The conversation of a request: its messages, contents or input items."""
    found = request.get(CONVERSATION[wire])
    if isinstance(found, str):
        return [{"role": "user", "content": found}]
    return found if isinstance(found, list) else []


def is_reply(entry: Json, wire: Wire) -> bool:
    """Whether an entry of the conversation was written by the model."""
    if not isinstance(entry, dict):
        return False
    if entry.get("role") in ("assistant", "model"):
        return True
    kind = entry.get("type")
    return wire == "openai.responses" and isinstance(kind, str) and kind in _REPLY_ITEMS


def is_system(entry: Json) -> bool:
    """Whether an entry of the conversation is an instruction of the application."""
    return isinstance(entry, dict) and entry.get("role") in ("system", "developer")


def turn_digest(request: Mapping[str, Json], wire: Wire) -> str | None:
    """The digest of the user turn that ends a request; give it to `open_stream` as `after`."""
    conversation = entries(request, wire)
    return digest_before(conversation, len(conversation), wire)


def digest_before(conversation: Sequence[Json], end: int, wire: Wire) -> str | None:
    """The digest of the user turn that ends before an index; none where there is none."""
    turn: list[Json] = []
    for entry in reversed(conversation[:end]):
        if is_reply(entry, wire):
            break
        if not is_system(entry):
            turn.append(_said(entry))
    return json_digest(turn[::-1]) if turn else None


def _said(entry: Json) -> Json:
    if not isinstance(entry, dict):
        return entry
    for field in ("content", "parts", "output"):
        if field in entry:
            return one_text(entry[field])
    return bare(entry)


def one_text(content: Json) -> Json:
    """Text as one text, so that a string and a list of text parts are the same."""
    text = content_text(content)
    if text is not None or not isinstance(content, list):
        return text
    return [bare(part) for part in content]


def content_text(content: Json) -> str | None:
    """The text of a content; none where it holds anything but text."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [part["text"] for part in content if isinstance(part, dict) and "text" in part]
    whole = len(texts) == len(content) and all(isinstance(text, str) for text in texts)
    return "".join(texts) if whole else None


def bare(part: Json) -> Json:
    """A part without its cache marker, which moves from request to request."""
    if not isinstance(part, dict) or "cache_control" not in part:
        return part
    return {key: value for key, value in part.items() if key != "cache_control"}


def bare_all(parts: Json) -> Json:
    """A list of parts without their cache markers."""
    return [bare(part) for part in parts] if isinstance(parts, list) else parts


def wire_of(request: Mapping[str, Json]) -> Wire:
    """The wire whose shape a request has; `openai.chat` where nothing tells."""
    if "contents" in request:
        return "gemini.generate"
    if "input" in request:
        return "openai.responses"
    if "inferenceConfig" in request or "toolConfig" in request:
        return "bedrock.converse"
    if "anthropic_version" in request or "system" in request:
        return "anthropic.messages"
    if any(map(_claude_tool, _list(request.get("tools")))):
        return "anthropic.messages"
    parts = (part for entry in _list(request.get("messages")) for part in _content(entry))
    return "anthropic.messages" if any(map(_claude_part, parts)) else "openai.chat"


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else []


def _content(entry: Json) -> Sequence[Json]:
    return _list(entry.get("content")) if isinstance(entry, dict) else []


def _claude_tool(tool: Json) -> bool:
    return isinstance(tool, dict) and "input_schema" in tool


def _claude_part(part: Json) -> bool:
    kinds = {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"}
    kind = part.get("type") if isinstance(part, dict) else None
    return isinstance(kind, str) and kind in kinds


CONVERSATION: Final[Mapping[Wire, str]] = {
    "openai.chat": "messages",
    "anthropic.messages": "messages",
    "bedrock.converse": "messages",
    "gemini.generate": "contents",
    "openai.responses": "input",
}
"""Where the conversation stands in a body."""
_REPLY_ITEMS: Final = frozenset(
    {
        "reasoning",
        "function_call",
        "custom_tool_call",
        "web_search_call",
        "file_search_call",
        "code_interpreter_call",
        "computer_call",
        "image_generation_call",
        "mcp_call",
        "mcp_list_tools",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
    }
)
