"""Chunk expansion: the compact spelling into start, content and end."""

from typing import Final

from msgspec import Struct

from forethought.policies.agui.report import Report
from forethought.policies.words import Json


class Kind(Struct, frozen=True, kw_only=True):
    """One of the three things that come in chunks."""

    start: str
    content: str
    end: str
    id: str
    repeats: tuple[str, ...] = ()
    """What a later chunk may say again, if it says the same."""


KINDS: Final = {
    "TEXT_MESSAGE_CHUNK": Kind(
        start="TEXT_MESSAGE_START",
        content="TEXT_MESSAGE_CONTENT",
        end="TEXT_MESSAGE_END",
        id="messageId",
        repeats=("role", "name"),
    ),
    "TOOL_CALL_CHUNK": Kind(
        start="TOOL_CALL_START",
        content="TOOL_CALL_ARGS",
        end="TOOL_CALL_END",
        id="toolCallId",
        repeats=("toolCallName", "parentMessageId"),
    ),
    "REASONING_MESSAGE_CHUNK": Kind(
        start="REASONING_MESSAGE_START",
        content="REASONING_MESSAGE_CONTENT",
        end="REASONING_MESSAGE_END",
        id="messageId",
    ),
}

RUN_WIDE: Final = frozenset({"RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT"})
"""They end every open chunk stream, whoever it belongs to."""
ASIDE: Final = frozenset(
    {"RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE", "SUBAGENT_STARTED"}
)
"""They end none."""


class Pending(Struct, frozen=True, kw_only=True):
    """A stream that is being assembled."""

    kind: Kind
    id: str
    owner: str | None
    said: dict[str, Json]


class Expander:
    """The third stage. One stream may be open for each subagent and one for the parent (a lane);
    every other event of the lane ends it."""

    def __init__(self, report: Report | None = None) -> None:
        self.report = report or Report()
        self._lanes: dict[str | None, Pending] = {}

    def feed(self, event: Json) -> list[Json]:
        kind = KINDS.get(event["type"])
        if kind is not None:
            return self._expanded(kind, event)
        if not self._lanes:
            return [event]
        return [*self._ended_by(event), event]

    def _ended_by(self, event: Json) -> list[Json]:
        if event["type"] in ASIDE:
            return []
        if event["type"] not in RUN_WIDE:
            return self._close(event.get("subagentRunId"))
        ends = [_end(pending) for pending in self._lanes.values()]
        self._lanes.clear()
        return ends

    def _close(self, lane: str | None) -> list[Json]:
        pending = self._lanes.pop(lane, None)
        return [] if pending is None else [_end(pending)]

    def _expanded(self, kind: Kind, event: Json) -> list[Json]:
        lane = self._lane(kind, event)
        pending = self._lanes.get(lane)
        opening: list[Json] = []
        if (
            pending is None
            or pending.kind is not kind
            or event.get(kind.id, pending.id) != pending.id
        ):
            opening = self._open(kind, lane, event)
            pending = self._lanes[lane]
        else:
            self._agree(pending, event)
        if "delta" in event or "rawEvent" in event or ("metadata" in event and not opening):
            opening.append(_content(pending, event))
        return opening

    def _lane(self, kind: Kind, event: Json) -> str | None:
        """An id names its stream; else the tag does; else the parent's, or the only one open."""
        named = event.get(kind.id)
        tag: str | None = event.get("subagentRunId")
        streams = [p for p in self._lanes.values() if p.kind is kind]
        if named is not None:
            holder = next((p for p in streams if p.id == named), None)
            if holder is None:
                return tag
            if tag is not None and tag != holder.owner:
                self.report.fail("chunk_conflict", "/subagentRunId")
            return holder.owner
        if tag is not None or not streams or any(p.owner is None for p in streams):
            return tag
        if len(streams) > 1:
            self.report.fail("chunk_ambiguous", f"/{kind.id}")
        return streams[0].owner

    def _open(self, kind: Kind, lane: str | None, event: Json) -> list[Json]:
        if kind.id not in event:
            self.report.fail("chunk_without_id", f"/{kind.id}")
        if kind.id == "toolCallId" and "toolCallName" not in event:
            self.report.fail("chunk_without_name", "/toolCallName")
        ended = self._close(lane)
        said = {name: event[name] for name in kind.repeats if name in event}
        if "role" in kind.repeats:
            said.setdefault("role", "assistant")
        self._lanes[lane] = Pending(kind=kind, id=event[kind.id], owner=lane, said=said)
        start: Json = {"type": kind.start, kind.id: event[kind.id], **said}
        if kind.start == "REASONING_MESSAGE_START":
            start["role"] = "reasoning"
        _carry(event, start, ("timestamp", "metadata", "subagentRunId"))
        return [*ended, start]

    def _agree(self, pending: Pending, event: Json) -> None:
        for name in pending.kind.repeats:
            if name in event and event[name] != pending.said.get(name):
                self.report.fail("chunk_conflict", f"/{name}")


def _end(pending: Pending) -> Json:
    end: Json = {"type": pending.kind.end, pending.kind.id: pending.id}
    if pending.owner is not None:
        end["subagentRunId"] = pending.owner
    return end


def _content(pending: Pending, event: Json) -> Json:
    content: Json = {
        "type": pending.kind.content,
        pending.kind.id: pending.id,
        "delta": event.get("delta", ""),
    }
    if pending.owner is not None:
        content["subagentRunId"] = pending.owner
    _carry(event, content, ("timestamp", "rawEvent", "metadata"))
    return content


def _carry(source: Json, target: Json, names: tuple[str, ...]) -> None:
    for name in names:
        if name in source:
            target[name] = source[name]
