"""History: what was kept of earlier replies, put back into the next request."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from forethought.policies.kept import Kept
from forethought.policies.native import DIALECTS, put_back
from forethought.policies.placing import marks
from forethought.policies.replies import Place, parts_of, places
from forethought.policies.shelf import Fit, Shelf
from forethought.policies.spoken import put_on
from forethought.policies.turns import CONVERSATION, entries, turn_digest, wire_of
from forethought.policies.words import Binding, Json, Wire

__all__ = ["Restored", "dropped", "restore", "turn_digest"]


class Restored(Struct, frozen=True, kw_only=True):
    """A request with its signed reasoning. The same object where nothing was put back."""

    request: Mapping[str, Json]
    restored: int
    """How many blocks and signatures were put back."""
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Restored(restored={self.restored}, notes={self.notes!r})"

    def __rich_repr__(self) -> list[tuple[str, Json]]:
        return [("restored", self.restored), ("notes", self.notes)]


def restore(
    request: Mapping[str, Json],
    kept: Kept | Iterable[Kept],
    *,
    wire: Wire | None = None,
    binding: Binding | None = None,
) -> Restored:
    """The request with kept blocks and signatures on the replies that are still in it.

    Each goes back as it came, in its place, only where it is missing. Whether the target may read
    it is not decided here. A block that came back without its text, or under another id, is
    replaced by the kept one. `wire` is the request's shape; where it is not given it is read off
    the body, which a body of nothing but text does not tell for sure. `binding` is the target's
    (`signatures.binding`): on `prefix`, nothing goes back behind a block that was let go.
    """
    shelved = [kept] if isinstance(kept, Kept) else [*kept]
    signed = [reply for reply in shelved if reply.signed]
    wire = wire or wire_of(request)
    if not signed or wire == "bedrock.converse":
        return Restored(request=request, restored=0, notes=())
    made: list[Json] = [*entries(request, wire)]
    found = list(places(made, wire, any(not reply.call_ids for reply in signed)))
    shelf = Shelf(signed, (place.reply for place in found))
    total = sum(_one(made, place, shelf, wire, binding) for place in reversed(found))
    notes = tuple(dict.fromkeys(reversed(shelf.notes)))
    body = {**request, CONVERSATION[wire]: made} if total else request
    return Restored(request=body, restored=total, notes=notes)


def _one(made: list[Json], place: Place, shelf: Shelf, wire: Wire, binding: Binding | None) -> int:
    """Puts back what was kept of one reply, in a list of our own, and says how much it was."""
    fit = shelf.fit(place.reply)
    if fit is None:
        return 0
    new, count, whole = _put(made[place.start : place.end], fit, wire, binding)
    if count:
        made[place.start : place.end] = new
    if not whole:
        shelf.notes.append(f"message {place.start}: edited, only what stood first is put back")
    return count


def _put(
    old: Sequence[Json], fit: Fit, wire: Wire, binding: Binding | None
) -> tuple[Sequence[Json], int, bool]:
    if wire == "openai.responses":
        return put_back(old, fit, DIALECTS[wire], binding)
    message = old[0]
    if wire == "openai.chat":
        new, count, whole = put_on(message, fit, binding)
        return [new], count, whole
    field = "content" if wire == "anthropic.messages" else "parts"
    parts, count, whole = put_back(parts_of(message.get(field)), fit, DIALECTS[wire], binding)
    return [{**message, field: [*parts]}], count, whole


def dropped(
    sent: Mapping[str, Json], reply: Kept, kept: Iterable[Kept], *, reason: str | None = None
) -> tuple[Kept, ...]:
    """The kept replies whose blocks the provider said it dropped from an `anthropic.messages`
    request: keeping them costs bytes on every turn and gives nothing back.

    `reason` narrows it (`prefix_binding_mismatch`): what another model may not read, its writer
    still can.
    """
    told = (drop for drop in reply.dropped if reason is None or drop.reason == reason)
    stale = frozenset().union(*(marks(_at(sent, drop.path)) for drop in told))
    return tuple(one for one in kept if any(marks(block) & stale for block in one.blocks))


def _at(sent: Mapping[str, Json], path: str) -> Mapping[str, Json]:
    """The block at `messages.1.content.0`; empty where there is none."""
    value: Json = sent
    for step in path.split("."):
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}
