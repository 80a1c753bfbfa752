"""Streams: a provider's events in, chunks of `openai.chat` out, and what is signed kept.

Pure: one event at a time, decoded; no clock, no network.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from forethought.policies.kept import Kept
from forethought.policies.streams import anthropic, chat, converse, gemini, responses
from forethought.policies.streams.base import WITHHELD, Chunk, Stream
from forethought.policies.streams.folding import fold
from forethought.policies.streams.ledger import Writer
from forethought.policies.words import WIRES, Json, Wire

__all__ = ["WITHHELD", "Stream", "open_stream", "read_reply"]


def open_stream(
    wire: Wire,
    *,
    signed_by: str | None = None,
    route: str | None = None,
    account: str | None = None,
    after: str | None = None,
    tag: str | None = None,
    ids: str = "call_",
    created: int | None = None,
) -> Stream:
    """A stream that reads one reply on a wire.

    `signed_by` is the writer as `platform/model`. `after` is the `turn_digest` of the request:
    without it a reply that calls nothing is known again only by its id. `tag` is the inline tag
    of the model's traits (`reasoning.tag`), read on `openai.chat` only. `ids` begins the ids made
    for calls that have none. `created` goes on every chunk, where the provider tells no time.
    """
    writer = Writer(wire=wire, signed_by=signed_by, route=route, account=account, after=after)
    if wire == "openai.chat":
        return chat.ChatStream(writer, created, tag=tag)
    if wire == "gemini.generate":
        return gemini.GeminiStream(writer, created, prefix=ids)
    if wire not in _PLAIN:
        accepted = ", ".join(WIRES)
        raise ValueError(f"wire: {wire!r} is none of {accepted}")
    return _PLAIN[wire](writer, created)


def read_reply(
    wire: Wire,
    reply: Mapping[str, Json],
    *,
    signed_by: str | None = None,
    route: str | None = None,
    account: str | None = None,
    after: str | None = None,
    tag: str | None = None,
    ids: str = "call_",
    created: int | None = None,
) -> tuple[Chunk, Kept]:
    """A whole reply in the shape of `openai.chat`, and what is kept of it.

    Its message carries the blocks and signatures in the shape in which a request gives them back.
    """
    stream = open_stream(
        wire,
        signed_by=signed_by,
        route=route,
        account=account,
        after=after,
        tag=tag,
        ids=ids,
        created=created,
    )
    if isinstance(stream, chat.ChatStream):
        stream.whole()
    events = _EVENTS_OF[wire](dict(reply))
    chunks = [chunk for event in events for chunk in stream.feed(event)]
    chunks.extend(stream.end())
    kept = stream.close()
    return fold(chunks, kept), kept


def _as_it_is(reply: Chunk) -> Sequence[Chunk]:
    return [reply]


_PLAIN: Final[Mapping[Wire, type[anthropic.AnthropicStream] | type[responses.ResponsesStream]]] = {
    "anthropic.messages": anthropic.AnthropicStream,
    "bedrock.converse": converse.ConverseStream,
    "openai.responses": responses.ResponsesStream,
}
_EVENTS_OF: Final[Mapping[Wire, Callable[[Chunk], Sequence[Chunk]]]] = {
    "openai.chat": chat.events_of,
    "anthropic.messages": anthropic.events_of,
    "gemini.generate": _as_it_is,
    "bedrock.converse": converse.events_of,
    "openai.responses": responses.events_of,
}
