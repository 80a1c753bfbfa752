"""A producer's stream: AG-UI events from what a provider streams, conforming by construction."""

from typing import Final

from forethought.policies.agui.calls import Calls
from forethought.policies.agui.names import Names, Writer, value_event, with_metadata
from forethought.policies.agui.reasoning import Reasoning
from forethought.policies.agui.report import listed
from forethought.policies.agui.seal import Packed, Seal
from forethought.policies.words import Json

UNNAMED_ERROR: Final = "the provider reported an error"


class Emitter:
    """Takes chunks in the shape of openai.chat, with `reasoning` and `thinking_block` beside the
    content, and gives the events of one run.

    One message for each signed block, text or not; text, calls and reasoning are closed before
    another of them begins, and all of it before the run ends. Ids come from the run's id and a
    count, so each run of a thread needs a `run_id` of its own; a provider's own message id is not
    used. Of several choices only the first is told.
    """

    def __init__(
        self,
        seal: Seal | None = None,
        *,
        thread_id: str = "thread",
        run_id: str = "run",
        signed_by: str | None = None,
        route: str | None = None,
        account: str | None = None,
    ) -> None:
        self._seal = seal or Seal()
        self._run = {"threadId": thread_id, "runId": run_id}
        self._state = "new"
        self._writer = Writer(seal=self._seal, signed_by=signed_by, route=route, account=account)
        self._names = Names(run_id)
        self._reasoning = Reasoning(self._names, self._writer)
        self._calls = Calls(self._names, self._writer)
        self._answer: str | None = None
        self._text_open = False

    def start(self) -> list[Json]:
        if self._state != "new":
            return []
        self._state = "open"
        return [{"type": "RUN_STARTED", **self._run, "protocolVersion": self._seal.profile}]

    def feed(self, chunk: Json) -> list[Json]:
        """The events of one chunk; none after the run has ended."""
        if self._state == "ended" or not isinstance(chunk, dict):
            return []
        events = self.start()
        error = chunk.get("error")
        if error:
            return events + self.fail(*_told(error))
        for choice in listed(chunk.get("choices")):
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                events += self._choice(choice)
        return events

    def finish(self) -> list[Json]:
        """Close what is open, and the run."""
        return self._ended({"type": "RUN_FINISHED", **self._run})

    def fail(self, message: str, code: str | None = None) -> list[Json]:
        """Close what is open, and end the run with an error."""
        event = {"type": "RUN_ERROR", "message": message}
        return self._ended(event if code is None else {**event, "code": code})

    def _ended(self, last: Json) -> list[Json]:
        if self._state == "ended":
            return []
        events = [*self.start(), *self._close(), last]
        self._state = "ended"
        return events

    def _choice(self, choice: Json) -> list[Json]:
        delta = choice.get("delta")
        events = self._delta(delta) if isinstance(delta, dict) else []
        return events + self._close() if choice.get("finish_reason") else events

    def _delta(self, delta: Json) -> list[Json]:
        events: list[Json] = []
        text = _text(delta, "reasoning") or _text(delta, "reasoning_content")
        if text:
            events += self._think() + self._reasoning.text(text)
        for block in (delta.get("thinking_block"), *listed(delta.get("thinking_blocks"))):
            if isinstance(block, dict):
                events += self._think() + self._reasoning.block(block)
        said, signature = _text(delta, "content"), _text(delta, "provider_signature")
        if said or signature:
            events += self._say(said)
        if signature:
            events += self._sign(signature, said)
        for call in listed(delta.get("tool_calls")):
            if isinstance(call, dict):
                events += self._call(call)
        return events

    def _think(self) -> list[Json]:
        """Reasoning begins a new answer: what comes after it is not what came before."""
        events = self._close_text() + self._calls.close()
        self._answer = None
        return events

    def _say(self, text: str) -> list[Json]:
        events = self._reasoning.close() + self._calls.close()
        name = self._answering()
        if not self._text_open:
            self._text_open = True
            events.append({"type": "TEXT_MESSAGE_START", "messageId": name, "role": "assistant"})
        if text:
            events.append({"type": "TEXT_MESSAGE_CONTENT", "messageId": name, "delta": text})
        return events

    def _sign(self, signature: str, signed: str) -> list[Json]:
        """A message holds one value: what follows a signed text is another message."""
        name = self._answering()
        packed = self._writer.pack("google.thought_signature", signature, length=len(signed))
        events = self._close_text(packed)
        self._answer = None
        return [*events, value_event("message", name, packed)]

    def _call(self, call: Json) -> list[Json]:
        return (
            self._reasoning.close() + self._close_text() + self._calls.feed(call, self._answering())
        )

    def _answering(self) -> str:
        """The assistant message of this answer: its text and its calls share it."""
        if self._answer is None:
            self._answer = self._names.next()
        return self._answer

    def _close(self) -> list[Json]:
        return self._reasoning.close() + self._close_text() + self._calls.close()

    def _close_text(self, packed: Packed | None = None) -> list[Json]:
        if not self._text_open:
            return []
        self._text_open = False
        return [with_metadata({"type": "TEXT_MESSAGE_END", "messageId": self._answer}, packed)]


def _told(error: Json) -> tuple[str, str | None]:
    if not isinstance(error, dict):
        return (error if isinstance(error, str) else UNNAMED_ERROR), None
    code = error.get("code") or error.get("type")
    return _text(error, "message") or UNNAMED_ERROR, code if isinstance(code, str) else None


def _text(holder: Json, key: str) -> str:
    value = holder.get(key)
    return value if isinstance(value, str) else ""
