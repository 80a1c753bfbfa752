"""Media types by a file's ending; the operating system's own tables differ and are not asked."""

from typing import Final
from urllib.parse import urlsplit

_TYPES: Final = {
    "aac": "audio/aac",
    "avi": "video/avi",
    "csv": "text/csv",
    "flac": "audio/flac",
    "gif": "image/gif",
    "heic": "image/heic",
    "heif": "image/heif",
    "html": "text/html",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "md": "text/markdown",
    "mov": "video/quicktime",
    "mp3": "audio/mp3",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "ogg": "audio/ogg",
    "pdf": "application/pdf",
    "png": "image/png",
    "txt": "text/plain",
    "wav": "audio/wav",
    "webm": "video/webm",
    "webp": "image/webp",
}


def media_of(url: str) -> str | None:
    """The media type that the end of a URL's path tells, if it is one that Gemini reads."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return None
    return _TYPES.get(path.rpartition(".")[2].lower()) if "." in path else None
