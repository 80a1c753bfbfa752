"""The rules of each wire, in the order in which they run."""

from typing import Final

from forethought.policies import anthropic, converse, gemini, openai
from forethought.policies.context import Rule
from forethought.policies.words import Wire

RULES: Final[dict[Wire, tuple[Rule, ...]]] = {
    "anthropic.messages": anthropic.RULES,
    "openai.chat": openai.CHAT_RULES,
    "openai.responses": openai.RESPONSES_RULES,
    "gemini.generate": gemini.RULES,
    "bedrock.converse": converse.RULES,
}
