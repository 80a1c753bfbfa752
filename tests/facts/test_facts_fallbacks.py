"""Ids that nobody lists: owned by a family, treated as the newest, or unknown."""

import pytest

from forethought.catalog.catalog import Catalog
from forethought.policies.words import Platform, Wire


@pytest.fixture(scope="module", name="catalog")
def _catalog() -> Catalog:
    return Catalog.load()


OWNED = [
    # Older models that nobody lists one by one.
    ("claude-3-haiku", "claude-legacy-3"),
    ("claude-3-haiku-20240307", "claude-legacy-3"),
    ("anthropic.claude-3-opus-20240229-v1:0", "claude-legacy-3"),
    ("claude-3-5-sonnet-20241022", "claude-legacy-3.5"),
    ("claude-3-5-haiku-latest", "claude-legacy-3.5"),
    ("claude-3-7-sonnet-20250219", "claude-legacy-3.7"),
    ("claude-sonnet-4-20250514", "claude-legacy-4"),
    ("claude-opus-4-20250514", "claude-legacy-4-opus"),
    ("claude-opus-4-1-20250805", "claude-legacy-4.1-opus"),
    ("claude-2.1", "claude-legacy-3"),
    ("claude-instant-1.2", "claude-legacy-3"),
    ("gemini-1.5-pro", "gemini-no-thinking"),
    ("gemini-2.0-flash", "gemini-no-thinking"),
    ("gemini-2.5-computer-use-preview-10-2025", "gemini-2.5-pro"),
    ("gemini-2.5-flash-lite-preview-09-2025", "gemini-2.5-flash-lite"),
    ("gemini-robotics-er-1.5-preview", "gemini-robotics"),
    ("gemini-4-flash-image", "gemini-image"),
    ("gpt-4o-mini", "openai-no-reasoning"),
    ("gpt-4.1", "openai-no-reasoning"),
    ("gpt-3.5-turbo", "openai-no-reasoning"),
    ("gpt-4-32k", "openai-no-reasoning"),
    ("gpt-5-chat", "openai-no-reasoning"),
    ("gpt-5.4-chat", "openai-chat-latest"),
    ("gpt-5.3-instant", "openai-chat-latest"),
    ("gpt-5.6-pro", "gpt-5.6"),
    ("gpt-5.5-codex", "gpt-5.3-codex"),
    ("gpt-41-copilot", "openai-no-reasoning"),
    ("gpt-5.5-cyber-preview", "gpt-5.5"),
    ("bedrock_mantle/openai.gpt-daybreak-blue-5.6-sol", "gpt-5.6"),
    ("o1-mini", "o1-mini"),
    ("o5-mini", "o-series-unlisted"),
    ("codex-mini-latest", "codex-mini"),
    ("gpt-5.4-codex-mini", "openai-codex-lmh"),
    ("gpt-4o-mini-search-preview-2025-03-11", "openai-search-4o"),
    ("gpt-5-search-api", "openai-search"),
    ("gemini-3-flash-preview-search", "gemini-3-flash"),
    ("gemini-3.8-flash-cyber", "gemini-3.8-flash"),
    ("qwen3-235b-a22b-thinking-2507", "qwen-thinking"),
    ("qwen3-coder-480b-a35b-instruct", "qwen-instruct"),
    # No chat models.
    ("gemini-2.5-flash-preview-tts", "gemini-not-chat"),
    ("gemini-live-2.5-flash", "gemini-not-chat"),
    ("gemini-embedding-001", "gemini-not-chat"),
    ("gpt-image-1", "openai-not-chat"),
    ("gpt-realtime", "openai-not-chat"),
    ("Qwen/Qwen3-Embedding-8B", "qwen-not-chat"),
    ("dashscope/qwen3-tts-flash", "qwen-not-chat"),
]


@pytest.mark.parametrize(("asked", "family"), OWNED)
def test_an_id_that_a_family_owns_is_recognised_and_not_assumed(
    catalog: Catalog, asked: str, family: str
) -> None:
    found = catalog.resolve(asked)
    assert found.family == family
    assert not found.assumed
    assert found.match in ("exact", "dated", "spelling")


ASSUMED = [
    ("claude-opus-6", "newest_of_line", "claude-opus-5.5"),
    ("claude-opus-5-6", "newest_of_line", "claude-opus-5.5"),
    ("claude-opus-4-9", "newest_of_line", "claude-opus-5.5"),
    # A version is parsed, never matched as a prefix.
    ("claude-opus-4-10", "newest_of_line", "claude-opus-5.5"),
    ("claude-opus-50", "newest_of_line", "claude-opus-5.5"),
    ("claude-sonnet-7-2", "newest_of_line", "claude-sonnet-5.5"),
    ("claude-haiku-6", "newest_of_line", "claude-haiku-5.5"),
    ("claude-mythos-6", "newest_of_line", "claude-fable-5.2"),
    ("claude-opus-latest", "newest_of_line", "claude-opus-5.5"),
    ("claude-nova-1", "newest_of_vendor", "claude-fable-5.2"),
    ("claude-6", "newest_of_vendor", "claude-fable-5.2"),
    ("claude", "newest_of_vendor", "claude-fable-5.2"),
    ("us.anthropic.claude-opus-6-v1:0", "newest_of_line", "claude-opus-5.5"),
    ("gemini-3.9-pro", "newest_of_line", "gemini-3.1-pro"),
    ("gemini-10-flash", "newest_of_line", "gemini-3.8-flash"),
    ("gemini-4.1-flash", "newest_of_line", "gemini-3.8-flash"),
    ("gemini-5-flash-lite", "newest_of_line", "gemini-3.5-flash-lite"),
    ("gemini-4-xenon", "newest_of_vendor", "gemini-4-argon"),
    ("gpt-6.3-luna", "newest_of_line", "gpt-6-none"),
    ("gpt-6.3-sol", "newest_of_line", "gpt-6-always"),
    ("gpt-7", "newest_of_vendor", "gpt-6-always"),
    ("gpt-6-pro", "newest_of_vendor", "gpt-6-always"),
    ("gpt-5.20", "newest_of_vendor", "gpt-6-always"),
]


@pytest.mark.parametrize(("asked", "match", "family"), ASSUMED)
def test_an_id_that_nobody_lists_is_treated_as_the_newest_and_says_so(
    catalog: Catalog, asked: str, match: str, family: str
) -> None:
    found = catalog.resolve(asked)
    assert (found.match, found.family, found.assumed) == (match, family, True)
    assert any(family in note for note in found.notes)
    assert found.lifecycle is None
    layers = {origin.layer for origin in found.origins.values()}
    assert "family by fallback" in layers
    assert "family" not in layers


@pytest.mark.parametrize(
    "asked", ["", "llama-4", "grok-9", "kimi-k4", "prod-chat", "x" * 5000, "…", "\0"]
)
def test_an_id_of_no_known_model_has_no_known_traits(catalog: Catalog, asked: str) -> None:
    found = catalog.resolve(asked)
    assert (found.match, found.model, found.id) == ("unknown", asked, asked)
    assert not found.assumed
    assert found.traits.chat is None
    assert found.traits.thinking.mode is None
    assert found.origins == {}
    assert found.notes


def test_a_known_line_gets_what_its_newest_has(catalog: Catalog) -> None:
    traits = catalog.resolve("claude-haiku-6").traits
    assert traits == catalog.resolve("claude-haiku-5-5").traits
    assert traits.tools.forced == "accepted"
    assert traits.signatures.binding_control is True


def test_an_unknown_claude_line_gets_the_most_cautious(catalog: Catalog) -> None:
    traits = catalog.resolve("claude-nova-1").traits
    assert traits.thinking.mode == "always"
    assert traits.thinking.types == ("adaptive",)
    assert traits.sampling.temperature == traits.sampling.top_k == "refused"
    assert traits.tools.forced == traits.prefill == "refused"
    assert traits.signatures.binding_control is True
    assert traits.limits.output == 128_000


@pytest.mark.parametrize("wire", [None, "openai.chat", "openai.responses"])
@pytest.mark.parametrize("asked", ["gpt-7", "gpt-6.3-sol", "gpt-6.3-luna"])
def test_an_unlisted_openai_id_gets_three_levels_on_every_wire(
    catalog: Catalog, asked: str, wire: Wire | None
) -> None:
    traits = catalog.resolve(asked, wire=wire).traits
    assert traits.effort.levels == ("low", "medium", "high")
    assert traits.sampling.temperature == traits.sampling.penalties == "refused"
    assert traits.tools.endpoint == "openai.responses"
    assert traits.thinking.off is None


@pytest.mark.parametrize("asked", ["gemini-3.9-pro", "gemini-5-flash-lite", "gemini-4.1-neon"])
def test_an_unlisted_gemini_gets_the_levels_that_all_have(catalog: Catalog, asked: str) -> None:
    traits = catalog.resolve(asked).traits
    assert traits.effort.levels == ("low", "medium", "high")
    assert traits.effort.default in (None, "low", "medium", "high")
    assert traits.sampling.top_k == "ignored"
    assert traits.signatures.required is True


def test_no_chat_model_says_so(catalog: Catalog) -> None:
    assert catalog.resolve("gemini-embedding-001").traits.chat is False
    assert catalog.resolve("gpt-image-1").traits.chat is False
    assert catalog.resolve("claude-opus-5-5").traits.chat is True


def test_old_claudes_have_their_own_limits(catalog: Catalog) -> None:
    def output(asked: str) -> int | None:
        return catalog.resolve(asked).traits.limits.output

    assert output("claude-3-haiku") == 4096
    assert output("claude-3-5-sonnet") == 8192
    assert output("claude-3-7-sonnet") == 64_000
    assert output("claude-opus-4") == output("claude-opus-4-1") == 32_000
    assert output("claude-sonnet-4") == 64_000
    assert catalog.resolve("claude-opus-4-1").traits.limits.output_fill == 32_000
    assert catalog.resolve("claude-opus-4-5").traits.limits.output_fill is None


OUTPUTS = [
    ("gpt-4o-search-preview", 16_384),
    ("gpt-5-search-api", 128_000),
    ("codex-mini-latest", 100_000),
    ("gpt-5.1-codex-mini", 128_000),
    ("o1-mini", 65_536),
]


@pytest.mark.parametrize(("asked", "output"), OUTPUTS)
def test_an_older_relative_has_its_own_limit(catalog: Catalog, asked: str, output: int) -> None:
    assert catalog.resolve(asked).traits.limits.output == output


PLACED: list[tuple[tuple[str, Platform | None, Wire | None], str, object]] = [
    (("claude-opus-5-5", None, None), "signatures.binding_control", True),
    (("claude-opus-5-5", "bedrock", None), "signatures.binding_control", None),
    (("claude-opus-5-5", "vertex", None), "signatures.binding_control", None),
    (("claude-opus-5-5", "foundry", None), "signatures.binding_control", None),
    (("claude-opus-4-8", None, None), "signatures.binding_control", None),
    (("claude-opus-4-5", None, None), "signatures.binding_control", False),
    (("claude-opus-5-5", "foundry", None), "system.mid_conversation", "refused"),
    (("claude-opus-5-5", "bedrock", None), "effort.mid_conversation", True),
    (("claude-fable-5-1", "bedrock", None), "effort.mid_conversation", True),
    (("claude-mythos-5-1", "bedrock", None), "effort.mid_conversation", False),
    (("claude-haiku-5-5", "bedrock", None), "effort.mid_conversation", False),
    (("claude-opus-5-5", "bedrock", None), "tools.strict", False),
    (("claude-fable-5-1", "bedrock", None), "tools.strict", False),
    (("claude-opus-5-5", "bedrock", None), "wires", ["anthropic.messages", "bedrock.converse"]),
    (("claude-opus-5-5", "openrouter", None), "effort.parameter", "reasoning.effort"),
    (
        ("claude-opus-5-5", "openrouter", "anthropic.messages"),
        "effort.parameter",
        "output_config.effort",
    ),
    (("gpt-6.2-sol", None, "openai.chat"), "effort.levels", ["low", "medium", "high", "xhigh"]),
    (("gpt-6.2-sol", None, "openai.responses"), "effort.parameter", "reasoning.effort"),
    (("gpt-5.6", None, "openai.responses"), "limits.output_parameter", "max_output_tokens"),
    (("gpt-5.6", None, "openai.chat"), "limits.output_parameter", "max_completion_tokens"),
    (("gpt-5.6", "openrouter", None), "limits.output_parameter", "max_tokens"),
    (("o4-mini", None, None), "tools.parallel", False),
    (("glm-5.3", "openrouter", None), "effort.levels", ["minimal", "low", "high", "max"]),
    (("qwen3.8-max", "openrouter", None), "thinking.mode", "always"),
    (("qwen3.8-max", "openrouter", None), "thinking.off", None),
    (("grok-4.6", "bedrock", "bedrock.converse"), "sampling.temperature", "refused"),
    (("grok-4.6", "bedrock", None), "sampling.temperature", "accepted"),
    (("deepseek-v4-pro", None, None), "reasoning.give_back", "required"),
    (("deepseek-reasoner", None, None), "reasoning.give_back", "refused"),
    (("MiniMax-M2.5", None, None), "reasoning.tag", "think"),
    (("gemini-3.1-flash-image", None, None), "tools.supported", False),
    (("gemini-2.5-pro", None, None), "signatures.required", False),
    (("gemini-3.8-flash", None, None), "signatures.required", True),
]


@pytest.mark.parametrize(("place", "trait", "expected"), PLACED)
def test_what_differs_on_a_platform_or_a_wire(
    catalog: Catalog,
    place: tuple[str, Platform | None, Wire | None],
    trait: str,
    expected: object,
) -> None:
    model, platform, wire = place
    found: object = catalog.resolve(model, platform=platform, wire=wire).traits
    for name in trait.split("."):
        found = getattr(found, name)
    assert (list(found) if isinstance(found, tuple) else found) == expected


def test_effort_on_vertex_needs_its_beta_for_opus_4_5(catalog: Catalog) -> None:
    betas = catalog.resolve("claude-opus-4-5", platform="vertex").traits.betas
    assert betas["output_config.effort"] == "effort-2025-11-24"
    assert "output_config.effort" not in catalog.resolve("claude-opus-4-5").traits.betas
