"""Resolving: spellings, platforms, the id that is sent, routes and overrides."""

import shutil
import threading
from pathlib import Path

import pytest

from forethought.catalog.catalog import Catalog
from forethought.catalog.mistakes import CatalogError
from forethought.catalog.packaged import digests, folder
from forethought.policies.served import Writer
from forethought.policies.words import Match, Platform

PROFILE = "arn:aws:bedrock:eu-west-1:1234:application-inference-profile/ab12"
OVERRIDES = f"""
schema = 1

[policy]
display = "omitted"
max_tokens = 8000

[model."claude-opus-6"]
like    = "claude-opus-5-5"
aliases = ["opus-six"]
[model."claude-opus-6".traits]
limits.output = 256_000

[model."opus-lab"]
like = "claude-opus-6"
[model."opus-lab".traits]
effort.default = "high"

[model."house-model"]
family = "claude-haiku-5.5"

[model."claude-sonnet-5-5".traits]
limits.output = 64_000

[platform."bedrock".policy]
max_tokens = 16_000
[platform."bedrock".traits]
thinking.display = "unknown"
limits.output = 100_000

[route."eu-prod-opus"]
model    = "claude-opus-5-5"
id       = "{PROFILE}"
platform = "bedrock"
account  = "eu"
[route."eu-prod-opus".traits]
effort.levels = ["low", "medium"]
[route."eu-prod-opus".policy]
effort_none = "off"

[route."chat"]
model    = "gpt-5.6"
id       = "prod-chat"
platform = "azure"
wire     = "openai.chat"
"""


@pytest.fixture(scope="module", name="plain")
def _plain() -> Catalog:
    return Catalog.load()


@pytest.fixture(scope="module", name="overridden")
def _overridden(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    file = tmp_path_factory.mktemp("overrides") / "ops.toml"
    file.write_text(OVERRIDES)
    return Catalog.load(file)


MATCHED: list[tuple[str, Match]] = [
    ("claude-opus-5-5", "exact"),
    ("claude-opus-4-5-20251101", "dated"),
    ("claude-opus-5-5-20260922", "dated"),
    ("gpt-5.5-2026-04-01", "dated"),
    ("claude-opus-5.5", "spelling"),
    ("Claude-Opus-5-5", "spelling"),
    ("us.anthropic.claude-opus-5-5-v1:0", "spelling"),
    ("us.anthropic.claude-opus-4-5-20251101-v1:0", "spelling"),
    ("models/gemini-3.8-flash", "spelling"),
    ("gemini-3-pro", "spelling"),
    ("grok-build-latest", "alias"),
]


@pytest.mark.parametrize(("asked", "match"), MATCHED)
def test_the_match_says_how_an_id_was_recognised(plain: Catalog, asked: str, match: Match) -> None:
    assert plain.resolve(asked).match == match


SENT: list[tuple[str, Platform | None, str]] = [
    # A pin stays a pin, a wrapper goes.
    ("claude-opus-5-5", None, "claude-opus-5-5"),
    ("claude-opus-4-5-20251101", None, "claude-opus-4-5-20251101"),
    ("anthropic/claude-opus-4-5-20251101", None, "claude-opus-4-5-20251101"),
    ("claude-opus-5.5", None, "claude-opus-5-5"),
    ("us.anthropic.claude-opus-5-5-v1:0", "bedrock", "us.anthropic.claude-opus-5-5-v1:0"),
    ("bedrock/us.anthropic.claude-opus-5-5-v1:0", "bedrock", "us.anthropic.claude-opus-5-5-v1:0"),
    ("vertex_ai/claude-opus-5-5@default", "vertex", "claude-opus-5-5@default"),
    ("openrouter/anthropic/claude-opus-5.5", "openrouter", "anthropic/claude-opus-5.5"),
    # Spelled for another: the canonical id.
    ("us.anthropic.claude-opus-5-5-v1:0", None, "claude-opus-5-5"),
    ("us.anthropic.claude-opus-4-5-20251101-v1:0", None, "claude-opus-4-5"),
    ("claude-opus-5-5", "bedrock", "claude-opus-5-5"),
    ("models/gemini-3.8-flash", "vertex", "gemini-3.8-flash"),
    ("gemini-3-pro", None, "gemini-3-pro-preview"),
    ("gemini-3.1-pro-preview-customtools", None, "gemini-3.1-pro-preview-customtools"),
    ("minimax-m2.5", None, "MiniMax-M2.5"),
    # A name that the vendor gave is as good as an id.
    ("grok-build-latest", None, "grok-build-latest"),
    # The canonical spelling of an old name is nobody's id.
    ("claude-3-haiku-20240307", None, "claude-3-haiku-20240307"),
    ("claude-opus-6-1", None, "claude-opus-6-1"),
]


@pytest.mark.parametrize(("asked", "platform", "sent"), SENT)
def test_the_id_that_is_sent(
    plain: Catalog, asked: str, platform: Platform | None, sent: str
) -> None:
    assert plain.resolve(asked, platform=platform).id == sent


def test_a_spelling_is_reported_and_sets_no_platform(plain: Catalog) -> None:
    found = plain.resolve("us.anthropic.claude-opus-5-5-v1:0")
    assert (found.platform, found.spelled_for) == ("anthropic", "bedrock")
    assert any("no platform was given" in note for note in found.notes)
    assert plain.resolve("us.anthropic.claude-opus-5-5-v1:0", platform="bedrock").notes == ()


def test_a_platform_whose_spelling_is_not_known_is_noted(plain: Catalog) -> None:
    assert any("bedrock" in n for n in plain.resolve("claude-opus-5-5", platform="bedrock").notes)
    assert plain.resolve("claude-opus-5-5", platform="foundry").notes == ()


@pytest.mark.parametrize(
    ("asked", "platform"),
    [
        ("claude-opus-5-5", "anthropic"),
        ("gemini-3.8-flash", "gemini"),
        ("gpt-5.5", "openai"),
        ("grok-4.7", "compatible"),
        ("unheard-of", None),
    ],
)
def test_a_request_goes_to_the_vendors_own_platform(
    plain: Catalog, asked: str, platform: str | None
) -> None:
    assert plain.resolve(asked).platform == platform


def test_a_model_learnt_by_its_likeness(overridden: Catalog) -> None:
    found = overridden.resolve("opus-six")
    assert (found.model, found.match, found.assumed) == ("claude-opus-6", "base_model", False)
    assert found.id == "claude-opus-6"
    assert found.traits.limits.output == 256_000
    assert found.traits.effort.default == "medium"
    assert found.lifecycle is None
    assert found.origins["limits.output"].layer == "override model"
    assert found.origins["limits.output"].lost[0].layer == "family"
    assert overridden.resolve("us.anthropic.claude-opus-6-v1:0").traits == found.traits


def test_a_name_of_ops_is_found_in_capitals_too(overridden: Catalog) -> None:
    assert overridden.resolve("OPUS-SIX").model == "claude-opus-6"
    assert overridden.resolve("House-Model").match == "spelling"


def test_a_likeness_may_go_through_another_override(overridden: Catalog) -> None:
    traits = overridden.resolve("opus-lab").traits
    assert (traits.limits.output, traits.effort.default) == (256_000, "high")
    assert overridden.resolve("claude-opus-6").traits.effort.default == "medium"


def test_a_model_may_be_put_into_a_family(overridden: Catalog) -> None:
    found = overridden.resolve("house-model")
    assert (found.match, found.family) == ("exact", "claude-haiku-5.5")
    assert found.vendor == "anthropic"


def test_an_override_of_a_listed_model_lies_over_it(overridden: Catalog, plain: Catalog) -> None:
    found, before = overridden.resolve("claude-sonnet-5-5"), plain.resolve("claude-sonnet-5-5")
    assert (found.match, found.lifecycle) == ("exact", before.lifecycle)
    assert (found.traits.limits.output, before.traits.limits.output) == (64_000, 128_000)


def test_any_override_beats_any_packaged_value_and_the_route_beats_all(
    overridden: Catalog,
) -> None:
    found = overridden.resolve("claude-opus-5-5", route="eu-prod-opus")
    assert found.traits.limits.output == 100_000
    assert found.traits.thinking.display is None
    assert found.traits.effort.levels == ("low", "medium")
    assert str(found.origins["effort.levels"]).endswith('ops.toml [route."eu-prod-opus"]')
    assert overridden.resolve("claude-opus-6", platform="bedrock").traits.limits.output == 100_000


def test_choices_are_layered_too(overridden: Catalog) -> None:
    policy = overridden.resolve("claude-opus-5-5").policy
    assert (policy.display, policy.max_tokens, policy.effort_none) == ("omitted", 8000, "lowest")
    found = overridden.resolve(None, route="eu-prod-opus")
    assert found.policy.max_tokens == 16_000
    assert found.policy.effort_none == "off"
    assert found.policy_origins["max_tokens"].lost[0].value == 8000


def test_a_route_says_where_a_request_goes(overridden: Catalog) -> None:
    found = overridden.resolve(None, route="eu-prod-opus")
    assert (found.id, found.platform, found.account) == (PROFILE, "bedrock", "eu")
    assert (found.route, found.match, found.notes) == ("eu-prod-opus", "base_model", ())


def test_a_platform_argument_stands_over_the_routes(overridden: Catalog) -> None:
    found = overridden.resolve(None, route="eu-prod-opus", platform="vertex")
    assert found.platform == "vertex"


def test_the_wire_of_a_route_counts(overridden: Catalog) -> None:
    found = overridden.resolve(None, route="chat")
    assert found.wire == "openai.chat"
    assert "max" not in (found.traits.effort.levels or ())
    found = overridden.resolve(None, route="chat", wire="openai.responses")
    assert "max" in (found.traits.effort.levels or ())


def test_a_route_beats_the_model_and_says_so(overridden: Catalog) -> None:
    found = overridden.resolve("claude-haiku-5-5", route="eu-prod-opus")
    assert found.model == "claude-opus-5-5"
    assert any("the route stands" in note for note in found.notes)
    assert overridden.resolve("claude-opus-5.5", route="eu-prod-opus").notes == ()


@pytest.mark.parametrize(("asked", "route"), [(PROFILE, "eu-prod-opus"), ("prod-chat", "chat")])
def test_an_opaque_id_resolves_through_its_one_route(
    overridden: Catalog, asked: str, route: str
) -> None:
    found = overridden.resolve(asked)
    assert (found.route, found.match, found.id) == (route, "base_model", asked)


def test_an_opaque_id_without_a_route_is_unknown(plain: Catalog) -> None:
    found = plain.resolve(PROFILE)
    assert (found.match, found.vendor, found.id) == ("unknown", None, PROFILE)


def test_an_unknown_route_is_unknown_and_suggests(overridden: Catalog) -> None:
    found = overridden.resolve("claude-opus-5-5", route="eu-prd-opus")
    assert (found.match, found.traits.thinking.mode) == ("unknown", None)
    assert any("eu-prod-opus" in note for note in found.notes)


def test_mistakes_of_all_files_come_in_one_report(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('schema = 1\n[route."a"]\nmodel = "gpt-unheard"\n')
    (tmp_path / "b.toml").write_text('schema = 1\n[policy]\ndisplay = "loud"\n')
    with pytest.raises(CatalogError) as caught:
        Catalog.load(tmp_path)
    assert {mistake.file.rpartition("/")[2] for mistake in caught.value.mistakes} == {
        "a.toml",
        "b.toml",
    }


def test_a_model_of_a_known_line_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('schema = 1\n[model."claude-opus-7".traits]\nlimits.output = 9\n')
    catalog = Catalog.load(file)
    assert [warning.level for warning in catalog.warnings] == ["warning"]
    assert catalog.resolve("claude-opus-7").assumed


def test_the_same_files_have_the_same_revision_wherever_they_are(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(str(folder()), copy)
    assert digests(copy) == digests(folder())
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "ops.toml").write_text(OVERRIDES)
    shutil.copytree(tmp_path / "here", tmp_path / "there" / "deeper")
    here, there = Catalog.load(tmp_path / "here"), Catalog.load(tmp_path / "there" / "deeper")
    assert here.revision == there.revision != Catalog.load().revision
    (tmp_path / "here" / "ops.toml").write_text(OVERRIDES.replace("8000", "8001"))
    assert Catalog.load(tmp_path / "here").revision != there.revision


def test_listed_models_are_sorted_and_resolve_to_themselves(overridden: Catalog) -> None:
    models = overridden.models()
    assert list(models) == sorted(models)
    assert {"claude-opus-6", "claude-opus-5-5"} <= set(models)
    assert "opus-six" not in models
    assert [overridden.resolve(model).model for model in models] == list(models)


def test_a_known_id_is_the_same_object_each_time(plain: Catalog) -> None:
    assert plain.resolve("claude-opus-5-5") is plain.resolve("claude-opus-5-5")
    found = plain.resolve("us.anthropic.claude-opus-5-5-v1:0")
    assert plain.resolve("us.anthropic.claude-opus-5-5-v1:0") is found


def test_ids_share_the_traits_of_their_family(plain: Catalog) -> None:
    first, second = plain.resolve("claude-opus-6"), plain.resolve("claude-opus-7")
    assert first.traits is second.traits
    assert first.origins is second.origins


def test_hostile_ids_do_not_grow_memory() -> None:
    catalog = Catalog.load()
    for number in range(5000):
        catalog.resolve(f"claude-hostile-{number}")
        catalog.resolve(f"claude-opus-5-5-{'x' * 600}-{number}")
        catalog.writer(f"anthropic/claude-hostile-{number}")
    held = [vars(catalog)[name] for name in ("_recent", "_writers")]
    assert all(len(memory) <= 2048 for memory in held)


def test_long_ids_are_answered_and_forgotten() -> None:
    catalog = Catalog.load()
    asked = f"claude-opus-5-5-{'x' * 600}"
    catalog.resolve(asked)
    catalog.resolve("claude-opus-5-5", platform="bedrock", route="r" * 600)
    catalog.writer(asked)
    held = [vars(catalog)[name] for name in ("_recent", "_writers")]
    assert [len(memory) for memory in held] == [0, 0]


def test_threads_share_a_catalog(plain: Catalog) -> None:
    wrong: list[str] = []

    def ask() -> None:
        for number in range(3000):
            asked = f"claude-opus-{6 + number % 1500}"
            if plain.resolve(asked).asked != asked:
                wrong.append(asked)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "writer"),
    [
        ("anthropic/claude-opus-5-5", ("anthropic", "claude-opus-5-5", "anthropic")),
        ("gemini/gemini-3.8-flash", ("google", "gemini-3.8-flash", "gemini")),
        ("google/gemini-3.8-flash", ("google", "gemini-3.8-flash", "gemini")),
        ("vertex_ai/claude-opus-5-5", ("anthropic", "claude-opus-5-5", "vertex")),
        ("vertex/gemini-3.8-flash", ("google", "gemini-3.8-flash", "vertex")),
        ("openai/gpt-5.5", ("openai", "gpt-5.5", "openai")),
        ("bedrock/us.anthropic.claude-opus-5-5", ("anthropic", "claude-opus-5-5", "bedrock")),
        ("openrouter/anthropic/claude-opus-5.5", ("anthropic", "claude-opus-5-5", "openrouter")),
        ("claude-opus-5-5", ("anthropic", "claude-opus-5-5", None)),
        ("claude-opus-6", ("anthropic", "claude-opus-6", None)),
        ("somebody/something", (None, None, None)),
    ],
)
def test_a_signed_by_names_vendor_model_and_platform(
    plain: Catalog, text: str, writer: tuple[str | None, str | None, Platform | None]
) -> None:
    vendor, model, platform = writer
    assert plain.writer(text) == Writer(vendor=vendor, model=model, platform=platform)
