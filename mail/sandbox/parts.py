"""IMAP's description of a mail: envelope, structure and sections (RFC 9051, 7.5.2)."""

import email
import re
from email.message import Message
from email.policy import compat32
from email.utils import collapse_rfc2231_value, getaddresses
from itertools import pairwise

from mail.sandbox.grammar import Wrong, quoted

ADDRESSES = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc")


def parsed(raw: bytes) -> Message:
    return email.message_from_bytes(raw, policy=compat32)


def halves(raw: bytes) -> tuple[bytes, bytes]:
    """Split a mail into its header, including the blank line, and its body."""
    end = raw.find(b"\r\n\r\n")
    return (raw, b"") if end < 0 else (raw[: end + 4], raw[end + 4 :])


def envelope(raw: bytes) -> bytes:
    message = parsed(halves(raw)[0])

    def header(name: str) -> bytes:
        value = message[name]
        return quoted(None if value is None else re.sub(r"\r?\n(?=[ \t])", "", str(value)))

    people = [people_of(message, name) for name in ADDRESSES]
    # If these two are missing they are the author (RFC 9051, 7.5.2).
    people[1:3] = [found if found != b"NIL" else people[0] for found in people[1:3]]
    fields = [
        header("Date"),
        header("Subject"),
        *people,
        header("In-Reply-To"),
        header("Message-ID"),
    ]
    return b"(" + b" ".join(fields) + b")"


def people_of(message: Message, name: str) -> bytes:
    """Return the addresses of a header as IMAP address structures."""
    found = []
    for shown, address in getaddresses([str(value) for value in message.get_all(name, [])]):
        user, _, host = address.rpartition("@")
        if user:
            found.append(
                b"(" + b" ".join([quoted(shown or None), b"NIL", quoted(user), quoted(host)]) + b")"
            )
    return b"(" + b"".join(found) + b")" if found else b"NIL"


def structure(raw: bytes, *, extended: bool) -> bytes:
    """Return the structure of a mail, for BODYSTRUCTURE if ``extended``, otherwise for BODY."""
    message = parsed(raw)
    body = halves(raw)[1]
    main, sub = message.get_content_maintype(), message.get_content_subtype()
    boundary = message.get_boundary()
    if main == "multipart" and boundary:
        inner = b"".join(structure(part, extended=extended) for part in pieces(body, boundary))
        more = b" " + parameters(message) + b" NIL NIL" if extended else b""
        return b"(" + inner + b" " + quoted(sub) + more + b")"
    encoding = str(message.get("Content-Transfer-Encoding", "7bit")).strip()
    facts = [quoted(main), quoted(sub), parameters(message), quoted(message.get("Content-ID"))]
    facts += [b"NIL", quoted(encoding), b"%d" % len(body)]
    if main == "text":
        facts.append(b"%d" % body.count(b"\n"))
    if extended:
        facts += [b"NIL", disposition(message), b"NIL"]
    return b"(" + b" ".join(facts) + b")"


def parameters(message: Message, header: str = "content-type") -> bytes:
    found = [
        (name, collapse_rfc2231_value(value))
        for name, value in (message.get_params(header=header) or [])[1:]
    ]
    return (
        b"(" + b" ".join(quoted(word) for pair in found for word in pair) + b")"
        if found
        else b"NIL"
    )


def disposition(message: Message) -> bytes:
    kind = message.get_content_disposition()
    return (
        b"NIL"
        if kind is None
        else b"(" + quoted(kind) + b" " + parameters(message, "content-disposition") + b")"
    )


def pieces(body: bytes, boundary: str) -> list[bytes]:
    marks = list(
        re.finditer(
            rb"(?:\A|\r\n)--" + re.escape(boundary.encode()) + rb"(--)?[ \t]*(?:\r\n|\Z)", body
        )
    )
    return [body[one.end() : two.start()] for one, two in pairwise(marks) if not one[1]]


def part(raw: bytes, numbers: list[int]) -> bytes:
    """Return a part of a mail by its numbers, or nothing if it doesn't exist."""
    for number in numbers:
        message = parsed(raw)
        boundary = message.get_boundary()
        if message.get_content_maintype() == "multipart" and boundary:
            found = pieces(halves(raw)[1], boundary)
            raw = found[number - 1] if 0 < number <= len(found) else b""
        elif number != 1:
            raw = b""
    return raw


def section(raw: bytes, name: str) -> bytes:
    """Return the section named between the brackets of BODY[…]. Raises ``Wrong`` if it is
    invalid.
    """
    match = re.fullmatch(r"((?:\d+\.?)*)(.*)", name.strip())
    assert match is not None
    numbers, rest = [int(number) for number in match[1].split(".") if number], match[2].upper()
    own = part(raw, numbers)
    header, body = halves(own)
    if not rest:
        return body if numbers else raw
    if rest in ("HEADER", "MIME"):
        return header
    if rest == "TEXT":
        return body
    fields = re.fullmatch(r"HEADER\.FIELDS(\.NOT)? \(([^()]*)\)", rest)
    if fields is None:
        raise Wrong(f"BODY[{name}]")
    wanted = {field.strip('"') for field in fields[2].split()}
    lines = re.findall(rb"[^\r\n]+\r?\n(?:[ \t][^\r\n]*\r?\n)*", header)
    chosen = [
        line
        for line in lines
        if (line.split(b":")[0].strip().decode("latin-1").upper() in wanted) != bool(fields[1])
    ]
    return b"".join(chosen) + b"\r\n"
