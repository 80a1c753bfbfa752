"""The files of facts: every fact has a source and a date, a line one newest, an id one owner."""

from collections import Counter

import pytest

from forethought.catalog.catalog import Catalog
from forethought.catalog.facts import Facts, compile_facts
from forethought.catalog.packaged import BASE, VendorFile, folder, read_files
from forethought.policies.words import WIRES

FILES = read_files(folder())
FACTS = compile_facts(FILES)
VENDORS = sorted(name for name in FILES if name != BASE)


@pytest.fixture(scope="module", name="catalog")
def _catalog() -> Catalog:
    return Catalog.load()


@pytest.mark.parametrize("name", VENDORS)
def test_every_family_tells_its_source_and_date(name: str) -> None:
    for family in FILES[name].family:
        assert family.source, family.name
        assert family.checked is not None, family.name


@pytest.mark.parametrize("name", FILES)
def test_every_source_is_told_at_the_top_or_is_an_address(name: str) -> None:
    file = FILES[name]
    for source in _sources(file):
        assert source in file.sources or source.startswith("https://"), source


@pytest.mark.parametrize("name", FILES)
def test_no_source_is_told_for_nothing(name: str) -> None:
    text = (folder() / name).read_text()
    for word in FILES[name].sources:
        assert text.count(word) > 1, word


def _sources(file: VendorFile) -> set[str]:
    found = set(file.source)
    for family in file.family:
        tables = [family, *family.models.values(), family.unlisted]
        tables += [*family.wire.values(), *family.platform.values()]
        for platform in family.platform.values():
            tables += platform.wire.values()
        for table in tables:
            found.update(table.source)
    return found


def test_every_origin_has_a_source_and_a_date(catalog: Catalog) -> None:
    for model in catalog.models():
        for name, origin in catalog.resolve(model).origins.items():
            assert origin.source, (model, name)
            assert origin.checked, (model, name)
            assert origin.file.startswith("data/")


# A line that is missing here falls to the vendor's newest: its ids say too little.
NEWEST = {
    "anthropic": {
        "fable": "claude-fable-5.2",
        "haiku": "claude-haiku-5.5",
        "mythos": "claude-fable-5.2",
        "opus": "claude-opus-5.5",
        "sonnet": "claude-sonnet-5.5",
    },
    "google": {
        "argon": "gemini-4-argon",
        "carbon": "gemini-4-carbon",
        "flash": "gemini-3.8-flash",
        "flash-lite": "gemini-3.5-flash-lite",
        "hydrogen": "gemini-4-xhigh",
        "neon": "gemini-4-xhigh",
        "pro": "gemini-3.1-pro",
    },
    "openai": {
        "astra": "gpt-6-always",
        "astra-law": "gpt-6-always",
        "cyber": "gpt-6-always",
        "luna": "gpt-6-none",
        "rosalind": "gpt-6-always",
        "sol": "gpt-6-always",
        "terra": "gpt-6-none",
    },
}


def test_each_line_has_exactly_one_newest_family() -> None:
    told = {
        vendor.name: Counter(line for family in vendor.families.values() for line in family.newest)
        for vendor in FACTS.vendors.values()
    }
    assert all(count == 1 for lines in told.values() for count in lines.values())
    found = {
        name: {line: family.name for line, family in sorted(vendor.newest.items())}
        for name, vendor in FACTS.vendors.items()
        if vendor.newest
    }
    assert found == NEWEST


def test_each_vendor_with_fallbacks_has_exactly_one_newest_family() -> None:
    newest = {
        vendor.name: [family.name for family in vendor.families.values() if family.vendor_newest]
        for vendor in FACTS.vendors.values()
    }
    assert {name: found for name, found in newest.items() if found} == {
        "anthropic": ["claude-fable-5.2"],
        "google": ["gemini-4-argon"],
        "openai": ["gpt-6-always"],
    }


def test_the_newest_of_a_line_is_the_highest_generation_listed(catalog: Catalog) -> None:
    """Where ids of a line carry generations, the newest family lists the highest."""
    for vendor in FACTS.vendors.values():
        for line, family in vendor.newest.items():
            listed = [catalog.resolve(model) for model in catalog.models()]
            own = [found for found in listed if (found.vendor, found.line) == (vendor.name, line)]
            newest = max(own, key=lambda found: _generation(found.model))
            assert newest.family == family.name, line


def _generation(model: str) -> list[int]:
    digits = "".join(char if char.isdigit() else " " for char in model)
    return [int(number) for number in digits.split()]


def test_no_two_families_claim_an_id(catalog: Catalog) -> None:
    listed = Counter(
        name
        for family in catalog.families.values()
        for model in family.models.values()
        for name in (model.id, *model.aliases)
    )
    assert [name for name, count in listed.items() if count > 1] == []


def test_limits_are_plausible(catalog: Catalog) -> None:
    for model in catalog.models():
        limits = catalog.resolve(model).traits.limits
        if limits.output and limits.context:
            assert limits.output <= limits.context, model
        if limits.output and limits.output_fill:
            assert limits.output_fill <= limits.output, model


def test_a_default_effort_is_one_of_the_levels(catalog: Catalog) -> None:
    for model in catalog.models():
        for wire in (None, *WIRES):
            effort = catalog.resolve(model, wire=wire).traits.effort
            if effort.default is not None and effort.levels is not None:
                assert effort.default in effort.levels, (model, wire)


def test_thinking_that_cannot_be_off_is_never_disabled(catalog: Catalog) -> None:
    for model in catalog.models():
        thinking = catalog.resolve(model).traits.thinking
        if thinking.mode == "always":
            assert thinking.off is None, model
            assert "disabled" not in (thinking.types or ()), model


def test_facts_are_compiled_with_their_vendors() -> None:
    assert isinstance(FACTS, Facts)
    assert set(FACTS.vendors) == {
        "anthropic",
        "deepseek",
        "google",
        "meta",
        "minimax",
        "mistral",
        "moonshotai",
        "openai",
        "qwen",
        "xai",
        "zai",
    }
