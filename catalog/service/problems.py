"""Errors as RFC 9457 tells them: `application/problem+json`, each with a code for machines."""

import logging
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException
from msgspec import UNSET, Struct, UnsetType

from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.unknown import NoModelNamed, UnknownModel
from forethought.policies import RequestError

logger: Final = logging.getLogger("forethought.service")

Asked: TypeAlias = Request[Any, Any, Any]

CODES: Final[Mapping[str, tuple[int, str]]] = {
    "bad_request": (400, "The request cannot be read"),
    "bad_json": (400, "The body is no JSON"),
    "too_deep": (400, "The JSON is nested too deep"),
    "not_an_object": (400, "The body is not a JSON object"),
    "invalid_field": (400, "A field of the body has a value that is not accepted"),
    "invalid_parameter": (400, "A parameter has a value that is not accepted"),
    "too_many_items": (400, "The batch is too large"),
    "unauthorized": (401, "A bearer token is needed"),
    "writes_disabled": (403, "Nothing can be written"),
    "not_found": (404, "There is nothing at this path"),
    "no_model": (404, "No model is named"),
    "unknown_model": (404, "The model is not known"),
    "assumed_model": (404, "The model is not listed"),
    "unknown_route": (404, "There is no such route"),
    "signatures_off": (404, "No signatures are kept here"),
    "method_not_allowed": (405, "The path does not take this method"),
    "body_too_large": (413, "The body is too large"),
    "too_much_to_keep": (413, "More than may be kept of one conversation"),
    "untranslatable": (422, "The request cannot be translated"),
    "unsupported_crossing": (422, "No translation leads to a wire of the model"),
    "policy_refused": (422, "The policy refuses the request"),
    "wrong_endpoint": (422, "The model takes this request on another wire"),
    "invalid_overrides": (422, "The overrides have mistakes"),
    "internal_error": (500, "Something went wrong in the service"),
    "store_down": (503, "The store of kept signatures does not answer"),
}
"""Every code with its status and title."""
_BY_STATUS: Final = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


class ProblemBody(Struct, frozen=True, kw_only=True):
    """What went wrong."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    pointer: str | UnsetType = UNSET
    """A JSON pointer: into `request` where that was at fault, else into the body."""
    parameter: str | UnsetType = UNSET
    """The query parameter at fault."""
    accepted: Sequence[str] | UnsetType = UNSET
    """The values that would be taken."""
    suggestions: Sequence[str] | UnsetType = UNSET
    """Names near to the one that is not known."""
    errors: Sequence[Mistake] | UnsetType = UNSET
    """Every mistake of every file."""


class Problem(Exception):
    """An answer that is an error. `told` are the members of `ProblemBody` beside the usual."""

    def __init__(
        self, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **told: Any
    ) -> None:
        super().__init__(detail)
        status, title = CODES[code]
        self.headers = dict(headers or {})
        self.body = ProblemBody(
            type=f"urn:forethought:problem:{code}",
            title=title,
            status=status,
            detail=detail,
            code=code,
            **{key: value for key, value in told.items() if value is not None},
        )

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.body.status

    def encode(self) -> bytes:
        """The body of the answer."""
        return msgspec.json.encode(self.body)


def answer_problem(_: Asked, error: Exception) -> Response[bytes]:
    """The answer that tells an error; of one that nobody expected it tells nothing."""
    problem = as_problem(error)
    return Response(
        problem.encode(),
        status_code=problem.status,
        headers=problem.headers,
        media_type="application/problem+json",
    )


def as_problem(error: Exception) -> Problem:
    """An error as a problem. One that nobody expected is logged, without what it says: that may be
    the caller's content."""
    match error:
        case Problem():
            return error
        case RequestError():
            code = error.code if error.code in CODES else "untranslatable"
            return Problem(code, error.message, pointer=error.pointer or None)
        case UnknownModel():
            return Problem("unknown_model", str(error), suggestions=error.suggestions or None)
        case NoModelNamed():
            return Problem("no_model", str(error))
        case CatalogError():
            return Problem("invalid_overrides", _counted(error), errors=error.mistakes)
        case HTTPException(status_code=status) if status < 500:
            return _from_framework(error)
        case InternalServerException(detail="client disconnected prematurely"):
            return Problem("bad_request", "the body ended before its end")
        case _:
            logger.error("an error that nobody expected: %s", places(error))
            return Problem("internal_error", "the log says where; the service goes on")


def places(error: BaseException) -> str:
    """The kind of an error and the lines it went through, and nothing of its message."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {lines}"


def _counted(error: CatalogError) -> str:
    count = sum(mistake.level == "error" for mistake in error.mistakes)
    return (
        "1 mistake; nothing was loaded" if count == 1 else f"{count} mistakes; nothing was loaded"
    )


def _from_framework(error: HTTPException) -> Problem:
    code = _BY_STATUS.get(error.status_code, "bad_request")
    if code != "method_not_allowed":
        return Problem(code, _DETAILS.get(code, "the request is not well-formed"))
    allow = (error.headers or {}).get("allow", "").split(", ")
    methods = sorted({*allow, "HEAD"} if "GET" in allow else set(allow))
    listed = ", ".join(methods)
    return Problem(code, f"accepted here: {listed}", headers={"allow": listed}, accepted=methods)


_DETAILS: Final = {
    "not_found": "the paths are listed at /schema/openapi.json",
    "body_too_large": "the body is longer than FORETHOUGHT_MAX_BODY allows",
}
