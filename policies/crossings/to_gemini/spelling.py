"""What Gemini takes as a function's name."""

from typing import Final

from forethought.policies.crossings.spelling import Spelling

NAMES: Final = Spelling("a-zA-Z0-9_.:-", first="a-zA-Z_")
"""Source: google-genai 3.6.1, `FunctionDeclaration.name`."""
