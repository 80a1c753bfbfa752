"""The wheel holds the tree: every module, every fact, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("catalog", "policies", "data")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from a copy of the tree."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for part in PARTS:
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", "."]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    return zipfile.ZipFile(next((tree / "dist").glob("*.whl")))


def test_the_wheel_holds_every_file_of_the_tree(wheel: zipfile.ZipFile) -> None:
    packed = {name for name in wheel.namelist() if name.startswith("forethought/")}
    tree = {
        f"forethought/{path.relative_to(ROOT)}"
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == tree


def test_forethought_is_a_namespace(wheel: zipfile.ZipFile) -> None:
    assert "forethought/__init__.py" not in wheel.namelist()
