"""Two gateways that do the same: one rewrites in process, one asks the service."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import httpx
import msgspec

from forethought.catalog import Catalog
from forethought.policies.history import restore, turn_digest
from forethought.policies.kept import Kept
from forethought.policies.streams import open_stream
from forethought.policies.streams.folding import fold
from forethought.policies.words import Wire

from .refused import Json

TOOLS: Json = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    }
]
PLATFORMS: Mapping[str, str] = {"anthropic.messages": "anthropic", "gemini.generate": "gemini"}


class Provider(Protocol):
    """Whoever answers."""

    @property
    def model(self) -> str: ...
    def send(self, body: Json, headers: Mapping[str, str], /) -> Iterator[Json]: ...


class Gateway(Protocol):
    """Asks a provider on behalf of a client that speaks `openai.chat`."""

    notes: list[str]

    def ask(self, messages: Sequence[Json], provider: Provider, system: str = "") -> Json: ...


def request_of(messages: Sequence[Json], system: str) -> Json:
    """What a client sends: it knows nothing but OpenAI's own members."""
    first = [{"role": "system", "content": system or "Be brief."}]
    return {"messages": [*first, *messages], "tools": TOOLS, "stream": True}


def plain(message: Json) -> Json:
    """What such a client remembers of a reply."""
    own = {key: message[key] for key in ("role", "content", "tool_calls") if key in message}
    if "tool_calls" in own:
        names = ("id", "type", "function")
        own["tool_calls"] = [{name: call[name] for name in names} for call in own["tool_calls"]]
    return own


def streamed(
    events: Iterator[Json], wire: Wire, model: str, request: Json, ids: str
) -> tuple[Json, Kept]:
    """The reply as the client gets it, and what is kept of it."""
    stream = open_stream(
        wire,
        signed_by=f"{PLATFORMS[wire]}/{model}",
        after=turn_digest(request, "openai.chat"),
        ids=ids,
    )
    chunks = [chunk for event in events for chunk in stream.feed(event)]
    chunks += stream.end()
    kept = stream.close()
    return plain(fold(chunks, kept)["choices"][0]["message"]), kept


@cache
def catalog() -> Catalog:
    """The packaged facts, loaded once."""
    return Catalog.load()


class InProcess:
    """Holds what was kept itself."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.notes: list[str] = []
        self._count = itertools.count()

    def ask(self, messages: Sequence[Json], provider: Provider, system: str = "") -> Json:
        request = request_of(messages, system)
        back = restore(request, self.kept, wire="openai.chat")
        out = catalog().rewrite(back.request, provider.model)
        self.notes += [*back.notes, *out.notes]
        events = provider.send(msgspec.json.decode(out.encode()), out.headers)
        ids = f"call_{next(self._count)}_"
        message, kept = streamed(events, out.wire, provider.model, request, ids)
        self.kept.append(kept)
        return message


class OverHttp:
    """Holds nothing: the service does."""

    def __init__(self, client: httpx.Client, conversation: str, tenant: str = "acme") -> None:
        self.notes: list[str] = []
        self.fronts: list[list[str]] = []
        self.restored: list[int] = []
        self._client = client
        self._talk = {"tenant": tenant, "conversation": conversation}
        self._count = itertools.count()

    def ask(self, messages: Sequence[Json], provider: Provider, system: str = "") -> Json:
        request = request_of(messages, system)
        out = self._post("/v1/rewrite", request=request, model=provider.model)
        self.notes += out["notes"]
        self.fronts.append(out["front"] and out["front"]["changed"])
        self.restored.append(out["restored"])
        events = provider.send(out["request"], out["headers"])
        ids = f"call_{next(self._count)}_"
        message, kept = streamed(events, out["wire"], provider.model, request, ids)
        body = msgspec.json.encode({**self._talk, "kept": kept})
        self._client.put("/v1/signatures", content=body).raise_for_status()
        return message

    def _post(self, path: str, **body: Any) -> Json:
        answer = self._client.post(path, json={**self._talk, **body})
        return answer.raise_for_status().json()


def results(message: Json, said: str = "sunny") -> list[Json]:
    """What the tools answer to the calls of a reply."""
    return [
        {"role": "tool", "tool_call_id": call["id"], "content": said}
        for call in message["tool_calls"]
    ]


def run_turn(gateway: Gateway, messages: list[Json], provider: Provider, rounds: int) -> None:
    """So many rounds of the tool loop; the conversation grows by each reply and its results."""
    for _ in range(rounds):
        message = gateway.ask(messages, provider)
        messages.append(message)
        if not message.get("tool_calls"):
            return
        messages += results(message)
