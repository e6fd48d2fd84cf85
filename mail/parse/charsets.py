"""Decodes bytes to text, whatever charset a mail declares.

Only codecs that merely map characters are used.
"""

import base64
import email
import re
import unicodedata
from collections.abc import Iterator
from email import policy
from email.header import decode_header
from email.message import Message
from itertools import islice

HEADER = 2_000
"""Maximum number of characters of a header that are decoded."""
TEXT = 200_000
"""Maximum number of bytes of a part that are decoded."""

SAME = {
    # Programs that declare one of these often use a larger charset.
    "iso-8859-1": "windows-1252",
    "latin-1": "windows-1252",
    "latin1": "windows-1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-9": "windows-1254",
    "big5-hkscs": "big5hkscs",
    "x-gbk": "gb18030",
    "utf8": "utf-8",
    "tis-620": "cp874",
}
KNOWN = re.compile(
    r"utf-[78]|utf-16(?:le|be)?|iso-8859-\d{1,2}|(?:windows|cp)-?125\d|windows-874|cp(?:437|85\d|86\d|874|932|949|950)|"
    r"iso-2022-(?:jp|kr)(?:-\w{1,4})?|euc-jp|gb18030|hz-gb-2312|big5(?:hkscs)?|koi8-[rut]|macintosh|mac-roman"
)
ESCAPES = (b"\x1b$B", b"\x1b$@", b"\x1b(J")
"""Escape sequences that begin seven-bit Japanese without a declared charset."""


def codec(name: str) -> str | None:
    """Return the codec for a declared charset, or ``None`` if it does more than map characters."""
    name = name.strip().strip("\"'").casefold()[:40].replace("_", "-")
    name = SAME.get(name) or SAME.get(name.replace("-", "_")) or name
    return name if KNOWN.fullmatch(name) else None


def text_of(data: bytes, charset: str) -> str:
    """Decode bytes as the declared charset, else UTF-8, else Windows-1252. Never raises."""
    named = codec(charset)
    if any(escape in data for escape in ESCAPES) and named in (None, "utf-8"):
        named = "iso-2022-jp"
    for candidate in (named, "utf-8"):
        if candidate is not None:
            try:
                return data.decode(candidate).removeprefix("\ufeff")
            except (LookupError, ValueError):
                continue
    return data.decode("windows-1252", "replace")


def body_of(part: Message) -> str:
    """Return the text of one part. Never raises."""
    encoding = str(part.get("Content-Transfer-Encoding") or "")[:40].strip().casefold()
    try:
        if encoding != "base64":
            data = part.get_payload(decode=True)
        else:
            # Padding may be missing, or the mail cut off anywhere.
            signs = re.sub(
                rb"[^A-Za-z0-9+/]",
                b"",
                str(part.get_payload()).encode("ascii", "ignore")[: 2 * TEXT],
            )
            data = base64.b64decode(signs[: len(signs) // 4 * 4]) + tail(signs)
    except (LookupError, ValueError, AssertionError):
        return ""
    if not isinstance(data, bytes):
        return ""
    return text_of(data[:TEXT], charset_of(part))


def tail(signs: bytes) -> bytes:
    """Decode the one or two bytes in an incomplete group at the end of base64."""
    left = signs[len(signs) // 4 * 4 :]
    return base64.b64decode(left + b"=" * (4 - len(left))) if len(left) > 1 else b""


def charset_of(part: Message) -> str:
    """Return the declared charset of a part, or an empty string."""
    try:
        return str(part.get_content_charset() or "")
    except (LookupError, ValueError, TypeError, AssertionError):
        return ""


def header(message: Message, name: str, limit: int = HEADER) -> str:
    """Return a header as one line of printable text, or an empty string. Never raises."""
    return next((decoded(value[:limit]) for value in raw_values(message, name)), "")


def headers(message: Message, name: str, count: int = 20) -> list[str]:
    """Return all headers with one name, topmost first, each as one line, encoded words
    unchanged.
    """
    return [plain(value[:HEADER]) for value in islice(raw_values(message, name), count)]


def raw_values(message: Message, name: str) -> Iterator[str]:
    """Yield the values of all headers with one name, decoding bytes that a program left
    unencoded.
    """
    for other, value in message.raw_items():
        if other.casefold() == name.casefold():
            text = str(value)
            yield text if text.isascii() else text_of(text.encode("utf-8", "surrogateescape"), "")


def decoded(value: str) -> str:
    """Return a header's value with its encoded words decoded."""
    value = plain(value)
    if "=?" in value:
        try:
            parts = decode_header(value)
            value = "".join(p if isinstance(p, str) else text_of(p, c or "utf-8") for p, c in parts)
        except (ValueError, LookupError, AssertionError):
            pass
    return plain(value)


def plain(value: str) -> str:
    """Return text on one line, without control characters and surrogates."""
    if value.isascii() and value.isprintable():
        return " ".join(value.split())
    value = value.encode("utf-8", "replace").decode()
    return " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in value).split())


KEPT = 131_072
"""Maximum number of bytes of a mail that are read. Orders are at the top."""
HEADERS = 64_000
"""Maximum number of bytes of headers."""
HEADER_LINES = 800
BOUNDARIES = 1_000
"""Maximum number of lines that may begin a part."""
MULTIPARTS = 40
ENCLOSED = 20
"""Maximum number of mails within the mail."""

END_OF_HEADERS = re.compile(rb"\r\n\r\n|\n\n|\r\r")


class Unreadable(Exception):
    """Raised for a mail that is not parsed; its text gives the reason."""


def opened(raw: bytes, *, head: bool = False) -> Message:
    """Parse the first ``KEPT`` bytes of a mail, or only its headers. Raises ``Unreadable`` if it
    exceeds a limit.

    The limits bound the parser's work: it recurses once for each multipart or enclosed mail, and
    makes an object for each part and header.
    """
    raw = raw[:KEPT]
    found = END_OF_HEADERS.search(raw)
    headers = raw[: found.start()] if found else raw
    # Without a blank line all of it may be text, so count it only if it looks like headers.
    lines = headers.count(b"\n") + headers.count(b"\r") - headers.count(b"\r\n")
    if b":" in headers[:1_000] and (len(headers) > HEADERS or lines > HEADER_LINES):
        raise Unreadable(f"its headers are longer than {HEADERS} bytes or {HEADER_LINES} lines")
    small = raw.lower()
    if small.count(b"\n--") + small.count(b"\r--") > BOUNDARIES:
        raise Unreadable(f"it has more than {BOUNDARIES} parts")
    if small.count(b"multipart/") > MULTIPARTS or small.count(b"message/") > ENCLOSED:
        raise Unreadable("its parts are nested too deep")
    try:
        return email.message_from_bytes(headers if head else raw, policy=policy.compat32)
    except (RecursionError, ValueError, LookupError) as error:
        raise Unreadable(f"it cannot be parsed: {type(error).__name__}") from None
