"""The stream of `openai.responses`."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from forethought.policies.streams.base import (
    NOTHING,
    Chunk,
    Handlers,
    TypedStream,
    continuing,
    count,
    dicts,
    failure,
    opening,
    string,
    tokens,
)
from forethought.policies.streams.ledger import Writer

_OUTPUT_ONLY: Final = frozenset({"status"})
"""What a reply says of a reasoning item and a request may not."""


class _Item:
    """An open output item."""

    __slots__ = ("call", "kind", "said", "slot")

    def __init__(self, kind: str, *, slot: int = -1, call: int = -1) -> None:
        self.kind = kind
        self.slot = slot
        self.call = call
        self.said = False


class ResponsesStream(TypedStream):
    """Output items come by index; a reasoning item is whole only when it is done."""

    __slots__ = ("_finished", "_items", "_reasoning_from")

    def __init__(self, writer: Writer, created: int | None = None) -> None:
        super().__init__(writer, created)
        self._items: dict[int, _Item] = {}
        self._reasoning_from: str | None = None
        self._finished = False

    def _created(self, event: Chunk) -> Sequence[Chunk]:
        response = event.get("response")
        if not isinstance(response, dict):
            return NOTHING
        self._named(response.get("id"), response.get("model"))
        if isinstance(response.get("created_at"), (int, float)):
            self._head["created"] = int(response["created_at"])
        return (self._chunk({"role": "assistant"}),)

    def _added(self, event: Chunk) -> Sequence[Chunk]:
        item, index = event.get("item"), _index(event)
        if not isinstance(item, dict) or index in self._items:
            return NOTHING
        begin = self._STARTS.get(string(item.get("type")))
        return begin(self, index, item) if begin else self._other_start(index, item)

    def _reasoning_start(self, index: int, item: Chunk) -> Sequence[Chunk]:
        self._items[index] = _Item("reasoning", slot=self._ledger.reserve())
        return NOTHING

    def _message_start(self, index: int, item: Chunk) -> Sequence[Chunk]:
        self._items[index] = _Item("message")
        self._ledger.end_text()
        if isinstance(item.get("id"), str):
            self._ledger.items.append(item["id"])
        return NOTHING

    def _call_start(self, index: int, item: Chunk) -> Sequence[Chunk]:
        call_id, name = item.get("call_id"), item.get("name")
        if not isinstance(call_id, str) or not isinstance(name, str):
            return self._other_start(index, item)
        call = self._ledger.call(call_id)
        self._items[index] = _Item("function_call", call=call)
        return (self._chunk(opening(call, call_id, name)),)

    def _custom_start(self, index: int, item: Chunk) -> Sequence[Chunk]:
        call_id, name = item.get("call_id"), item.get("name")
        if not isinstance(call_id, str) or not isinstance(name, str):
            return self._other_start(index, item)
        call = self._ledger.call(call_id)
        self._items[index] = _Item("custom_tool_call", call=call)
        entry = {
            "index": call,
            "id": call_id,
            "type": "custom",
            "custom": {"name": name, "input": ""},
        }
        return (self._chunk({"tool_calls": [entry]}),)

    def _other_start(self, index: int, item: Chunk) -> Sequence[Chunk]:
        self._ledger.other()
        self._items[index] = _Item("other")
        return NOTHING

    def _text(self, event: Chunk) -> Sequence[Chunk]:
        text = event.get("delta")
        if not text or not isinstance(text, str):
            return NOTHING
        self._spoken(event)
        self._ledger.texts.append(text)
        return (self._chunk({"content": text}),)

    def _refusal(self, event: Chunk) -> Sequence[Chunk]:
        text = string(event.get("delta"))
        self._spoken(event)
        return (self._chunk({"refusal": text}),) if text else NOTHING

    def _summary(self, event: Chunk) -> Sequence[Chunk]:
        return self._reason("summary", event)

    def _reasoning(self, event: Chunk) -> Sequence[Chunk]:
        return self._reason("text", event)

    def _reason(self, source: str, event: Chunk) -> Sequence[Chunk]:
        """Reasoning is shown from the first of its two spellings that has text."""
        text = event.get("delta")
        if not text or not isinstance(text, str) or self._reasoning_from not in {None, source}:
            return NOTHING
        self._reasoning_from = source
        self._spoken(event)
        return (self._chunk({"reasoning": text}),)

    def _part(self, event: Chunk) -> Sequence[Chunk]:
        """Summaries are paragraphs: the second begins on a line of its own."""
        index = event.get("summary_index")
        later = isinstance(index, int) and index > 0
        return (self._chunk({"reasoning": "\n\n"}),) if later else NOTHING

    def _arguments(self, event: Chunk) -> Sequence[Chunk]:
        text, item = event.get("delta"), self._items.get(_index(event))
        if not text or not isinstance(text, str) or item is None or item.call < 0:
            return NOTHING
        item.said = True
        return (self._chunk(_continuing(item, text)),)

    def _spoken(self, event: Chunk) -> None:
        item = self._items.get(_index(event))
        if item is not None:
            item.said = True

    def _done(self, event: Chunk) -> Sequence[Chunk]:
        """The item, whole: it says what no delta said."""
        begun = self._added(event)
        whole, item = event.get("item"), self._items.get(_index(event))
        if not isinstance(whole, dict) or item is None:
            return begun
        finish = self._ENDS.get(item.kind)
        chunks = finish(self, item, whole) if finish else NOTHING
        item.kind = "done"
        return (*begun, *chunks)

    def _reasoning_done(self, item: _Item, whole: Chunk) -> Sequence[Chunk]:
        said = () if item.said else self._whole_reasoning(whole)
        if not string(whole.get("encrypted_content")):
            return said
        native = {key: value for key, value in whole.items() if key not in _OUTPUT_ONLY}
        self._ledger.fill(item.slot, native)
        return (*said, self._chunk({"thinking_block": {**native}}))

    def _whole_reasoning(self, whole: Chunk) -> Sequence[Chunk]:
        texts = [string(part.get("text")) for part in dicts(whole.get("summary"))]
        text = "\n\n".join(filter(None, texts))
        if not text:
            text = "".join(string(part.get("text")) for part in dicts(whole.get("content")))
        return (self._chunk({"reasoning": text}),) if text else NOTHING

    def _message_done(self, item: _Item, whole: Chunk) -> Sequence[Chunk]:
        if item.said:
            return NOTHING
        parts = dicts(whole.get("content"))
        text = "".join(string(part.get("text")) for part in parts)
        refusal = "".join(string(part.get("refusal")) for part in parts)
        if text:
            self._ledger.texts.append(text)
        deltas = [{"content": text}] if text else []
        return [
            self._chunk(delta) for delta in (*deltas, *([{"refusal": refusal}] if refusal else []))
        ]

    def _call_done(self, item: _Item, whole: Chunk) -> Sequence[Chunk]:
        if item.said:
            return NOTHING
        field = "arguments" if item.kind == "function_call" else "input"
        text = string(whole.get(field)) or ("{}" if field == "arguments" else "")
        item.said = True
        return (self._chunk(_continuing(item, text)),) if text else NOTHING

    def _completed(self, event: Chunk) -> Sequence[Chunk]:
        response = event.get("response")
        if not isinstance(response, dict) or self._finished:
            return NOTHING
        self._finished = True
        reason, native = self._why(response)
        self._ledger.stop_reason = native
        chunks = [self._finish(reason)]
        if isinstance(response.get("usage"), dict):
            chunks.append(self._usage(_usage(response["usage"])))
        return chunks

    def _why(self, response: Chunk) -> tuple[str, str]:
        details = response.get("incomplete_details")
        native = string(details.get("reason")) if isinstance(details, dict) else ""
        if native == "content_filter":
            return "content_filter", native
        if native or response.get("status") == "incomplete":
            return "length", native or "incomplete"
        return ("tool_calls" if self._ledger.calls else "stop"), "completed"

    def _failed(self, event: Chunk) -> Sequence[Chunk]:
        response = event.get("response")
        return (failure(response.get("error") if isinstance(response, dict) else None),)

    def _error(self, event: Chunk) -> Sequence[Chunk]:
        error = event.get("error")
        return (failure(error if isinstance(error, dict) else event),)

    _EVENTS: ClassVar[Handlers] = {
        "response.created": _created,
        "response.output_item.added": _added,
        "response.output_item.done": _done,
        "response.output_text.delta": _text,
        "response.refusal.delta": _refusal,
        "response.reasoning_summary_part.added": _part,
        "response.reasoning_summary_text.delta": _summary,
        "response.reasoning_text.delta": _reasoning,
        "response.function_call_arguments.delta": _arguments,
        "response.custom_tool_call_input.delta": _arguments,
        "response.completed": _completed,
        "response.incomplete": _completed,
        "response.failed": _failed,
        "error": _error,
    }

    _STARTS: ClassVar[Mapping[str, Callable[..., Sequence[Chunk]]]] = {
        "reasoning": _reasoning_start,
        "message": _message_start,
        "function_call": _call_start,
        "custom_tool_call": _custom_start,
    }

    _ENDS: ClassVar[Mapping[str, Callable[..., Sequence[Chunk]]]] = {
        "reasoning": _reasoning_done,
        "message": _message_done,
        "function_call": _call_done,
        "custom_tool_call": _call_done,
    }


def _index(event: Chunk) -> int:
    index = event.get("output_index")
    return index if isinstance(index, int) else -1


def _continuing(item: _Item, text: str) -> Chunk:
    if item.kind == "function_call":
        return continuing(item.call, text)
    return {"tool_calls": [{"index": item.call, "custom": {"input": text}}]}


def _usage(usage: Chunk) -> Chunk:
    return tokens(
        count(usage, "input_tokens"),
        count(usage, "output_tokens"),
        cached=count(usage, "input_tokens_details", "cached_tokens"),
        reasoning=count(usage, "output_tokens_details", "reasoning_tokens"),
        total=count(usage, "total_tokens"),
    )


def events_of(reply: Chunk) -> Sequence[Chunk]:
    """The events that would have streamed a whole reply."""
    if not isinstance(reply.get("output"), list):
        return [{"type": "error", "error": reply["error"]}] if reply.get("error") else [reply]
    items = [
        {"type": "response.output_item.done", "output_index": index, "item": item}
        for index, item in enumerate(reply["output"])
    ]
    last = "response.failed" if reply.get("status") == "failed" else "response.completed"
    end = {"type": last, "response": reply}
    return [{"type": "response.created", "response": reply}, *items, end]
