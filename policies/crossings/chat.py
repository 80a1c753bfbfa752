"""Reading a body in the shape of `openai.chat`, whatever it is translated to."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Raw

from forethought.policies.body import Body, open_members
from forethought.policies.errors import Untranslatable
from forethought.policies.leaves import is_text, plain
from forethought.policies.words import Json

ROLES: Final = ("system", "developer", "user", "assistant", "tool")
_QUOTE: Final = 0x22
_ARGUMENTS: Final = msgspec.json.Decoder(dict[str, Raw])


class Part(NamedTuple):
    """One piece of a message's content."""

    kind: Literal["text", "image", "file", "native"]
    at: str
    """Its pointer in the caller's body."""
    own: dict[str, Json]
    """The part as the caller wrote it."""
    text: Json = None
    """Of a text: the string, opened or not."""
    url: str | None = None
    """Of an image or a file that is somewhere else."""
    media: str | None = None
    data: str | None = None
    """Of an image or a file that came along: base64."""
    name: str | None = None
    """A file's name."""


class Call(NamedTuple):
    """One call of a function, as an assistant message carries it."""

    at: str
    own: dict[str, Json]
    id: str | None
    name: str
    arguments: Json
    """A JSON object, opened or not."""


def turns(body: Body) -> list[dict[str, Json]]:
    """The messages. Raises `Untranslatable` where they cannot be read."""
    messages = _messages(body)
    return _checked(body.rows("messages"), messages)


def closed_turns(body: Body) -> Iterator[tuple[dict[str, Json], str | None]]:
    """The messages one by one, and of those that are a user's or an assistant's text and nothing
    else, the role; these are as they came, the others are opened. Raises as `turns` does."""
    messages = _messages(body)
    rows = body.closed_rows("messages") or body.rows("messages")
    _check_rows(rows, messages)
    for index, row in enumerate(rows):
        role = said(row)
        if role is None:
            row = open_members(row)  # noqa: PLW2901
            _check(row, f"/messages/{index}")
        yield row, role


def _messages(body: Body) -> Json:
    messages = body.fields.get("messages")
    if messages is None or (type(messages) is Raw and bytes(messages) == b"null"):
        raise Untranslatable("there are no messages", pointer="/messages")
    return messages


def _checked(rows: list[Json], messages: Json) -> list[dict[str, Json]]:
    _check_rows(rows, messages)
    for index, row in enumerate(rows):
        _check(row, f"/messages/{index}")
    return rows


def _check_rows(rows: list[Json], messages: Json) -> None:
    if not rows and plain(messages) != []:
        raise Untranslatable("messages is no list of objects", pointer="/messages")


_CLOSED_ROLES: Final = {b'"user"': "user", b'"assistant"': "assistant"}


def said(row: Json) -> str | None:
    """The role of a message that is a user's or an assistant's text and nothing else."""
    if type(row) is not dict or len(row) != 2:
        return None
    content, role = row.get("content"), row.get("role")
    if type(content) is Raw:
        if memoryview(content)[0] != _QUOTE or type(role) is not Raw:
            return None
        return _CLOSED_ROLES.get(bytes(role))
    return role if type(content) is str and role in ("user", "assistant") else None


def _check(row: Json, at: str) -> None:
    if not isinstance(row, dict):
        raise Untranslatable("a message is an object", pointer=at)
    if row.get("role") == "function" or row.get("function_call") is not None:
        message = "function_call and the function role are gone; use tool_calls and role tool"
        raise Untranslatable(message, pointer=at)
    if row.get("role") not in ROLES:
        raise Untranslatable(f"role is none of {', '.join(ROLES)}", pointer=f"{at}/role")


def text_of(content: Json) -> Json | None:
    """The content where it is one string; None where it is anything else."""
    return content if is_text(content) else None


def parts(content: Json, at: str) -> Iterator[Part]:
    """The pieces of a content that is a string, a list of parts, or nothing."""
    if content is None:
        return
    if is_text(content):
        yield Part("text", at, {}, text=content)
    elif isinstance(content, list):
        for index, own in enumerate(content):
            yield _part(own, f"{at}/{index}")
    else:
        raise Untranslatable("content is a string or a list of parts", pointer=at)


def _part(own: Json, at: str) -> Part:
    if is_text(own):
        return Part("text", at, {}, text=own)
    if not isinstance(own, dict):
        raise Untranslatable("a part is an object with a type", pointer=at)
    match own.get("type"):
        case "text" | "input_text" | "output_text":
            return _text(own, at, "text")
        case "refusal":
            return _text(own, at, "refusal")
        case "image_url" | "input_image":
            return _image(own, at)
        case "file" | "input_file":
            return _file(own, at)
        case _:
            return Part("native", at, own)


def no_place(own: dict[str, Json], at: str, where: str) -> Untranslatable:
    """The error of a part that has no place in `where`."""
    kind = own.get("type")
    named = kind if isinstance(kind, str) and kind.isidentifier() else "this type"
    return Untranslatable(f"a part of {named} has no place in {where}", pointer=at)


def _text(own: dict[str, Json], at: str, key: str) -> Part:
    if not is_text(own.get(key)):
        raise Untranslatable("the text is missing", pointer=f"{at}/{key}")
    return Part("text", at, own, text=own[key])


def _image(own: dict[str, Json], at: str) -> Part:
    image = plain(own.get("image_url"))
    url = image.get("url") if isinstance(image, dict) else image
    if not isinstance(url, str):
        raise Untranslatable("the image has no url", pointer=f"{at}/image_url")
    return _located(Part("image", at, own), url, f"{at}/image_url")


def _file(own: dict[str, Json], at: str) -> Part:
    file = plain(own.get("file", own))
    if not isinstance(file, dict):
        raise Untranslatable("the file is an object", pointer=f"{at}/file")
    name = file.get("filename")
    part = Part("file", at, own, name=name if isinstance(name, str) else None)
    for key in ("file_data", "file_url", "file_id"):
        if isinstance(file.get(key), str) and (key != "file_id" or "://" in file[key]):
            return _located(part, file[key], f"{at}/file/{key}")
    raise Untranslatable("only file_data or a URL can be carried", pointer=f"{at}/file")


def _located(part: Part, url: str, at: str) -> Part:
    """The part with what its URL holds or where it points."""
    if not url.startswith("data:"):
        if not url.startswith(("http://", "https://", "gs://")):
            raise Untranslatable("a URL begins with data:, https:, http: or gs:", pointer=at)
        return part._replace(url=url)
    head, comma, data = url[5:].partition(",")
    media, _, encoding = head.partition(";")
    if not comma or not encoding.endswith("base64"):
        raise Untranslatable("a data URL is base64 behind a media type", pointer=at)
    return part._replace(media=media or "application/octet-stream", data=data)


def calls(message: dict[str, Json], at: str) -> Iterator[Call]:
    """The calls of an assistant message, in order."""
    listed = message.get("tool_calls")
    if listed is None:
        return
    if not isinstance(listed, list):
        raise Untranslatable("tool_calls is a list", pointer=f"{at}/tool_calls")
    for index, own in enumerate(listed):
        yield _call(own, f"{at}/tool_calls/{index}")


def _call(own: Json, at: str) -> Call:
    function = own.get("function") if isinstance(own, dict) else None
    if not isinstance(function, dict) or not is_text(function.get("name")):
        raise Untranslatable("only a call of a named function can be carried", pointer=at)
    call_id = plain(own.get("id"))
    return Call(
        at,
        own,
        call_id if isinstance(call_id, str) and call_id else None,
        plain(function["name"]),
        _arguments(function.get("arguments"), f"{at}/function/arguments"),
    )


def _arguments(value: Json, at: str) -> Json:
    """The object that the arguments' JSON is; still closed where the body's texts are."""
    if isinstance(value, dict):
        return value
    text = plain(value)
    if text is None or text == "":
        return {}
    if not isinstance(text, str):
        raise Untranslatable("arguments is the JSON of an object, as a string", pointer=at)
    try:
        _ARGUMENTS.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Untranslatable("arguments is not the JSON of an object", pointer=at) from None
    return Raw(text.encode()) if type(value) is Raw else msgspec.json.decode(text)
