"""What importing costs: the policy library loads msgspec and the standard library alone."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
HEAVY: Final = ("litestar", "httpx", "cachetools", "uvicorn", "tomli_w", "redis", "pydantic")
PROGRAM: Final = "import sys; {}; print(*sorted({{n.partition('.')[0] for n in sys.modules}}))"


def loaded(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after the statement."""
    command = [sys.executable, "-c", PROGRAM.format(statement)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    "module", ["forethought.policies", "forethought.policies.streams", "forethought.policies.agui"]
)
def test_the_policy_library_loads_msgspec_and_the_standard_library_alone(module: str) -> None:
    bare = loaded("import msgspec")
    added = loaded(f"import {module}") - bare - set(sys.stdlib_module_names)
    assert {name for name in added if not name.startswith("__editable__")} == {"forethought"}


def test_the_policy_library_does_not_load_the_catalog() -> None:
    statement = "import forethought.policies as p; assert 'forethought.catalog' not in sys.modules"
    assert "forethought" in loaded(statement)


def test_the_catalog_loads_nothing_of_the_service() -> None:
    assert not loaded("import forethought.catalog").intersection(HEAVY)


@pytest.mark.parametrize("name", ["policies", "catalog", "data"])
def test_a_folder_imported_by_its_bare_name_says_what_to_import(name: str) -> None:
    command = [sys.executable, "-c", f"import {name}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"import forethought.{name}" in done.stderr
