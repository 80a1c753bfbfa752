"""Entity tags: strong ones of an answer's own body (RFC 9110)."""

import hashlib
import re
from typing import Final

_TAG: Final = re.compile(rb'"[\x21\x23-\x7e\x80-\xff]*"')


def etag_of(body: bytes) -> bytes:
    """The tag of a body, in quotes."""
    return b'"%b"' % hashlib.blake2b(body, digest_size=12).hexdigest().encode()


def matches(if_none_match: bytes, etag: bytes) -> bool:
    """Whether an `If-None-Match` names the tag: in a list, as `*`, or as a weak one."""
    if if_none_match == etag or if_none_match.strip() == b"*":
        return True
    return etag in _TAG.findall(if_none_match)
