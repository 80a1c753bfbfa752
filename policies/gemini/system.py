"""System messages: Gemini has one place for them, above the conversation."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, remove, replace
from forethought.policies.context import Context
from forethought.policies.gemini.spelled import key
from forethought.policies.gemini.survey import is_empty_part, parts, survey
from forethought.policies.leaves import is_text, plain, size
from forethought.policies.texts import LABEL
from forethought.policies.words import Json

RULE: Final = "gemini.system"
_WHY_MOVED: Final = Why("a system message stands at the top")
_WHY_JOINED: Final = Why(
    "a later system message is joined to the first: the front of the request changes",
    None,
    "quality",
)
_WHY_LABELLED: Final = Why(
    "a later system message goes in the user position, labelled", None, "quality"
)


def system(body: Body, ctx: Context) -> Iterator[Change]:
    """Joins the system entries of the conversation to the instruction, or labels the later ones.

    None can be left where it is: Gemini refuses the role.
    """
    systems = survey(body).systems
    if not systems:
        return
    contents = body.rows("contents")
    moved: list[tuple[int, Why]] = []
    for place, index in enumerate(systems):
        if place == index:
            moved.append((index, _WHY_MOVED))
        elif ctx.policy.later_system == "label":
            yield _labelled(contents[index], index)
        else:
            moved.append((index, _WHY_JOINED))
    yield from _joined(body, [(contents[index], why) for index, why in moved])
    for index, why in reversed(moved):
        yield remove(f"/contents/{index}", size(contents[index]), RULE, why)


def _labelled(content: dict[str, Json], index: int) -> Change:
    said = plain(parts(content))
    first = said[0] if said and isinstance(said[0], dict) else {}
    if isinstance(first.get("text"), str):
        labelled = [{**first, "text": LABEL + first["text"]}, *said[1:]]
    else:
        labelled = [{"text": LABEL}, *said]
    value = {**plain(content), "role": "user", "parts": labelled}
    return replace(f"/contents/{index}", value, size(content), RULE, _WHY_LABELLED)


def _joined(body: Body, entries: list[tuple[Json, Why]]) -> Iterator[Change]:
    said = [
        (plain(part), why)
        for content, why in entries
        for part in parts(content)
        if not is_empty_part(part)
    ]
    if not said:
        return
    name = key(body.fields, "systemInstruction")
    own = body.get(name)
    if isinstance(own, dict) and isinstance(own.get("parts"), list):
        for part, why in said:
            yield add(f"/{name}/parts/-", part, RULE, why)
        return
    before = [{"text": own}] if is_text(own) else []
    value = {"parts": [*before, *(part for part, _ in said)]}
    why = said[-1][1]
    if name in body:
        yield replace(f"/{name}", value, size(own), RULE, why)
    else:
        yield add(f"/{name}", value, RULE, why)
