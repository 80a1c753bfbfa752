"""The rules of `anthropic.messages`, in the order in which they run.

The limit comes first, since a budget must fit it; history before thinking, since what is left of it
decides whether a budget is taken; sampling after thinking, since thinking refuses it; betas and the
platform last, when every field is settled.
"""

from typing import Final

from forethought.policies.anthropic.forced_tools import forced_tools
from forethought.policies.anthropic.history import history
from forethought.policies.anthropic.limits import limits
from forethought.policies.anthropic.platform import platform
from forethought.policies.anthropic.prefill import prefill
from forethought.policies.anthropic.sampling import sampling
from forethought.policies.anthropic.system import system
from forethought.policies.anthropic.thinking import thinking
from forethought.policies.anthropic.tools import tools
from forethought.policies.context import Rule

RULES: Final[tuple[Rule, ...]] = (
    limits,
    system,
    history,
    thinking,
    forced_tools,
    tools,
    sampling,
    prefill,
    platform,
)
