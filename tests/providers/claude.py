"""A provider like Anthropic: it signs thinking, and looks at every block that comes back."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from .refused import Json, Refused, same

BETA: Final = "thinking-binding-controls-2026-08-01"
BLOCKS: Final = ("thinking", "redacted_thinking")
Reply = list[dict[str, Json]]


class Issued(NamedTuple):
    """A block that went out: itself, what stood before it in its reply, and before that."""

    block: Json
    before: str
    prefix: str


class Claude:
    """Answers with the replies of a script, in turn."""

    def __init__(self, replies: Iterable[Reply], model: str = "claude-opus-5-5") -> None:
        self.model = model
        self.bodies: list[Json] = []
        self.headers: list[Mapping[str, str]] = []
        self.read: list[list[str]] = []
        """The signatures that each request gave back and that could be read."""
        self.dropped: list[list[str]] = []
        self._replies = iter(replies)
        self._issued: dict[str, Issued] = {}

    def send(self, body: Json, headers: Mapping[str, str]) -> Iterator[Json]:
        """The events of a reply. Raises `Refused`."""
        self._check_binding(body, headers)
        _check_results(body["messages"])
        read, dropped, told = self._look(body)
        self.bodies.append(body)
        self.headers.append(headers)
        self.read.append(read)
        self.dropped.append(dropped)
        return iter([*self._events(body, next(self._replies), told)])

    def _check_binding(self, body: Json, headers: Mapping[str, str]) -> None:
        thinking = body.get("thinking") or {}
        if thinking.get("type") not in (None, "adaptive"):
            raise Refused(f"thinking.type: {thinking['type']} is not supported for this model")
        if "block_binding" in thinking and BETA not in headers.get("anthropic-beta", ""):
            raise Refused("thinking.block_binding: Extra inputs are not permitted")

    def _look(self, body: Json) -> tuple[list[str], list[str], list[Json]]:
        binding = (body.get("thinking") or {}).get("block_binding") or {}
        lenient = binding.get("prefix_mismatch_behavior") == "drop_block"
        read: list[str] = []
        dropped: list[str] = []
        told: list[Json] = []
        for at, place, block in _blocks(body["messages"]):
            signature = block.get("signature") or block.get("data")
            path = f"messages.{at}.content.{place}"
            if not signature:
                raise Refused(f"{path}.thinking.signature: Field required")
            issued = self._issued.get(signature)
            if issued is None:
                raise Refused(f"{path}: Invalid `signature` in `thinking` block")
            _check_block(issued, block, body["messages"][at]["content"][:place], path)
            if issued.prefix == _prefix(body, at):
                read.append(signature)
            elif lenient:
                dropped.append(signature)
                reason = "prefix_binding_mismatch"
                told.append({"type": "thinking_dropped", "path": path, "reason": reason})
            else:
                raise Refused(f"{path}: the conversation before this block was modified")
        return read, dropped, told

    def _events(self, body: Json, reply: Reply, told: list[Json]) -> Iterator[Json]:
        number = len(self.bodies)
        message = {"id": f"msg_{number}", "type": "message", "model": self.model, "content": []}
        yield {"type": "message_start", "message": message}
        content = [self._signed(block, number, i) for i, block in enumerate(reply)]
        for index, block in enumerate(content):
            self._remember(body, content, index)
            yield from _streamed(index, block)
        reason = "tool_use" if any(b["type"] == "tool_use" for b in reply) else "end_turn"
        delta = {"stop_reason": reason, "stop_sequence": None}
        yield {"type": "message_delta", "delta": delta, "input_transformations": told}
        yield {"type": "message_stop"}

    def _signed(self, block: Json, number: int, index: int) -> Json:
        if block["type"] == "thinking":
            return {**block, "signature": f"EqQBCkgI/{self.model}+{number}.{index}=="}
        if block["type"] == "redacted_thinking":
            return {**block, "data": f"EmwKAhgB/{self.model}+{number}.{index}=="}
        return block

    def _remember(self, body: Json, content: list[Json], index: int) -> None:
        block = content[index]
        if block["type"] in BLOCKS:
            issued = Issued(block, same(content[:index]), _prefix(body, len(body["messages"])))
            self._issued[block.get("signature") or block["data"]] = issued


def _prefix(body: Json, end: int) -> str:
    return same([body.get("system"), body.get("tools"), body["messages"][:end]])


def _blocks(messages: list[Json]) -> Iterator[tuple[int, int, Json]]:
    for at, message in enumerate(messages):
        content = message["content"] if isinstance(message["content"], list) else []
        for place, block in enumerate(content):
            if block["type"] in BLOCKS:
                if message["role"] != "assistant":
                    raise Refused(f"messages.{at}.content.{place}: thinking outside of a reply")
                yield at, place, block


def _check_block(issued: Issued, block: Json, before: list[Json], path: str) -> None:
    if same(issued.block) != same(block):
        raise Refused(f"{path}: `thinking` blocks cannot be modified")
    if issued.before != same(before):
        raise Refused(f"{path}: this block did not stand here")


def _check_results(messages: list[Json]) -> None:
    for at, message in enumerate(messages):
        made = _ids(message, "tool_use", "id")
        told = _ids(messages[at + 1], "tool_result", "tool_use_id") if messages[at + 1 :] else []
        if made != told:
            raise Refused(f"messages.{at}: `tool_use` ids were found without `tool_result` blocks")


def _ids(message: Json, kind: str, member: str) -> list[str]:
    content = message["content"] if isinstance(message["content"], list) else []
    return [block[member] for block in content if block["type"] == kind]


def _streamed(index: int, block: Json) -> Iterator[Json]:
    kind = block["type"]
    deltas: list[Json] = []
    start = {**block}
    if kind == "thinking":
        start = {"type": "thinking", "thinking": "", "signature": ""}
        deltas = [{"type": "thinking_delta", "thinking": t} for t in _cut(block["thinking"])]
        deltas.append({"type": "signature_delta", "signature": block["signature"]})
    elif kind == "text":
        start = {"type": "text", "text": ""}
        deltas = [{"type": "text_delta", "text": t} for t in _cut(block["text"])]
    elif kind == "tool_use":
        start = {**block, "input": {}}
        text = same(block["input"])
        deltas = [{"type": "input_json_delta", "partial_json": t} for t in _cut(text)]
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _cut(text: str) -> list[str]:
    half = len(text) // 2
    return [part for part in (text[:half], text[half:]) if part]
