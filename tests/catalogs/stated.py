"""Facts that LiteLLM's cost map states, held against ours."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from forethought.catalog.found import Found
from forethought.policies import Traits

from .sources import PublicId

Fact = tuple[str, str]
"""A model and LiteLLM's name of a fact."""
Entries = dict[Fact, Counter[tuple[Any, Any]]]
"""How many entries state which value, and ours."""


SAMPLING: Final = {"accepted": True, "refused": False, "ignored": False}


def _is_not(value: str | None, no: str) -> bool | None:
    return None if value is None else value != no


def _offers(traits: Traits, level: str) -> bool | None:
    return None if traits.effort.levels is None else level in traits.effort.levels


OURS: Final[Mapping[str, Callable[[Traits], object]]] = {
    "max_output_tokens": lambda traits: traits.limits.output,
    "supports_assistant_prefill": lambda traits: _is_not(traits.prefill, "refused"),
    "supports_reasoning": lambda traits: _is_not(traits.thinking.mode, "never"),
    "thinking_always_on": lambda traits: traits.thinking.mode == "always",
    "supports_forced_tool_use": lambda traits: _is_not(traits.tools.forced, "refused"),
    "supports_sampling_params": lambda traits: (
        traits.sampling.temperature in (None, "accepted", "refused_while_thinking")
    ),
    "supports_mid_conversation_system": lambda traits: _is_not(
        traits.system.mid_conversation, "refused"
    ),
    "supports_xhigh_reasoning_effort": lambda traits: _offers(traits, "xhigh"),
    "supports_max_reasoning_effort": lambda traits: _offers(traits, "max"),
}
"""How ours are read in the terms of LiteLLM's facts."""


def compare(resolved: Iterable[tuple[PublicId, Found]]) -> Entries:
    """Each fact that both state of a recognised chat model, with theirs and ours."""
    entries: Entries = {}
    for public, found in resolved:
        if found.match in ("unknown", "newest_of_vendor") or found.traits.chat is False:
            continue
        for fact, ours in OURS.items():
            theirs, mine = public.facts.get(fact), ours(found.traits)
            if theirs is not None and mine is not None:
                entries.setdefault((found.model, fact), Counter())[theirs, mine] += 1
    return entries


def stated_otherwise(entries: Entries) -> Iterator[str]:
    """The facts of which more entries say something else than say the same."""
    for (model, fact), pairs in sorted(entries.items()):
        other = {pair: ids for pair, ids in pairs.items() if pair[0] != pair[1]}
        if sum(other.values()) * 2 > pairs.total():
            told = ", ".join(f"{theirs} ({ids} ids)" for (theirs, _), ids in other.items())
            ours = " or ".join(sorted({str(mine) for _, mine in pairs}))
            yield f"{model}: {fact} is {told}; here {ours}"
