"""What is wrong in a TOML file, in the reader's words."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct


class Mistake(Struct, frozen=True, kw_only=True):
    """One finding: where, what was found, what is accepted."""

    file: str
    line: int | None
    table: str
    """As written, without brackets: `route."eu-prod"`; "" for the top level."""
    key: str
    """Dotted, below the table: `thinking.mode`; "" where the table itself is meant."""
    message: str
    accepted: str | None = None
    """What would be right: the set, the type, a near match."""
    level: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        table = f" [{self.table}]" if self.table else ""
        key = f" {self.key}" if self.key else ""
        accepted = f"; {self.accepted}" if self.accepted else ""
        return f"{self.file}{line}{table}{key}: {self.message}{accepted}"


class CatalogError(ValueError):
    """Files that cannot be loaded: every mistake of every file, in one report."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: Sequence[Mistake] = tuple(mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))
