"""The filters of listed models: what each looks at, and the words it takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, get_args

from forethought.catalog.catalog import Catalog
from forethought.catalog.found import Found
from forethought.policies.words import EFFORTS, Acceptance, Forcing, ThinkingMode

Keep: TypeAlias = Callable[[Found], bool]

UNKNOWN: Final = "unknown"
"""The word that keeps what has no value."""
WORDS: Final = ("vendor", "line", "thinking", "effort", "forced_tools", "sampling", "lifecycle")
"""The filters that take a word of their own."""
FILTERS: Final = (*WORDS, "q")
VALUES: Final[Mapping[str, Callable[[Found], str | None]]] = {
    "vendor": lambda found: found.vendor,
    "line": lambda found: found.line,
    "thinking": lambda found: found.traits.thinking.mode,
    "forced_tools": lambda found: found.traits.tools.forced,
    "sampling": lambda found: found.traits.sampling.temperature,
    "lifecycle": lambda found: found.lifecycle.status if found.lifecycle else None,
}
"""What the filters that want one value look at."""
OPEN: Final = ("vendor", "line", "lifecycle")
"""The filters that take whatever the models have."""
CLOSED: Final[Mapping[str, Sequence[str]]] = {
    "thinking": (*get_args(ThinkingMode), UNKNOWN),
    "effort": EFFORTS,
    "forced_tools": (*get_args(Forcing), UNKNOWN),
    "sampling": (*get_args(Acceptance), UNKNOWN),
}
"""The filters that take certain words."""


def keeping(name: str, wanted: str) -> Keep:
    """What a filter of `WORDS` keeps."""
    if name == "effort":
        return lambda found: wanted in (found.traits.effort.levels or ())
    value_of = VALUES[name]
    return lambda found: (value_of(found) or UNKNOWN) == wanted


def values_of(name: str, models: Iterable[Found]) -> set[str]:
    """The words of an open filter that keep one of the models."""
    return {VALUES[name](found) or UNKNOWN for found in models}


def names_of(model: str, catalog: Catalog) -> tuple[str, ...]:
    """A listed id and its aliases, among which `q` looks."""
    listed = catalog.facts.listed.get(model)
    override = catalog.overrides.models.get(model)
    return (
        model,
        *(listed.model.aliases if listed else ()),
        *(override.aliases if override else ()),
    )
