"""A mail as it came in, read honestly: who it says it is from, what sort of mail it
is, and what its writer wrote.
"""

import hashlib
import re
from email.message import Message
from email.utils import mktime_tz, parsedate_tz

from msgspec import Struct
from msgspec.structs import replace

from engine.referee.register import ADDRESS, DOMAIN, LOCAL
from mail.parse import charsets, quotes
from mail.parse.charsets import Unreadable, body_of, decoded, header, headers, plain
from mail.parse.kinds import MESSAGE_ID, Failure, Kind, failures, kind_of
from mail.parse.markup import text_of_html

PARTS = 60
"""Parts that are looked at."""
DEPTH = 20
"""Parts within parts that are looked at."""
TEXT = 200_000
"""Characters of text that are read."""
CONTENT = 1_000
"""Characters of a Content-Type that are read."""
NAMES = 10
"""Attachments that are named."""
THREAD = 20
"""Mails before this one that are remembered, the latest."""
ADDRESSES = 100
"""Receivers that are remembered."""

# Old gateways write ``Smith, Ann <ann@…>`` without quotation marks. With an @ before the comma it
# would be two senders.
DISPLAYED = r'"(?:[^"\\]|\\.){0,200}"|[^<>",;\\]{0,200}|[^<>"@;\\]{0,200}'
MAILBOX = re.compile(
    rf"(?:(?:{DISPLAYED})\s*<\s*({LOCAL}@{DOMAIN})\s*>|({LOCAL}@{DOMAIN}))"
    r"\s*(?:\([^()@<>]{0,200}\))?"
)
RECEIVERS = ("Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To", "To", "Cc")
SIGNED, SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
SECRET = "-----BEGIN PGP MESSAGE-----"
OPAQUE = re.compile(r"(?:application/(?:x-)?pkcs7-mime|multipart/encrypted)\b", re.I)
"""Parts in which text may be that we cannot read."""
STUB = re.compile(r"[^\n]{0,200}\bHTML\b[^\n]{0,200}", re.I)
"""What some programs write for those who read plain text: that they should read the HTML."""


class Reading(Struct, frozen=True, kw_only=True):
    """A mail. ``sender`` is the one plain address of its one From header;
    ``None``: it has not exactly one.

    ``id`` is its Message-ID, else a hash of it. ``date`` is what it says itself, in seconds
    since 1970. ``thread`` are the Message-IDs that it answers, the latest last. ``receivers``
    are addresses it was delivered or written to. ``verdicts`` are its Authentication-Results,
    the topmost first. ``lines`` may be orders; ``aside`` is courtesy and what programs add;
    ``doubtful`` are orders that may be quoted and may
    be meant. ``strange`` and ``meant`` are those of ``OwnLines``. ``text`` says where they come
    from, ``body`` is all of it, quotations included.
    ``witness`` is what we have found ourselves that speaks for the sender: it is ``signed`` or
    ``sealed``. ``attachments`` were not opened. ``failed`` is what a bounce says.
    ``whole``: nothing was cut off. ``unread`` is a mail of which only the headers were looked at.
    """

    id: str
    kind: Kind
    why: str
    sender: str | None
    name: str
    subject: str
    date: int | None
    thread: tuple[str, ...]
    receivers: tuple[str, ...]
    verdicts: tuple[str, ...]
    lines: tuple[str, ...]
    aside: tuple[str, ...]
    text: str
    body: str
    attachments: tuple[str, ...]
    failed: tuple[Failure, ...]
    whole: bool
    doubtful: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    witness: str = ""
    opaque: bool = False
    unread: Message | None = None

    def with_text(self) -> "Reading":
        if self.unread is None:
            return self
        body = body_in(self.unread) if self.kind in ("person", "list") else Body()
        return replace(
            self,
            text=body.source,
            body=body.text,
            attachments=body.names,
            opaque=body.opaque,
            failed=failures(self.unread) if self.kind == "bounce" else (),
            unread=None,
        )

    def divided(self) -> "Reading":
        """Return the same with its text divided into ``lines`` and ``aside``."""
        whole = self.with_text()
        said = quotes.written(whole.body)
        return replace(whole, lines=said.lines, aside=said.aside)


class Body(Struct, frozen=True):
    """The text of a mail, what sort of part it stood in, the names of what is attached, and
    whether there is a part that cannot be read.
    """

    text: str = ""
    source: str = "none"
    names: tuple[str, ...] = ()
    opaque: bool = False


class Parts(Struct):
    """The parts of a mail that matter."""

    plain: list[str] = []
    html: list[str] = []
    names: list[str] = []
    seen: int = 0
    opaque: bool = False


def read(raw: bytes, host: str = "") -> Reading:
    """Return a mail from its bytes, its text divided into lines. Raises ``Unreadable``."""
    return glance(raw, host).divided()


def glance(raw: bytes, host: str = "") -> Reading:
    """Return what the headers of a mail say, of which 128 kB are looked at. Its text is not looked
    at: that costs most, and strangers send long ones. ``host`` is the domain of the referee's own
    Message-IDs.

    Raises ``Unreadable`` for what is not opened at all. Nothing in a mail makes it raise anything
    else, and its work is bounded by the limits that stand in ``limits``, ``charsets``, ``markup``
    and ``quotes``.
    """
    message = charsets.opened(raw)
    kind, why = kind_of(message, host or "\0")
    sender, name = sender_of(message)
    return Reading(
        id=id_of(message, raw),
        kind=kind,
        why=why,
        sender=sender,
        name=name,
        subject=header(message, "Subject", 500),
        date=date_of(message),
        thread=thread_of(message),
        receivers=receivers_of(message),
        verdicts=tuple(headers(message, "Authentication-Results")),
        lines=(),
        aside=(),
        text="none",
        body="",
        attachments=(),
        failed=(),
        whole=len(raw) <= charsets.KEPT,
        unread=message,
    )


def sender_of(message: Message) -> tuple[str | None, str]:
    """Return the address and the name of the one sender. Not by the library: it reads
    ``ann@x.example)<eve@z.example>`` as Ann's (CVE-2023-27043).
    """
    found = headers(message, "From", 2)
    if len(message.get_all("From") or []) != 1 or len(found[0]) >= 1_000:
        return None, ""
    match = MAILBOX.fullmatch(found[0].strip())
    if match is None:
        return None, ""
    local, _, domain = (match[1] or match[2]).rpartition("@")
    name = decoded(found[0].partition("<")[0].strip().strip('"')) if match[1] else ""
    return f"{local}@{domain.casefold()}", name[:100]


def id_of(message: Message, raw: bytes) -> str:
    """Return what to know this mail by when it comes again."""
    found = MESSAGE_ID.fullmatch(" ".join(headers(message, "Message-ID", 1)).strip())
    return found[0] if found else f"sha256:{hashlib.sha256(raw).hexdigest()}"


def date_of(message: Message) -> int | None:
    """Return the second at which the mail says it was written."""
    try:
        parsed = parsedate_tz(header(message, "Date", 100))
        return None if parsed is None else int(mktime_tz(parsed))
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def thread_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs that this mail answers, the latest last, each once."""
    found: dict[str, None] = {}
    for name in ("References", "In-Reply-To"):
        value = plain(str(message.get(name) or "")[-6_000:])
        for id in MESSAGE_ID.findall(value):
            found.pop(id, None)
            found[id] = None
    return tuple(found)[-THREAD:]


def receivers_of(message: Message) -> tuple[str, ...]:
    """Return the addresses to which the mail was delivered or written, each once."""
    found: dict[str, None] = {}
    for name in RECEIVERS:
        for value in headers(message, name):
            found |= dict.fromkeys(ADDRESS.findall(value))
    return tuple(found)[:ADDRESSES]


def body_in(message: Message) -> Body:
    """Return the text of a mail, whether it stood in plain text or in HTML, and the names of what
    is attached.
    """
    parts = Parts()
    collect(message, parts, 0)
    names = tuple(parts.names[:NAMES])
    text = "\n".join(parts.plain)[:TEXT]
    pages = [text_of_html(page, quotes.MARK) for page in parts.html]
    # What was struck out stands in the plain text as if it were not.
    revoked = any(page.revoked for page in pages)
    if text.strip() and not (pages and (revoked or STUB.fullmatch(text.strip()))):
        return Body(text, "plain", names, parts.opaque or SECRET in text)
    if pages:
        page = "\n".join(page.text for page in pages)[:TEXT]
        return Body(page, "html", names, parts.opaque or SECRET in page)
    return Body(names=names, opaque=parts.opaque)


def collect(part: Message, parts: Parts, depth: int) -> None:
    """Sort the parts of a mail; of alternatives, the plain text if there is any."""
    parts.seen += 1
    if parts.seen > PARTS or depth > DEPTH:
        return
    content = str(part.get("Content-Type") or "")
    if len(content) > CONTENT:
        # The library reads all parameters again for each that is asked for.
        part.replace_header("Content-Type", content[:CONTENT])
    kind = part.get_content_type()
    parts.opaque = parts.opaque or bool(OPAQUE.match(content.strip()))
    name = attached(part)
    if name is not None:
        parts.names.append(name)
    elif part.is_multipart() and not kind.startswith("message/"):
        inner = [child for child in part.get_payload() if isinstance(child, Message)]
        for child in inner:
            collect(child, parts, depth + 1)
    elif kind == "text/plain":
        parts.plain.append(plain_text(part))
    elif kind == "text/html":
        parts.html.append(body_of(part))


def attached(part: Message) -> str | None:
    """Return the name of an attachment; ``None`` for a part that is text to read."""
    disposition = header(part, "Content-Disposition", 300)
    try:
        name = part.get_filename()
    except (LookupError, ValueError, TypeError, AssertionError):
        name = "?"
    text = part.get_content_maintype() in ("text", "multipart")
    if (
        disposition.casefold().startswith("attachment")
        or name
        or not text
        or part.get_content_type() == "text/calendar"
    ):
        return decoded(str(name or part.get_content_type())[:200])[:80] or "?"
    return None


def plain_text(part: Message) -> str:
    """Return a part of plain text, with the lines that its program has broken put together again
    (RFC 3676).
    """
    text = unsigned(body_of(part).replace("\r\n", "\n").replace("\r", "\n"))
    if parameter(part, "format") == "flowed":
        lines = text.split("\n", quotes.LINES)[: quotes.LINES]
        return "\n".join(unflowed(lines, without_blank=parameter(part, "delsp") == "yes"))
    return text


def unsigned(text: str) -> str:
    """Return the text that a signature within it vouches for, without what belongs to the
    signature (RFC 4880, 7); any other text as it is.
    """
    above, found, signed = text.partition(f"{SIGNED}\n")
    if not found or (above and not above.endswith("\n")):
        return text
    said = signed.partition("\n\n")[2].partition(SIGNATURE)[0]
    return above + "\n".join(line.removeprefix("- ") for line in said.split("\n"))


def parameter(part: Message, name: str) -> str:
    """Return a parameter of the Content-Type; nothing where it cannot be read."""
    try:
        value = part.get_param(name)
    except (LookupError, ValueError, TypeError, AssertionError):
        return ""
    return value.casefold() if isinstance(value, str) else ""


def unflowed(lines: list[str], *, without_blank: bool) -> list[str]:
    """Join what goes on (RFC 3676): a line that ends in a blank goes on in the next one of the
    same depth; ``-- `` is a signature.
    """
    out: list[str] = []
    begun: list[str] = []
    begun_depth = 0
    for line in lines:
        depth = len(line) - len(line.lstrip(">"))
        text = line[depth:].removeprefix(" ")
        if begun and (depth != begun_depth or text == "-- "):
            out.append(quoted(begun_depth, "".join(begun)))
            begun = []
        begun_depth = depth
        flows = text.endswith(" ") and text != "-- "
        begun.append(text[:-1] if flows and without_blank else text)
        if not flows:
            out.append(quoted(depth, "".join(begun)))
            begun = []
    return [*out, quoted(begun_depth, "".join(begun))] if begun else out


def quoted(depth: int, text: str) -> str:
    """Return a line at its depth of quotation."""
    return ">" * depth + " " * (depth > 0) + text


__all__ = ["Reading", "Unreadable", "glance", "read"]
