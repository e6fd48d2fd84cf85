"""The last receipt of a chair, and the date of the mail with its present orders."""

from msgspec import Struct
from msgspec.structs import replace

from mail.incoming.session import MailSession
from mail.kept import Kept


class LastReceipt(Struct, frozen=True):
    """The last receipt of a chair, and the last one for accepted orders.

    ``n`` is the number of the first, ``taken`` that of the second, with the question and the date
    of its mail.
    """

    n: int = 0
    taken: int = 0
    turn: int = 0
    date: int | None = None


NOTES = Kept(LastReceipt)


def note_of(session: MailSession) -> str:
    return f"receipt/{session.membership.game}/{session.membership.chair}"


def last(session: MailSession) -> LastReceipt:
    return NOTES.get(session.notes, note_of(session)) or LastReceipt()


def keep(session: MailSession, n: int, *, ordered: bool) -> None:
    """Store receipt number ``n`` as the chair's last one. ``ordered`` means that orders were
    accepted.
    """
    receipt = (
        LastReceipt(n, n, session.asked_before, session.reading.date)
        if ordered
        else replace(last(session), n=n)
    )
    NOTES.put(session.notes, note_of(session), receipt)


def written_before(session: MailSession) -> int:
    """Return the number of the receipt whose orders replace those of this mail, or 0.

    The mail was written before the mail with those orders, and without knowing their receipt.
    """
    receipt, date, of = last(session), session.reading.date, session.membership
    known = session.writing.names.receipt_in(
        session.reading.thread, of.game, of.chair, session.memberships.epoch
    )
    late = (
        receipt.turn == session.asked_before > 0
        and known < receipt.taken
        and date is not None
        and receipt.date is not None
        and date < receipt.date
    )
    return receipt.taken if late else 0
