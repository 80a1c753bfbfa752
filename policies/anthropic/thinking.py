"""Thinking and effort: the plan, as edits of the body."""

from collections.abc import Iterator
from typing import Final

from forethought.policies.anthropic.plan import Plan, plan
from forethought.policies.body import Body
from forethought.policies.changes import Change, Why, add, escape, remove, replace, tell
from forethought.policies.context import Context
from forethought.policies.words import Json

THINKING: Final = "anthropic.thinking"
EFFORT: Final = "anthropic.effort"


def thinking(body: Body, ctx: Context) -> Iterator[Change]:
    """Brings `thinking` and `output_config.effort` to what the plan says."""
    wanted = plan(body, ctx)
    yield from _thinking(body, wanted)
    yield from _effort(body, wanted)
    if ctx.effort_at is not None and wanted.effort is None and ctx.effort not in (None, "none"):
        yield _untold(ctx, ctx.effort_at, wanted)


def _untold(ctx: Context, pointer: str, wanted: Plan) -> Change:
    """What became of an effort that no field of ours carries."""
    if wanted.thinking is not None and "budget_tokens" in wanted.thinking:
        budget = wanted.thinking["budget_tokens"]
        return tell(pointer, ctx.effort, EFFORT, _WHY_BUDGET, to=budget)
    return tell(pointer, ctx.effort, EFFORT, wanted.thinking_why._replace(effect="quality"))


_WHY_BUDGET: Final = Why("the model takes a thinking budget, not an effort", "thinking.budget")


def _thinking(body: Body, wanted: Plan) -> Iterator[Change]:
    own, why = body.get("thinking"), wanted.thinking_why
    if wanted.thinking is None:
        if isinstance(own, dict):
            yield remove("/thinking", own.get("type"), THINKING, why)
    elif not isinstance(own, dict):
        change = replace("/thinking", wanted.thinking, own, THINKING, why)
        yield change if "thinking" in body else add("/thinking", wanted.thinking, THINKING, why)
    elif own.get("type") != wanted.kind:
        yield replace("/thinking", wanted.thinking, own.get("type"), THINKING, why)
    else:
        yield from _members(own, wanted.thinking, wanted)


def _members(own: dict[str, Json], wanted: dict[str, Json], whys: Plan) -> Iterator[Change]:
    for name in {**own, **wanted}:
        path, rule = f"/thinking/{escape(name)}", _RULES.get(name, THINKING)
        why = whys.members.get(name, whys.thinking_why)
        if name not in wanted:
            yield remove(path, _scalar(own[name]), rule, why)
        elif name not in own:
            yield add(path, wanted[name], rule, why)
        elif own[name] != wanted[name]:
            yield replace(path, wanted[name], _scalar(own[name]), rule, why)


_RULES: Final = {"display": "anthropic.display", "block_binding": "anthropic.binding"}


def _scalar(value: Json) -> Json:
    return None if isinstance(value, dict | list) else value


def _effort(body: Body, wanted: Plan) -> Iterator[Change]:
    own, why = body.table("output_config"), wanted.effort_why
    effort = None if own is None else own.get("effort")
    if wanted.effort == effort:
        return
    if own is None:
        if body.get("output_config") is None:
            yield _put_config(body, wanted)
    elif wanted.effort is None:
        whole = own.keys() == {"effort"}
        yield remove("/output_config" if whole else "/output_config/effort", effort, EFFORT, why)
    elif "effort" in own:
        yield replace("/output_config/effort", wanted.effort, effort, EFFORT, why)
    else:
        yield add("/output_config/effort", wanted.effort, EFFORT, why)


def _put_config(body: Body, wanted: Plan) -> Change:
    value = {"effort": wanted.effort}
    if "output_config" in body:
        return replace("/output_config", value, None, EFFORT, wanted.effort_why)
    return add("/output_config", value, EFFORT, wanted.effort_why)
