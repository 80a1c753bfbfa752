"""The texts of the files that a catalog was loaded from."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.packaged import folder
from forethought.catalog.packaged import texts as packaged_texts
from forethought.catalog.places import Lines, locating
from forethought.catalog.sources import file_of


class Texts(Struct, frozen=True, kw_only=True):
    """The files by name."""

    packaged: Mapping[str, str]
    """`anthropic.toml`."""
    overrides: Mapping[str, str]
    """By folder and name, as origins name them: `overrides/eu.toml`."""


def read_texts(catalog: Catalog, overrides: Path | None) -> Texts | None:
    """The texts that the catalog was loaded from; None where the overrides have changed since."""
    read: dict[str, str] = {}
    for name, digest in catalog.overrides.files.items():
        data = _bytes(overrides, name)
        if data is None or hashlib.sha256(data).hexdigest() != digest:
            return None
        read[name] = data.decode()  # with its mark and line ends: a snapshot has these very bytes
    return Texts(packaged=packaged_texts(folder()), overrides=read)


def digests_of(texts: Texts) -> Iterator[tuple[str, str, int]]:
    """Name, SHA-256 and size of each file, the packaged ones first."""
    packaged = {f"data/{name}": text for name, text in texts.packaged.items()}
    for name, text in (*packaged.items(), *texts.overrides.items()):
        data = text.encode()
        yield name, hashlib.sha256(data).hexdigest(), len(data)


def lines_of(texts: Texts) -> Lines:
    """Finds the lines that state values in these texts."""
    return Lines(texts.packaged, locating(lambda name: texts.overrides.get(name, "").encode()))


def _bytes(overrides: Path | None, name: str) -> bytes | None:
    if overrides is None:
        return None
    try:
        return file_of(overrides, name).read_bytes()
    except OSError:
        return None
