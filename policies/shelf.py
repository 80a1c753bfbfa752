"""Which kept reply belongs to which reply of a conversation."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from forethought.policies.kept import Kept
from forethought.policies.turns import call_digest
from forethought.policies.words import Json

MADE = "a call without an id"


class Call(Struct, frozen=True, kw_only=True):
    """A call as a conversation tells it."""

    id: str | None
    name: str
    arguments: Json

    @property
    def key(self) -> str:
        """What names it; calls without an id share one name."""
        return self.id or MADE

    @property
    def digest(self) -> str:
        """What it is, to know a call whose id was made."""
        return call_digest(self.name, self.arguments)


class Reply(Struct, frozen=True, kw_only=True):
    """One reply of a conversation, as far as it is needed to know it again."""

    calls: tuple[Call, ...]
    ids: tuple[str, ...] = ()
    """Of the reply or its messages, where the client gives them back."""
    said: tuple[str, str] | None = None
    """The digests of its text and of the turn before it; only where it calls nothing."""


class Fit(Struct, frozen=True, kw_only=True):
    """A kept reply and the stretch of its calls that a reply of the conversation holds."""

    kept: Kept
    first: int
    """The index of the reply's first call among the kept ones."""
    calls: int
    """How many follow one another as they were; fewer than the reply has where it was edited."""


class Shelf:
    """Kept replies by their keys. A key that fits two replies fits none."""

    def __init__(self, kept: Iterable[Kept], replies: Iterable[Reply]) -> None:
        self._by: dict[Json, list[Kept]] = {}
        for reply in kept:
            for key in keys_of(reply):
                found = self._by.setdefault(key, [])
                if reply not in found:
                    found.append(reply)
        self._seen = Counter(key for reply in replies for key in keys_in(reply))
        self.notes: list[str] = []

    def fit(self, reply: Reply) -> Fit | None:
        """The kept reply that this one is, if it is certain."""
        for key in keys_in(reply):
            found = self._by.get(key)
            if found:
                return self._certain(key, found, reply)
        return None

    def _certain(self, key: Json, found: Sequence[Kept], reply: Reply) -> Fit | None:
        if len(found) > 1 or self._seen[key] > 1:
            told = key if isinstance(key, str) else "a reply without calls"
            self.notes.append(f"{told}: fits more than one reply, nothing is restored")
            return None
        fit = _stretch(found[0], reply)
        if fit is None:
            self.notes.append(f"{key}: the calls are not those that were kept, nothing is restored")
        return fit


def keys_of(kept: Kept) -> Iterable[Json]:
    """What names a kept reply: its calls; without any, its ids and what it said to what."""
    if kept.call_ids:
        yield from kept.call_ids
        yield from (MADE,) if kept.made_ids else ()
        return
    for name in (kept.reply_id, *kept.item_ids):
        if name:
            yield "reply", name
    if kept.text and kept.after:
        yield "said", kept.text, kept.after


def keys_in(reply: Reply) -> list[Json]:
    """What names a reply of a conversation, in the same words."""
    if reply.calls:
        return [*dict.fromkeys(call.key for call in reply.calls)]
    ids: list[Json] = [("reply", name) for name in reply.ids]
    return [*ids, ("said", *reply.said)] if reply.said else ids


def _stretch(kept: Kept, reply: Reply) -> Fit | None:
    """How the reply's calls lie among the kept ones."""
    calls = reply.calls
    if not kept.call_ids:
        return Fit(kept=kept, first=0, calls=0)
    if kept.made_ids and tuple(call.digest for call in calls) != kept.call_digests:
        return None
    if calls[0].id is None:
        return Fit(kept=kept, first=0, calls=len(calls))
    if calls[0].id not in kept.call_ids:
        return None
    first = kept.call_ids.index(calls[0].id)
    pairs = zip(calls, kept.call_ids[first:], strict=False)
    same = itertools.takewhile(lambda pair: pair[0].id == pair[1], pairs)
    return Fit(kept=kept, first=first, calls=sum(1 for _ in same))
