"""The stream of `openai.chat`, in the many spellings of those who serve it."""

from collections.abc import Sequence
from typing import Final

from forethought.policies.kept import Kept, signature_on
from forethought.policies.streams.base import NOTHING, Chunk, Stream, dicts, failure, string
from forethought.policies.streams.inline import Inline
from forethought.policies.streams.ledger import Writer
from forethought.policies.streams.runs import Entry, text_of
from forethought.policies.streams.spellings import SOURCES, content_of, withheld
from forethought.policies.words import Json

_LOOKED_INTO: Final = frozenset(
    {
        "reasoning",
        "reasoning_content",
        "reasoning_details",
        "thinking_blocks",
        "thinking_block",
        "tool_calls",
        "provider_signature",
        "provider_specific_fields",
        "extra_content",
    }
)
_BESIDE: Final = _LOOKED_INTO - {"reasoning", "reasoning_content"}
_RESPELLED: Final = frozenset(
    {"reasoning", "reasoning_content", "reasoning_details", "thinking_blocks", "thinking_block"}
)


class _Choice:
    """What must be remembered of one choice to show its reasoning once."""

    __slots__ = ("inline", "source")

    def __init__(self, tag: str | None) -> None:
        self.inline = Inline(tag) if tag else None
        self.source: str | None = None


class ChatStream(Stream):
    """Chunks without reasoning pass as they are; the others are respelled.

    Reasoning that comes in several spellings is shown from the first of them that had text.
    """

    __slots__ = (
        "_blocks_from",
        "_call_ids",
        "_choices",
        "_named_already",
        "_run",
        "_tag",
        "_whole",
    )

    def __init__(self, writer: Writer, created: int | None = None, *, tag: str | None) -> None:
        super().__init__(writer, created)
        self._tag = tag
        self._whole = False
        self._call_ids: dict[int | None, str] = {}
        self._choices: dict[int, _Choice] = {}
        self._run: list[Entry] = []
        self._blocks_from: str | None = None
        self._named_already = False

    def whole(self) -> None:
        """Says that blocks come whole, as they do in a reply that was not streamed."""
        self._whole = True

    def feed(self, event: Json) -> Sequence[Chunk]:
        if not isinstance(event, dict):
            return NOTHING
        if event.get("error"):
            return (failure(event["error"]),)
        choices = event.get("choices")
        if not isinstance(choices, list):
            return NOTHING
        if not self._named_already:
            self._name(event)
        if not choices:
            return (event,)
        quick = self._quick(event, choices[0]) if len(choices) == 1 else None
        return self._respelled(event, choices) if quick is None else (quick,)

    def _name(self, event: Chunk) -> None:
        self._named(event.get("id"), event.get("model"))
        if isinstance(event.get("created"), int):
            self._head["created"] = event["created"]
        self._named_already = self._head["id"] is not None

    def end(self) -> Sequence[Chunk]:
        chunks: list[Chunk] = []
        for index, choice in self._choices.items():
            delta = self._rest(index, choice)
            if delta:
                made = {"index": index, "delta": delta, "finish_reason": None}
                chunks.append({**self._head, "choices": [made]})
        return chunks

    def close(self) -> Kept:
        self._run = []
        return super().close()

    def _quick(self, event: Chunk, choice: Json) -> Chunk | None:
        """The chunk of an event that holds nothing but text, or nothing but reasoning; most do."""
        try:
            delta = choice["delta"]
            content = delta.get("content")
            if choice.get("finish_reason") or (content and not isinstance(content, str)):
                return None
            if not _LOOKED_INTO.isdisjoint(delta):
                return None if content else self._reasoned(event, choice, delta)
        except (KeyError, TypeError, AttributeError):
            return None
        if content:
            if self._tag or self._run or choice.get("index"):
                return None
            self._ledger.texts.append(content)
        return event

    def _reasoned(self, event: Chunk, choice: Chunk, delta: Chunk) -> Chunk | None:
        state = self._choices.get(choice.get("index", 0))
        if state is None or not _BESIDE.isdisjoint(delta):
            return None
        source = state.source
        if source == "reasoning" and "reasoning_content" not in delta:
            return event
        text = delta.get("reasoning_content")
        if source != "reasoning_content" or "reasoning" in delta or not isinstance(text, str):
            return None
        said = delta.copy()
        said["reasoning"] = said.pop("reasoning_content")
        made = choice.copy()
        made["delta"] = said
        chunk = event.copy()
        chunk["choices"] = [made]
        return chunk

    def _respelled(self, event: Chunk, choices: list[Json]) -> Sequence[Chunk]:
        before: list[Chunk] = []
        read = [choice for choice in dicts(choices) if isinstance(choice.get("delta"), dict)]
        made = [self._choice(choice, before) for choice in read]
        return (*before, {**event, "choices": made}) if made else before

    def _choice(self, choice: Chunk, before: list[Chunk]) -> Chunk:
        index = choice.get("index")
        index = index if isinstance(index, int) else 0
        state = self._choices.get(index) or self._choices.setdefault(index, _Choice(self._tag))
        finish = choice.get("finish_reason")
        delta, reasoning = self._split(state, choice["delta"])
        if index == 0:
            self._keep(choice["delta"], delta, before)
        if finish:
            for key, value in self._rest(index, state).items():
                reasoning += value if key == "reasoning" else ""
                delta |= {key: string(delta.get(key)) + value} if key == "content" else {}
            self._ended(index, finish, before)
        if reasoning:
            delta["reasoning"] = reasoning
        return {**choice, "delta": delta}

    def _split(self, state: _Choice, delta: Chunk) -> tuple[Chunk, str]:
        """A delta without its reasoning, and the reasoning to show."""
        clean = {key: value for key, value in delta.items() if key not in _RESPELLED}
        inline = ""
        if "content" in clean:
            inline, text = content_of(clean["content"], state.inline)
            clean["content"] = text if text or not inline else None
        return clean, _shown(state, delta, inline)

    def _keep(self, given: Chunk, clean: Chunk, before: list[Chunk]) -> None:
        source = self._source(given)
        for at, piece in enumerate(dicts(given.get(source)) if source else ()):
            self._piece(piece, first=at == 0 and not self._whole)
        whole = given.get("thinking_block")
        if isinstance(whole, dict):
            self._end_run(before)
            self._run.append(Entry(whole, self._ledger.reserve()))
            self._end_run(before)
        text, calls = string(clean.get("content")), dicts(given.get("tool_calls"))
        if text or calls:
            self._end_run(before)
        signature = signature_on(given)
        if signature:
            self._ledger.signed_text(text, signature)
            clean["provider_signature"] = signature
        elif text:
            self._ledger.texts.append(text)
        if calls:
            clean["tool_calls"] = [self._call(call) for call in calls]

    def _source(self, given: Chunk) -> str | None:
        """Blocks are kept from one spelling; who sends two says the same in both."""
        if self._blocks_from is None:
            found = (name for name in ("thinking_blocks", "reasoning_details") if given.get(name))
            self._blocks_from = next(found, None)
        return self._blocks_from

    def _piece(self, piece: Chunk, *, first: bool) -> None:
        if self._run and not self._whole and self._run[-1].takes(piece, first):
            self._run[-1].add(piece)
        elif text_of(piece) or piece.get("signature") or piece.get("data"):
            self._run.append(Entry(piece, self._ledger.reserve()))

    def _end_run(self, before: list[Chunk]) -> None:
        """Keeps the signed blocks of a run, and the summaries an encrypted one vouches for."""
        signed = [entry.signed for entry in self._run]
        for at, entry in enumerate(self._run):
            if signed[at] or (entry.summary and any(signed[at:])):
                native = entry.native()
                self._ledger.fill(entry.slot, native)
                before.append(self._chunk({"thinking_block": {**native}}))
        self._run = []

    def _call(self, call: Chunk) -> Chunk:
        call_id, signature = self._call_id(call), signature_on(call)
        if not signature:
            return call
        if call_id:
            self._ledger.signatures[call_id] = signature
        return {**call, "provider_signature": signature}

    def _call_id(self, call: Chunk) -> str:
        """The id of the call that a delta goes on with; only the first delta must name it."""
        call_id, index = string(call.get("id")), call.get("index")
        index = index if isinstance(index, int) else None
        known = self._call_ids.get(index, "")
        if not call_id or call_id == known:
            return known
        self._call_ids[index] = call_id
        if call_id not in self._ledger.calls:
            self._ledger.call(call_id)
        return call_id

    def _rest(self, index: int, state: _Choice) -> Chunk:
        reasoning, text = state.inline.rest() if state.inline else ("", "")
        if text and index == 0:
            self._ledger.texts.append(text)
        shown = reasoning if state.source in {None, "inline"} else ""
        return {k: v for k, v in (("reasoning", shown), ("content", text)) if v}

    def _ended(self, index: int, finish: Json, before: list[Chunk]) -> None:
        if index == 0:
            self._end_run(before)
            self._ledger.stop_reason = string(finish) or None


def _shown(state: _Choice, delta: Chunk, inline: str) -> str:
    for source, read in SOURCES.items():
        text = inline if source == "inline" else read(delta.get(source))
        if text and state.source in {None, source}:
            state.source = source
            return text + withheld(delta)
    return withheld(delta)


def events_of(reply: Chunk) -> Sequence[Chunk]:
    """The event that would have streamed a whole reply."""
    if not isinstance(reply.get("choices"), list):
        return [reply]
    return [{**reply, "choices": [_streamed(choice) for choice in dicts(reply["choices"])]}]


def _streamed(choice: Chunk) -> Chunk:
    message = choice.get("message")
    delta = {**message} if isinstance(message, dict) else {}
    if delta.get("tool_calls"):
        delta["tool_calls"] = [
            {"index": i, **call} for i, call in enumerate(dicts(delta["tool_calls"]))
        ]
    rest = {key: value for key, value in choice.items() if key != "message"}
    return {**rest, "delta": delta}
