"""A finished mail: bytes that no relay has to touch, the same for the
same content, to one receiver.
"""

import hashlib
import html
import re
from datetime import UTC, datetime
from email.utils import format_datetime

from msgspec import Struct, msgpack

from mail.outgoing import mime
from mail.parse.kinds import OWN
from mail.parse.quotes import MARK
from mail.parse.reading import MAILBOX
from mail.parse.runs import packed, runs_of

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
    shown = f"{headers.name} {headers.game}".strip()
    head = [
        ("Message-ID", id),
        ("Date", format_datetime(datetime.fromtimestamp(draft.at, UTC))),
        ("From", mime.mailbox(headers.name, headers.sender)),
        ("To", draft.to),
        ("Reply-To", mime.mailbox(shown, headers.reply_to)),
        ("Subject", mime.wording(draft.subject)),
        ("Auto-Submitted", "auto-replied" if draft.answers else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (OWN, headers.game or "-"),
    ]
    if answered := list(dict.fromkeys(filter(None, (headers.root, draft.answers)))):
        head += [("In-Reply-To", answered[-1]), ("References", " ".join(answered))]
    if headers.game:
        head += [
            ("List-Id", f"<{headers.game}.{headers.host}>"),
            ("List-Unsubscribe", f"<mailto:{headers.reply_to}?subject=mute>"),
        ]
    text = text_of(draft.blocks)
    plain = mime.text_part("plain", text)
    page = mime.text_part("html", page_of(draft, headers.language, cid))
    picture = mime.Picture(cid, draft.picture) if draft.picture else None
    return Mail(
        envelope=headers.envelope,
        to=draft.to,
        id=id,
        raw=mime.mail(head, id, plain, page, picture),
        at=draft.at,
        runs=packed(runs_of(text, draft.alt)),
    )
