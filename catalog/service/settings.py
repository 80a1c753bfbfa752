"""Settings: where files are and where to listen, from the environment. They never choose traits."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields

from forethought.catalog.signatures import read_place
from forethought.catalog.variables import variable

DEFAULT_MAX_BODY: Final = 16 * 1024 * 1024
DEFAULT_SIGNATURES_TTL: Final = 30 * 24 * 60 * 60
DEFAULT_SIGNATURES_LIMIT: Final = 8 * 1024 * 1024
_MOST_WORKERS: Final = 256
_SECRET: Final = ("token", "signatures", "signatures_token")
"""What is not shown; the address of a server may hold a password."""


class Settings(Struct, frozen=True, kw_only=True):
    """What an operator may set; each is `FORETHOUGHT_` and its name in upper case."""

    overrides: Path | None = None
    """The folder of TOML files, or the one file, that is laid over the packaged facts."""
    host: str = "127.0.0.1"
    port: int = 8000
    """0 lets the system choose."""
    workers: int = 1
    token: str | None = None
    """The bearer token for writes; without one nothing can be written."""
    max_body: int = DEFAULT_MAX_BODY
    """The longest request body that is read, in bytes."""
    signatures: str | None = None
    """Where kept signatures live: `file:FOLDER`, `valkey://…`, `redis://…`."""
    signatures_token: str | None = None
    """The bearer token of kept signatures; another than that of writes."""
    signatures_ttl: int = DEFAULT_SIGNATURES_TTL
    """Seconds for which they are kept."""
    signatures_limit: int = DEFAULT_SIGNATURES_LIMIT
    """Bytes that are kept of one conversation; beyond them the oldest replies are forgotten."""
    last_good: Path | None = None
    """A folder for a copy of the overrides that loaded last."""

    def __repr__(self) -> str:
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        shown.update({name: "…" for name in _SECRET if shown[name] is not None})
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


class SettingsError(ValueError):
    """Settings that make no sense, each with what is accepted."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; what is empty is unset. Raises `SettingsError` with all
    mistakes."""
    values: dict[str, Any] = {}
    mistakes: list[str] = []
    for name, parse in _PARSERS.items():
        text = environ.get(variable(name), "")
        if text:
            try:
                values[name] = parse(text)
            except ValueError as wrong:
                mistakes.append(f"{variable(name)}: {wrong}")
    mistakes = mistakes or [*_apart(values)]
    if mistakes:
        raise SettingsError(tuple(mistakes))
    return Settings(**values)


def _apart(values: Mapping[str, Any]) -> Iterator[str]:
    """Who may read signatures is no matter of who may write overrides."""
    token, own = values.get("signatures_token"), variable("signatures_token")
    if "signatures" in values and token is None:
        yield (
            f"{own}: kept signatures are given back to whoever has it, so it is "
            f"needed where {variable('signatures')} is set"
        )
    if token is not None and token == values.get("token"):
        yield f"{own}: it is also {variable('token')}; accepted is one of its own"


def as_environment(settings: Settings) -> dict[str, str]:
    """The variables from which another process reads the same settings."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {variable(name): "" if value is None else str(value) for name, value in values.items()}


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    accepted = f"from {least} to {most}" if most is not None else f"of at least {least}"

    def parse(text: str) -> int:
        plain = text.strip()
        if not (plain.isascii() and plain.isdigit() and len(plain) < 16):
            raise ValueError(f"{text[:40]!r} is no whole number; accepted is one {accepted}")
        number = int(plain)
        if number < least or (most is not None and number > most):
            raise ValueError(f"{number} is outside what is accepted, a whole number {accepted}")
        return number

    return parse


def _token(text: str) -> str:
    if not all("!" <= letter <= "~" for letter in text):
        raise ValueError("the token holds a space or what no header carries; accepted is ASCII")
    return text


def _host(text: str) -> str:
    if any(letter.isspace() or letter == "/" for letter in text):
        raise ValueError(f"{text[:40]!r} is no host; accepted is a name or an address: 0.0.0.0")
    return text


_PARSERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "overrides": Path,
    "host": _host,
    "port": _whole(0, 65535),
    "workers": _whole(1, _MOST_WORKERS),
    "token": _token,
    "max_body": _whole(1),
    "signatures": read_place,
    "signatures_token": _token,
    "signatures_ttl": _whole(1),
    "signatures_limit": _whole(1),
    "last_good": Path,
}
