"""The output limit: in the field that the model takes, and no higher than the model writes.

Nothing is filled in: no platform of these wires asks for a limit, and OpenRouter reserves credit
for the whole of it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.words import Json

RULE: Final = "openai.limits"
_CHAT: Final = ("max_completion_tokens", "max_tokens")
_RESPONSES: Final = ("max_output_tokens", *_CHAT)
_WHY_FIELD: Final = Why("the model takes the limit in another field", "limits.output_parameter")


def chat_limits(body: Body, ctx: Context) -> Iterator[Change]:
    """The two fields of `openai.chat`; the one that the model takes stands over the other."""
    named = ctx.traits.limits.output_parameter
    yield from _limits(body, ctx, _CHAT, named if named in _CHAT else None)


def responses_limits(body: Body, ctx: Context) -> Iterator[Change]:
    """The one field of `openai.responses`."""
    yield from _limits(body, ctx, _RESPONSES, "max_output_tokens")


def _limits(body: Body, ctx: Context, fields: Sequence[str], named: str | None) -> Iterator[Change]:
    said = [field for field in fields if body.get(field) is not None]
    if named is None:
        for field in said:
            yield from _clamped(field, body.get(field), ctx)
    elif named in said:
        yield from (
            remove(f"/{field}", _told(body, field), RULE, _WHY_FIELD)
            for field in said
            if field != named
        )
        yield from _clamped(named, body.get(named), ctx)
    elif said:
        yield from (remove(f"/{field}", _told(body, field), RULE, _WHY_FIELD) for field in said)
        yield _moved(body, named, said[0], ctx)


def _moved(body: Body, named: str, field: str, ctx: Context) -> Change:
    tokens = body.get(field)
    clamped = _clamp(tokens, ctx)
    why = _WHY_FIELD if clamped is None else _why_clamped(clamped)
    sent = tokens if clamped is None else clamped
    if named in body:
        return replace(f"/{named}", sent, None, RULE, why)
    return add(f"/{named}", sent, RULE, why)


def _clamped(field: str, tokens: Json, ctx: Context) -> Iterator[Change]:
    clamped = _clamp(tokens, ctx)
    if clamped is not None:
        yield replace(f"/{field}", clamped, tokens, RULE, _why_clamped(clamped))


def _clamp(tokens: Json, ctx: Context) -> int | None:
    """The model's own limit, where more is asked."""
    most = ctx.traits.limits.output
    return most if most is not None and type(tokens) is int and tokens > most else None


def _why_clamped(most: int) -> Why:
    return Why(f"the model writes at most {most} tokens", "limits.output", "quality")


def _told(body: Body, field: str) -> Json:
    value = body.get(field)
    return value if isinstance(value, int | float) else None
