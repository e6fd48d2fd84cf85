"""A finished mail to one receiver.

The same content gives the same bytes, which no relay needs to change.
"""

import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime

from msgspec import Struct, msgpack
from msgspec.structs import replace

from engine.state import Seat
from mail.outgoing import mime
from mail.outgoing.blocks import Block
from mail.outgoing.page import page_of
from mail.outgoing.plain import text_of
from mail.parse import kinds, reading
from mail.parse.runs import packed, runs_of

REPLAY = "replay.html"
"""The file name of an attached replay page."""


class Draft(Struct, frozen=True, kw_only=True):
    """The content of a mail."""

    to: str
    subject: str
    blocks: tuple[Block, ...]
    at: int
    answers: str = ""  # Message-ID of the mail that it answers automatically (RFC 3834), or empty
    picture: bytes = b""  # a PNG
    alt: str = ""  # description of the picture
    after: int = 0  # number of the block above the picture
    files: tuple[tuple[str, bytes], ...] = ()  # attached files: name and content
    asks: bool = False  # its reader must act

    def with_blocks(self, *blocks: Block) -> "Draft":
        """Return a copy with these blocks below the others."""
        return replace(self, blocks=(*self.blocks, *blocks))


class Headers(Struct, frozen=True, kw_only=True):
    """The headers of a mail about its sender and its thread."""

    sender: str
    reply_to: str
    host: str
    envelope: str = ""
    game: str = ""
    root: str = ""  # Message-ID that joins all mails of a seat into one thread
    language: str = "en"
    name: str = "Referee"
    more: str = ""  # after the sender's name, so that readers can sort the mails that ask them


class ReplayOf(Struct, frozen=True):
    """A replay page with the news of one viewer up to entry ``until``."""

    game: str
    viewer: Seat
    until: int
    language: str


class Mail(Struct, frozen=True, kw_only=True):
    """A finished mail, stored so that every attempt sends the same bytes."""

    envelope: str
    to: str
    id: str
    raw: bytes
    at: int = 0  # time of writing
    chat: bool = False  # it contains only a chat message
    runs: bytes = b""  # hashes of its words, to recognise quotations of it in replies
    replay: ReplayOf | None = None  # a page that is made and attached when the mail is sent


read_mail = msgpack.Decoder(Mail).decode
write_mail = msgpack.Encoder().encode


def finished(draft: Draft, headers: Headers, id: str) -> Mail:
    """Return the finished mail. Raises ``ValueError`` if the address is invalid or a header
    contains a line break.
    """
    match = reading.MAILBOX.fullmatch(draft.to)
    if match is None or match[2] != draft.to:
        raise ValueError(f"{draft.to!r} is not one plain address")
    cid = f"board.{hashlib.sha256(draft.picture).hexdigest()[:16]}@{headers.host}"
    shown = f"{headers.name} {headers.game}".strip()
    head = [
        ("Message-ID", id),
        ("Date", format_datetime(datetime.fromtimestamp(draft.at, UTC))),
        ("From", mime.mailbox(headers.name + headers.more, headers.sender)),
        ("To", draft.to),
        ("Reply-To", mime.mailbox(shown, headers.reply_to)),
        ("Subject", mime.wording(draft.subject)),
        ("Auto-Submitted", "auto-replied" if draft.answers else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (kinds.OWN, headers.game or "-"),
    ]
    if answered := list(dict.fromkeys(filter(None, (headers.root, draft.answers)))):
        head += [("In-Reply-To", answered[-1]), ("References", " ".join(answered))]
    if headers.game:
        head += [
            ("List-Id", f"<{headers.game}.{headers.host}>"),
            ("List-Unsubscribe", f"<mailto:{headers.reply_to}?subject=mute&body=mute>"),
            ("Thread-Topic", mime.wording(draft.subject)),
        ]
    text = text_of(draft.blocks)
    plain = mime.text_part("plain", text, {"format": "flowed", "delsp": "yes"})
    shown_as = page_of(
        draft.blocks,
        headers.language,
        draft.subject,
        headers.reply_to,
        cid=cid if draft.picture else "",
        alt=draft.alt,
        after=draft.after,
    )
    page = mime.text_part("html", shown_as)
    picture = mime.Picture(cid, draft.picture) if draft.picture else None
    return Mail(
        envelope=headers.envelope,
        to=draft.to,
        id=id,
        raw=mime.mail(head, id, plain, page, picture, draft.files),
        at=draft.at,
        runs=packed(runs_of(text, draft.alt)),
    )
