"""The request policy: what a model accepts, what to do about it, and what was done.

Pure: standard library and msgspec only; nothing here reads a file, a clock or the network.
"""

from forethought.policies.errors import (
    PolicyRefused,
    RequestError,
    Unreadable,
    UnsupportedCrossing,
    Untranslatable,
)
from forethought.policies.policy import Intent, Policy
from forethought.policies.traits import UNKNOWN, Traits

__all__ = [
    "UNKNOWN",
    "Intent",
    "Policy",
    "PolicyRefused",
    "RequestError",
    "Traits",
    "Unreadable",
    "UnsupportedCrossing",
    "Untranslatable",
]
