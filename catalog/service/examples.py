"""Requests to try, as the schema shows them. Their models are made up: any id will do."""

from typing import Final

RESOLVE: Final = {"items": [{"model": "MODEL", "platform": "bedrock"}, {"route": "ROUTE"}]}
REWRITE: Final = {
    "request": {
        "model": "MODEL",
        "temperature": 0.2,
        "messages": [{"role": "user", "content": "Hello"}],
    },
    "wire": "openai.chat",
    "intent": {"effort": "high"},
}
AGUI_CHECK: Final = {
    "events": [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "REASONING_MESSAGE_START", "messageId": "m", "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "m", "delta": "…"},
        {"type": "REASONING_MESSAGE_END", "messageId": "m"},
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
    ],
    "messages": [{"id": "u", "role": "user", "content": "Hello"}],
}
AGUI_APPLY: Final = {**AGUI_CHECK, "producer": "PRODUCER"}
KEPT: Final = {
    "wire": "anthropic.messages",
    "signed_by": "anthropic/MODEL",
    "call_ids": ["CALL"],
    "blocks": [{"type": "thinking", "thinking": "", "signature": "SIGNATURE"}],
    "layout": ["block", "call"],
}
KEEP: Final = {"tenant": "TENANT", "conversation": "CONVERSATION", "kept": KEPT}
RESTORE: Final = {
    "tenant": "TENANT",
    "conversation": "CONVERSATION",
    "wire": "openai.chat",
    "request": REWRITE["request"],
}
FORGET: Final = {"tenant": "TENANT", "conversation": "CONVERSATION", "first_call_id": "CALL"}
VALIDATE: Final = {
    "files": {"eu.toml": 'schema = 1\n\n[route."eu"]\nmodel = "MODEL"\nplatform = "bedrock"\n'}
}
