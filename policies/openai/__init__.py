"""The rules of `openai.chat` and `openai.responses`, in the order in which they run.

History before effort, since nothing of it depends on how much the model thinks; the forced tool,
the sampling and what is shown after effort, since they depend on whether it does.
"""

from typing import Final

from forethought.policies.context import Rule
from forethought.policies.openai.display import chat_display, responses_display
from forethought.policies.openai.effort import chat_effort, responses_effort
from forethought.policies.openai.history import chat_history
from forethought.policies.openai.items import responses_include, responses_items
from forethought.policies.openai.limits import chat_limits, responses_limits
from forethought.policies.openai.platform import platform
from forethought.policies.openai.prefill import chat_prefill
from forethought.policies.openai.sampling import chat_sampling, responses_sampling
from forethought.policies.openai.system import chat_system
from forethought.policies.openai.tools import chat_forced, responses_forced, tools

CHAT_RULES: Final[tuple[Rule, ...]] = (
    chat_limits,
    chat_system,
    chat_history,
    chat_effort,
    chat_forced,
    tools,
    chat_sampling,
    chat_display,
    chat_prefill,
    platform,
)
RESPONSES_RULES: Final[tuple[Rule, ...]] = (
    responses_limits,
    responses_items,
    responses_effort,
    responses_forced,
    tools,
    responses_sampling,
    responses_display,
    responses_include,
    platform,
)
