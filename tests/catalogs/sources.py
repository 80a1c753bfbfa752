"""Where public packages keep the ids of models, and how to read them without importing anything."""

import ast
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

LANGCHAIN: Final = (
    "anthropic",
    "aws",
    "deepseek",
    "fireworks",
    "google-genai",
    "google-vertexai",
    "groq",
    "mistralai",
    "openai",
    "openrouter",
    "xai",
)
PACKAGES: Final = ("litellm", "pydantic-ai-slim", *(f"langchain-{name}" for name in LANGCHAIN))
CHAT: Final = frozenset({"chat", "responses", "completion"})
"""What LiteLLM calls the endpoints of models that answer in text."""


class PublicId(NamedTuple):
    """An id that somebody ships."""

    text: str
    sources: tuple[str, ...]
    facts: Mapping[str, Any]
    """What LiteLLM states of it."""

    @property
    def name(self) -> str:
        """Without the path, and pydantic-ai's provider, before it."""
        name = self.text.rpartition("/")[2]
        return name.partition(":")[2] if "pydantic-ai" in self.sources and ":" in name else name

    @property
    def is_chat(self) -> bool:
        """Whether it is no embedding, image or speech model, as far as its catalog says."""
        return (self.facts.get("mode") or "chat") in CHAT


def public_ids(site: Path) -> list[PublicId]:
    """The ids of all packages, each once."""
    facts = litellm_facts(site)
    sources: dict[str, list[str]] = {text: ["litellm"] for text in facts}
    for source, texts in (
        ("pydantic-ai", pydantic_names(site)),
        ("langchain", langchain_ids(site)),
    ):
        for text in texts:
            told = sources.setdefault(text, [])
            if source not in told:
                told.append(source)
    return [PublicId(text, tuple(told), facts.get(text, {})) for text, told in sources.items()]


def litellm_facts(site: Path) -> dict[str, dict[str, Any]]:
    """LiteLLM's cost map, by id."""
    path = site / "litellm" / "model_prices_and_context_window_backup.json"
    facts: dict[str, dict[str, Any]] = json.loads(path.read_text())
    facts.pop("sample_spec", None)
    return facts


def pydantic_names(site: Path) -> Iterator[str]:
    """The strings of pydantic-ai's type `KnownModelName`, wherever its module stands."""
    for path in (site / "pydantic_ai" / "models").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if _assigns(node, "KnownModelName"):
                yield from _strings_of_literals(node)


def langchain_ids(site: Path) -> Iterator[str]:
    """The ids of the profiles that LangChain's packages ship, and of what they add to them."""
    for path in site.glob("langchain_*/data/_profiles.py"):
        for node in ast.parse(path.read_text()).body:
            if _assigns(node, "_PROFILES"):
                yield from ast.literal_eval(_value(node))
    for path in site.glob("langchain_*/data/profile_augmentations.toml"):
        overrides = tomllib.loads(path.read_text()).get("overrides", {})
        yield from (text for text, told in overrides.items() if isinstance(told, dict))


def _assigns(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    else:
        return False
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _value(node: ast.AST) -> ast.expr:
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    assert node.value is not None
    return node.value


def _strings_of_literals(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Subscript):
            for leaf in ast.walk(inner.slice):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    yield leaf.value
