"""What a `signed_by` text means: the model that wrote a block, and who served it."""

from forethought.catalog.facts import Facts
from forethought.catalog.recognise import Recogniser
from forethought.policies.served import Writer
from forethought.policies.words import PLATFORMS, Platform


def read_writer(text: str, facts: Facts, recogniser: Recogniser) -> Writer:
    """The writer that a text names: `platform/model`, a vendor's name for its own platform,
    LiteLLM's prefixes, or a model alone, which tells no platform."""
    found = recogniser.find(text)
    vendor = found.target.vendor
    return Writer(
        vendor=vendor.name if vendor else found.spelling.vendor,
        model=found.model if found.match != "unknown" else None,
        platform=_platform(text, facts) or found.spelling.spelled_for,
    )


def _platform(text: str, facts: Facts) -> Platform | None:
    first, slash, _ = text.partition("/")
    first = first.lower()
    if slash and first in facts.vendors:
        return facts.vendors[first].home
    return next((platform for platform in PLATFORMS if slash and platform == first), None)
