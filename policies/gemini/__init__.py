"""The rules of `gemini.generate`, in the order in which they run.

System entries and empty turns leave the conversation before replies are looked at, so that a reply
split in two is seen as one; the calls of a reply are settled before a turn at the end is taken for
a prefill; sampling comes after thinking, since thinking may refuse it.
"""

from typing import Final

from forethought.policies.context import Rule
from forethought.policies.gemini.calls import call_ids, calls
from forethought.policies.gemini.history import history
from forethought.policies.gemini.limits import limits
from forethought.policies.gemini.output import output
from forethought.policies.gemini.platform import platform
from forethought.policies.gemini.prefill import prefill
from forethought.policies.gemini.sampling import sampling
from forethought.policies.gemini.system import system
from forethought.policies.gemini.thinking import thinking
from forethought.policies.gemini.tools import tools

RULES: Final[tuple[Rule, ...]] = (
    limits,
    system,
    history,
    calls,
    call_ids,
    thinking,
    tools,
    output,
    sampling,
    prefill,
    platform,
)
