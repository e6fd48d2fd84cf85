"""A finished mail: bytes that no relay has to touch, the same for the
same content, to one receiver.
"""

import hashlib
import html
import re
from datetime import UTC, datetime
from email import policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.utils import formataddr
from typing import Any

from msgspec import Struct, msgpack

from mail.parse.kinds import OWN
from mail.parse.quotes import MARK
from mail.parse.reading import MAILBOX
from mail.parse.runs import packed, runs_of


class HeaderKinds(HeaderRegistry):
    """The library makes a new class for each header that is set; one for each name does the
    same in two thirds of the time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.made:
            self.made[name] = super().__getitem__(name)
        return self.made[name]


BYTES = policy.SMTP.clone(cte_type="7bit", max_line_length=78, header_factory=HeaderKinds())
BOUNDARY = re.compile(rb"=_\d_[0-9a-f]{24}")
"""What stands between the parts; it comes of the Message-ID."""
PAGE = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"></head>
<body style="font-family:sans-serif;line-height:1.45;max-width:44em;margin:0 auto;padding:8px;overflow-wrap:anywhere">
<p style="opacity:.7;font-size:12px;margin:0 0 12px">{mark}</p>
{body}</body></html>
"""


class Block(Struct, frozen=True):
    """A piece of a mail, line by line: a ``title``, a ``text``, a ``list``, a
    ``plain`` text as it is set, a ``grid`` that stands in the plain text alone where
    there is a picture, or ``small`` print.
    """

    kind: str
    lines: tuple[str, ...]


class Draft(Struct, frozen=True, kw_only=True):
    """What is to be mailed. ``answers``: the Message-ID of the mail that this one answers of
    itself (RFC 3834), nothing for what is told unasked. ``picture`` is a PNG, ``alt`` what it
    shows in words, ``after`` the number of the block below which it stands.
    """

    to: str
    subject: str
    blocks: tuple[Block, ...]
    at: int
    answers: str = ""
    picture: bytes = b""
    alt: str = ""
    after: int = 0


class Headers(Struct, frozen=True, kw_only=True):
    """Where the mail comes from and where answers go. ``root`` makes one
    thread of all mails of a seat.
    """

    sender: str
    reply_to: str
    host: str
    envelope: str = ""
    game: str = ""
    root: str = ""
    language: str = "en"
    name: str = "Referee"


class Mail(Struct, frozen=True, kw_only=True):
    """As it is stored: bytes that are never made again, so that a mail that is
    sent twice is the same mail. ``at`` is when it was written, ``chat`` that it tells
    no more than what somebody says. ``runs`` are the hashes of its words, by which a reply
    knows again what it quotes.
    """

    envelope: str
    to: str
    id: str
    raw: bytes
    at: int = 0
    chat: bool = False
    runs: bytes = b""


read_mail = msgpack.Decoder(Mail).decode
write_mail = msgpack.Encoder().encode


def text_of(blocks: tuple[Block, ...]) -> str:
    """Return the plain text: the mark, then the blocks with blank lines between."""
    parts = [MARK]
    for block in blocks:
        marked = [f"* {line}" for line in block.lines] if block.kind == "list" else block.lines
        parts.append("\n".join(marked).rstrip())
    return "\n\n".join(parts) + "\n"


def page_of(draft: Draft, language: str, cid: str) -> str:
    """Return the same as a page; the board is a picture there, or the grid where there is none."""
    parts = []
    for number, block in enumerate(draft.blocks):
        lines = [html.escape(line) for line in block.lines]
        if block.kind == "title":
            parts.append(f'<h2 style="font-size:18px;margin:0 0 8px">{"<br>".join(lines)}</h2>')
        elif block.kind == "list":
            parts.append(f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>")
        elif block.kind in ("plain", "grid"):
            grid = "\n".join(lines)
            shown = block.kind == "plain" or not draft.picture
            parts.append(
                f'<pre style="font-size:12px;overflow-x:auto">{grid}</pre>' if shown else ""
            )
        else:
            style = ' style="opacity:.7;font-size:12px"' if block.kind == "small" else ""
            parts.append(f"<p{style}>{'<br>'.join(lines)}</p>")
        if draft.picture and number == draft.after:
            alt = html.escape(draft.alt)
            parts.append(f'<img src="cid:{cid}" alt="{alt}" style="max-width:100%;height:auto">')
    return PAGE.format(
        language=language,
        mark=html.escape(MARK),
        body="\n".join(part for part in parts if part) + "\n",
    )


def finished(draft: Draft, headers: Headers, id: str) -> Mail:
    """Return the mail. Raise ``ValueError`` for an address or a header that would be another one,
    or more than one.
    """
    match = MAILBOX.fullmatch(draft.to)
    if match is None or match[2] != draft.to:
        raise ValueError(f"{draft.to!r} is not one plain address")
    cid = f"board.{hashlib.sha256(draft.picture).hexdigest()[:16]}@{headers.host}"
    message = EmailMessage(policy=BYTES)
    message["Message-ID"] = id
    message["Date"] = datetime.fromtimestamp(draft.at, UTC)
    message["From"] = formataddr((headers.name, headers.sender))
    message["To"] = draft.to
    message["Reply-To"] = formataddr((f"{headers.name} {headers.game}".strip(), headers.reply_to))
    message["Subject"] = draft.subject
    if draft.answers or headers.root:
        message["In-Reply-To"] = draft.answers or headers.root
        message["References"] = " ".join(
            dict.fromkeys(part for part in (headers.root, draft.answers) if part)
        )
    message["Auto-Submitted"] = "auto-replied" if draft.answers else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if headers.game:
        message["List-Id"] = f"<{headers.game}.{headers.host}>"
        fewer = f"<mailto:{headers.reply_to}?subject=mute>"
        if len(fewer) < BYTES.max_line_length:  # type: ignore[operator]  # it is set above
            message["List-Unsubscribe"] = fewer
    message[OWN] = headers.game or "-"
    text = text_of(draft.blocks)
    message.set_content(text, cte="quoted-printable")
    message.add_alternative(
        page_of(draft, headers.language, cid), subtype="html", cte="quoted-printable"
    )
    if draft.picture:
        _, page = message.iter_parts()
        assert isinstance(page, EmailMessage)
        page.add_related(
            draft.picture,
            "image",
            "png",
            cid=f"<{cid}>",
            filename="board.png",
            disposition="inline",
        )
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        # The library draws these by lot; the same mail must be the same bytes.
        part.set_boundary(f"=_{number}_{hashlib.sha256(id.encode()).hexdigest()[:24]}")
    return Mail(
        envelope=headers.envelope,
        to=draft.to,
        id=id,
        raw=message.as_bytes(policy=BYTES),
        at=draft.at,
        runs=packed(runs_of(text, draft.alt)),
    )
