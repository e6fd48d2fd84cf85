"""Builds MIME from our own headers and parts, without parsing them again as the library would."""

import binascii
import hashlib
import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from email.header import Header
from email.utils import formataddr
from functools import lru_cache

from msgspec import Struct

LONGEST = 78
"""Maximum length of a line, as RFC 5322 recommends."""
ENCODED = 60
"""Maximum length of an encoded word, which leaves room for the name of its header."""
WORDS = re.compile(r" *[^ ]+")


class Picture(Struct, frozen=True):
    """A PNG in an HTML part, referenced by its ``cid``."""

    cid: str
    data: bytes


@lru_cache(maxsize=1_024)
def wording(text: str) -> str:
    """Return a text for a header, encoded (RFC 2047) unless every mail program shows it unchanged.
    Raises ``ValueError`` if it has more than one line.
    """
    if len(text.splitlines()) > 1 or text != "".join(text.splitlines()):
        raise ValueError(f"a linefeed in a header: {text[:60]!r}")
    plain = text.isascii() and text.isprintable() and "=?" not in text
    if plain and all(len(word) < LONGEST - ENCODED // 4 for word in text.split(" ")):
        return text
    return Header(text, "utf-8", maxlinelen=ENCODED).encode(linesep="")


def mailbox(name: str, address: str) -> str:
    """Return an address with a display name. Raises ``ValueError`` if the name has a line break."""
    shown = wording(name)
    return formataddr((name, address)) if shown == name else f"{shown} <{address}>"


def header(name: str, value: str) -> str:
    """Return a header, folded only at blanks, and never before its first word.

    Some programs take a blank there for a part of a Message-ID. Raises ``ValueError`` for a line
    break, or for text that must be encoded.
    """
    if not (value.isascii() and value.isprintable()):
        raise ValueError(f"{name}: a linefeed, or what is no ASCII: {value[:60]!r}")
    lines = [f"{name}:"]
    for word in WORDS.findall(f" {value}"):
        if lines[-1] != f"{name}:" and len(lines[-1]) + len(word) > LONGEST:
            lines.append("")
        lines[-1] += word
    return "".join(f"{line}\r\n" for line in lines)


def text_part(kind: str, text: str, params: Mapping[str, str] | None = None) -> bytes:
    """Return a text part with its MIME headers."""
    told = "".join(f'; {name}="{value}"' for name, value in (params or {}).items())
    lines = b"".join(line + b"\n" for line in text.encode("utf-8", "replace").splitlines())
    return (
        header("Content-Type", f'text/{kind}; charset="utf-8"{told}')
        + header("Content-Transfer-Encoding", "quoted-printable")
        + "\r\n"
    ).encode() + binascii.b2a_qp(lines, istext=True).replace(b"\n", b"\r\n")


def in_base64(data: bytes) -> bytes:
    """Return a file as lines of 76 letters."""
    text = binascii.b2a_base64(data, newline=False)
    lines, rest = divmod(len(text), 76)
    cut = struct.unpack("76s" * lines + (f"{rest}s" if rest else ""), text)
    return b"".join([line + b"\r\n" for line in cut])


def picture_part(picture: Picture) -> bytes:
    return (
        header("Content-Type", "image/png")
        + header("Content-Transfer-Encoding", "base64")
        + header("Content-ID", f"<{picture.cid}>")
        + header("Content-Disposition", 'inline; filename="board.png"')
        + "\r\n"
    ).encode() + in_base64(picture.data)


def file_part(name: str, data: bytes, kind: str = "application/json") -> bytes:
    return (
        header("Content-Type", kind)
        + header("Content-Transfer-Encoding", "base64")
        + header("Content-Disposition", f'attachment; filename="{name}"')
        + "\r\n"
    ).encode() + in_base64(data)


def joined(kind: str, boundary: str, parts: Iterable[bytes]) -> bytes:
    """Return several parts as one multipart, with its headers."""
    between = f"--{boundary}".encode()
    head = header("Content-Type", f'multipart/{kind}; boundary="{boundary}"').encode() + b"\r\n"
    return head + b"".join(
        [*(between + b"\r\n" + part + b"\r\n" for part in parts), between + b"--\r\n"]
    )


def mail(
    headers: Iterable[tuple[str, str]],
    id: str,
    plain: bytes,
    page: bytes,
    picture: Picture | None = None,
    files: Sequence[tuple[str, bytes]] = (),
) -> bytes:
    """Return a mail with the same content as plain text and as HTML, and with ``files``.

    The bytes are the same every time, and no relay needs to change them. Raises ``ValueError`` if a
    header contains a line break.
    """
    hashed = hashlib.sha256(id.encode()).hexdigest()[:24]
    if picture is not None:
        page = joined("related", f"=_1_{hashed}", [page, picture_part(picture)])
    head = "".join(header(name, value) for name, value in [*headers, ("MIME-Version", "1.0")])
    text = joined("alternative", f"=_0_{hashed}", [plain, page])
    if files:
        text = joined("mixed", f"=_2_{hashed}", [text, *(file_part(*one) for one in files)])
    return head.encode() + text


def attached(mail: bytes, file: bytes) -> bytes:
    """Return a finished mail with one more part (``file_part``)."""
    head, version, text = mail.partition(header("MIME-Version", "1.0").encode())
    boundary = f"=_3_{hashlib.sha256(head).hexdigest()[:24]}"
    return head + version + joined("mixed", boundary, [text, file])
