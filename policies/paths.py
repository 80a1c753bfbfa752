"""Where a request goes, below the platform's base URL."""

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from forethought.policies.served import Served
from forethought.policies.words import Platform, Wire


def path_for(wire: Wire, served: Served, stream: bool) -> str | None:
    """The path, with the model in it where the platform wants it there; None where no id is known
    and the path needs one."""
    make = _PATHS.get((wire, served.platform)) or _PATHS[wire, None]
    if isinstance(make, str):
        return make
    return None if served.id is None else make(served.id, stream)


def _bedrock(model: str, stream: bool) -> str:
    return f"/model/{quote(model, safe=':')}/invoke{'-with-response-stream' if stream else ''}"


def _converse(model: str, stream: bool) -> str:
    return f"/model/{quote(model, safe=':')}/converse{'-stream' if stream else ''}"


def _vertex_claude(model: str, stream: bool) -> str:
    """Below the project and the location."""
    method = "streamRawPredict" if stream else "rawPredict"
    return f"/publishers/anthropic/models/{quote(model, safe='@')}:{method}"


def _gemini(model: str, stream: bool) -> str:
    return f"/v1beta/models/{quote(model, safe='')}:{_generate(stream)}"


def _vertex_gemini(model: str, stream: bool) -> str:
    """Below the project and the location."""
    return f"/publishers/google/models/{quote(model, safe='@')}:{_generate(stream)}"


def _generate(stream: bool) -> str:
    return "streamGenerateContent?alt=sse" if stream else "generateContent"


_PATHS: Final[dict[tuple[Wire, Platform | None], str | Callable[[str, bool], str]]] = {
    ("anthropic.messages", None): "/v1/messages",
    ("anthropic.messages", "foundry"): "/anthropic/v1/messages",
    ("anthropic.messages", "bedrock"): _bedrock,
    ("anthropic.messages", "vertex"): _vertex_claude,
    ("openai.chat", None): "/v1/chat/completions",
    ("openai.chat", "azure"): "/openai/v1/chat/completions",
    ("openai.chat", "openrouter"): "/api/v1/chat/completions",
    ("openai.responses", None): "/v1/responses",
    ("openai.responses", "azure"): "/openai/v1/responses",
    ("gemini.generate", None): _gemini,
    ("gemini.generate", "vertex"): _vertex_gemini,
    ("bedrock.converse", None): _converse,
}
