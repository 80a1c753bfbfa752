"""The store of kept replies (`reply_signatures`): what a provider signed, by conversation."""

from forethought.catalog.signatures.backend import Backend
from forethought.catalog.signatures.opening import open_backend, read_place
from forethought.catalog.signatures.signatures import (
    NAME,
    Remembered,
    Signatures,
    StoreDown,
    TooLarge,
    conversation_key,
)

__all__ = [
    "NAME",
    "Backend",
    "Remembered",
    "Signatures",
    "StoreDown",
    "TooLarge",
    "conversation_key",
    "open_backend",
    "read_place",
]
