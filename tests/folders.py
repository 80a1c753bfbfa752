"""Folders of overrides to test with."""

from pathlib import Path


def overrides_folder(place: Path, text: str, name: str = "overrides") -> Path:
    """A folder of one file, `eu.toml`."""
    folder = place / name
    folder.mkdir()
    (folder / "eu.toml").write_text(text)
    return folder
