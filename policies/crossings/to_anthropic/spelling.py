"""What Claude takes as a tool's name and as a call's id."""

from typing import Final

from forethought.policies.crossings.spelling import Spelling

NAMES: Final = Spelling("a-zA-Z0-9_-")
