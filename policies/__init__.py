"""The request policy: what a model accepts, what to do about it, and what was done.

Pure: standard library and msgspec only; nothing here reads a file, a clock or the network.
"""

if __name__ != "forethought.policies":
    raise ImportError("import forethought.policies: a bare import makes a second set of classes")


from forethought.policies.changes import Change
from forethought.policies.errors import (
    PolicyRefused,
    RequestError,
    Unreadable,
    UnsupportedCrossing,
    Untranslatable,
    WrongEndpoint,
)
from forethought.policies.policy import Intent, Policy
from forethought.policies.rewrite import Rewritten, rewrite
from forethought.policies.served import Served, Writer
from forethought.policies.traits import UNKNOWN, Traits

__all__ = [
    "UNKNOWN",
    "Change",
    "Intent",
    "Policy",
    "PolicyRefused",
    "RequestError",
    "Rewritten",
    "Served",
    "Traits",
    "Unreadable",
    "UnsupportedCrossing",
    "Untranslatable",
    "Writer",
    "WrongEndpoint",
    "rewrite",
]
