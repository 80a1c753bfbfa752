"""Policy: what to do when a request asks for what a model does not take. Choices, never facts."""

from typing import Literal

from msgspec import Struct

from forethought.policies.words import Display, Effort


class Policy(Struct, frozen=True, kw_only=True):
    """Choices; the first value of each is the default and follows the specification."""

    ask_thinking: Literal["thinkers", "all", "caller"] = "thinkers"
    """Whom to ask for visible thinking unasked. `thinkers`: the models that think of themselves;
    an opt-in model only when an effort is asked. `all`: opt-in models too; off is then written
    as `disabled`. `caller`: nobody."""
    display: Literal["summarized", "omitted", "updates", "caller"] = "summarized"
    """What to ask to see where the caller did not say."""
    effort_none: Literal["lowest", "off"] = "lowest"
    """What an effort of `none` becomes. `lowest`: thinking left out and the lowest level, never
    `disabled`. `off`: the quietest the model takes, else `lowest`."""
    binding: Literal["drop_block", "caller", "off"] = "drop_block"
    """`drop_block`: every adaptive request to a model that takes the control asks the provider to
    drop a block whose prefix changed instead of refusing the request. On accounts made before
    2026-08-31, asking for it turns the check on. `off`: never sent."""
    max_tokens: Literal["limit", "caller"] | int = "limit"
    """What to fill in where the field is required and missing: the model's limit, nothing, or a
    number of tokens."""
    later_system: Literal["join", "label", "caller"] = "join"
    """A system message below the top. `join`: to the first one. `label`: in the user position,
    labelled. `caller`: left alone on the same wire where the model takes it."""
    give_back: Literal["vendor", "writer"] = "vendor"
    """Who gets signed blocks back. `vendor`: every model of the writer's vendor, where it drops
    what it cannot read; elsewhere, and with `writer`, only the model that wrote them."""
    foreign_calls: Literal["prose", "placeholder"] = "prose"
    """A call another model signed, on its way to Gemini: told as text, or sent with the
    placeholder signature that Google documents."""
    on_prefill: Literal["continue", "refuse"] = "continue"
    """An assistant turn at the end, to a model that continues none: a user turn asks for it, or
    `PolicyRefused`."""
    on_refused: Literal["adapt", "refuse"] = "adapt"
    """`refuse`: raise `PolicyRefused` rather than change what the answer would mean."""


class Intent(Struct, frozen=True, kw_only=True):
    """What is asked beside the body. It stands over what the body says."""

    effort: Effort | None = None
    display: Display | None = None
