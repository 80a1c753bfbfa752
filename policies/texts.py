"""The words that stand in a conversation and that nobody in it said."""

from typing import Final

LABEL: Final = "Note from the application, not from the user:\n"
"""Before a system message that stands in the user position."""
CONTINUE: Final = "Continue exactly where the last message ended, without repeating it."
"""Asks for what a prefill asked for."""
CALLED: Final = "Called {name} with {arguments}."
"""A call as the model says it."""
RETURNED: Final = "{name} returned: {result}"
"""A result as the user says it."""
