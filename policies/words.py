"""The vocabulary: the closed sets that traits, policy and requests are told in."""

from typing import Any, Final, Literal, TypeAlias, get_args

Json: TypeAlias = Any
"""A JSON value: dict, list, str, int, float, bool, None. In a body that came as bytes, what nobody
had to look into may still be `msgspec.Raw`."""

Wire = Literal[
    "openai.chat", "openai.responses", "anthropic.messages", "gemini.generate", "bedrock.converse"
]
"""The shape of a request."""

Platform = Literal[
    "anthropic",
    "bedrock",
    "vertex",
    "foundry",
    "gemini",
    "openai",
    "azure",
    "openrouter",
    "compatible",
]
"""Who serves the model, where that changes the request or the id."""

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How much a model is asked to think, least first."""

ThinkingMode = Literal["never", "opt_in", "default_on", "always"]
ThinkingType = Literal["adaptive", "enabled", "disabled", "between_tools"]
Display = Literal["omitted", "summarized", "updates"]
Acceptance = Literal["accepted", "refused", "ignored", "refused_while_thinking"]
Pairing = Literal["accepted", "refused"]
Forcing = Literal["accepted", "refused", "refused_while_thinking", "refused_with_budget"]
MidConversation = Literal["accepted", "refused", "ignored"]
Prefilling = Literal["accepted", "refused", "refused_while_thinking"]
Binding = Literal["none", "prefix"]
Unreadable = Literal["dropped", "refused"]
Returning = Literal["required", "accepted", "refused"]
Effect = Literal["none", "quality", "semantics"]
Operation = Literal["add", "remove", "replace"]
Match = Literal[
    "exact",
    "alias",
    "dated",
    "spelling",
    "base_model",
    "newest_of_line",
    "newest_of_vendor",
    "unknown",
]
"""How an id was recognised, strongest first."""

WIRES: Final[tuple[Wire, ...]] = get_args(Wire)
PLATFORMS: Final[tuple[Platform, ...]] = get_args(Platform)
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)
MATCHES: Final[tuple[Match, ...]] = get_args(Match)
