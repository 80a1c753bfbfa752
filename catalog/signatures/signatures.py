"""Keeping what was signed, by tenant and conversation, and the fronts that were sent."""

import asyncio
import contextlib
import datetime
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from forethought.catalog.signatures.backend import Backend
from forethought.catalog.signatures.entries import (
    FRONT,
    entries_in,
    entry_name,
    front_name,
    latest,
    surplus,
)
from forethought.policies.front import Front
from forethought.policies.kept import Kept
from forethought.policies.turns import json_digest

NAME: Final = "reply_signatures"
"""Under which the application knows the store."""
PATIENCE: Final = 3.0
"""Seconds after which a store that has not answered is down."""
REST: Final = 1.0
"""Seconds for which a store that kept its caller waiting is not asked again."""
_SLOW: Final = 0.5
logger: Final = logging.getLogger("forethought.signatures")

_KEPT: Final = msgspec.json.Decoder(Kept)
_FRONT: Final = msgspec.json.Decoder(Front)
_MICROSECONDS: Final = 1_000_000
_Value = TypeVar("_Value")


class StoreDown(Exception):
    """The store does not answer."""


class TooLarge(Exception):
    """More than may be kept of one conversation."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"{size} bytes to keep; accepted are {limit} in all for a conversation")


class Remembered(Struct, frozen=True, kw_only=True):
    """What there is of a conversation."""

    kept: Sequence[Kept] = ()
    fronts: Mapping[str, Front] = {}
    unreadable: int = 0
    """How many replies were kept by another version, or damaged."""

    def __repr__(self) -> str:
        return f"Remembered(kept={len(self.kept)}, fronts={len(self.fronts)})"


def conversation_key(tenant: str, conversation: str) -> str:
    """What a tenant's conversation is called in the store: a digest, so that no name is in it."""
    return json_digest([tenant, conversation])


class Signatures:
    """Kept replies. What has been kept is there until it expires, is forgotten, or is the oldest
    of more than the limit. Raises `StoreDown`."""

    def __init__(
        self, backend: Backend, *, seconds: int, limit: int, now: Callable[[], datetime.datetime]
    ) -> None:
        self.backend = backend
        self._seconds = seconds
        self._limit = limit
        self._now = now
        self._errors: tuple[type[Exception], ...] = (*backend.errors, TimeoutError)
        self._down = False
        self._resting = 0.0

    async def keep(self, conversation: str, replies: Sequence[Kept]) -> int:
        """Keeps replies, and gives how many older ones were forgotten to make room. Raises
        `TooLarge`, and then nothing is kept."""
        encoded = [(reply, msgspec.json.encode(reply)) for reply in replies]
        size = sum(len(data) for _, data in encoded)
        if size > self._limit:
            raise TooLarge(size, self._limit)
        at = self._at()
        values = {
            entry_name(reply, len(data), at + number): data
            for number, (reply, data) in enumerate(encoded)
        }
        if not values:
            return 0
        async with self._answering():
            await self.backend.write(conversation, values, self._seconds, lasting=True)
        return await self._make_room(conversation)

    async def recall(self, conversation: str) -> Remembered:
        """The kept replies, the oldest first, and the fronts."""
        async with self._answering():
            names = await self.backend.names(conversation)
            standing = [entry for entry in entries_in(names) if entry.at >= self._since()]
            replies = [entry.name for entry in latest(standing)]
            fronts = [name for name in names if name.startswith(FRONT)]
            values = await self.backend.read(conversation, [*replies, *fronts])
        count = len(replies)
        kept = [_decoded(_KEPT, data) for data in values[:count] if data is not None]
        seen = zip(fronts, values[count:], strict=True)
        found = ((name, _decoded(_FRONT, data)) for name, data in seen if data is not None)
        return Remembered(
            kept=[reply for reply in kept if reply is not None],
            fronts={name: front for name, front in found if front is not None},
            unreadable=kept.count(None),
        )

    async def remember(self, conversation: str, key: str, front: Front) -> None:
        """Remembers what was sent last, in the place of what was sent before; `key` tells the
        fronts of one conversation apart."""
        values = {front_name(key): msgspec.json.encode(front)}
        async with self._answering():
            await self.backend.write(conversation, values, self._seconds, lasting=False)

    async def forget(self, conversation: str, first_call_id: str | None = None) -> None:
        """Forgets a conversation, or the one reply of it with this call."""
        async with self._answering():
            names = await self.backend.names(conversation)
            if first_call_id is not None:
                names = await self._with_call(conversation, names, first_call_id)
            await self.backend.remove(conversation, names)

    async def sweep(self) -> None:
        """Removes what has expired, where the store does not do so itself."""
        with contextlib.suppress(StoreDown):
            async with self._answering(patience=None):
                await self.backend.sweep(self._seconds)

    async def _make_room(self, conversation: str) -> int:
        """How many replies were forgotten. Where the store is down by now, the next makes room."""
        try:
            async with self._answering():
                entries = entries_in(await self.backend.names(conversation))
                gone, forgotten = surplus(entries, self._limit, self._since())
                names = [entry.name for entry in (*gone, *forgotten)]
                if names:
                    await self.backend.remove(conversation, names)
                return len(forgotten)
        except StoreDown:
            return 0

    async def _with_call(
        self, conversation: str, names: Sequence[str], first_call_id: str
    ) -> list[str]:
        replies = [entry.name for entry in entries_in(names)]
        values = await self.backend.read(conversation, replies)
        kept = ((name, _decoded(_KEPT, data)) for name, data in zip(replies, values, strict=True))
        return [name for name, reply in kept if reply and reply.first_call_id == first_call_id]

    def _at(self) -> int:
        return int(self._now().timestamp() * _MICROSECONDS)

    def _since(self) -> int:
        """What was kept earlier has expired."""
        return self._at() - self._seconds * _MICROSECONDS

    @contextlib.asynccontextmanager
    async def _answering(self, patience: float | None = PATIENCE) -> AsyncGenerator[None]:
        """What the store raises may tell values, so only its kind goes to the log."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        if begun < self._resting:
            raise StoreDown
        try:
            async with asyncio.timeout(patience):
                yield
        except self._errors as error:
            if not self._down:
                logger.error("the store of kept signatures is down: %s", type(error).__name__)
            self._down = True
            self._resting = clock() + REST if clock() - begun > _SLOW else 0.0
            raise StoreDown from None
        if self._down:
            logger.warning("the store of kept signatures answers again")
        self._down = False


def _decoded(decoder: msgspec.json.Decoder[_Value], data: bytes | None) -> _Value | None:
    try:
        return None if data is None else decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
