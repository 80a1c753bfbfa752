"""Alternation: Converse refuses two turns of one role in a row, so they become one."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove, replace
from forethought.policies.context import Context
from forethought.policies.converse.survey import ROLES, survey
from forethought.policies.leaves import plain, size
from forethought.policies.words import Json

RULE: Final = "converse.alternation"
_WHY: Final = Why("two turns of one role in a row are refused: their contents become one turn's")


def alternation(body: Body, ctx: Context) -> Iterator[Change]:
    """Joins each run, from the last to the first, so that every index still holds."""
    if not survey(body).repeated:
        return
    turns = body.rows("messages")
    for run in reversed(_runs(turns)):
        first, *others = run
        content = [plain(block) for index in run for block in turns[index]["content"]]
        yield replace(
            f"/messages/{first}/content", content, size(turns[first]["content"]), RULE, _WHY
        )
        for index in reversed(others):
            yield remove(f"/messages/{index}", size(turns[index]), RULE, _WHY)


def _runs(turns: list[Json]) -> list[list[int]]:
    """Indices of turns that stand in a row and have nothing but one role and their blocks."""
    grouped = groupby(range(len(turns)), key=lambda index: _joinable(turns[index]) or index)
    runs = [list(run) for _, run in grouped]
    return [run for run in runs if len(run) > 1]


def _joinable(turn: Json) -> str | None:
    if not isinstance(turn, dict) or turn.keys() != {"role", "content"}:
        return None
    return turn["role"] if turn["role"] in ROLES and isinstance(turn["content"], list) else None
