"""What the lines of a mail come to: each line makes a reply, and all of them together are
answered by one mail.
"""

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Refusal
from engine.referee.doors import Seen
from mail.incoming.session import MailSession
from mail.outgoing.envelope import Block
from mail.outgoing.sentences import Writing, clipped, one_line


class Reply(Struct, frozen=True, kw_only=True):
    """What a line of a mail adds to the answer: ``first`` on top, what was ``understood`` line by
    line, ``blocks`` below.

    ``shows``: the board is shown, in this ``mode``; or how the game stood once, ``past``.
    ``effect``: something was done; ``ordered``: orders were taken. ``wrong``: something was
    not. ``again``: it was asked for in so many words. ``waiting``: how many lines wait for a
    YES. ``subject`` is said instead of what the subject would say of itself.
    """

    first: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    shows: bool = False
    effect: bool = False
    ordered: bool = False
    wrong: bool = False
    again: bool = False
    waiting: int = 0
    mode: str | None = None
    subject: str = ""
    past: Seen | None = None

    def __add__(self, other: "Reply") -> "Reply":
        """Return both; of ``mode``, ``subject`` and ``past`` the last that was said."""
        return Reply(
            first=self.first + other.first,
            understood=self.understood + other.understood,
            blocks=self.blocks + other.blocks,
            shows=self.shows or other.shows,
            effect=self.effect or other.effect,
            ordered=self.ordered or other.ordered,
            wrong=self.wrong or other.wrong,
            again=self.again or other.again,
            waiting=self.waiting + other.waiting,
            mode=self.mode if other.mode is None else other.mode,
            subject=other.subject or self.subject,
            past=other.past or self.past,
        )


def outcome(session: MailSession, text: str, receipt: Receipt) -> Reply:
    """Return what has become of a letter, line by line."""
    say, ordered = session.say, bool(receipt.done)
    lines = [say("mail-done", n=done.n, order=clipped(done.order)) for done in receipt.done]
    if receipt.status == "answered":
        lines += did(session.writing, text, receipt)
    if receipt.refusal is not None:
        lines.append(refused(session, receipt.order, receipt.refusal))
    if receipt.dropped:
        lines.append(say("mail-dropped", orders=clipped("; ".join(receipt.dropped))))
    return Reply(
        understood=tuple(lines),
        ordered=ordered,
        effect=ordered or receipt.status == "answered",
        wrong=receipt.refusal is not None,
    )


def did(writing: Writing, line: str, receipt: Receipt) -> list[str]:
    """Return what the desk has made of a line, and what it has told."""
    first, *more = (writing.said.did(receipt.facts) or writing.say("mail-did")).splitlines()
    return [writing.say("mail-line", line=clipped(line)) + first, *more]


def refused(session: MailSession, order: str, refusal: Refusal) -> str:
    """Return why an order is not taken, and what would be."""
    why = one_line(session.writing.said.refusal(refusal, session.opened.table.game.name))
    return session.say("mail-refused", order=clipped(order), why="") + why
