"""Whether a body is one of Gemini's, by the vendor's own types: every key has its place there."""

from typing import Any, Final

from google.genai import types
from pydantic import BaseModel

PARTS: Final[dict[str, type[BaseModel]]] = {
    "systemInstruction": types.Content,
    "generationConfig": types.GenerationConfig,
    "toolConfig": types.ToolConfig,
}
LISTS: Final[dict[str, type[BaseModel]]] = {
    "contents": types.Content,
    "tools": types.Tool,
    "safetySettings": types.SafetySetting,
}
OPAQUE: Final = {"args", "response", "parametersJsonSchema", "responseJsonSchema"}


def check(body: dict[str, Any]) -> None:
    """Fails where a field, or a key of one, is none of Gemini's."""
    assert body.keys() <= PARTS.keys() | LISTS.keys() | {"cachedContent", "labels"}
    for key, kind in PARTS.items():
        if key in body:
            _same_keys(body[key], kind, key)
    for key, kind in LISTS.items():
        for index, item in enumerate(body.get(key, ())):
            _same_keys(item, kind, f"{key}[{index}]")


def _same_keys(value: dict[str, Any], kind: type[BaseModel], at: str) -> None:
    read = kind.model_validate(value).model_dump(by_alias=True, exclude_unset=True, mode="json")
    _compare(value, read, at)


def _compare(value: Any, read: Any, at: str) -> None:
    if isinstance(value, dict):
        assert value.keys() == read.keys(), f"{at}: {value.keys() ^ read.keys()}"
        for key in value.keys() - OPAQUE:
            _compare(value[key], read[key], f"{at}.{key}")
    elif isinstance(value, list):
        assert len(value) == len(read), at
        for index, (item, other) in enumerate(zip(value, read, strict=True)):
            _compare(item, other, f"{at}[{index}]")
