"""What is looked at before any parser sees a mail: sizes and counts, so that no
mail can make work without bound.
"""

import email
import re
from email import policy
from email.message import Message

KEPT = 131_072
"""Bytes of a mail that are read; the rest is cut off. Orders stand at the top."""
HEADERS = 64_000
"""Bytes of headers at the most."""
HEADER_LINES = 800
BOUNDARIES = 1_000
"""Lines that may begin a part."""
MULTIPARTS = 40
ENCLOSED = 20
"""Mails within the mail."""

END_OF_HEADERS = re.compile(rb"\r\n\r\n|\n\n|\r\r")


class Unreadable(Exception):
    """A mail that is not opened; the text says why."""


def opened(raw: bytes) -> Message:
    """Return the first ``KEPT`` bytes of a mail, parsed. Raise ``Unreadable``.

    The limits bound what the parser does: it recurses once for each multipart or enclosed mail
    and makes an object for each part and header.
    """
    raw = raw[:KEPT]
    found = END_OF_HEADERS.search(raw)
    headers = raw[: found.start()] if found else raw
    # Without a blank line all of it may be text: only what looks like headers counts then.
    lines = headers.count(b"\n") + headers.count(b"\r") - headers.count(b"\r\n")
    if b":" in headers[:1_000] and (len(headers) > HEADERS or lines > HEADER_LINES):
        raise Unreadable(f"its headers are longer than {HEADERS} bytes or {HEADER_LINES} lines")
    small = raw.lower()
    if small.count(b"\n--") + small.count(b"\r--") > BOUNDARIES:
        raise Unreadable(f"it has more than {BOUNDARIES} parts")
    if small.count(b"multipart/") > MULTIPARTS or small.count(b"message/") > ENCLOSED:
        raise Unreadable("its parts are nested too deep")
    try:
        return email.message_from_bytes(raw, policy=policy.compat32)
    except (RecursionError, ValueError, LookupError) as error:
        raise Unreadable(f"it cannot be parsed: {type(error).__name__}") from None
