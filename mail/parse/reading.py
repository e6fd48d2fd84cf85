"""A parsed mail: its claimed sender, its kind, and the text of its writer."""

import hashlib
import re
from email.message import Message
from email.utils import mktime_tz, parsedate_tz

from msgspec import Struct
from msgspec.structs import replace

from engine.referee.accounts import ADDRESS, DOMAIN, LOCAL
from mail.parse import charsets, quotes
from mail.parse.charsets import Unreadable, body_of, decoded, header, headers, plain
from mail.parse.kinds import MESSAGE_ID, Failure, Kind, failures, kind_of
from mail.parse.markup import text_of_html

PARTS = 60
"""Maximum number of parts that are read."""
DEPTH = 20
"""Deepest nesting of parts that is read."""
TEXT = 64_000
"""Maximum number of characters of text that are read."""
CONTENT = 1_000
"""Maximum number of characters of a Content-Type that are read."""
NAMES = 10
"""Maximum number of attachments that are named."""
THREAD = 20
"""Maximum number of earlier mails of the thread that are remembered; the latest are kept."""
ADDRESSES = 100
"""Maximum number of receivers that are remembered."""

# Old gateways write ``Smith, Ann <ann@…>`` without quotation marks. An @ before the comma would
# make it two senders.
DISPLAYED = r'"(?:[^"\\]|\\.){0,200}"|[^<>",;\\]{0,200}|[^<>"@;\\]{0,200}'
MAILBOX = re.compile(
    rf"(?:(?:{DISPLAYED})\s*<\s*({LOCAL}@{DOMAIN})\s*>|({LOCAL}@{DOMAIN}))"
    r"\s*(?:\([^()@<>]{0,200}\))?"
)
UNQUOTED = re.compile(rf"[^<>\"@;\\()]{{1,200}}<({LOCAL}@{DOMAIN})>()")
"""A mailbox whose name has commas without quotation marks, as old gateways write it."""
RECEIVERS = ("Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To", "To", "Cc")
SIGNED, SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
SECRET = "-----BEGIN PGP MESSAGE-----"
OPAQUE = re.compile(r"(?:application/(?:x-)?pkcs7-mime|multipart/encrypted)\b", re.I)
"""Parts that may contain text we can't read."""
STUB = re.compile(r"[^\n]{0,200}\bHTML\b[^\n]{0,200}", re.I)
"""A plain-text part that only asks to read the HTML."""


class Reading(Struct, frozen=True, kw_only=True):
    """A mail as parsed."""

    id: str  # Message-ID, or else a hash
    kind: Kind
    why: str = ""
    sender: str | None  # address of the only From header; ``None`` if there isn't exactly one
    name: str
    subject: str = ""
    date: int | None  # its own date in seconds since 1970
    thread: tuple[str, ...] = ()  # Message-IDs that it answers, latest last
    receivers: tuple[str, ...] = ()  # delivery and header addresses
    verdicts: tuple[str, ...] = ()  # Authentication-Results, topmost first
    lines: tuple[str, ...] = ()  # may be orders
    aside: tuple[str, ...] = ()  # courtesy and taglines
    text: str = "none"  # kind of part that the lines come from
    body: str = ""  # all text with quotations
    attachments: tuple[str, ...] = ()  # names; the files are never opened
    failed: tuple[Failure, ...] = ()  # content of a bounce
    whole: bool = True  # nothing was cut off
    doubtful: tuple[str, ...] = ()  # orders that are perhaps quoted
    strange: tuple[str, ...] = ()  # see ``OwnLines``
    meant: tuple[str, ...] = ()  # see ``OwnLines``
    witness: str = ""  # ``signed`` or ``sealed`` if a valid signature was found
    opaque: bool = False
    unread: bytes | None = None  # the mail if only its headers were read

    def with_text(self) -> "Reading":
        if self.unread is None:
            return self
        try:
            message = charsets.opened(self.unread)
        except Unreadable:
            return replace(self, unread=None, opaque=True)
        body = body_in(message) if self.kind in ("person", "list") else Body()
        return replace(
            self,
            text=body.source,
            body=body.text,
            attachments=body.names,
            opaque=body.opaque,
            whole=self.whole and body.whole,
            failed=failures(message) if self.kind == "bounce" else (),
            unread=None,
        )

    def divided(self) -> "Reading":
        """Return the reading with its text divided into ``lines`` and ``aside``."""
        whole = self.with_text()
        said = quotes.written(whole.body)
        return replace(whole, lines=said.lines, aside=said.aside)


class Body(Struct, frozen=True):
    text: str = ""
    source: str = "none"  # kind of the part that it comes from
    names: tuple[str, ...] = ()  # of attachments
    opaque: bool = False  # a part is unreadable
    whole: bool = True


class Parts(Struct):
    """The parts of a mail, collected by kind."""

    plain: list[str] = []
    html: list[str] = []
    names: list[str] = []
    seen: int = 0
    opaque: bool = False


def read(raw: bytes, host: str = "") -> Reading:
    """Parse a mail, and divide its text into lines. Raises ``Unreadable`` if it exceeds a limit."""
    return glance(raw, host).divided()


def glance(raw: bytes, host: str = "") -> Reading:
    """Parse only the headers of a mail, from its first 128 kB.

    The text is left unread, since it costs most and strangers send long ones. ``host`` is the
    domain of the referee's own Message-IDs.

    Raises ``Unreadable`` if a mail exceeds a limit, and nothing else. The limits in ``charsets``,
    ``markup`` and ``quotes`` bound the work.
    """
    # A calendar within a mail shows only in its parts.
    message = charsets.opened(raw, head=b"text/calendar" not in raw[: charsets.KEPT].lower())
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
        whole=len(raw) <= charsets.KEPT,
        unread=raw[: charsets.KEPT],
    )


def sender_of(message: Message) -> tuple[str | None, str]:
    """Return address and name of the only sender, or ``None`` and an empty name. Python's parser is
    not used, since it reads ``ann@x.example)<eve@z.example>`` as Ann's address (CVE-2023-27043).
    """
    found = headers(message, "From", 2)
    if len(message.get_all("From") or []) != 1 or len(found[0]) >= 1_000:
        return None, ""
    match = MAILBOX.fullmatch(found[0].strip()) or UNQUOTED.fullmatch(found[0].strip())
    if match is None:
        return None, ""
    local, _, domain = (match[1] or match[2]).rpartition("@")
    name = decoded(found[0].partition("<")[0].strip().strip('"')) if match[1] else ""
    return f"{local}@{domain.casefold()}", name[:100]


def id_of(message: Message, raw: bytes) -> str:
    """Return the Message-ID, or a hash of the mail if it has none."""
    found = MESSAGE_ID.fullmatch(" ".join(headers(message, "Message-ID", 1)).strip())
    return found[0] if found else f"sha256:{hashlib.sha256(raw).hexdigest()}"


def date_of(message: Message) -> int | None:
    """Return the mail's own date in seconds since 1970, or ``None`` if it can't be read."""
    try:
        parsed = parsedate_tz(header(message, "Date", 100))
        return None if parsed is None else int(mktime_tz(parsed))
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def thread_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs that this mail answers, each once, latest last."""
    found: dict[str, None] = {}
    for name in ("References", "In-Reply-To"):
        value = plain(str(message.get(name) or "")[-6_000:])
        for id in MESSAGE_ID.findall(value):
            found.pop(id, None)
            found[id] = None
    return tuple(found)[-THREAD:]


def receivers_of(message: Message) -> tuple[str, ...]:
    """Return the delivery and header addresses of the mail, each once."""
    found: dict[str, None] = {}
    for name in RECEIVERS:
        for value in headers(message, name):
            found |= dict.fromkeys(ADDRESS.findall(value))
    return tuple(found)[:ADDRESSES]


def body_in(message: Message) -> Body:
    parts = Parts()
    collect(message, parts, 0)
    names = tuple(parts.names[:NAMES])
    plain = "\n".join(parts.plain)
    text, whole = plain[:TEXT], len(plain) <= TEXT
    pages = [text_of_html(page, quotes.MARK) for page in parts.html]
    # The plain-text part shows struck-out text like any other.
    revoked = any(page.revoked for page in pages)
    if text.strip() and not (pages and (revoked or STUB.fullmatch(text.strip()))):
        return Body(text, "plain", names, parts.opaque or SECRET in text, whole)
    if pages:
        said = "\n".join(page.text for page in pages)
        page, whole = said[:TEXT], len(said) <= TEXT
        return Body(page, "html", names, parts.opaque or SECRET in page, whole)
    return Body(names=names, opaque=parts.opaque)


def collect(part: Message, parts: Parts, depth: int) -> None:
    """Sort the parts of a mail into plain text, HTML and attachments."""
    parts.seen += 1
    if parts.seen > PARTS or depth > DEPTH:
        return
    content = str(part.get("Content-Type") or "")
    if len(content) > CONTENT:
        # The library parses all parameters again for each one requested.
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
    """Return the name of an attachment, or ``None`` for a part with text."""
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
    """Return a part of plain text, with lines that a program broke joined again (RFC 3676)."""
    text = unsigned(body_of(part).replace("\r\n", "\n").replace("\r", "\n"))
    if parameter(part, "format") == "flowed":
        lines = text.split("\n", quotes.LINES)[: quotes.LINES]
        return "\n".join(unflowed(lines, without_blank=parameter(part, "delsp") == "yes"))
    return text


def unsigned(text: str) -> str:
    """Return the text inside an inline signature (RFC 4880, 7), or the text as it is."""
    above, found, signed = text.partition(f"{SIGNED}\n")
    if not found or (above and not above.endswith("\n")):
        return text
    said = signed.partition("\n\n")[2].partition(SIGNATURE)[0]
    return above + "\n".join(line.removeprefix("- ") for line in said.split("\n"))


def parameter(part: Message, name: str) -> str:
    """Return a parameter of the Content-Type, or an empty string if it can't be read."""
    try:
        value = part.get_param(name)
    except (LookupError, ValueError, TypeError, AssertionError):
        return ""
    return value.casefold() if isinstance(value, str) else ""


def unflowed(lines: list[str], *, without_blank: bool) -> list[str]:
    """Join flowed lines (RFC 3676). A line that ends in a blank continues on the next one of the
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
    return ">" * depth + " " * (depth > 0) + text


__all__ = ["Reading", "Unreadable", "glance", "read"]
