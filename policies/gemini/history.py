"""History: empty parts and empty turns are left out; the rest stays as it came."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, remove
from forethought.policies.context import Context
from forethought.policies.gemini.survey import is_empty, is_empty_part, parts, survey
from forethought.policies.leaves import size

RULE: Final = "gemini.history"
_WHY_PART: Final = Why("an empty part is refused")
_WHY_TURN: Final = Why("an empty turn is refused")


def history(body: Body, ctx: Context) -> Iterator[Change]:
    """Walks the contents from the last to the first, so that every index still holds."""
    del ctx
    contents = body.rows("contents")
    for index in reversed(survey(body).empty):
        content, at = contents[index], f"/contents/{index}"
        if is_empty(content):
            yield remove(at, size(content), RULE, _WHY_TURN)
            continue
        listed = parts(content)
        for place in range(len(listed) - 1, -1, -1):
            if is_empty_part(listed[place]):
                yield remove(f"{at}/parts/{place}", size(listed[place]), RULE, _WHY_PART)
