"""The parts of a message in the words of `openai.chat`."""

from typing import Final

from forethought.policies.agui.report import Report
from forethought.policies.words import Json

AUDIO: Final = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}


def parts_of(content: Json, path: str, report: Report, *, only_text: bool = False) -> Json:
    """A string stays one; of a list, the parts that have a place, and a diagnostic for the rest."""
    if isinstance(content, str):
        return content
    made: list[Json] = []
    for place, part in enumerate(content):
        other = None if only_text and part["type"] != "text" else _part(part)
        if other is None:
            report.warn("part_unplaced", f"{path}/{place}")
        else:
            made.append(other)
    return made


def _part(part: Json) -> Json:
    if part["type"] == "text":
        return {"type": "text", "text": part["text"]}
    source = part["source"]
    if source["type"] == "file":
        return {"type": "file", "file": {"file_id": source["value"]}}
    inline = source["type"] == "data"
    if part["type"] == "image":
        return {
            "type": "image_url",
            "image_url": {"url": _url(source) if inline else source["value"]},
        }
    if part["type"] == "audio" and inline and source["mimeType"] in AUDIO:
        return {
            "type": "input_audio",
            "input_audio": {"data": source["value"], "format": AUDIO[source["mimeType"]]},
        }
    if part["type"] == "document" and inline:
        return {"type": "file", "file": {"file_data": _url(source)}}
    return None


def _url(source: Json) -> str:
    return f"data:{source['mimeType']};base64,{source['value']}"
