"""Prefill: an assistant turn at the end, where the model continues none, gets a user turn."""

from collections.abc import Iterator

from msgspec.structs import replace as altered

from forethought.policies.anthropic.prefill import prefill as decided
from forethought.policies.body import Body
from forethought.policies.changes import Change
from forethought.policies.context import Context
from forethought.policies.converse.landing import renamed
from forethought.policies.converse.mirror import Mirror
from forethought.policies.texts import CONTINUE


def prefill(body: Body, ctx: Context) -> Iterator[Change]:
    """As Claude's own wire decides, in a turn of this one."""
    for change in decided(Mirror(body, ctx), ctx):
        turn = {"role": "user", "content": [{"text": CONTINUE}]}
        yield altered(change, value=turn, rule=renamed(change))
