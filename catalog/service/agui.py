"""`/v1/agui/check` and `/v1/agui/apply`: AG-UI streams, judged and taken in."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final, Generic, Literal, TypeVar

import msgspec
from litestar import Response, post
from msgspec import Struct, field
from msgspec.structs import fields

from forethought.catalog.lone import read_json, write_json
from forethought.catalog.service.bodies import decoded
from forethought.catalog.service.problems import Asked, Problem
from forethought.catalog.service.service import service_of
from forethought.policies.agui import (
    MEANINGS,
    Code,
    Diagnostic,
    Outcome,
    Profile,
    ProtocolViolation,
    check,
    consume,
)
from forethought.policies.words import Json

LARGE: Final = 16 * 1024
"""Bytes from which a stream is read in a thread: a hundred events, about a millisecond."""
MOST_SECONDS: Final = 10.0
"""How long the events of one body may take: each snapshot looks at all messages that are held."""
MOST_TOLD: Final = 1000
"""Diagnostics in an answer; all are counted."""
_HINT: Final = '; accepted is {"events": [{"type": "RUN_STARTED", …}, …], "messages": []}'

_Asked = TypeVar("_Asked", bound="AguiCheckRequest")


class AguiCheckRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A producer's own stream."""

    events: Sequence[Json]
    """As they would be sent, from the first of the stream on."""
    messages: Sequence[Json] = ()
    """The history that the run starts from."""
    profile: Profile = "1.0"
    """The version of the protocol that is spoken."""


class AguiIssuers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who issued which value, by id of what holds it."""

    message: Mapping[str, str] = {}
    tool_call: Mapping[str, str] = field(name="tool-call", default={})

    def table(self) -> Mapping[str, Mapping[str, str]]:
        """As `consume` takes it."""
        return {"message": self.message, "tool-call": self.tool_call}


class AguiApplyRequest(AguiCheckRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream as it came, to be taken in."""

    discipline: Literal["fatal", "warn"] = "fatal"
    """What reasoning out of order does: it ends the stream, or it is told and left out."""
    producer: str | None = None
    """Who issues the values of this stream."""
    issuers: AguiIssuers | None = None
    """Who issued those of the history, as an earlier answer told it."""
    trust_unknown: bool = False
    """Whether a value that nobody is known to have issued goes into the next run."""


class AguiDiagnostic(Struct, frozen=True, kw_only=True):
    """One remark: a code and a place, never a text or a value."""

    code: Code
    level: Literal["warning", "error"]
    index: int | None
    """The event's place in the stream; null: the history."""
    path: str
    """A JSON pointer into the event, or into the messages."""
    detail: str
    """What is accepted there."""
    message: str
    """What the code says."""


class AguiCheckAnswer(Struct, frozen=True, kw_only=True):
    """What is wrong with a stream, in the order of its events."""

    ok: bool
    """Whether there is no error; a warning is none."""
    errors: int
    warnings: int
    diagnostics: Sequence[AguiDiagnostic]
    """The first 1000."""


class AguiApplyAnswer(Struct, frozen=True, kw_only=True):
    """What a stream came to."""

    status: Literal["completed", "failed"]
    error: AguiDiagnostic | None
    """What ended the stream, else what keeps the messages from being sent."""
    messages: Sequence[Json]
    """The history, with everything applied that came before the error."""
    next_input: Sequence[Json] | None
    """The messages of the next run; null where one of them is malformed."""
    issuers: Mapping[str, Mapping[str, str]]
    """Who issued which value, to be handed in with the history."""
    errors: int
    warnings: int
    diagnostics: Sequence[AguiDiagnostic]
    """The first 1000."""


class _Reader(Generic[_Asked]):
    """Reads bodies, lone surrogates too."""

    def __init__(self, kind: type[_Asked]) -> None:
        self._kind = kind
        self.fields = tuple(each.name for each in fields(kind))

    def decode(self, body: bytes, /) -> _Asked:
        return msgspec.convert(read_json(body), self._kind)


_CHECK: Final = _Reader(AguiCheckRequest)
_APPLY: Final = _Reader(AguiApplyRequest)


@post("/v1/agui/check", status_code=200, operation_id="check_agui", summary="Judge a stream")
async def check_agui(request: Asked) -> Response[bytes]:
    """Everything that is wrong with a producer's own AG-UI stream, each with its event."""
    return await _answer(request, checked)


@post("/v1/agui/apply", status_code=200, operation_id="apply_agui", summary="Take a stream in")
async def apply_agui(request: Asked) -> Response[bytes]:
    """What an AG-UI stream makes of a history, and the messages of the next run. A stream that
    breaks the protocol is an outcome, not an error."""
    return await _answer(request, applied)


async def _answer(request: Asked, work: Callable[[bytes], bytes]) -> Response[bytes]:
    body = await request.body()
    if len(body) < LARGE:
        answer = _shallow(work, body)
    else:
        async with service_of(request).heavy:
            answer = await asyncio.to_thread(_shallow, work, body)
    return Response(answer, media_type="application/json")


def _shallow(work: Callable[[bytes], bytes], body: bytes) -> bytes:
    try:
        return work(body)
    except RecursionError:  # just shallow enough to be decoded
        raise Problem("too_deep", "the JSON is nested too deep") from None


def checked(body: bytes) -> bytes:
    """The answer to a body that asks for a check."""
    asked = decoded(_CHECK, body, _CHECK.fields, _HINT)
    found = check(_in_time(asked.events), asked.messages, profile=asked.profile)
    errors, warnings = _counted(found)
    return write_json(
        AguiCheckAnswer(ok=not errors, errors=errors, warnings=warnings, diagnostics=_told(found))
    )


def applied(body: bytes) -> bytes:
    """The answer to a body that hands a stream in."""
    asked = decoded(_APPLY, body, _APPLY.fields, _HINT)
    outcome = consume(
        _in_time(asked.events),
        asked.messages,
        discipline=asked.discipline,
        profile=asked.profile,
        producer=asked.producer,
        issuers=None if asked.issuers is None else asked.issuers.table(),
    )
    return write_json(_applied(outcome, trust_unknown=asked.trust_unknown))


def _applied(outcome: Outcome, *, trust_unknown: bool) -> AguiApplyAnswer:
    error, sent = outcome.error, None
    try:
        sent = outcome.next_input(trust_unknown=trust_unknown)
    except ProtocolViolation as violation:
        error = error or violation.diagnostic
    errors, warnings = _counted(outcome.diagnostics)
    return AguiApplyAnswer(
        status=outcome.status,
        error=None if error is None else _one(error),
        messages=outcome.messages,
        next_input=sent,
        issuers=outcome.issuers,
        errors=errors,
        warnings=warnings,
        diagnostics=_told(outcome.diagnostics),
    )


def _in_time(events: Sequence[Json]) -> Iterator[Json]:
    """The events, while there is time for them."""
    ends = monotonic() + MOST_SECONDS
    for place, event in enumerate(events):
        if monotonic() > ends:
            detail = f"/events/{place}: those before it took {MOST_SECONDS:g} seconds; send fewer"
            raise Problem("body_too_large", detail, pointer=f"/events/{place}")
        yield event


def _counted(found: Sequence[Diagnostic]) -> tuple[int, int]:
    errors = sum(diagnostic.level == "error" for diagnostic in found)
    return errors, len(found) - errors


def _told(found: Sequence[Diagnostic]) -> list[AguiDiagnostic]:
    return [_one(diagnostic) for diagnostic in found[:MOST_TOLD]]


def _one(diagnostic: Diagnostic) -> AguiDiagnostic:
    return AguiDiagnostic(
        code=diagnostic.code,
        level=diagnostic.level,
        index=diagnostic.index,
        path=diagnostic.path,
        detail=diagnostic.detail,
        message=MEANINGS[diagnostic.code],
    )
