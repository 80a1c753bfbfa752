"""Which software this is."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _version() -> str:
    try:
        return version("forethought")
    except PackageNotFoundError:  # run from a tree that nobody installed
        return "0"


VERSION: Final = _version()
