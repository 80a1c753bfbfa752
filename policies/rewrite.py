"""The engine: reads a request, translates it where its wire changes, and applies the rules."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec import Struct

from forethought.policies.body import Body, read
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.crossings import Crossed, cross
from forethought.policies.errors import PolicyRefused, Unreadable
from forethought.policies.headers import headers_out
from forethought.policies.paths import path_for
from forethought.policies.policy import Intent, Policy
from forethought.policies.served import Served, Writers, plain_writer
from forethought.policies.traits import UNKNOWN, Traits
from forethought.policies.wires import RULES
from forethought.policies.words import Json, Match, Wire

Request = Mapping[str, Json] | bytes | bytearray | memoryview


class Rewritten(Struct, frozen=True, kw_only=True):
    """A request that the model takes, and what was changed to get there."""

    request: Request
    """The caller's own object where nothing changed; else our body, or its JSON if bytes came."""
    headers: Mapping[str, str]
    """The whole value to send for each header it names."""
    changes: tuple[Change, ...]
    wire: Wire
    model: str | None
    """The canonical id."""
    id: str | None
    """The id that is sent."""
    path: str | None
    """Where to send it, below the platform's base URL."""
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    """Tools that had to be renamed: the name sent to the caller's own."""
    match: Match | None = None
    """How the catalog recognised the model."""

    @property
    def body(self) -> Mapping[str, Json]:
        """The body as JSON values."""
        if isinstance(self.request, Mapping):
            return self.request
        try:
            decoded: dict[str, Json] = msgspec.json.decode(self.request)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _unreadable(error) from None
        return decoded

    def encode(self) -> bytes:
        """The body as JSON bytes."""
        if isinstance(self.request, Mapping):
            return msgspec.json.encode(self.request)
        return bytes(self.request)

    def __repr__(self) -> str:
        return f"Rewritten(model={self.model!r}, wire={self.wire!r}, changes={len(self.changes)})"


def rewrite(
    request: Request,
    traits: Traits,
    policy: Policy = Policy(),
    *,
    wire: Wire,
    target: Wire | None = None,
    intent: Intent | None = None,
    headers: Mapping[str, str] | None = None,
    stream: bool | None = None,
    served: Served = Served(),
    writers: Writers = plain_writer,
    origins: Mapping[str, object] | None = None,
) -> Rewritten:
    """Rewrites a request so that a model with these traits takes it, and says what it changed.

    `wire` is the request's shape, `target` the one to send: by default the request's own where the
    model is served on it, else the model's first. `stream` tells of wires whose body does not say
    (Gemini). Nothing is mutated; where nothing has to change the same object comes back. Raises
    `Unreadable`, `Untranslatable` and `PolicyRefused`, all `RequestError`.
    """
    return rewrite_read(
        request,
        read(request),
        traits,
        policy,
        wire=wire,
        target=target,
        intent=intent,
        headers=headers,
        stream=stream,
        served=served,
        writers=writers,
        origins=origins,
    )


def rewrite_read(
    request: Request,
    fields: dict[str, Json],
    traits: Traits,
    policy: Policy,
    *,
    wire: Wire,
    target: Wire | None,
    intent: Intent | None,
    headers: Mapping[str, str] | None,
    stream: bool | None,
    served: Served,
    writers: Writers,
    origins: Mapping[str, object] | None,
) -> Rewritten:
    """`rewrite` for a caller that has read the top level already; `fields` is then ours."""
    asked = intent or Intent()
    ctx = Context(
        traits=traits,
        policy=policy,
        served=served,
        effort=asked.effort,
        display=asked.display,
        headers={name.lower(): value for name, value in headers.items()} if headers else {},
        writers=writers,
        caller=fields.copy(),
    )
    if stream is None:
        stream = "stream" in fields and bool(Body(fields).get("stream"))
    if traits.chat is False or traits == UNKNOWN:
        return _untouched(request, ctx, wire, stream)
    try:
        work = _work(Body(fields), wire, target or _goal(wire, traits), ctx)
        out = _out(request, work)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _unreadable(error) from None
    except RecursionError:
        raise Unreadable("the body is nested too deep", code="too_deep") from None
    _refuse(work.changes, policy)
    return Rewritten(
        request=out,
        headers=headers_out(work.body, work.ctx, work.goal),
        changes=tuple(_sourced(work.changes, origins)),
        wire=work.goal,
        model=served.model,
        id=served.id,
        path=path_for(work.goal, served, stream),
        notes=work.notes,
        names=work.names,
    )


class _Work(NamedTuple):
    body: Body
    goal: Wire
    ctx: Context
    changes: list[Change]
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = {}


def _goal(wire: Wire, traits: Traits) -> Wire:
    if not traits.wires or wire in traits.wires:
        return wire
    return traits.wires[0]


def _work(body: Body, wire: Wire, goal: Wire, ctx: Context) -> _Work:
    if goal == wire:
        return _Work(body, goal, ctx, list(_applied(body, goal, ctx)))
    crossed = cross(body, wire, goal, ctx)
    ours = Body(crossed.fields)
    rules = _applied(ours, goal, crossed.ctx)
    changes = list(_told(chain(crossed.changes, rules), crossed))
    return _Work(ours, goal, crossed.ctx, changes, crossed.notes, crossed.names)


def _applied(body: Body, goal: Wire, ctx: Context) -> Iterator[Change]:
    """The rules' changes, each applied before the next rule reads the body."""
    for rule in RULES[goal]:
        changes = tuple(rule(body, ctx))
        for change in changes:
            yield change
            if change.path is not None:
                body.apply(change)


def _told(changes: Iterable[Change], crossed: Crossed) -> Iterator[Change]:
    """The changes as the caller sees them: from its body into ours."""
    for change in changes:
        told = crossed.trace.told(change)
        if told is not None:
            yield told


def _out(request: Request, work: _Work) -> Request:
    if not work.ctx.crossed and not work.changes:
        return request
    if isinstance(request, Mapping):
        return work.body.fields
    return msgspec.json.encode(work.body.fields)


def _untouched(request: Request, ctx: Context, wire: Wire, stream: bool) -> Rewritten:
    why = "is no chat model" if ctx.traits.chat is False else "is not known"
    return Rewritten(
        request=request,
        headers={},
        changes=(),
        wire=wire,
        model=ctx.served.model,
        id=ctx.served.id,
        path=path_for(wire, ctx.served, stream),
        notes=(f"the model {why}: the request is as it came",),
    )


def _refuse(changes: Iterable[Change], policy: Policy) -> None:
    if policy.on_refused == "adapt":
        return
    for change in changes:
        if change.effect == "semantics":
            raise PolicyRefused(change.reason, pointer=change.path or "")


def _sourced(changes: list[Change], origins: Mapping[str, object] | None) -> Iterator[Change]:
    for change in changes:
        origin = origins.get(change.trait) if origins and change.trait else None
        yield change if origin is None else msgspec.structs.replace(change, origin=str(origin))


def _unreadable(error: Exception) -> Unreadable:
    """Why a part that was closed could not be opened: its syntax was checked before."""
    number = isinstance(error, msgspec.ValidationError)
    reason = "a number is out of range" if number else "it is not valid UTF-8"
    return Unreadable(f"the body is no JSON: {reason}", code="bad_json")
