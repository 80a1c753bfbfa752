"""The events and messages of AG-UI 1.0 and 1.1, as published in its schema.

1.1 adds `encryptedValueType` beside every `encryptedValue`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from forethought.policies.agui.shapes import (
    Closed,
    Each,
    Leaf,
    Record,
    Shape,
    Tagged,
    TextOr,
    constant,
    record,
)

Profile = Literal["1.0", "1.1"]
Fields = Mapping[str, Shape]

_SAFE = 2**53 - 1
_POINTER = re.compile(r"(/([^/~]|~[01])*)*", re.DOTALL)


def _integer(least: int) -> Leaf:
    def fits(value: Any) -> bool:
        if isinstance(value, bool):
            return False
        if isinstance(value, float) and not value.is_integer():
            return False
        return bool(least <= value <= _SAFE)

    return Leaf(kind=(int, float), rule=fits, expected="an integer that JSON carries exactly")


TEXT: Final = Leaf(kind=str, expected="a string")
FLAG: Final = Leaf(kind=bool, expected="true or false")
TABLE: Final = Leaf(kind=dict, expected="an object")
ANY: Final = Leaf(kind=object, expected="any JSON")
SOME: Final = Leaf(kind=object, rule=lambda value: value is not None, expected="any JSON but null")
POINTER: Final = Leaf(
    kind=str, rule=lambda value: _POINTER.fullmatch(value) is not None, expected="a JSON pointer"
)
TIME: Final = _integer(-_SAFE)
COUNT: Final = _integer(0)
TEXTS: Final = Each(item=TEXT)

OWNED: Final[Fields] = {"subagentRunId": TEXT}
EVENT: Final[Fields] = {"timestamp": TIME, "rawEvent": SOME, "metadata": TABLE}
TEXT_ROLES: Final = frozenset({"developer", "system", "assistant", "user"})

SOURCE: Final = Tagged(
    tag="type",
    of={
        "data": record({"type": TEXT, "value": TEXT, "mimeType": TEXT}),
        "url": record({"type": TEXT, "value": TEXT}, {"mimeType": TEXT}),
        "file": record({"type": TEXT, "value": TEXT}, {"provider": TEXT, "mimeType": TEXT}),
    },
)
_MEDIA = record({"type": TEXT, "source": SOURCE}, {"id": TEXT, "metadata": ANY})
PART: Final = Tagged(
    tag="type",
    of={
        "text": record({"type": TEXT, "text": TEXT}, {"id": TEXT, "metadata": ANY}),
        "image": _MEDIA,
        "audio": _MEDIA,
        "video": _MEDIA,
        "document": _MEDIA,
    },
)
CONTENT: Final = TextOr(other=Each(item=PART))

_AT = {"op": TEXT, "path": POINTER}
PATCH: Final = Each(
    item=Tagged(
        tag="op",
        of={
            "add": record({**_AT, "value": ANY}, open=True),
            "remove": record(_AT, open=True),
            "replace": record({**_AT, "value": ANY}, open=True),
            "move": record({**_AT, "from": POINTER}, open=True),
            "copy": record({**_AT, "from": POINTER}, open=True),
            "test": record({**_AT, "value": ANY}, open=True),
        },
    )
)
"""RFC 6902, whose operations ignore the members they do not define."""

USAGE: Final = Each(
    item=record(
        {},
        {
            "provider": TEXT,
            "model": TEXT,
            "inputTokens": COUNT,
            "outputTokens": COUNT,
            "totalTokens": COUNT,
            "reasoningTokens": COUNT,
            "cachedInputTokens": COUNT,
            "cacheWriteInputTokens": COUNT,
        },
    )
)
_INTERRUPT = record(
    {"id": TEXT, "reason": TEXT},
    {
        **OWNED,
        "message": TEXT,
        "toolCallId": TEXT,
        "responseSchema": TABLE,
        "expiresAt": TEXT,
        "metadata": TABLE,
    },
)
RUN_OUTCOME: Final = Tagged(
    tag="type",
    of={
        "success": record({"type": TEXT}, {"pendingToolCallIds": TEXTS}),
        "interrupt": record({"type": TEXT, "interrupts": Each(item=_INTERRUPT, least=1)}),
        "cancelled": record({"type": TEXT}),
    },
)
SUBAGENT_OUTCOME: Final = Tagged(
    tag="type",
    of={
        "success": record({"type": TEXT}),
        "suspended": record({"type": TEXT}, {"interruptIds": TEXTS}),
    },
)
_TOOL = record({"name": TEXT, "description": TEXT}, {"parameters": ANY, "metadata": TABLE})
_RESUME = record(
    {"interruptId": TEXT, "status": Closed(names=frozenset({"resolved", "cancelled"}))},
    {"payload": ANY, "metadata": TABLE},
)


class Schema(Struct, frozen=True, kw_only=True):
    """What one version describes."""

    events: Mapping[str, Record]
    message: Tagged


def _messages(value: Fields) -> Tagged:
    holder: Fields = {**value, **OWNED, "metadata": TABLE}
    named: Fields = {**holder, "name": TEXT}
    base: Fields = {"id": TEXT, "role": TEXT}
    function = record({"name": TEXT, "arguments": TEXT})
    call = record(
        {"id": TEXT, "type": constant("function"), "function": function},
        {**value, "metadata": TABLE},
    )
    return Tagged(
        tag="role",
        unknown="unknown_role",
        of={
            "developer": record({**base, "content": TEXT}, named),
            "system": record({**base, "content": TEXT}, named),
            "user": record({**base, "content": CONTENT}, named),
            "assistant": record(base, {**named, "content": TEXT, "toolCalls": Each(item=call)}),
            "tool": record(
                {**base, "content": CONTENT, "toolCallId": TEXT}, {**holder, "error": TEXT}
            ),
            "reasoning": record({**base, "content": TEXT}, holder),
            "activity": record(
                {**base, "activityType": TEXT, "content": TABLE}, {**OWNED, "metadata": TABLE}
            ),
        },
    )


def _event(required: Fields | None = None, optional: Fields | None = None) -> Record:
    return record({"type": TEXT, **(required or {})}, {**EVENT, **(optional or {})})


def _owned(required: Fields | None = None, optional: Fields | None = None) -> Record:
    return _event(required, {**OWNED, **(optional or {})})


def _run_events(message: Tagged) -> dict[str, Record]:
    run: Fields = {"threadId": TEXT, "runId": TEXT}
    origin: Fields = {"protocolVersion": TEXT, "parentRunId": TEXT}
    given = record(
        {**run, "messages": Each(item=message)},
        {
            **origin,
            "state": ANY,
            "tools": Each(item=_TOOL),
            "context": Each(item=record({"description": TEXT, "value": TEXT})),
            "forwardedProps": ANY,
            "resume": Each(item=_RESUME),
        },
    )
    return {
        "RUN_STARTED": _event(run, {**origin, "input": given}),
        "RUN_FINISHED": _event(run, {"result": ANY, "outcome": RUN_OUTCOME, "usage": USAGE}),
        "RUN_ERROR": _event({"message": TEXT}, {"code": TEXT, "usage": USAGE}),
        "MESSAGES_SNAPSHOT": _event({"messages": Each(item=message)}),
        "STEP_STARTED": _owned({"stepName": TEXT}),
        "STEP_FINISHED": _owned({"stepName": TEXT}),
        "SUBAGENT_STARTED": _event(
            {"subagentRunId": TEXT, "name": TEXT},
            {
                "description": TEXT,
                "parentSubagentRunId": TEXT,
                "parentToolCallId": TEXT,
                "parentMessageId": TEXT,
            },
        ),
        "SUBAGENT_FINISHED": _event(
            {"subagentRunId": TEXT}, {"result": ANY, "outcome": SUBAGENT_OUTCOME}
        ),
        "SUBAGENT_ERROR": _event({"subagentRunId": TEXT, "message": TEXT}, {"code": TEXT}),
    }


def _content_events() -> dict[str, Record]:
    said: Fields = {"messageId": TEXT}
    called: Fields = {"toolCallId": TEXT}
    role: Fields = {"role": Closed(names=TEXT_ROLES), "name": TEXT}
    return {
        "TEXT_MESSAGE_START": _owned(said, role),
        "TEXT_MESSAGE_CONTENT": _owned({**said, "delta": TEXT}),
        "TEXT_MESSAGE_END": _owned(said),
        "TEXT_MESSAGE_CHUNK": _owned({}, {**said, **role, "delta": TEXT}),
        "TOOL_CALL_START": _owned({**called, "toolCallName": TEXT}, {"parentMessageId": TEXT}),
        "TOOL_CALL_ARGS": _owned({**called, "delta": TEXT}),
        "TOOL_CALL_END": _owned(called),
        "TOOL_CALL_CHUNK": _owned(
            {}, {**called, "toolCallName": TEXT, "parentMessageId": TEXT, "delta": TEXT}
        ),
        "TOOL_CALL_RESULT": _owned(
            {**said, **called, "content": CONTENT}, {"role": constant("tool")}
        ),
        "STATE_SNAPSHOT": _owned({"snapshot": ANY}),
        "STATE_DELTA": _owned({"delta": PATCH}),
        "ACTIVITY_SNAPSHOT": _owned(
            {**said, "activityType": TEXT, "content": TABLE}, {"replace": FLAG}
        ),
        "ACTIVITY_DELTA": _owned({**said, "activityType": TEXT, "patch": PATCH}),
        "RAW": _owned({"event": ANY}, {"source": TEXT}),
        "CUSTOM": _owned({"name": TEXT, "value": ANY}),
    }


def _reasoning_events(value_type: Fields) -> dict[str, Record]:
    said: Fields = {"messageId": TEXT}
    return {
        "REASONING_START": _owned(said),
        "REASONING_END": _owned(said),
        "REASONING_MESSAGE_START": _owned({**said, "role": constant("reasoning")}),
        "REASONING_MESSAGE_CONTENT": _owned({**said, "delta": TEXT}),
        "REASONING_MESSAGE_END": _owned(said),
        "REASONING_MESSAGE_CHUNK": _owned({}, {**said, "delta": TEXT}),
        "REASONING_ENCRYPTED_VALUE": _owned(
            {
                "subtype": Closed(names=frozenset({"message", "tool-call"})),
                "entityId": TEXT,
                "encryptedValue": TEXT,
            },
            value_type,
        ),
    }


def _schema(value_type: Fields) -> Schema:
    message = _messages({"encryptedValue": TEXT, **value_type})
    return Schema(
        events={
            **_run_events(message),
            **_content_events(),
            **_reasoning_events(value_type),
        },
        message=message,
    )


SCHEMAS: Final[Mapping[Profile, Schema]] = {
    "1.0": _schema({}),
    "1.1": _schema({"encryptedValueType": TEXT}),
}
