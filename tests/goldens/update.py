"""Writes what comes out now into every golden, to be read as a diff before it is committed.

python -m tests.goldens.update
"""

import json
from pathlib import Path

import msgspec
import tomli_w

from forethought.policies import Rewritten

from .golden import Golden, all_goldens, read, run, told


def written(golden: Golden) -> str:
    """The file's text, with what comes out now."""
    request = json.loads(golden.request)
    out = run(golden, request)
    parts = [f"why = {json.dumps(golden.why, ensure_ascii=False)}\n", tomli_w.dumps(_who(golden))]
    parts.append(_text("request", request))
    if out.request is not request:
        parts.append(_text("body", out.body))
    parts.append(tomli_w.dumps(_what(golden, out), multiline_strings=False))
    return "".join(parts)


def _who(golden: Golden) -> dict[str, object]:
    fields = {
        "model": golden.model,
        "platform": golden.platform,
        "account": golden.account,
        "wire": golden.wire,
        "target": golden.target,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _what(golden: Golden, out: Rewritten) -> dict[str, object]:
    policy = msgspec.to_builtins(golden.policy)
    default = msgspec.to_builtins(type(golden.policy)())
    chosen = {key: value for key, value in policy.items() if value != default[key]}
    asked = {k: v for k, v in msgspec.to_builtins(golden.intent).items() if v is not None}
    fields: dict[str, object] = {
        "changes": list(told(out)),
        "headers": golden.headers,
        "sent": dict(out.headers),
        "names": dict(out.names),
        "policy": chosen,
        "intent": asked,
    }
    return {key: value for key, value in fields.items() if value}


def _text(key: str, value: object) -> str:
    return f"{key} = '''\n{_laid_out(value)}\n'''\n"


def _laid_out(value: object) -> str:
    """JSON with one line a top-level field and one a message."""
    assert isinstance(value, dict)
    lines = []
    for key, item in value.items():
        if isinstance(item, list) and key in ("messages", "contents", "input", "tools"):
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in item)
            lines.append(f"  {json.dumps(key)}: [\n    {rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def main() -> None:
    """Rewrites every file."""
    for path in all_goldens():
        text = written(read(path))
        if text != path.read_text():
            Path(path).write_text(text)
            print(path)


if __name__ == "__main__":
    main()
