"""Whether files have changed, by what the file system says of them."""

import os
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[tuple[str, int, int, int, int], ...]
"""Name, inode, size, and both times of each file."""


def stamp(path: Path | None) -> Stamp:
    """What the file system says of the overrides; another one after a change to any of them.

    Links are followed: a mounted folder swaps what they lead to.
    """
    if path is None:
        return ()
    try:
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    except OSError:
        return ()
    return tuple(_stamped(file) for file in files)


def _stamped(file: Path) -> tuple[str, int, int, int, int]:
    try:
        status = os.stat(file)
    except OSError:
        return (file.name, 0, 0, 0, 0)
    return (file.name, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
