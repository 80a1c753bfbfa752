"""A copy of the overrides that loaded last, to start on when they no longer do."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from forethought.catalog.service.texts import Texts

_POINTER: Final = "current"
_SLASH: Final = "/"


def save(folder: Path, revision: str, texts: Texts) -> None:
    """Keeps the overrides of a revision. Raises `OSError`.

    Written aside and renamed, so that whoever reads it, or writes it beside us, sees a whole one.
    """
    target = folder / revision
    folder.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        aside = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
        try:
            _write_all(aside, texts)
            _rename_unless_there(aside, target)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    before = _pointed(folder)
    if before != revision:
        _write_pointer(folder, revision)
        _forget(folder, keep={revision, before})


def restore(folder: Path) -> Path | None:
    """The kept overrides, as a folder to load; None where nothing is kept."""
    revision = _pointed(folder)
    if revision is None:
        return None
    kept = sorted(path for path in (folder / revision).iterdir() if path.is_dir())
    return kept[0] if kept else None


def _write_all(folder: Path, texts: Texts) -> None:
    if not texts.overrides:
        (folder / "overrides").mkdir()
    for name, text in texts.overrides.items():
        file = folder.joinpath(*name.split(_SLASH))
        file.parent.mkdir(exist_ok=True)
        _write(file, text.encode())


def _write(file: Path, data: bytes) -> None:
    with file.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _rename_unless_there(aside: Path, target: Path) -> None:
    try:
        aside.rename(target)
    except OSError:
        if not target.is_dir():
            raise


def _write_pointer(folder: Path, revision: str) -> None:
    handle, name = tempfile.mkstemp(prefix=".pointer-", dir=folder)
    os.close(handle)
    _write(Path(name), revision.encode())
    Path(name).replace(folder / _POINTER)


def _pointed(folder: Path) -> str | None:
    try:
        revision = (folder / _POINTER).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return revision if revision.isalnum() and (folder / revision).is_dir() else None


def _forget(folder: Path, keep: set[str | None]) -> None:
    for path in folder.iterdir():
        if path.is_dir() and path.name.isalnum() and path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)
