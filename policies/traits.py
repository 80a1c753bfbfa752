"""Traits: what a model accepts. Facts, never choices; `None` is "not known", never "no".

The values stand in `data/*.toml`, each with its source and the date it was checked.
"""

from collections.abc import Mapping

from msgspec import Struct

from forethought.policies.words import (
    Acceptance,
    Binding,
    Display,
    Effort,
    Forcing,
    Json,
    MidConversation,
    Pairing,
    Prefilling,
    Returning,
    ThinkingMode,
    ThinkingType,
    Unreadable,
    Wire,
)


class Budget(Struct, frozen=True, kw_only=True):
    """The token budgets a model takes for its thinking."""

    min: int | None = None
    """The smallest budget above zero, in tokens (Anthropic: 1024)."""
    max: int | None = None
    """The largest, in tokens; unset where only the output limit bounds it."""
    zero: bool | None = None
    """Whether 0 is taken and turns thinking off (Gemini 2.5 Flash)."""
    dynamic: bool | None = None
    """Whether -1 is taken and lets the model choose (Gemini 2.5)."""


class Off(Struct, frozen=True, kw_only=True):
    """How thinking is turned off: a field of the request and the value that does it."""

    field: str
    """Dotted, from the top of the body: `thinking.type`."""
    value: Json


class Thinking(Struct, frozen=True, kw_only=True):
    """Whether and how a model thinks. Source: facts.md 1.1, 2, 3, 4."""

    mode: ThinkingMode | None = None
    """`never`; `opt_in`, off unless asked; `default_on`, on unless turned off; `always`."""
    types: tuple[ThinkingType, ...] | None = None
    """The values of `thinking.type` that are not answered with a 400."""
    budget: Budget | None = None
    """Unset where no budget is taken."""
    off: Off | None = None
    """Unset where it cannot be turned off."""
    display: tuple[Display, ...] | None = None
    """What may be asked to see; empty where nothing may be asked."""
    display_default: Display | None = None
    """What comes unasked."""
    summary: str | None = None
    """The field that asks for reasoning to be shown, where that is not `thinking.display`:
    `generationConfig.thinkingConfig.includeThoughts`, `reasoning.summary`."""


class EffortTraits(Struct, frozen=True, kw_only=True):
    """The levels a model offers. Source: facts.md 1.3, 2, 3, 4."""

    levels: tuple[Effort, ...] | None = None
    """Offered levels, least first; empty where the model has no such parameter."""
    default: Effort | None = None
    """What the model does when no level is sent."""
    parameter: str | None = None
    """The field that carries the level, dotted: `output_config.effort`, `reasoning_effort`."""
    max_when_off: Effort | None = None
    """The highest level taken while thinking is off."""
    mid_conversation: bool | None = None
    """Whether a system entry inside the conversation may change it."""


class Sampling(Struct, frozen=True, kw_only=True):
    """Which sampling parameters are taken. A temperature of exactly 1 always is.

    Source: facts.md 1.4, 2, 3.
    """

    temperature: Acceptance | None = None
    top_p: Acceptance | None = None
    top_k: Acceptance | None = None
    penalties: Acceptance | None = None
    """Both `frequency_penalty` and `presence_penalty`."""
    logprobs: Acceptance | None = None
    """Both `logprobs` and `top_logprobs`."""
    logit_bias: Acceptance | None = None
    stop: Acceptance | None = None
    """Stop sequences (Grok refuses them)."""
    temperature_with_top_p: Pairing | None = None
    """Whether both may stand in one request."""


class Tools(Struct, frozen=True, kw_only=True):
    """What a model takes of tools. Source: facts.md 1.5, 2, 3, 4."""

    supported: bool | None = None
    parallel: bool | None = None
    """Whether `parallel_tool_calls` may be sent."""
    strict: bool | None = None
    """Whether `strict` may stand on a tool."""
    forced: Forcing | None = None
    """Whether a tool may be forced, by name or any of them."""
    endpoint: Wire | None = None
    """The only wire that takes function tools while the model reasons."""
    call_ids: bool | None = None
    """Whether a call and its result may carry an id (Gemini refuses them before 3).
    Source: facts.md 2."""


class Output(Struct, frozen=True, kw_only=True):
    """How structured output is asked for."""

    schema: bool | None = None
    """Whether a JSON schema goes by a native field."""


class SystemTraits(Struct, frozen=True, kw_only=True):
    """Where system messages may stand. Source: facts.md 1.6."""

    mid_conversation: MidConversation | None = None
    """A system entry after a user turn, last or before an assistant turn, never beside another."""


class Limits(Struct, frozen=True, kw_only=True):
    """Sizes, in tokens. Source: facts.md 1.11, 2, 3."""

    output: int | None = None
    """The most one reply may hold, thinking included."""
    context: int | None = None
    """The whole window, input and output."""
    output_parameter: str | None = None
    """The field that carries the output limit, dotted."""
    output_required: bool | None = None
    """Whether a request without it is refused."""
    output_fill: int | None = None
    """What to fill in where the whole limit would not fit the window beside the input."""


class Signatures(Struct, frozen=True, kw_only=True):
    """What ties signed reasoning to its writer. Source: facts.md 1.9, 2, 3."""

    binding: Binding | None = None
    """`prefix`: a block is valid only behind the conversation that produced it."""
    binding_control: bool | None = None
    """Whether `thinking.block_binding` is taken."""
    required: bool | None = None
    """Whether the first call of each step must carry its signature (Gemini 3)."""
    unreadable: Unreadable | None = None
    """What becomes of a block of the same vendor that this model cannot read."""
    account_bound: bool | None = None
    """Whether only the account that was sent a block may give it back."""


class Reasoning(Struct, frozen=True, kw_only=True):
    """Where reasoning stands in replies of OpenAI's shape, and whether it goes back.

    Source: facts.md 4.
    """

    field: str | None = None
    """`reasoning_content`, `reasoning`, `reasoning_details`, `content` (typed chunks)."""
    give_back: Returning | None = None
    """Whether an earlier assistant turn must, may or must not carry it."""
    tag: str | None = None
    """The inline tag that brackets reasoning inside the text: `think`."""


class Traits(Struct, frozen=True, kw_only=True):
    """All that is known of what a model accepts. Every leaf may be unknown."""

    chat: bool | None = None
    """False for a model that is no chat model: its requests are never rewritten."""
    wires: tuple[Wire, ...] | None = None
    """The wires the model is served on, its own first."""
    prefill: Prefilling | None = None
    """Whether the conversation may end with an assistant turn to continue. facts.md 1.10."""
    thinking: Thinking = Thinking()
    effort: EffortTraits = EffortTraits()
    sampling: Sampling = Sampling()
    tools: Tools = Tools()
    output: Output = Output()
    system: SystemTraits = SystemTraits()
    limits: Limits = Limits()
    signatures: Signatures = Signatures()
    reasoning: Reasoning = Reasoning()
    betas: Mapping[str, str] = {}
    """The beta that a field (`thinking.block_binding`), or a field with a value
    (`thinking.display=updates`), needs. Source: facts.md 1.7 to 1.9."""

    @property
    def always_on(self) -> bool | None:
        """Whether the model thinks whatever is asked; unknown where the mode is."""
        return None if self.thinking.mode is None else self.thinking.mode == "always"


UNKNOWN = Traits()
"""The traits of a model that nobody knows."""
