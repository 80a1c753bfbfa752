"""What a body asks of the model, whatever wire it is in."""

from typing import Any

from msgspec import Struct

from forethought.policies.words import Wire


class Sent(Struct, frozen=True, kw_only=True):
    """The knobs of a body, by one name each; None is absent."""

    temperature: Any = None
    top_p: Any = None
    top_k: Any = None
    penalties: Any = None
    logprobs: Any = None
    stop: Any = None
    effort: Any = None
    budget: Any = None
    kind: Any = None
    """The `thinking.type`."""
    output: Any = None
    forced: bool = False
    tools: bool = False
    last: Any = None
    """The role of the last turn."""


def read(body: dict[str, Any], wire: Wire) -> Sent:
    """The knobs of a body on one of the wires that a chat is translated to."""
    return _READERS[wire](body)


def _at(body: dict[str, Any], path: str) -> Any:
    value: Any = body
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _claude(body: dict[str, Any]) -> Sent:
    return Sent(
        temperature=body.get("temperature"),
        top_p=body.get("top_p"),
        top_k=body.get("top_k"),
        stop=body.get("stop_sequences"),
        effort=_at(body, "output_config.effort"),
        budget=_at(body, "thinking.budget_tokens"),
        kind=_at(body, "thinking.type"),
        output=body.get("max_tokens"),
        forced=_at(body, "tool_choice.type") in ("any", "tool"),
        tools=bool(body.get("tools")),
        last=body["messages"][-1]["role"],
    )


def _gemini(body: dict[str, Any]) -> Sent:
    config = body.get("generationConfig", {})
    mode = _at(body, "toolConfig.functionCallingConfig.mode")
    level = _at(config, "thinkingConfig.thinkingLevel")
    return Sent(
        temperature=config.get("temperature"),
        top_p=config.get("topP"),
        top_k=config.get("topK"),
        penalties=config.get("frequencyPenalty", config.get("presencePenalty")),
        logprobs=config.get("responseLogprobs"),
        stop=config.get("stopSequences"),
        effort=level.lower() if isinstance(level, str) else None,
        budget=_at(config, "thinkingConfig.thinkingBudget"),
        output=config.get("maxOutputTokens"),
        forced=mode == "ANY",
        tools=bool(body.get("tools")),
        last=body["contents"][-1]["role"],
    )


def _chat(body: dict[str, Any]) -> Sent:
    choice = body.get("tool_choice")
    return Sent(
        temperature=body.get("temperature"),
        top_p=body.get("top_p"),
        penalties=body.get("frequency_penalty", body.get("presence_penalty")),
        logprobs=body.get("logprobs"),
        stop=body.get("stop"),
        effort=body.get("reasoning_effort", _at(body, "reasoning.effort")),
        kind=_at(body, "thinking.type"),
        output=body.get("max_completion_tokens", body.get("max_tokens")),
        forced=choice == "required" or isinstance(choice, dict),
        tools=bool(body.get("tools")),
        last=body["messages"][-1]["role"],
    )


def _responses(body: dict[str, Any]) -> Sent:
    choice = body.get("tool_choice")
    return Sent(
        temperature=body.get("temperature"),
        top_p=body.get("top_p"),
        logprobs=body.get("top_logprobs"),
        effort=_at(body, "reasoning.effort"),
        output=body.get("max_output_tokens"),
        forced=choice == "required" or isinstance(choice, dict),
        tools=bool(body.get("tools")),
        last=body["input"][-1].get("role"),
    )


_READERS = {
    "anthropic.messages": _claude,
    "gemini.generate": _gemini,
    "openai.chat": _chat,
    "openai.responses": _responses,
}
