"""Application: what the events make of the history."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from forethought.policies.agui.buffers import Buffers
from forethought.policies.agui.copies import copied, merge, owned
from forethought.policies.agui.issuers import Entity, Messages, Table, as_table, holders, issuers_of
from forethought.policies.agui.patch import PatchError, patched
from forethought.policies.agui.report import Report, listed, tell_lost
from forethought.policies.agui.snapshot import reconcile
from forethought.policies.words import Json

SPOKEN: Final = frozenset({"developer", "system", "assistant", "user"})


class History:
    """The last stage, and what it builds. The messages given are copied, never changed; a value is
    stored as it came, whatever it is."""

    def __init__(
        self,
        messages: Sequence[Json] = (),
        report: Report | None = None,
        *,
        producer: str | None = None,
        issuers: Table | None = None,
    ) -> None:
        self.report = report or Report()
        self._producer = producer
        self._issuers = issuers_of(messages, issuers)
        self._messages = [copied(message) for message in messages]
        self._by_id: dict[str, Json] = {}
        self._calls: dict[str, Json] = {}
        self._buffers = Buffers()
        self._refused: set[str] = set()
        self._refused_calls: set[str] = set()
        self._rules: Mapping[str, Callable[[Json], None]] = {
            "RUN_STARTED": self._run_started,
            "TEXT_MESSAGE_START": self._text_start,
            "TEXT_MESSAGE_CONTENT": self._content,
            "TEXT_MESSAGE_END": self._end,
            "REASONING_MESSAGE_START": self._reasoning_start,
            "REASONING_MESSAGE_CONTENT": self._content,
            "REASONING_MESSAGE_END": self._end,
            "REASONING_ENCRYPTED_VALUE": self._value,
            "TOOL_CALL_START": self._call_start,
            "TOOL_CALL_ARGS": self._call_args,
            "TOOL_CALL_END": self._call_end,
            "TOOL_CALL_RESULT": self._result,
            "ACTIVITY_SNAPSHOT": self._activity,
            "ACTIVITY_DELTA": self._activity_delta,
            "MESSAGES_SNAPSHOT": self._snapshot,
        }
        self._index()

    @property
    def messages(self) -> Messages:
        """The history as it stands: the messages themselves, to be read, not changed."""
        self._buffers.flush()
        return Messages(self._messages, as_table(self._issuers))

    def feed(self, event: Json) -> list[Json]:
        rule = self._rules.get(event["type"])
        if rule is not None:
            rule(event)
        return [event]

    def _index(self) -> None:
        self._by_id.clear()
        self._calls.clear()
        for message in self._messages:
            self._learn(message)

    def _learn(self, message: Json) -> None:
        if not isinstance(message, dict) or not isinstance(message.get("id"), str):
            return
        self._by_id.setdefault(message["id"], message)
        for call in listed(message.get("toolCalls")):
            if isinstance(call, dict) and isinstance(call.get("id"), str):
                self._calls.setdefault(call["id"], call)

    def _append(self, message: Json) -> None:
        self._messages.append(message)
        self._learn(message)

    def _run_started(self, event: Json) -> None:
        """The input of a run may carry messages that nobody here has seen."""
        for message in event.get("input", {}).get("messages", ()):
            if message["id"] not in self._by_id:
                self._append(copied(message))
                self._issued_by_producer(message, {})

    def _text_start(self, event: Json) -> None:
        role = event.get("role", "assistant")
        self._start(event, role)
        if "name" in event and event["messageId"] not in self._refused:
            self._by_id[event["messageId"]].setdefault("name", event["name"])

    def _reasoning_start(self, event: Json) -> None:
        self._start(event, "reasoning")

    def _start(self, event: Json, role: str) -> None:
        """Closed is not sealed: the same id goes on. One of another role is not touched."""
        name = event["messageId"]
        held = self._by_id.get(name)
        if held is None:
            self._append(owned({"id": name, "role": role, "content": ""}, event))
        elif held.get("role") != role or not isinstance(held.get("content", ""), str):
            self._refused.add(name)
            self.report.warn("id_taken", "/messageId")
            return
        self._refused.discard(name)
        merge(self._by_id[name], event)

    def _content(self, event: Json) -> None:
        message = self._held(event)
        if message is None:
            return
        self._buffers.append(message, "content", event["delta"])
        merge(message, event)

    def _end(self, event: Json) -> None:
        message = self._held(event)
        if message is not None:
            self._buffers.flush(message)
            merge(message, event)
        self._refused.discard(event["messageId"])

    def _held(self, event: Json) -> Json | None:
        """The open message; one that a snapshot took away is told of once."""
        name = event["messageId"]
        if name in self._refused:
            return None
        message = self._by_id.get(name)
        if message is None:
            self._refused.add(name)
            self.report.warn("unknown_message", "/messageId")
        return message

    def _value(self, event: Json) -> None:
        name: str = event["entityId"]
        entity: Entity = (event["subtype"], name)
        holder = (self._calls if event["subtype"] == "tool-call" else self._by_id).get(name)
        if holder is None:
            self.report.warn("unknown_entity", "/entityId")
        elif holder.get("role") == "activity":
            self.report.warn("activity_entity", "/entityId")
        else:
            holder["encryptedValue"] = event["encryptedValue"]
            holder.pop("encryptedValueType", None)
            if "encryptedValueType" in event:
                holder["encryptedValueType"] = event["encryptedValueType"]
            self._issue(entity, self._producer)

    def _issue(self, entity: Entity, producer: str | None) -> None:
        self._issuers.pop(entity, None)
        if producer is not None:
            self._issuers[entity] = producer

    def _call_start(self, event: Json) -> None:
        name = event["toolCallId"]
        call = self._calls.get(name)
        if call is None:
            parent = self._parent(event)
            if parent is None:
                return
            call = {
                "id": name,
                "type": "function",
                "function": {"name": event["toolCallName"], "arguments": ""},
            }
            parent.setdefault("toolCalls", []).append(call)
            self._calls[name] = call
        merge(call, event)

    def _parent(self, event: Json) -> Json | None:
        """The assistant message that holds the call, made where there is none."""
        for name in (event.get("parentMessageId"), event["toolCallId"]):
            if name is None:
                continue
            held = self._by_id.get(name)
            if held is None:
                held = owned({"id": name, "role": "assistant"}, event)
                self._append(held)
            if held.get("role") == "assistant" and isinstance(held.get("toolCalls", []), list):
                return held
        self._refused_calls.add(event["toolCallId"])
        self.report.warn("id_taken", "/toolCallId")
        return None

    def _call_args(self, event: Json) -> None:
        call = self._held_call(event)
        if call is not None:
            self._buffers.append(call["function"], "arguments", event["delta"])
            merge(call, event)

    def _call_end(self, event: Json) -> None:
        call = self._held_call(event)
        if call is not None:
            self._buffers.flush(call["function"])
            merge(call, event)
        self._refused_calls.discard(event["toolCallId"])

    def _held_call(self, event: Json) -> Json | None:
        name = event["toolCallId"]
        call = self._calls.get(name)
        if call is not None and isinstance(call.get("function"), dict):
            return call
        if name not in self._refused_calls:
            self._refused_calls.add(name)
            self.report.warn("unknown_call", "/toolCallId")
        return None

    def _result(self, event: Json) -> None:
        name = event["messageId"]
        held = self._by_id.get(name)
        if held is None:
            held = owned({"id": name, "role": "tool", "content": ""}, event)
            self._append(held)
        elif held.get("role") != "tool":
            self.report.warn("id_taken", "/messageId")
            return
        held["toolCallId"] = event["toolCallId"]
        held["content"] = event["content"]
        merge(held, event)

    def _activity(self, event: Json) -> None:
        name = event["messageId"]
        held = self._by_id.get(name)
        if held is None:
            held = owned({"id": name, "role": "activity"}, event)
            self._append(held)
        elif held.get("role") != "activity":
            self.report.warn("id_taken", "/messageId")
            return
        elif event.get("replace") is False:
            return
        held["activityType"] = event["activityType"]
        held["content"] = event["content"]
        merge(held, event)

    def _activity_delta(self, event: Json) -> None:
        held = self._by_id.get(event["messageId"])
        if held is None or held.get("role") != "activity":
            self.report.warn("unknown_message", "/messageId")
            return
        try:
            content = patched(held.get("content"), event["patch"])
        except (PatchError, RecursionError):
            self.report.warn("patch_failed", "/patch")
            return
        if not isinstance(content, dict):
            self.report.warn("patch_failed", "/patch")
            return
        held["content"] = content
        held["activityType"] = event["activityType"]
        merge(held, event)

    def _snapshot(self, event: Json) -> None:
        self._buffers.flush()
        before = {e: h["encryptedValue"] for m in self._messages for e, h, _ in holders(m)}
        restated = self._unique(event["messages"])
        self._messages = reconcile(self._messages, [copied(m) for m in restated])
        self._index()
        self._issuers = {
            entity: self._issuers[entity]
            for message in self._messages
            for entity, _, _ in holders(message)
            if entity in self._issuers
        }
        for message in restated:
            self._issued_by_producer(message, before)

    def _issued_by_producer(self, message: Json, before: Mapping[Entity, Json]) -> None:
        """A value restated as it was held stays its issuer's; any other is this producer's."""
        for entity, holder, _ in holders(message):
            value = holder["encryptedValue"]
            held = before.get(entity)
            if held is not value and held != value:
                self._issue(entity, self._producer)

    def _unique(self, messages: Sequence[Json]) -> Sequence[Json]:
        last = {message["id"]: place for place, message in enumerate(messages)}
        if len(last) == len(messages):
            return messages
        for place, message in enumerate(messages):
            if last[message["id"]] != place:
                self.report.warn("duplicate_id", f"/messages/{place}/id")
                tell_lost(message, f"/messages/{place}", self.report)
        return [messages[place] for place in sorted(last.values())]
