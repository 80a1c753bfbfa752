"""Emitted tool calls: each opened once its name is known, its signature a value of the call."""

from forethought.policies.agui.names import Names, Writer, value_event, with_metadata
from forethought.policies.agui.seal import Packed
from forethought.policies.words import Json


class _Call:
    __slots__ = ("arguments", "given", "id", "name", "packed", "parent", "started")

    def __init__(self, name: str, given: str | None, parent: str) -> None:
        self.id = name
        self.given = given
        self.parent = parent
        self.name = ""
        self.arguments: list[str] = []
        self.packed: Packed | None = None
        self.started = False


class Calls:
    """The calls of a run. The provider's id stays where no call of the run had it before."""

    def __init__(self, names: Names, writer: Writer) -> None:
        self._names = names
        self._writer = writer
        self._open: dict[int, _Call] = {}
        self._used: set[str] = set()

    def feed(self, delta: Json, parent: str) -> list[Json]:
        """The events of one entry of `tool_calls`."""
        function = delta.get("function") or delta.get("custom")
        function = function if isinstance(function, dict) else {}
        signature = delta.get("provider_signature")
        packed = (
            self._writer.pack("google.thought_signature", signature)
            if isinstance(signature, str) and signature
            else None
        )
        if packed is not None and self._closed(delta, function):
            return [value_event("tool-call", delta["id"], packed)]
        events, call = self._of(delta, parent)
        if not call.name and isinstance(function.get("name"), str):
            call.name = function["name"]
        fragment = function.get("arguments") or function.get("input")
        if isinstance(fragment, str) and fragment:
            call.arguments.append(fragment)
        call.packed = packed or call.packed
        return events + (self._progress(call) if call.name else [])

    def close(self) -> list[Json]:
        events = [event for call in self._open.values() for event in self._end(call)]
        self._open.clear()
        return events

    def _closed(self, delta: Json, function: Json) -> bool:
        """Whether the entry only signs a call that has ended."""
        given = delta.get("id")
        if function.get("name") or not isinstance(given, str) or given not in self._used:
            return False
        return all(call.given != given for call in self._open.values())

    def _of(self, delta: Json, parent: str) -> tuple[list[Json], _Call]:
        """The call that the entry goes on with, or a new one: another id is another call."""
        place = delta.get("index")
        place = place if isinstance(place, int) else 0
        given = delta.get("id")
        given = given if isinstance(given, str) and given else None
        call = self._open.get(place)
        if call is not None and given in (None, call.given):
            return [], call
        events = [] if call is None else self._end(call)
        name = given if given and given not in self._used else self._names.next()
        self._used.add(name)
        self._open[place] = _Call(name, given, parent)
        return events, self._open[place]

    def _progress(self, call: _Call) -> list[Json]:
        events: list[Json] = []
        if not call.started:
            call.started = True
            events.append(
                {
                    "type": "TOOL_CALL_START",
                    "toolCallId": call.id,
                    "toolCallName": call.name,
                    "parentMessageId": call.parent,
                }
            )
        if call.arguments:
            delta = "".join(call.arguments)
            call.arguments.clear()
            events.append({"type": "TOOL_CALL_ARGS", "toolCallId": call.id, "delta": delta})
        return events

    def _end(self, call: _Call) -> list[Json]:
        events = self._progress(call)
        end: Json = {"type": "TOOL_CALL_END", "toolCallId": call.id}
        events.append(with_metadata(end, call.packed))
        if call.packed is not None:
            events.append(value_event("tool-call", call.id, call.packed))
        return events
