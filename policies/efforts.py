"""Effort: choosing among the levels a model offers, and levels as token budgets and back."""

from collections.abc import Sequence
from typing import Final

from forethought.policies.traits import Budget
from forethought.policies.words import EFFORTS, Effort

BUDGETS: Final[dict[Effort, int]] = {
    "minimal": 1024,
    "low": 2048,
    "medium": 8192,
    "high": 16384,
    "xhigh": 24576,
    "max": 32768,
}
"""What each level is worth, in tokens of thinking."""

FLOOR: Final = 1024
"""The smallest budget worth sending where a model names none of its own."""


def nearest(asked: Effort, offered: Sequence[Effort]) -> Effort:
    """The asked level if offered, else the nearest offered above, else the highest.

    `offered` is in order, least first, and not empty. `none` is never the nearest to a level.
    """
    rank = EFFORTS.index(asked)
    for level in offered:
        if EFFORTS.index(level) >= rank:
            return level
    return offered[-1]


def budget_for(level: Effort, output: int | None, budget: Budget | None) -> int | None:
    """The budget of a level: at most half the output, within what the model takes; else nothing."""
    tokens = BUDGETS.get(level, FLOOR)
    if output is not None:
        tokens = min(tokens, output // 2)
    if budget is not None and budget.max is not None:
        tokens = min(tokens, budget.max)
    floor = FLOOR if budget is None or budget.min is None else budget.min
    return tokens if tokens >= floor else None


def level_of(tokens: int) -> Effort:
    """The first level whose budget these tokens do not exceed."""
    for level, worth in BUDGETS.items():
        if tokens <= worth:
            return level
    return "max"
