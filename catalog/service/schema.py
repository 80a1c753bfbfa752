"""`/schema`: what the service takes and answers, as OpenAPI 3.1 tells it.

Litestar tells the paths; what handlers read and write by hand is told here, from the same structs
that decode and encode it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from msgspec import Struct

from forethought.catalog.filters import FILTERS
from forethought.catalog.service import examples
from forethought.catalog.service.agui import (
    AguiApplyAnswer,
    AguiApplyRequest,
    AguiCheckAnswer,
    AguiCheckRequest,
)
from forethought.catalog.service.answers import (
    ExplainAnswer,
    ResolveAnswer,
    RouteAnswer,
    RouteList,
    SnapshotAnswer,
)
from forethought.catalog.service.models import DEFAULT_LIMIT, MOST, ONE, PAGING
from forethought.catalog.service.operations import ReloadAnswer, ValidateAnswer, ValidateRequest
from forethought.catalog.service.problems import CODES, Asked, ProblemBody
from forethought.catalog.service.resolve import ResolveRequest
from forethought.catalog.service.rewrite import RewriteAnswer, RewriteRequest
from forethought.catalog.service.signatures import (
    ForgetRequest,
    KeepAnswer,
    KeepRequest,
    RestoreAnswer,
    RestoreRequest,
)
from forethought.catalog.service.status import StatusAnswer
from forethought.catalog.service.version import VERSION
from forethought.catalog.told import ModelAnswer, ModelList
from forethought.policies.words import (
    EFFORTS,
    PLATFORMS,
    WIRES,
)

Json: TypeAlias = Any
Document: TypeAlias = dict[str, Json]

_REF: Final = "#/components/schemas/{name}"
_ABOUT: Final = (
    "What models accept, and requests rewritten so that they take them. Every answer carries "
    "`Catalog-Revision`; every GET a strong `ETag`, and answers `If-None-Match` with 304; errors "
    "are RFC 9457 problems with a `code`."
)


class Told(Struct, frozen=True, kw_only=True):
    """What one operation takes and answers."""

    answer: type[Struct] | None
    status: int = 200
    body: type[Struct] | None = None
    errors: Sequence[str] = ()
    """The codes of its problems."""
    parameters: Sequence[str] = ()
    example: Json = None
    """Of its body."""
    text: str | None = None
    """The media type of an answer that is no JSON."""
    plain_body: str | None = None
    """Another media type of its body."""


_ONE_ERRORS: Final = ("invalid_parameter", "unknown_model", "unknown_route", "assumed_model")
_KEPT_ERRORS: Final = ("unauthorized", "signatures_off")
_BODY_ERRORS: Final = ("bad_json", "too_deep", "not_an_object", "invalid_field", "body_too_large")

OPERATIONS: Final[Mapping[str, Told]] = {
    "list_models": Told(
        answer=ModelList,
        parameters=(*FILTERS, *PAGING),
        errors=("invalid_parameter",),
    ),
    "get_model": Told(answer=ModelAnswer, parameters=("id", *ONE), errors=_ONE_ERRORS),
    "explain_model": Told(answer=ExplainAnswer, parameters=("id", *ONE), errors=_ONE_ERRORS),
    "resolve_models": Told(
        answer=ResolveAnswer,
        body=ResolveRequest,
        errors=(*_BODY_ERRORS, "too_many_items"),
        example=examples.RESOLVE,
    ),
    "rewrite": Told(
        answer=RewriteAnswer,
        body=RewriteRequest,
        errors=(
            *_BODY_ERRORS,
            *_KEPT_ERRORS,
            "no_model",
            "unknown_model",
            "untranslatable",
            "unsupported_crossing",
            "policy_refused",
            "wrong_endpoint",
        ),
        example=examples.REWRITE,
    ),
    "check_agui": Told(
        answer=AguiCheckAnswer,
        body=AguiCheckRequest,
        errors=_BODY_ERRORS,
        example=examples.AGUI_CHECK,
    ),
    "apply_agui": Told(
        answer=AguiApplyAnswer,
        body=AguiApplyRequest,
        errors=_BODY_ERRORS,
        example=examples.AGUI_APPLY,
    ),
    "keep_signatures": Told(
        answer=KeepAnswer,
        body=KeepRequest,
        errors=(*_BODY_ERRORS, *_KEPT_ERRORS, "too_much_to_keep", "store_down"),
        example=examples.KEEP,
    ),
    "restore_signatures": Told(
        answer=RestoreAnswer,
        body=RestoreRequest,
        errors=(*_BODY_ERRORS, *_KEPT_ERRORS),
        example=examples.RESTORE,
    ),
    "forget_signatures": Told(
        answer=None,
        status=204,
        body=ForgetRequest,
        errors=(*_BODY_ERRORS, *_KEPT_ERRORS, "store_down"),
        example=examples.FORGET,
    ),
    "list_routes": Told(answer=RouteList, errors=("invalid_parameter",)),
    "get_route": Told(
        answer=RouteAnswer, parameters=("name",), errors=("invalid_parameter", "unknown_route")
    ),
    "get_snapshot": Told(answer=SnapshotAnswer),
    "get_status": Told(answer=StatusAnswer),
    "reload": Told(answer=ReloadAnswer, errors=("unauthorized", "invalid_overrides")),
    "validate": Told(
        answer=ValidateAnswer,
        body=ValidateRequest,
        errors=_BODY_ERRORS,
        example=examples.VALIDATE,
        plain_body="text/plain",
    ),
    "get_live": Told(answer=None),
    "get_ready": Told(answer=None),
    "get_metrics": Told(answer=None, text="text/plain"),
}

_TEXT: Final = {"type": "string"}
PARAMETERS: Final[Mapping[str, tuple[str, Document]]] = {
    "id": ("Any spelling of a model's id; slashes may stand in it as they are.", _TEXT),
    "name": ("The route's name; slashes may stand in it as they are.", _TEXT),
    "route": ("The route the request takes; it stands over the model.", _TEXT),
    "platform": ("Who serves it; it stands over the route's.", {"enum": list(PLATFORMS)}),
    "wire": ("The shape of the request; without it, what differs between wires is left out.",
             {"enum": list(WIRES)}),
    "strict": ("Whether a model that is only assumed is a 404.", {"type": "boolean"}),
    "vendor": ("Who makes it.", _TEXT),
    "line": ("Its line: `opus`.", _TEXT),
    "thinking": ("Its `thinking.mode`, or `unknown`.", _TEXT),
    "effort": ("A level that it offers.", {"enum": list(EFFORTS)}),
    "forced_tools": ("Its `tools.forced`, or `unknown`.", _TEXT),
    "sampling": ("Its `sampling.temperature`, or `unknown`.", _TEXT),
    "lifecycle": ("Its status, or `unknown`.", _TEXT),
    "q": ("A part of its id or of an alias.", _TEXT),
    "limit": ("How many at most.",
              {"type": "integer", "minimum": 1, "maximum": MOST, "default": DEFAULT_LIMIT}),
    "after_id": ("Those behind this id.", _TEXT),
    "before_id": ("Those before this id.", _TEXT),
}  # fmt: skip
IN_PATH: Final = ("id", "name")


def schema_handler(handlers: Sequence[HTTPRouteHandler]) -> HTTPRouteHandler:
    """The handler that tells what these handlers do."""
    tell: Callable[[], bytes] = cache(lambda: msgspec.json.encode(document(handlers)))

    @get(["/schema", "/schema/openapi.json"], include_in_schema=False)
    async def get_schema(request: Asked) -> Response[bytes]:
        """The document, made when it is first asked for."""
        return Response(tell(), media_type="application/vnd.oai.openapi+json")

    return get_schema


def document(handlers: Sequence[HTTPRouteHandler]) -> Document:
    """The OpenAPI document."""
    config = OpenAPIConfig(
        title="Forethought", version=VERSION, description=_ABOUT, use_handler_docstrings=True
    )
    told = Litestar([*handlers], openapi_config=config, logging_config=None)
    document: Document = told.openapi_schema.to_schema()
    for path in document["paths"].values():
        for operation in path.values():
            _tell(operation, OPERATIONS[operation["operationId"]])
    document["components"] = {"schemas": _components()}
    return document


def _components() -> Document:
    structs = {s for told in OPERATIONS.values() for s in (told.answer, told.body) if s is not None}
    types = [*sorted(structs, key=lambda struct: struct.__name__), ProblemBody]
    return msgspec.json.schema_components(types, ref_template=_REF)[1]


def _tell(operation: Document, told: Told) -> None:
    operation["parameters"] = [_parameter(name) for name in told.parameters]
    if told.body is not None:
        operation["requestBody"] = _request_body(told.body, told)
    operation["responses"] = {str(told.status): _answer(told), **_problems(told.errors)}


def _parameter(name: str) -> Document:
    description, schema = PARAMETERS[name]
    in_path = name in IN_PATH
    return {
        "name": name,
        "in": "path" if in_path else "query",
        "required": in_path,
        "description": description,
        "schema": schema,
    }


def _request_body(body: type[Struct], told: Told) -> Document:
    content: Document = {"application/json": {"schema": _ref(body), "example": told.example}}
    if told.plain_body is not None:
        content[told.plain_body] = {"schema": {"type": "string"}}
    return {"required": True, "content": content}


def _answer(told: Told) -> Document:
    if told.status == 204:
        return {"description": "It is done; there is nothing to say."}
    if told.answer is None:
        media = told.text or "application/json"
        return {"description": "The answer.", "content": {media: {"schema": {}}}}
    about = (told.answer.__doc__ or "").partition("\n")[0]
    return {"description": about, "content": {"application/json": {"schema": _ref(told.answer)}}}


def _problems(codes: Sequence[str]) -> Document:
    """The errors by status, each with the codes that it may carry."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes, "internal_error"):
        by_status.setdefault(CODES[code][0], []).append(code)
    return {str(status): _problem(status, codes) for status, codes in sorted(by_status.items())}


def _problem(status: int, codes: Sequence[str]) -> Document:
    example = {
        "type": f"urn:forethought:problem:{codes[0]}",
        "title": CODES[codes[0]][1],
        "status": status,
        "detail": "…",
        "code": codes[0],
    }
    content = {"schema": _ref(ProblemBody), "example": example}
    description = "; ".join(f"`{code}`: {CODES[code][1]}" for code in codes)
    return {"description": description, "content": {"application/problem+json": content}}


def _ref(struct: type[Struct]) -> Document:
    return {"$ref": _REF.format(name=struct.__name__)}
