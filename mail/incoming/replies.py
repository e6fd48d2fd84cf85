"""What the lines of a mail come to: each line makes a reply, and all of them together are
answered by one mail.
"""

from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Refusal
from engine.referee.doors import Seen
from mail.incoming.session import MailSession
from mail.outgoing.blocks import Block, Mark, one_line
from mail.outgoing.sentences import Writing, clipped

MEANT = 0.7
"""How much of a word must be right for another one to be meant."""
Row = tuple[Mark, str, str]
"""What has become of a line: a mark, the reader's words, and what came of them."""


class Reply(Struct, frozen=True, kw_only=True):
    """What a line of a mail adds to the answer: ``first`` on top, ``rows`` for its lines,
    what else was ``understood``, ``blocks`` below.

    ``shows``: the board is shown, in this ``mode``; or how the game stood once, ``past``.
    ``effect``: something was done; ``ordered``: orders were taken. ``wrong``: something was
    not. ``again``: it was asked for in so many words. ``waiting``: how many lines wait for a
    YES.
    """

    first: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    understood: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    shows: bool = False
    effect: bool = False
    ordered: bool = False
    wrong: bool = False
    again: bool = False
    waiting: int = 0
    mode: str | None = None
    past: Seen | None = None

    def __add__(self, other: "Reply") -> "Reply":
        """Return both; of ``mode`` and ``past`` the last that was said."""
        return Reply(
            first=self.first + other.first,
            rows=self.rows + other.rows,
            understood=self.understood + other.understood,
            blocks=self.blocks + other.blocks,
            shows=self.shows or other.shows,
            effect=self.effect or other.effect,
            ordered=self.ordered or other.ordered,
            wrong=self.wrong or other.wrong,
            again=self.again or other.again,
            waiting=self.waiting + other.waiting,
            mode=self.mode if other.mode is None else other.mode,
            past=other.past or self.past,
        )


def outcome(session: MailSession, texts: Sequence[str], receipt: Receipt) -> Reply:
    """Return what has become of a letter that said these, in order."""
    say, ordered = session.say, bool(receipt.done)
    rows: list[Row] = []
    for text, done in zip(texts, receipt.done, strict=False):
        same = one_line(text).casefold() == done.order.casefold()
        rows.append(("done", text, "" if same else say("mail-read-as", order=clipped(done.order))))
    if receipt.status == "answered":
        rows.append(("done", "; ".join(texts), did(session.writing, receipt)))
    if receipt.refusal is not None:
        rows.append(("not", receipt.order, refused(session, receipt.refusal)))
    rows += [("not", text, say("mail-dropped")) for text in receipt.dropped]
    return Reply(
        rows=tuple(rows),
        ordered=ordered,
        effect=ordered or receipt.status == "answered",
        wrong=receipt.refusal is not None,
    )


def did(writing: Writing, receipt: Receipt) -> str:
    """Return what the desk has made of a line, and what it has told, on lines of its own."""
    return writing.said.did(receipt.facts) or writing.say("mail-did")


def refused(session: MailSession, refusal: Refusal) -> str:
    """Return why an order is not taken, and what would be, or which word was meant."""
    firsts = {choice.parts[0] for choice in session.menu.offered}
    near = get_close_matches(refusal.word.casefold(), firsts, 1, MEANT)
    if refusal.start == 0 and near and near[0] != refusal.word.casefold():
        return session.say("mail-meant", word=clipped(refusal.word), near=near[0])
    return one_line(session.writing.said.refusal(refusal, session.opened.table.game.name))
