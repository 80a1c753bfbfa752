"""Calls in the history: each reply's in one content, its first signed, or the exchange as prose."""

import json
from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.gemini.spelled import key, read
from forethought.policies.gemini.survey import (
    Reply,
    call_places,
    holds,
    is_signed,
    parts,
    survey,
)
from forethought.policies.leaves import plain, size
from forethought.policies.texts import CALLED, RETURNED
from forethought.policies.words import Json

RULE: Final = "gemini.calls"
PLACEHOLDER: Final = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="
"""`skip_thought_signature_validator` in base64. Source: facts.md 2."""
_ALONE: Final = frozenset({"result", "output"})
"""Members of a result that, alone, hold all of it."""

_WHY_PROSE: Final = Why(
    "the first call of a step must carry this model's signature: told as prose",
    "signatures.required",
    "quality",
)
_WHY_PLACEHOLDER: Final = Why(
    "the first call of a step must carry a signature: Google's placeholder",
    "signatures.required",
    "quality",
)
_WHY_TOGETHER: Final = Why("the calls of one reply stand in one content")
_WHY_IDS: Final = Why("the model takes no ids of calls", "tools.call_ids")


def calls(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the replies from the last to the first, so that every index still holds."""
    contents = body.rows("contents")
    for reply in reversed(survey(body).replies):
        first = reply.models[0]
        place = call_places(contents[first])[0]
        if ctx.traits.signatures.required and not is_signed(contents[first]["parts"][place]):
            if ctx.policy.foreign_calls == "prose":
                yield from _prose(contents, reply)
                continue
            part = contents[first]["parts"][place]
            yield from _placeholder(part, f"/contents/{first}/parts/{place}")
        yield from _together(contents, reply.models)


def _placeholder(part: dict[str, Json], at: str) -> Iterator[Change]:
    name = key(part, "thoughtSignature")
    put = f"{at}/{name}"
    if name in part:
        yield replace(put, PLACEHOLDER, size(part[name]), RULE, _WHY_PLACEHOLDER)
    else:
        yield add(put, PLACEHOLDER, RULE, _WHY_PLACEHOLDER)


# --- one content a reply -------------------------------------------------------------------------


def _together(contents: list[Json], models: list[int]) -> Iterator[Change]:
    """Moves unsigned calls to the content of the reply's calls before them, in order."""
    into, waiting, gone = models[0], list[int](), list[int]()
    for index in models[1:]:
        waiting.append(index)
        found = call_places(contents[index])
        if not found:
            continue
        if is_signed(contents[index]["parts"][found[0]]):
            into, waiting = index, []
            continue
        for moved in waiting:
            for part in parts(contents[moved]):
                yield add(f"/contents/{into}/parts/-", plain(part), RULE, _WHY_TOGETHER)
        gone, waiting = gone + waiting, []
    for index in reversed(gone):
        yield remove(f"/contents/{index}", size(contents[index]), RULE, _WHY_TOGETHER)


# --- an exchange as prose ------------------------------------------------------------------------


def _prose(contents: list[Json], reply: Reply) -> Iterator[Change]:
    """All calls of the reply from the model, all their results from the user."""
    made = [
        read(contents[index]["parts"][place], "functionCall")
        for index in reply.models
        for place in call_places(contents[index])
    ]
    names = [plain(call.get("name")) for call in made]
    yield from _results(contents, reply.results, names)
    for index in reply.models:
        for place in call_places(contents[index]):
            part = contents[index]["parts"][place]
            text = {"text": _called(read(part, "functionCall"))}
            at = f"/contents/{index}/parts/{place}"
            yield replace(at, text, size(part), RULE, _WHY_PROSE)


def _called(call: dict[str, Json]) -> str:
    arguments = _json(plain(call.get("args")) or {})
    return CALLED.format(name=plain(call.get("name")), arguments=arguments)


def _results(contents: list[Json], indices: list[int], names: list[Json]) -> Iterator[Change]:
    told = 0
    for index in indices:
        content, at = contents[index], f"/contents/{index}"
        places = [i for i, part in enumerate(parts(content)) if holds(part, "functionResponse")]
        for count, place in reversed(list(enumerate(places, told))):
            part = content["parts"][place]
            result = read(part, "functionResponse")
            fallback = names[count] if count < len(names) else None
            text = {"text": _returned(result, fallback)}
            yield replace(f"{at}/parts/{place}", text, size(part), RULE, _WHY_PROSE)
            for media in reversed(_media(result)):
                yield add(f"{at}/parts/{place + 1}", media, RULE, _WHY_PROSE)
        told += len(places)
        if content.get("role") not in ("user", None):
            yield replace(f"{at}/role", "user", plain(content["role"]), RULE, _WHY_PROSE)


def _returned(result: dict[str, Json], name: Json) -> str:
    response = plain(result.get("response"))
    if isinstance(response, dict) and len(response) == 1 and response.keys() <= _ALONE:
        (response,) = response.values()
    text = response if isinstance(response, str) else _json(response or {})
    return RETURNED.format(name=plain(result.get("name")) or name, result=text)


def _media(result: dict[str, Json]) -> list[Json]:
    found = plain(result.get("parts"))
    return found if isinstance(found, list) else []


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- ids -----------------------------------------------------------------------------------------


def call_ids(body: Body, ctx: Context) -> Iterator[Change]:
    """Drops the ids of calls and results where the model refuses them: it pairs by order."""
    if ctx.traits.tools.call_ids is not False:
        return
    for index, content in enumerate(body.rows("contents")):
        for place, part in enumerate(parts(content)):
            for member in ("functionCall", "functionResponse"):
                if not holds(part, member) or "id" not in read(part, member):
                    continue
                at = f"/contents/{index}/parts/{place}/{key(part, member)}/id"
                yield remove(at, size(read(part, member)["id"]), RULE, _WHY_IDS)
