"""The environment variables that stand for settings."""

from typing import Final

PREFIX: Final = "FORETHOUGHT_"


def variable(setting: str) -> str:
    """The variable of a setting: `FORETHOUGHT_MAX_BODY` of `max_body`."""
    return PREFIX + setting.upper()
