"""Kept blocks put back on an assistant message of `openai.chat`."""

from collections.abc import Iterable, Mapping, Sequence

from forethought.policies.kept import (
    BLOCK_FIELDS,
    Layout,
    SignedText,
    block_field,
    length_of,
    plain,
    signature_on,
    signed_members,
    writer_members,
)
from forethought.policies.placing import accounted, layout_of, leading, stretch
from forethought.policies.shelf import Call, Fit
from forethought.policies.turns import content_text
from forethought.policies.words import Binding, Json

Message = dict[str, Json]


def calls_on(message: Mapping[str, Json]) -> tuple[Call, ...]:
    """The calls of an assistant message."""
    return tuple(_call(call) for call in _calls(message))


def put_on(message: Message, fit: Fit, binding: Binding | None) -> tuple[Message, int, bool]:
    """The message with what was kept of it, how much was put back, and whether all that stands
    on it found its place. The same object where nothing was missing."""
    members, put, whole = _members(message, fit, binding)
    calls, signed = _signed_calls(message, fit)
    if not put and not signed:
        return message, 0, whole
    new = {**message, **members, **writer_members(fit.kept)}
    if signed:
        new["tool_calls"] = calls
    return new, put + signed, whole


def _members(message: Message, fit: Fit, binding: Binding | None) -> tuple[Message, int, bool]:
    tokens = stretch(fit, binding=binding)
    whole = _fits(message, layout_of(tokens))
    if not whole:
        tokens = [*leading(tokens)]
    blocks = [token for token in tokens if isinstance(token, dict)]
    members = signed_members([{**block} for block in blocks], layout_of(tokens))
    there = _present(message)
    field = block_field(blocks)
    if not accounted(there, fit.kept.blocks) or _elsewhere(message, field):
        return {}, 0, whole
    missing = [block for block in blocks if block not in there]
    if len(blocks) < len(there) and not missing:
        return {}, 0, whole
    new = {name: value for name, value in members.items() if message.get(name) != value}
    if message.get("provider_signature"):
        new.pop("provider_signature", None)
    signed = sum(isinstance(token, SignedText) for token in tokens)
    put = len(missing) + (signed if new else 0)
    return new, put or len(new), whole


def _fits(message: Message, layout: Layout) -> bool:
    """Whether the message still has the text that the layout counts."""
    if plain(layout) and not any(isinstance(item, SignedText) for item in layout):
        return True
    text = content_text(message.get("content"))
    return text is not None and len(text) == sum(map(length_of, layout))


def _present(message: Message) -> list[Json]:
    found = (message.get(field) for field in BLOCK_FIELDS)
    return [block for blocks in found if isinstance(blocks, list) for block in blocks]


def _elsewhere(message: Message, field: str) -> bool:
    """Whether the client gives its blocks back in another spelling."""
    return any(message.get(name) for name in BLOCK_FIELDS if name != field)


def _signed_calls(message: Message, fit: Fit) -> tuple[Sequence[Json], int]:
    ids = fit.kept.call_ids[fit.first : fit.first + fit.calls]
    calls = [*_all_calls(message)]
    signed = 0
    for at, call_id in zip(_positions(calls), ids, strict=False):
        signature = fit.kept.call_signatures.get(call_id)
        if signature and not signature_on(calls[at]):
            calls[at] = {**calls[at], "provider_signature": signature}
            signed += 1
    return calls, signed


def _all_calls(message: Mapping[str, Json]) -> Sequence[Json]:
    calls = message.get("tool_calls")
    return calls if isinstance(calls, list) else []


def _positions(calls: Sequence[Json]) -> Iterable[int]:
    return [at for at, call in enumerate(calls) if isinstance(call, dict)]


def _calls(message: Mapping[str, Json]) -> Iterable[Message]:
    return [call for call in _all_calls(message) if isinstance(call, dict)]


def _call(call: Message) -> Call:
    told = call.get("function") or call.get("custom")
    told = told if isinstance(told, dict) else {}
    call_id, name = call.get("id"), told.get("name")
    return Call(
        id=call_id if isinstance(call_id, str) and call_id else None,
        name=name if isinstance(name, str) else "",
        arguments=told.get("arguments", told.get("input")),
    )
