"""Kept blocks put back into the bodies of a provider's own wire."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from forethought.policies.kept import LayoutItem, SignedText
from forethought.policies.placing import Item, accounted, marks, place, stretch
from forethought.policies.shelf import Call, Fit
from forethought.policies.words import Binding, Json, Wire

Native = dict[str, Json]


class Dialect(Struct, frozen=True, kw_only=True):
    """How one wire tells the pieces of a reply."""

    read: Callable[[Json], Item]
    call: Callable[[Native], Call]
    fits: Callable[[Mapping[str, Json]], bool]
    """Whether a kept block can stand on this wire."""
    sign: Callable[[Native, str], Native] | None = None
    """A part with a signature on it; unset where only blocks are signed."""


def put_back(
    values: Sequence[Json], fit: Fit, dialect: Dialect, binding: Binding | None
) -> tuple[Sequence[Json], int, bool]:
    """The values of one reply with what was kept of it, how much was put back, and whether all
    that stands there found its place. The same object where nothing was missing."""
    items = [dialect.read(value) for value in values]
    there = [item.value for item in items if item.kind == "reasoning"]
    if not accounted(there, fit.kept.blocks):
        return values, 0, True
    tokens = list(_readable(stretch(fit, binding=binding), dialect))
    rest = [item for item in items if item.kind != "reasoning"]
    placed, whole = place(rest, tokens, _signatures(fit))
    made = [_written(item, dialect) for item in placed]
    put = sum(
        value not in there if item.block else value is not item.value
        for item, value in zip(placed, made, strict=True)
    )
    return (made, put, whole) if put and accounted(there, made) else (values, 0, whole)


def _readable(
    tokens: Iterable[LayoutItem | Native], dialect: Dialect
) -> Iterator[LayoutItem | Native]:
    """The tokens as the wire can tell them: its own blocks, and signatures where it has any."""
    for token in tokens:
        if isinstance(token, SignedText) and dialect.sign is None:
            if token.length:
                yield token.length
        elif not isinstance(token, dict) or dialect.fits(token):
            yield token


def _signatures(fit: Fit) -> list[str | None]:
    ids = fit.kept.call_ids[fit.first : fit.first + fit.calls]
    return [fit.kept.call_signatures.get(call_id) for call_id in ids]


def _written(item: Item, dialect: Dialect) -> Json:
    if item.signature is None or dialect.sign is None:
        return item.value
    return dialect.sign(item.value or {"text": ""}, item.signature)


def _text(value: Native) -> str:
    text = value.get("text")
    return text if isinstance(text, str) else ""


def _claude(value: Json) -> Item:
    kind = value.get("type") if isinstance(value, dict) else None
    if kind == "text":
        return Item(kind="text", value=value, length=len(_text(value)))
    if kind == "tool_use":
        return Item(kind="call", value=value)
    return Item(kind="reasoning" if kind in _CLAUDE_BLOCKS else "other", value=value)


def _claude_call(value: Native) -> Call:
    return _call(value.get("id"), value.get("name"), value.get("input"))


def _call(call_id: Json, name: Json, arguments: Json) -> Call:
    return Call(
        id=call_id if isinstance(call_id, str) and call_id else None,
        name=name if isinstance(name, str) else "",
        arguments=arguments,
    )


def _google(value: Json) -> Item:
    if not isinstance(value, dict):
        return Item(kind="other", value=value)
    if isinstance(value.get("functionCall"), dict):
        return Item(kind="call", value=value)
    if value.get("thought"):
        return Item(kind="reasoning" if marks(value) else "other", value=value)
    if isinstance(value.get("text"), str):
        return Item(kind="text", value=value, length=len(value["text"]))
    return Item(kind="other", value=value)


def _google_call(value: Native) -> Call:
    call = value["functionCall"]
    return _call(call.get("id"), call.get("name"), call.get("args"))


def _google_sign(value: Native, signature: str) -> Native:
    there = value.get("thoughtSignature") or value.get("thought_signature")
    return value if there else {**value, "thoughtSignature": signature}


def _item(value: Json) -> Item:
    kind = value.get("type", "message") if isinstance(value, dict) else None
    if kind == "message":
        return Item(kind="text", value=value, length=len(item_text(value)))
    if kind in {"function_call", "custom_tool_call"}:
        return Item(kind="call", value=value)
    return Item(kind="reasoning" if kind == "reasoning" else "other", value=value)


def item_text(value: Native) -> str:
    """The text of a message item of `openai.responses`."""
    content = value.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(_text(part) for part in parts if isinstance(part, dict))


def _item_call(value: Native) -> Call:
    return _call(value.get("call_id"), value.get("name"), value.get("arguments"))


_CLAUDE_BLOCKS: Final = frozenset({"thinking", "redacted_thinking"})
DIALECTS: Final[Mapping[Wire, Dialect]] = {
    "anthropic.messages": Dialect(
        read=_claude, call=_claude_call, fits=lambda block: block.get("type") in _CLAUDE_BLOCKS
    ),
    "gemini.generate": Dialect(
        read=_google,
        call=_google_call,
        fits=lambda block: "thoughtSignature" in block,
        sign=_google_sign,
    ),
    "openai.responses": Dialect(
        read=_item, call=_item_call, fits=lambda block: block.get("type") == "reasoning"
    ),
}


def calls_in(values: Iterable[Json], dialect: Dialect) -> tuple[Call, ...]:
    """The calls among the values of a reply."""
    items = (dialect.read(value) for value in values)
    return tuple(dialect.call(item.value) for item in items if item.kind == "call")
