"""The rules of `bedrock.converse`, in the order in which they run.

What is decided the same way as on Claude's own wire is decided there, over a mirror of the body.
System entries and empty turns leave the conversation before its turns are joined, so that those
they stood between are seen as neighbours.
"""

from typing import Final

from forethought.policies.anthropic.forced_tools import forced_tools
from forethought.policies.anthropic.limits import limits
from forethought.policies.anthropic.sampling import sampling
from forethought.policies.anthropic.thinking import thinking
from forethought.policies.anthropic.tools import tools
from forethought.policies.context import Rule
from forethought.policies.converse.alternation import alternation
from forethought.policies.converse.history import history
from forethought.policies.converse.landing import mirrored
from forethought.policies.converse.platform import platform
from forethought.policies.converse.prefill import prefill
from forethought.policies.converse.spelling import spelling
from forethought.policies.converse.stop import stop
from forethought.policies.converse.system import system

RULES: Final[tuple[Rule, ...]] = (
    mirrored(limits),
    system,
    history,
    alternation,
    spelling,
    mirrored(thinking),
    mirrored(forced_tools),
    mirrored(tools),
    mirrored(sampling),
    stop,
    prefill,
    platform,
)
