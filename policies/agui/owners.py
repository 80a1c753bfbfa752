"""Who opened what: a continuation that names another subagent would mix two producers' words."""

from typing import Literal

from forethought.policies.agui.report import Code
from forethought.policies.words import Json

Broken = list[tuple[Code, str]]
Kind = Literal["message", "call", "activity", "reasoning"]
Owner = str | None
"""A subagent, or None for the parent agent, which is as much an owner."""

_PATH = "/subagentRunId"


class Owners:
    """The openers of one run. They outlive the close: a value, or a reopening, may come later."""

    def __init__(self) -> None:
        self._of: dict[Kind, dict[str, Owner]] = {}
        self.clear()

    def clear(self) -> None:
        self._of = {"message": {}, "call": {}, "activity": {}, "reasoning": {}}

    def text(self, event: Json) -> Broken:
        return self._claim("message", event["messageId"], event, "owner")

    def of_text(self, event: Json) -> Broken:
        return self._agree("message", event["messageId"], event, "owner")

    def reasoning(self, event: Json) -> Broken:
        return self._claim("reasoning", event["messageId"], event, "reasoning_owner")

    def of_reasoning(self, event: Json) -> Broken:
        return self._agree("reasoning", event["messageId"], event, "reasoning_owner")

    def call(self, event: Json) -> Broken:
        """A call belongs to the message that carries it."""
        tag, parent = event.get("subagentRunId"), event.get("parentMessageId")
        messages, calls = self._of["message"], self._of["call"]
        inherited = messages.get(parent, tag) if parent is not None else tag
        owner = inherited if tag is None else tag
        if owner != inherited or calls.get(event["toolCallId"], owner) != owner:
            return [("owner", _PATH)]
        calls[event["toolCallId"]] = owner
        return []

    def of_call(self, event: Json) -> Broken:
        return self._agree("call", event["toolCallId"], event, "owner")

    def of_activity(self, event: Json) -> Broken:
        return self._agree("activity", event["messageId"], event, "owner")

    def of_value(self, event: Json) -> Broken:
        """An entity nobody knows has no owner to disagree with."""
        name = event["entityId"]
        if event["subtype"] == "tool-call":
            return self._agree("call", name, event, "reasoning_owner")
        kind: Kind = "message" if name in self._of["message"] else "reasoning"
        return self._agree(kind, name, event, "reasoning_owner")

    def minted(self, event: Json) -> Broken:
        self._of["message"][event["messageId"]] = event.get("subagentRunId")
        return []

    def activity(self, event: Json) -> Broken:
        held = self._of["activity"]
        if event["messageId"] not in held or event.get("replace") is not False:
            held[event["messageId"]] = event.get("subagentRunId")
        return []

    def restated(self, event: Json) -> Broken:
        """A snapshot says who owns each message it carries."""
        for message in event["messages"]:
            self._seed(message, over=True)
        return []

    def echoed(self, event: Json) -> None:
        """The input of a run says so too, where nothing else did."""
        for message in event.get("input", {}).get("messages", ()):
            self._seed(message, over=False)

    def _seed(self, message: Json, *, over: bool) -> None:
        role, owner = message["role"], message.get("subagentRunId")
        kind: Kind = role if role in ("reasoning", "activity") else "message"
        self._put(kind, message["id"], owner, over=over)
        for call in message.get("toolCalls", ()):
            self._put("call", call["id"], owner, over=over)

    def _put(self, kind: Kind, name: str, owner: Owner, *, over: bool) -> None:
        if over or name not in self._of[kind]:
            self._of[kind][name] = owner

    def _claim(self, kind: Kind, name: str, event: Json, code: Code) -> Broken:
        held = self._of[kind]
        if name in held:
            return self._agree(kind, name, event, code)
        held[name] = event.get("subagentRunId")
        return []

    def _agree(self, kind: Kind, name: str, event: Json, code: Code) -> Broken:
        tag = event.get("subagentRunId")
        if tag is None or name not in self._of[kind] or self._of[kind][name] == tag:
            return []
        return [(code, _PATH)]
