"""Fields of Gemini by their names: the wire takes camelCase and the proto's snake_case alike."""

import re
from collections.abc import Mapping
from typing import Final

from forethought.policies.body import Body
from forethought.policies.words import Json

_NAMES: Final = (
    "allowedFunctionNames",
    "frequencyPenalty",
    "functionCall",
    "functionCallingConfig",
    "functionResponse",
    "generationConfig",
    "includeThoughts",
    "maxOutputTokens",
    "presencePenalty",
    "responseJsonSchema",
    "responseLogprobs",
    "responseSchema",
    "stopSequences",
    "systemInstruction",
    "thinkingBudget",
    "thinkingConfig",
    "thinkingLevel",
    "thoughtSignature",
    "toolCall",
    "toolConfig",
    "topK",
    "topP",
)
_SNAKE: Final = {name: re.sub(r"[A-Z]", lambda m: "_" + m[0].lower(), name) for name in _NAMES}


def key(holder: Mapping[str, Json], name: str) -> str:
    """The spelling of a field that an object uses; camelCase where it has neither."""
    if name in holder or (snake := _SNAKE.get(name, name)) not in holder:
        return name
    return snake


def read(holder: Mapping[str, Json], name: str) -> Json:
    """A field of an object in either spelling; None where it is not there."""
    return holder.get(key(holder, name))


def table(body: Body, name: str) -> tuple[str, dict[str, Json] | None]:
    """The pointer of a top-level object, and the object; None where it is anything else."""
    own = key(body.fields, name)
    return f"/{own}", body.table(own)


def config(body: Body) -> tuple[str, dict[str, Json]]:
    """The pointer of `generationConfig`, and what stands in it."""
    at, found = table(body, "generationConfig")
    return at, found or {}
