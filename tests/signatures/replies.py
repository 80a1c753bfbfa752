"""Kept replies, and requests that hold them."""

from typing import Any, Final

from forethought.policies.kept import Kept

Json = Any
SECRET: Final = "EqQBCkgISECRET"


def kept(call_id: str, size: int = 10, **more: Json) -> Kept:
    """A reply with one signed block and one call."""
    block = {"type": "thinking", "thinking": "", "signature": f"{SECRET}{call_id}" + "x" * size}
    told: Json = {
        "wire": "anthropic.messages",
        "signed_by": "anthropic/claude-opus-5-5",
        "reply_id": f"msg_{call_id}",
        "call_ids": (call_id,),
        "blocks": (block,),
        "layout": ("block", "call"),
    }
    return Kept(**{**told, **more})


def request(*call_ids: str, system: str = "s") -> Json:
    """A conversation in which these calls were made, as a client holds it."""
    rows: list[Json] = [{"role": "system", "content": system}, {"role": "user", "content": "hi"}]
    for call_id in call_ids:
        function = {"name": "f", "arguments": "{}"}
        call = {"id": call_id, "type": "function", "function": function}
        rows.append({"role": "assistant", "content": None, "tool_calls": [call]})
        rows.append({"role": "tool", "tool_call_id": call_id, "content": "x"})
    return {"model": "claude-opus-5-5", "messages": rows}
