"""`/v1/reload` and `/v1/validate`: load the files now, and check texts without effect."""

import asyncio
import hmac
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from litestar import Response, post
from msgspec import Struct

from forethought.catalog.catalog import Catalog
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.service.answers import as_json
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import service_of
from forethought.catalog.service.serving import put_serving, serving_of
from forethought.catalog.wording import shown

MOST: Final = 1024 * 1024
"""Bytes of TOML that are checked at once: reading it takes a second a megabyte."""
PLAIN_NAME: Final = "overrides.toml"
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\.toml")
_JSON: Final = re.compile(r"application/(?:[\w.-]+\+)?json|$")


class ValidateRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files of an overrides folder; together they are the whole of it."""

    files: Mapping[str, str]
    """Text by name: `eu.toml`."""


class ValidateAnswer(Struct, frozen=True, kw_only=True):
    """What is wrong, and what is doubtful."""

    errors: Sequence[Mistake]
    warnings: Sequence[Mistake]


class ReloadAnswer(Struct, frozen=True, kw_only=True):
    """What is served now."""

    revision: str
    changed: bool
    """Whether it is another revision than before."""
    warnings: Sequence[Mistake]


_DECODER: Final = msgspec.json.Decoder(ValidateRequest)


@post("/v1/reload", status_code=200, operation_id="reload", summary="Load the files now")
async def reload(request: Asked) -> Response[bytes]:
    """Loads the files and serves them; with mistakes in them, what was served goes on.

    Takes nothing from its caller, so without a token set it is open to whoever reaches the port.
    """
    service = service_of(request)
    if service.settings.token is not None:
        require_token(request, service.settings.token)
    before = serving_of(request.scope).catalog.revision
    async with service.heavy:
        serving = await asyncio.to_thread(service.holder.reload)
    put_serving(request.scope, serving)
    catalog = serving.catalog
    changed = catalog.revision != before
    return as_json(
        ReloadAnswer(revision=catalog.revision, changed=changed, warnings=catalog.warnings)
    )


@post("/v1/validate", status_code=200, operation_id="validate", summary="Check TOML")
async def validate(request: Asked) -> Response[bytes]:
    """What is wrong in files of overrides: as JSON by name, or one as plain TOML. No effect."""
    body = await request.body()
    if len(body) > MOST:
        raise Problem("body_too_large", f"accepted are up to {MOST} bytes of TOML")
    files = _files(request.headers.get("content-type", ""), body)
    async with service_of(request).heavy:
        answer = await asyncio.to_thread(checked, files)
    return as_json(answer)


def require_token(request: Asked, token: str, setting: str = "FORETHOUGHT_TOKEN") -> None:
    """Raises `Problem` unless the request carries the bearer token of a setting."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    same = hmac.compare_digest(given.strip().encode(), token.encode())
    if scheme.lower() != "bearer" or not same:
        raise Problem(
            "unauthorized",
            f"accepted is Authorization: Bearer with the token of {setting}",
            headers={"www-authenticate": "Bearer"},
        )


def checked(files: Mapping[str, bytes]) -> ValidateAnswer:
    """The mistakes of a folder with these files and no others."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "overrides")
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_bytes(text)
        try:
            mistakes: Sequence[Mistake] = Catalog.load(folder).warnings
        except CatalogError as error:
            mistakes = error.mistakes
    return ValidateAnswer(
        errors=[mistake for mistake in mistakes if mistake.level == "error"],
        warnings=[mistake for mistake in mistakes if mistake.level == "warning"],
    )


def _files(content_type: str, body: bytes) -> Mapping[str, bytes]:
    """What is to be checked; without a Content-Type the body is JSON."""
    if not _JSON.match(content_type.partition(";")[0].strip().lower()):
        return {PLAIN_NAME: body}
    hint = '; accepted is {"files": {"NAME.toml": TEXT}}, or TOML as text/plain'
    files = decoded(_DECODER, body, ("files",), hint).files
    for name in files:
        if not _NAME.fullmatch(name):
            detail = f"/files: {shown(name)} is no file name; accepted are names like eu.toml"
            raise Problem("invalid_field", detail, pointer="/files")
    return {name: text.encode() for name, text in files.items()}
