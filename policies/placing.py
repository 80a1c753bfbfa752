"""Where kept blocks stand among the pieces of a reply, on any wire."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from forethought.policies.kept import Layout, LayoutItem, SignedText, length_of
from forethought.policies.shelf import Fit
from forethought.policies.words import Binding, Json

Native = dict[str, Json]


class Item(Struct, kw_only=True):
    """One piece of a reply as the conversation holds it."""

    kind: Literal["text", "call", "reasoning", "other"]
    value: Json
    length: int = 0
    signature: str | None = None
    """The one to put on it."""
    block: bool = False
    """Whether it is a kept block put in."""


def marks(block: Mapping[str, Json]) -> frozenset[str]:
    """What tells a signed block from every other: its signature, its data."""
    names = ("signature", "data", "encrypted_content", "thoughtSignature")
    found = {value for name in names if isinstance(value := block.get(name), str) and value}
    bare = block.get("id") if block.get("type") == "reasoning" else None
    return frozenset(found | ({f"id:{bare}"} if isinstance(bare, str) else set()))


def accounted(blocks: Iterable[Json], known: Iterable[Json]) -> bool:
    """Whether every block is one of the known ones, or was never signed."""
    names = frozenset().union(*(marks(block) for block in known if isinstance(block, dict)))
    present = (marks(block) for block in blocks if isinstance(block, dict))
    return all(not found or found & names for found in present)


def stretch(fit: Fit, *, binding: Binding | None = None) -> list[LayoutItem | Native]:
    """The part of the layout that the reply's calls stand in, with the blocks themselves.

    On a model that binds to the prefix, nothing follows a block that was let go.
    """
    kept, last = fit.kept, fit.first + fit.calls
    blocks, calls, stale = iter(kept.blocks), 0, False
    placed: list[LayoutItem | Native] = []
    for item in kept.layout:
        stale = stale or (item == "gap" and binding == "prefix")
        inside = fit.first <= calls and (calls < last or last == len(kept.call_ids))
        found: LayoutItem | Native = next(blocks) if item == "block" else item
        calls += item == "call"
        if inside and not (stale and isinstance(found, dict)):
            placed.append(found)
    return placed


def leading(tokens: Sequence[LayoutItem | Native]) -> list[Native]:
    """The blocks that stand before anything else."""
    first: list[Native] = []
    for token in tokens:
        if not isinstance(token, dict):
            break
        first.append(token)
    return first


def layout_of(tokens: Sequence[LayoutItem | Native]) -> Layout:
    """The layout that tokens tell."""
    return tuple("block" if isinstance(token, dict) else token for token in tokens)


def place(
    items: Sequence[Item], tokens: Sequence[LayoutItem | Native], signatures: Sequence[str | None]
) -> tuple[list[Item], bool]:
    """A reply's items with the blocks among them, and whether all of them found their place.

    `items` hold no reasoning. Each call is a fixed point; between two of them the texts must
    have kept their lengths wherever a block or a signature hangs on it.
    """
    placed: list[Item] = []
    whole, rest, signed = True, [*items], iter(signatures)
    for segment, closes in _segments(tokens):
        here = _until_call(rest)
        rest = rest[len(here) :]
        laid = _weave(segment, here)
        whole = whole and laid is not None
        placed += laid if laid is not None else [*map(_block, leading(segment)), *here]
        if closes and rest:
            call = rest.pop(0)
            call.signature = next(signed, None)
            placed.append(call)
    return [*placed, *rest], whole


def _segments(
    tokens: Sequence[LayoutItem | Native],
) -> Iterator[tuple[list[LayoutItem | Native], bool]]:
    segment: list[LayoutItem | Native] = []
    for token in tokens:
        if token == "call":
            yield segment, True
            segment = []
        else:
            segment.append(token)
    yield segment, False


def _until_call(items: Sequence[Item]) -> list[Item]:
    calls = (at for at, item in enumerate(items) if item.kind == "call")
    return [*items[: next(calls, len(items))]]


def _block(native: Native) -> Item:
    return Item(kind="reasoning", value={**native}, block=True)


def _kind(token: LayoutItem | Native) -> str:
    if isinstance(token, dict):
        return "block"
    return token if isinstance(token, str) else "text"


def _weave(segment: Sequence[LayoutItem | Native], items: list[Item]) -> list[Item] | None:
    """The items of a segment with its blocks among them; none where the texts do not fit."""
    runs: list[tuple[str, list[LayoutItem | Native]]] = [
        (kind, [*run]) for kind, run in groupby(segment, _kind)
    ]
    alone = sum(kind == "text" for kind, _ in runs) == 1
    placed: list[Item] = []
    rest = [*items]
    for kind, run in runs:
        if kind == "block":
            placed += [_block(token) for token in run if isinstance(token, dict)]
        elif kind == "other":
            taken = sum(1 for item, _ in zip(rest, run, strict=False) if item.kind == "other")
            placed, rest = [*placed, *rest[:taken]], rest[taken:]
        elif kind == "text":
            taken_texts = _texts(rest, run, alone=alone)
            if taken_texts is None:
                return None
            placed += taken_texts[0]
            rest = taken_texts[1]
    return [*placed, *rest]


def _texts(
    items: list[Item], run: Sequence[LayoutItem | Native], *, alone: bool
) -> tuple[list[Item], list[Item]] | None:
    """The items that a run of texts stands for, and those after it."""
    signed = any(isinstance(token, SignedText) for token in run)
    if alone and not signed:
        last = max((at for at, item in enumerate(items) if item.kind == "text"), default=-1)
        return items[: last + 1], items[last + 1 :]
    taken: list[Item] = []
    rest = [*items]
    for token in run:
        length = length_of(token) if not isinstance(token, dict) else 0
        found = _sign(rest, token, length) if isinstance(token, SignedText) else _take(rest, length)
        if found is None:
            return None
        taken += found
        rest = rest[sum(not item.block for item in found) :]
    return taken, rest


def _take(items: Sequence[Item], length: int) -> list[Item] | None:
    """The items that make up so much text, whatever else stands among them."""
    taken: list[Item] = []
    for item in items:
        if length <= 0:
            break
        taken.append(item)
        length -= item.length
    return taken if length == 0 else None


def _sign(items: Sequence[Item], token: SignedText, length: int) -> list[Item] | None:
    """The one text that a signature stands on; an empty part is put in where it is missing."""
    at = next((at for at, item in enumerate(items) if item.kind == "text"), len(items))
    if length == 0 and (at == len(items) or items[at].length):
        return [Item(kind="text", value=None, signature=token.signature, block=True)]
    if at == len(items) or items[at].length != length:
        return None
    items[at].signature = token.signature
    return [*items[: at + 1]]
