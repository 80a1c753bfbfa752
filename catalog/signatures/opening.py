"""Which store a setting names: `file:DIR`, `valkey://HOST`, `redis://HOST`."""

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from forethought.catalog.signatures.backend import Backend
from forethought.catalog.signatures.files import Files
from forethought.catalog.signatures.servers import open_redis, open_valkey

ACCEPTED: Final = "file:FOLDER, valkey://HOST:PORT/NUMBER, redis://HOST:PORT/NUMBER"
_FILE: Final = "file:"
_PACKAGES: Final[Mapping[str, str]] = {
    "redis": "redis",
    "rediss": "redis",
    "valkey": "valkey",
    "valkeys": "valkey",
}
"""The client that a scheme needs; with an `s` the connection is encrypted."""
_OPEN: Final[Mapping[str, Callable[[str], Backend]]] = {
    "redis": open_redis,
    "valkey": open_valkey,
}


def read_place(text: str) -> str:
    """The setting, if it names a store. Raises `ValueError`, which never tells a password."""
    if text.startswith(_FILE):
        if not _folder(text):
            raise ValueError(f"no folder is named; accepted are {ACCEPTED}")
        return text
    package = _PACKAGES.get(text.partition("://")[0])
    if package is None:
        raise ValueError(f"it names no store; accepted are {ACCEPTED}")
    _check_address(text)
    if importlib.util.find_spec(package) is None:
        told = "which is not installed: pip install 'forethought[signatures]'"
        raise ValueError(f"this store needs {package}, {told}")
    return text


def open_backend(place: str) -> Backend:
    """The store that `read_place` accepted; nothing is connected to yet."""
    if place.startswith(_FILE):
        return Files(Path(_folder(place)))
    return _OPEN[_PACKAGES[place.partition("://")[0]]](place)


def _folder(text: str) -> str:
    path = text.removeprefix(_FILE)
    return path.removeprefix("//") if path.startswith("///") else path


def _check_address(text: str) -> None:
    try:
        parts = urlsplit(text)
        sound = bool(parts.hostname) and (parts.port or 1) > 0
        number = parts.path.strip("/")
    except ValueError:
        sound, number = False, ""
    if not sound or (number and not number.isdecimal()):
        raise ValueError(f"the address cannot be read; accepted are {ACCEPTED}")
