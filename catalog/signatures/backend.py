"""What a store has to do so that no two writers lose each other's replies."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from litestar.stores.base import Store


class Backend(Protocol):
    """Named values of conversations, on one of Litestar's stores.

    Nothing is ever read, changed and written back: a value is written whole under a name of its
    own, and a list of the names is grown and shrunk name by name. So writers on many hosts need
    no lock.
    """

    @property
    def store(self) -> Store:
        """The store that holds the values."""
        ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What is raised where it does not answer."""
        ...

    @property
    def shared(self) -> bool:
        """Whether many hosts may use it at once."""
        ...

    async def names(self, conversation: str) -> list[str]:
        """The names of a conversation's values, in no order; some may have expired."""
        ...

    async def read(self, conversation: str, names: Sequence[str]) -> list[bytes | None]:
        """The values by name; None where one has expired."""
        ...

    async def write(
        self, conversation: str, values: Mapping[str, bytes], seconds: int, *, lasting: bool
    ) -> None:
        """Writes values that expire. Once it returns they can be read; `lasting` says that they
        have to be there after a loss of power too, as far as the store can promise it."""
        ...

    async def remove(self, conversation: str, names: Sequence[str]) -> None:
        """Removes values; it is no error where there is none."""
        ...

    async def sweep(self, seconds: int) -> None:
        """Removes what is older, where the store does not do so itself."""
        ...
