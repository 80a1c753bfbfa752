"""Who a request goes to, and who wrote the signed blocks in its history."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from forethought.policies.words import Platform


class Writer(Struct, frozen=True, kw_only=True):
    """Who signed a block, as `signed_by` names it: `anthropic/claude-opus-5-5`."""

    vendor: str | None
    model: str | None
    """The canonical id, where the text names one that is known."""
    platform: Platform | None


Writers: TypeAlias = Callable[[str], Writer]
"""Reads a `signed_by`. The catalog hands in its own, which knows every spelling."""


class Served(Struct, frozen=True, kw_only=True):
    """The model, as the platform that serves it is asked for it."""

    vendor: str | None = None
    model: str | None = None
    """The canonical id."""
    id: str | None = None
    """The id to send; without one the body's own model stays."""
    platform: Platform | None = None
    route: str | None = None
    account: str | None = None


_VENDORS: dict[str, tuple[str, Platform]] = {
    "anthropic": ("anthropic", "anthropic"),
    "google": ("google", "gemini"),
    "gemini": ("google", "gemini"),
    "openai": ("openai", "openai"),
    "azure": ("openai", "azure"),
}


def plain_writer(signed_by: str) -> Writer:
    """Reads `vendor/model` and no other spelling: what can be done without a catalog."""
    prefix, _, model = signed_by.rpartition("/")
    vendor, platform = _VENDORS.get(prefix, (prefix or None, None))
    return Writer(vendor=vendor, model=model or None, platform=platform)
