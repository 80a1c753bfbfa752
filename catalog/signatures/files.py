"""Kept replies in files: a folder a conversation, a file a value. For one host."""

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

import anyio
import msgspec
from litestar.stores.base import StorageObject
from litestar.stores.file import FileStore

_ASIDE: Final = ".new-"
_ATTEMPTS: Final = 10


class Folder(FileStore):
    """Litestar's files, but named by their keys, and written so that a failure is told.

    Its own `set` passes over a full disk in silence.
    """

    __slots__ = ()

    def with_namespace(self, namespace: str) -> "Folder":
        """A folder below this one."""
        return Folder(self.path / namespace)

    def _path_from_key(self, key: str) -> anyio.Path:
        return self.path / key

    async def set(
        self, key: str, value: str | bytes, expires_in: int | timedelta | None = None
    ) -> None:
        """Writes a value. Raises `OSError`."""
        data = value.encode() if isinstance(value, str) else value
        stored = StorageObject.new(data, expires_in).to_bytes()
        await asyncio.to_thread(_write, Path(self.path), {key: stored}, lasting=True)


class Files:
    """A folder of folders. Names hold nothing but digests; only their owner may read them."""

    errors = (OSError,)
    shared = False

    def __init__(self, folder: Path) -> None:
        self.store = Folder(folder)
        self._folder = folder

    async def names(self, conversation: str) -> list[str]:
        """The names of the files, those being written left out."""
        return await asyncio.to_thread(_names, self._folder / conversation)

    async def read(self, conversation: str, names: Sequence[str]) -> list[bytes | None]:
        """The values, all by one thread."""
        folder = self._folder / conversation
        return await asyncio.to_thread(lambda: [_read(folder / name) for name in names])

    async def write(
        self, conversation: str, values: Mapping[str, bytes], seconds: int, *, lasting: bool
    ) -> None:
        """Each aside, then renamed."""
        stored = {
            name: StorageObject.new(data, seconds).to_bytes() for name, data in values.items()
        }
        await asyncio.to_thread(_write, self._folder / conversation, stored, lasting=lasting)

    async def remove(self, conversation: str, names: Sequence[str]) -> None:
        """The files, and the folder with the last of them."""
        await asyncio.to_thread(_remove, self._folder / conversation, names)

    async def sweep(self, seconds: int) -> None:
        """Removes what nobody wrote to for so long."""
        await asyncio.to_thread(_sweep, self._folder, time.time() - seconds)


def _names(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if not name.startswith(_ASIDE)]
    except FileNotFoundError:
        return []


def _read(file: Path) -> bytes | None:
    try:
        stored = StorageObject.from_bytes(file.read_bytes())
    except FileNotFoundError:
        return None
    except msgspec.DecodeError:
        return b""
    return None if stored.expired else stored.data


def _write(folder: Path, values: Mapping[str, bytes], *, lasting: bool) -> None:
    """Again where somebody who forgot the conversation took its folder away meanwhile."""
    for _ in range(_ATTEMPTS):
        with contextlib.suppress(FileNotFoundError):
            _try_to_write(folder, values, lasting=lasting)
            return
    raise FileNotFoundError("the folder does not stay")


def _try_to_write(folder: Path, values: Mapping[str, bytes], *, lasting: bool) -> None:
    made = not folder.is_dir()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, data in values.items():
        _write_one(folder, name, data, lasting=lasting)
    if lasting:
        _settle(folder)
    if lasting and made:
        _settle(folder.parent)


def _write_one(folder: Path, name: str, data: bytes, *, lasting: bool) -> None:
    handle, aside = tempfile.mkstemp(prefix=_ASIDE, dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        Path(aside).replace(folder / name)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def _settle(folder: Path) -> None:
    """Makes the names in a folder last."""
    if os.name == "nt":  # pragma: no cover: there a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(folder: Path, names: Sequence[str]) -> None:
    for name in names:
        (folder / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # it is not empty, or somebody took it away already
        folder.rmdir()


def _sweep(folder: Path, before: float) -> None:
    for conversation in _folders(folder):
        names = [name for name in os.listdir(conversation) if _older(conversation / name, before)]
        _remove(conversation, names)


def _folders(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(FileNotFoundError):
        for path in [*folder.iterdir()]:
            if path.is_dir():
                yield path


def _older(file: Path, before: float) -> bool:
    try:
        return file.stat().st_mtime < before
    except FileNotFoundError:
        return False
