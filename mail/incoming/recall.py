"""Answers by mail that their writer can still take back.

They wait for some minutes before they are played. Nobody else learns that they wait. They are
stored with the effects of their mail, and played once the mailbox has been read up to the second at
which they become final, so that a ``cancel`` sent in time always counts.
"""

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from engine.menu import Refused
from engine.referee.batch import Batch
from engine.rulings import deadlines
from engine.store.journal import encode
from engine.store.notes import Notes
from mail.incoming.answers import Reply, Row
from mail.incoming.order_sheet import Orders, Part
from mail.incoming.session import MailSession
from mail.kept import Kept
from mail.memberships import DOOR, Membership
from mail.outgoing.blocks import Block
from mail.outgoing.sentences import clipped
from mail.parse.reading import Reading

FOLDER = "recall"


class Recallable(Struct, frozen=True, kw_only=True):
    """An answer of one mail that waits, with the orders after it."""

    game: str
    chair: int
    address: str
    question: int  # the question that must still be open
    stood: str  # hash of the earlier answer
    id: str  # key of the mail
    answers: str  # its Message-ID
    name: str  # display name of its sender
    at: int  # its arrival
    date: int | None
    until: int  # second at which it becomes final, unless the question closes before
    lines: tuple[str, ...]

    @property
    def note(self) -> str:
        return f"{FOLDER}/{self.game}/{self.chair}"

    @property
    def reading(self) -> Reading:
        """The mail, as far as it is still needed."""
        return Reading(
            id=self.answers,
            kind="person",
            sender=self.address,
            name=self.name,
            date=self.date,
            lines=self.lines,
        )


NOTES = Kept(Recallable)


def until(session: MailSession) -> int:
    """Return the second at which an answer in this mail becomes final. It depends on public facts
    alone: the table's clock, else the server's setting.

    A clock that charges players for thinking has no time to recall unless it says so, and a clock
    that gives no more time than that has none.
    """
    table = session.opened.table
    clock, pace = table.setup.clock, deadlines.plan_of(table)
    wanted = None if clock is None else clock.recall
    if wanted is None:
        wanted = 0 if pace is not None and pace.bank is not None else session.recall
    each = None if pace is None else pace.each
    return (
        session.at
        if each is not None and each <= wanted
        else in_time(table.state.due, session.at + wanted)
    )


def in_time(due: int | None, at: int) -> int:
    """Return second ``at``, or the last one before the open question closes (``due``)."""
    return at if due is None else min(at, due - 1)


def divided(orders: Orders, parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    """Return the orders of a mail that are played at once, and those that may wait: the answer and
    what comes after it.
    """
    texts = [part.text for part in parts]
    if any(part.what == "wrong" for part in parts):
        return texts, []
    if orders.sheet:
        closing = [part.text for part in parts if part.what == "answer"]
        return [part.text for part in parts if part.what != "answer"], closing[-1:]
    at = next((n for n, part in enumerate(parts) if part.what == "answer"), len(parts))
    return texts[:at], texts[at:]


def waiting(notes: Notes, of: Membership) -> Recallable | None:
    """Return the answer of a chair that waits, if any."""
    return NOTES.get(notes, f"{FOLDER}/{of.game}/{of.chair}")


def drop(notes: Notes, of: Membership) -> int:
    """Forget the answer of a chair that waits, and return the number of its orders."""
    found = waiting(notes, of)
    if found is not None:
        notes.put(found.note, None)
    return 0 if found is None else len(found.lines)


def hold(session: MailSession, texts: Sequence[str], until: int) -> Reply:
    """Store an answer that waits, which replaces an earlier one, and tell its writer until when."""
    reading, of = session.reading, session.membership
    one = Recallable(
        game=of.game,
        chair=of.chair,
        address=of.address,
        question=session.asked,
        stood=standing(session),
        id=session.id,
        answers=reading.id,
        name=reading.name,
        at=session.at,
        date=reading.date,
        until=until,
        lines=tuple(texts),
    )
    replaced = drop(session.notes, of)
    NOTES.put(session.notes, one.note, one)
    when = session.writing.when(until)
    said = session.say("mail-recall-row", until=when)
    rows: tuple[Row, ...] = tuple(("waits", text, said) for text in texts)
    lines = [session.say("mail-recall", until=when, count=len(texts))]
    if replaced:
        lines.append(session.say("mail-recall-replaced"))
    choices = tuple((word, session.say(f"mail-recall-{word}")) for word in ("now", "cancel"))
    return Reply(
        effect=True,
        recalls=True,
        waiting=len(rows),
        rows=rows,
        understood=tuple(lines),
        blocks=(Block("examples", (session.say("mail-choices"),), choices),),
    )


def standing(session: MailSession) -> str:
    """Return a hash of the seat's answer to the open question, which another door may change."""
    answer = session.opened.table.state.answers.get(session.membership.seat)
    return hashlib.sha256(encode(answer)).hexdigest()[:16]


def mention(session: MailSession) -> Reply:
    """Remind of an answer that waits."""
    one = waiting(session.notes, session.membership)
    if one is None:
        return Reply()
    when = session.writing.when(in_time(session.opened.table.state.due, one.until))
    orders = clipped(session.writing.said.listed(one.lines))
    return Reply(understood=(session.say("mail-recall-still", until=when, orders=orders),))


def can_be_read(session: MailSession, text: str) -> bool:
    """Return whether an answer is one that the referee would play without asking back."""
    try:
        session.menu.read(text, session.asked, examples=False, careful=True)
    except Refused:
        return False
    return True


def is_over(session: MailSession, one: Recallable) -> bool:
    """Return whether an answer has lost its writer or its question, or a newer one stands."""
    now = (session.membership.address, session.asked, standing(session))
    return now != (one.address, one.question, one.stood)


def schedule(batch: Batch, before: int) -> tuple[list[str], int | None]:
    """Return the notes of the answers that become final before second ``before``, in order, and
    the second at which the next one does. No game is opened for this. An answer of a deleted game
    is forgotten.
    """
    found, notes = [], batch.notes_of(DOOR)
    waiting = NOTES.below(notes, FOLDER)
    for name, one in waiting.items():
        if (row := batch.store.game(one.game)) is not None:
            found.append((in_time(row.due, one.until), f"{FOLDER}/{name}"))
        else:
            notes.put(f"{FOLDER}/{name}", None)
    found.sort()
    return (
        [name for at, name in found if at < before],
        next((at for at, _ in found if at >= before), None),
    )
