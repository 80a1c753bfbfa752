"""Breaks the code on purpose, one mutation at a time, and demands that a test notices each.

    python tests/mutations/run.py [PART OF A NAME]

Works on a copy of the tree; exits 1 where a mutation lives.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
MUTATIONS: Final = Path(__file__).with_name("mutations.toml")
LEFT: Final = shutil.ignore_patterns(".git", ".venv", "*.egg-info", "__pycache__", ".*_cache")


def main(wanted: str = "") -> int:
    """Runs the mutations whose name holds `wanted`."""
    mutations = tomllib.loads(MUTATIONS.read_text())["mutation"]
    living = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=LEFT, symlinks=True)
        if not _passes(tree, mutations):
            print("the tests fail before anything is broken")
            return 1
        for mutation in mutations:
            if wanted in mutation["name"]:
                noticed = not _survives(tree, mutation)
                print(f"{'noticed' if noticed else 'LIVES  '} {mutation['name']}", flush=True)
                living += [] if noticed else [mutation["name"]]
    print(f"{len(living)} of {len(mutations)} live")
    return 1 if living else 0


def _survives(tree: Path, mutation: dict[str, Any]) -> bool:
    path = tree / mutation["file"]
    text = path.read_text()
    if text.count(mutation["old"]) != 1:
        raise SystemExit(f"{mutation['name']}: the old text stands not once in {mutation['file']}")
    path.write_text(text.replace(mutation["old"], mutation["new"]))
    try:
        return _passes(tree, [mutation])
    finally:
        path.write_text(text)


def _passes(tree: Path, mutations: list[dict[str, Any]]) -> bool:
    tests = sorted({test for mutation in mutations for test in mutation["tests"]})
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree / ".ci" / "import-root"), "CI": "true"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
