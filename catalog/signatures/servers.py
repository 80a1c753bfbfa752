"""Kept replies in Valkey or Redis: for many hosts."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from litestar.stores.base import Store

PREFIX: Final = "forethought:reply_signatures"
SECONDS: Final = 2.0
"""How long a connection is waited for."""
_MOST_CONNECTIONS: Final = 64


class Pipeline(Protocol):
    """Commands that are carried out together."""

    def sadd(self, name: str, *values: str) -> object: ...
    def expire(self, name: str, time: int) -> object: ...
    def unlink(self, *names: str) -> object: ...
    def srem(self, name: str, *values: str) -> object: ...
    def execute(self) -> Awaitable[object]: ...


class Client(Protocol):
    """What both clients have, as far as it is used."""

    def smembers(self, name: str) -> Awaitable[set[bytes]]: ...
    def mget(self, keys: Sequence[str]) -> Awaitable[list[bytes | None]]: ...
    def pipeline(self, transaction: bool = True) -> Pipeline: ...


class Server:
    """Values under keys of their own in Litestar's store, and a set of their names beside them.

    The name follows the value, and goes with it: who finds a name finds what was written, unless
    it has expired.
    """

    shared = True

    def __init__(self, client: Client, store: Store, errors: tuple[type[Exception], ...]) -> None:
        self.store = store
        self.errors = errors
        self._client = client

    async def names(self, conversation: str) -> list[str]:
        """The members of the set."""
        return [name.decode() for name in await self._client.smembers(_index(conversation))]

    async def read(self, conversation: str, names: Sequence[str]) -> list[bytes | None]:
        """The values, in one question."""
        return await self._client.mget([_key(conversation, n) for n in names]) if names else []

    async def write(
        self, conversation: str, values: Mapping[str, bytes], seconds: int, *, lasting: bool
    ) -> None:
        """The values, then their names. What the server does with a loss of power is its own."""
        for name, data in values.items():
            await self.store.set(_key(conversation, name), data, expires_in=seconds)
        adding = self._client.pipeline()
        adding.sadd(_index(conversation), *values)
        adding.expire(_index(conversation), seconds)
        await adding.execute()

    async def remove(self, conversation: str, names: Sequence[str]) -> None:
        """The values and their names, and no others."""
        if not names:
            return
        removing = self._client.pipeline()
        removing.unlink(*(_key(conversation, name) for name in names))
        removing.srem(_index(conversation), *names)
        await removing.execute()

    async def sweep(self, seconds: int) -> None:
        """Nothing: the server forgets by itself."""


def _index(conversation: str) -> str:
    return f"{PREFIX}:{{{conversation}}}"


def _key(conversation: str, name: str) -> str:
    return f"{_index(conversation)}:{name}"


def open_redis(url: str) -> Server:
    """A Redis server. Connects when it is first asked something."""
    from litestar.stores.redis import RedisStore  # noqa: PLC0415 only where it is asked for
    from redis import asyncio, exceptions  # noqa: PLC0415
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415

    pool: Any = asyncio.BlockingConnectionPool.from_url(
        url, **_options(), retry=Retry(NoBackoff(), 1)
    )
    client = asyncio.Redis(connection_pool=pool)
    store = RedisStore(client, namespace=None, handle_client_shutdown=True)
    return Server(cast("Client", client), store, (exceptions.RedisError, OSError))


def open_valkey(url: str) -> Server:
    """A Valkey server. Connects when it is first asked something."""
    from litestar.stores.valkey import ValkeyStore  # noqa: PLC0415 only where it is asked for
    from valkey import asyncio, exceptions  # noqa: PLC0415
    from valkey.asyncio.retry import Retry  # noqa: PLC0415
    from valkey.backoff import NoBackoff  # noqa: PLC0415

    pool: Any = asyncio.BlockingConnectionPool.from_url(
        url, **_options(), retry=Retry(NoBackoff(), 1)
    )
    client = asyncio.Valkey(connection_pool=pool)
    store = ValkeyStore(client, namespace=None, handle_client_shutdown=True)
    return Server(cast("Client", client), store, (exceptions.ValkeyError, OSError))


def _options() -> dict[str, Any]:
    return {
        "max_connections": _MOST_CONNECTIONS,
        "timeout": SECONDS,
        "socket_timeout": SECONDS,
        "socket_connect_timeout": SECONDS,
    }
