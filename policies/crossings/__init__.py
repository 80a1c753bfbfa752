"""Translations from one wire to another."""

from collections.abc import Callable
from typing import Final

from forethought.policies.body import Body
from forethought.policies.context import Context
from forethought.policies.crossings.crossed import Crossed
from forethought.policies.crossings.to_anthropic import to_anthropic
from forethought.policies.crossings.to_gemini import to_gemini
from forethought.policies.crossings.to_responses import to_responses
from forethought.policies.errors import UnsupportedCrossing
from forethought.policies.words import Wire

CROSSINGS: Final[dict[tuple[Wire, Wire], Callable[[Body, Context], Crossed]]] = {
    ("openai.chat", "anthropic.messages"): to_anthropic,
    ("openai.chat", "openai.responses"): to_responses,
    ("openai.chat", "gemini.generate"): to_gemini,
}

__all__ = ["CROSSINGS", "Crossed", "cross"]


def cross(body: Body, wire: Wire, goal: Wire, ctx: Context) -> Crossed:
    """The body on the other wire. Raises `Untranslatable`."""
    crossing = CROSSINGS.get((wire, goal))
    if crossing is None:
        offered = ", ".join(f"{a} to {b}" for a, b in CROSSINGS)
        raise UnsupportedCrossing(
            f"no translation from {wire} to {goal}; there are {offered}, and each wire to itself"
        )
    return crossing(body, ctx)
