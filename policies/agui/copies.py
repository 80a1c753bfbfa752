"""What the history writes to: copies of what it was given, and what gathers on them."""

from forethought.policies.words import Json


def owned(message: Json, event: Json) -> Json:
    if "subagentRunId" in event:
        message["subagentRunId"] = event["subagentRunId"]
    return message


def merge(target: Json, event: Json) -> None:
    """Metadata gathers on what it is about, key by key, the last one standing."""
    metadata = event.get("metadata")
    if metadata is not None:
        held = target.get("metadata")
        target["metadata"] = {**held, **metadata} if isinstance(held, dict) else dict(metadata)


def copied(message: Json) -> Json:
    """A copy of what may be written to: the message, its calls, their functions."""
    if not isinstance(message, dict):
        return message
    copy = dict(message)
    if isinstance(copy.get("toolCalls"), list):
        copy["toolCalls"] = [_copied_call(call) for call in copy["toolCalls"]]
    return copy


def _copied_call(call: Json) -> Json:
    if not isinstance(call, dict):
        return call
    function = call.get("function")
    return {**call, "function": dict(function)} if isinstance(function, dict) else dict(call)
