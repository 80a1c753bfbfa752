"""What stands around a model's name in the spelling of a platform or a gateway."""

import re
from typing import Final

from msgspec import Struct

from forethought.catalog.grammar import Grammar, Wrappers
from forethought.policies.words import Platform

_REVISION: Final = re.compile(r"[0-9]{1,2}(?::[0-9]+k?)?")
# Behind a size the "v" is left out: "120b-1:0".
_REVISED: Final = re.compile(r"-v[0-9]{1,2}$|(?<=[0-9]b)-[0-9]$")
_DOTTED: Final = re.compile(r"[0-9]\.[0-9]")
_TUNED: Final = "ft:"
# A colon leads in only what begins like a name: Ollama's "deepseek:7b" is a model and its size.
_HEAD: Final = re.compile(r"([^/:]*)(/|:(?=[~A-Za-z]))")


class Peeled(Struct, frozen=True, kw_only=True):
    """A name and what was taken off it."""

    name: str
    """Lower case; empty where nothing is left that could be a name."""
    plain: str
    """As asked, without what only routes (`bedrock/`, `models/`)."""
    platform: Platform | None = None
    """Whose spelling it was."""
    maker: str | None = None
    """Who made it, as Bedrock's dotted ids say."""
    tag: str = ""
    """What stood behind it: `:free`, `[1m]`."""
    tuned: bool = False
    """Whether it names somebody's fine-tuning of the model."""


def peel(asked: str, grammar: Grammar) -> Peeled:
    """The bare name in an id, whatever platform the id is written for."""
    plain, routed = _unroute(asked, grammar.wrappers)
    lowered = plain.strip().lower()
    if lowered.startswith("arn:"):
        return _peel_arn(lowered, plain, routed, grammar)
    path, _, last = lowered.rpartition("/")
    return _peel_name(last.removeprefix("~"), plain, path, routed, grammar)


def _peel_arn(lowered: str, plain: str, routed: Platform | None, grammar: Grammar) -> Peeled:
    fields = lowered.split(":", 5)
    if len(fields) < 6 or fields[2] != "bedrock":
        return Peeled(name="", plain=plain, platform=routed)
    platform = routed or "bedrock"
    kind, _, name = fields[5].partition("/")
    if kind not in grammar.wrappers.named_resources:
        return Peeled(name="", plain=plain, platform=platform)
    return _peel_name(name, plain, "", platform, grammar)


def _peel_name(
    name: str, plain: str, path: str, platform: Platform | None, grammar: Grammar
) -> Peeled:
    wrappers = grammar.wrappers
    tuned = name.startswith(_TUNED)
    name, tag, revised = _untag(name.removeprefix(_TUNED), grammar)
    name, maker = _undot(name, wrappers)
    if maker and not revised:
        name = _unrevise(name, grammar)
    name, pinned = _unpin(name, wrappers)
    if platform is None:
        if maker or revised:
            platform = "bedrock"
        elif pinned:
            platform = "vertex"
        elif _is_openrouter(path, name, tag, wrappers):
            platform = "openrouter"
    return Peeled(name=name, plain=plain, platform=platform, maker=maker, tag=tag, tuned=tuned)


def _unroute(asked: str, wrappers: Wrappers) -> tuple[str, Platform | None]:
    platform: Platform | None = None
    while head := _HEAD.match(asked):
        words = wrappers.routing if head[2] == "/" else wrappers.providers
        route = words.get(head[1].strip().lower())
        if route is None:
            break
        platform = platform or route or None
        asked = asked[head.end() :]
    return asked, platform


def _untag(name: str, grammar: Grammar) -> tuple[str, str, bool]:
    """The name, the tag behind it, and whether that was Bedrock's revision (`-v1:0`)."""
    name, bracket, window = name.partition("[")
    tag = bracket + window
    name, colon, rest = name.partition(":")
    if not colon:
        return name, tag, False
    if not rest[:1].isdecimal():
        return name, colon + rest + tag, False
    if not _REVISION.fullmatch(rest):  # a size or a date: Ollama's "gpt-oss:20b"
        return f"{name}-{rest.replace(':', '-')}", tag, False
    if _is_versioned_by_v(name, grammar):
        return f"{name}.{rest.partition(':')[0]}", tag, True
    return _unrevise(name, grammar), tag, True


def _unrevise(name: str, grammar: Grammar) -> str:
    return name if _is_versioned_by_v(name, grammar) else _REVISED.sub("", name)


def _is_versioned_by_v(name: str, grammar: Grammar) -> bool:
    bare, v, _ = name.rpartition("-v")
    return bool(v) and bare.rpartition(".")[2] in grammar.words.version_after_v


def _undot(name: str, wrappers: Wrappers) -> tuple[str, str | None]:
    head, dot, rest = name.partition(".")
    if dot and head in wrappers.geos:
        name = rest
        head, dot, rest = name.partition(".")
    if dot and head in wrappers.bedrock_makers:
        return rest, head
    return name, None


def _unpin(name: str, wrappers: Wrappers) -> tuple[str, bool]:
    name, at, pin = name.partition("@")
    if not at:
        return name, False
    return (name if pin in wrappers.unpinned else f"{name}-{pin.replace('@', '-')}"), True


def _is_openrouter(path: str, name: str, tag: str, wrappers: Wrappers) -> bool:
    if path.startswith("~") or tag[1:] in wrappers.openrouter_tags:
        return True
    maker = path.rpartition("/")[2]
    if maker in wrappers.openrouter_makers:
        return True
    return maker in wrappers.undotted_makers and _DOTTED.search(name) is not None
