"""`forethought rewrite`: a request on stdin, rewritten so that the model takes it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import get_args

import msgspec

from forethought.catalog.catalog import Catalog
from forethought.catalog.commands.changes import change_in_words
from forethought.catalog.commands.command import Command, Exit, Stopped, World
from forethought.catalog.commands.options import (
    format_option,
    header,
    load,
    overrides_option,
    platform_option,
    route_option,
    text,
    wire_option,
)
from forethought.catalog.commands.printing import counted, say_json, tell
from forethought.catalog.unknown import NoModelNamed, UnknownModel
from forethought.policies import Intent, RequestError, Rewritten
from forethought.policies.words import EFFORTS, Display, Json


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--model", type=text, metavar="ID", help="whom it is for (default: the request's own)"
    )
    route_option(parser)
    platform_option(parser)
    parser.add_argument("--account", type=text, metavar="NAME", help="whom the platform bills")
    wire_option(parser, "--wire", "its shape (default: openai.chat)", "openai.chat")
    wire_option(parser, "--target", "the shape to send (default: its own, else the model's)")
    for name, choices, told in (
        ("--effort", EFFORTS, "stands over what the request says"),
        ("--display", get_args(Display), "what to show of the thinking"),
    ):
        accepted = f"{told}: {', '.join(choices)}"
        parser.add_argument(name, choices=choices, metavar="WORD", help=accepted)
    parser.add_argument(
        "--header",
        action="append",
        default=[],
        type=header,
        metavar="NAME:VALUE",
        help="a header of the request (repeatable)",
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 for an unknown model")
    overrides_option(parser)
    format_option(parser)


def _run(options: Namespace, world: World) -> Exit:
    catalog = load(options, world)
    try:
        out = _rewritten(catalog, options, _sound(world.stdin()))
    except NoModelNamed:
        raise Stopped(Exit.USAGE, "name a --model or a --route: the request names none") from None
    except (RequestError, UnknownModel) as wrong:
        raise Stopped(Exit.FINDINGS, str(wrong)) from None
    if options.format == "json":
        say_json(answer(out, catalog.revision))
    else:
        _print_body(out)
        for line in _in_words(out):
            tell(line)
    return Exit.FINE


def _sound(body: bytes) -> bytes:
    """The body; what nobody opens comes out as it came, so it has to be text."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise Stopped(Exit.FINDINGS, "the body is no JSON: it is not valid UTF-8") from None
    return body


def _rewritten(catalog: Catalog, options: Namespace, request: bytes) -> Rewritten:
    return catalog.rewrite(
        request,
        model=options.model,
        route=options.route,
        platform=options.platform,
        account=options.account,
        wire=options.wire,
        target=options.target,
        headers=joined(options.header),
        intent=Intent(effort=options.effort, display=options.display),
        strict=options.strict,
    )


def joined(headers: list[tuple[str, str]]) -> dict[str, str]:
    """Headers by lower-case name; one that is given twice has both values, as HTTP joins them."""
    out: dict[str, str] = {}
    for name, value in headers:
        key = name.lower()
        out[key] = f"{out[key]}, {value}" if key in out else value
    return out


def answer(out: Rewritten, revision: str) -> dict[str, Json]:
    """All of a rewritten request, as the API answers it."""
    return {
        "request": msgspec.Raw(out.encode()),
        "headers": out.headers,
        "path": out.path,
        "id": out.id,
        "changes": out.changes,
        "notes": out.notes,
        "names": out.names,
        "wire": out.wire,
        "model": out.model,
        "match": out.match,
        "revision": revision,
    }


def _print_body(out: Rewritten) -> None:
    """The bytes as they are, so that what was not rewritten is what came."""
    body = out.encode()
    body = body if body.endswith(b"\n") else body + b"\n"
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(body.decode())
        return
    sys.stdout.flush()
    buffer.write(body)
    buffer.flush()


def _in_words(out: Rewritten) -> Iterator[str]:
    yield f"for {out.model} ({out.match}), as {out.id}, on {out.wire}, to {out.path or 'its URL'}"
    yield from (f"header {name}: {value}" for name, value in out.headers.items())
    yield counted(len(out.changes), "change")
    yield from (f"  {change_in_words(change)}" for change in out.changes)
    yield from (f"note: {note}" for note in out.notes)


COMMAND = Command(
    name="rewrite",
    summary="a request on stdin, rewritten so that the model takes it",
    description="Prints the body on stdout, and on stderr in words the headers and path to send "
    "it with and every change. With --format json all of it goes to stdout. A body that cannot be "
    "rewritten, or that the policy refuses, exits 1.",
    examples="""\
forethought rewrite --model claude-opus-5-5 < request.json
forethought rewrite --route eu-prod-opus --effort high --overrides overrides/ < request.json
forethought rewrite --wire anthropic.messages --header anthropic-beta:x < request.json 2>/dev/null
forethought rewrite --model gemini-3.8-flash --format json < request.json | jq '.changes[].reason'\
""",
    options=_options,
    run=_run,
)
