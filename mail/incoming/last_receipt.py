"""The last receipt of a chair, and the date of the mail with its current orders."""

from msgspec import Struct
from msgspec.structs import replace

from mail.incoming.session import MailSession
from mail.kept import Kept


class LastReceipt(Struct, frozen=True):
    """The last receipt of a chair, and the last one for accepted orders."""

    n: int = 0  # number of the last receipt
    taken: int = 0  # number of the last receipt for accepted orders
    turn: int = 0  # question that those orders answered
    date: int | None = None  # date of that mail


NOTES = Kept(LastReceipt)


def note_of(session: MailSession) -> str:
    return f"receipt/{session.membership.game}/{session.membership.chair}"


def last(session: MailSession) -> LastReceipt:
    return NOTES.get(session.notes, note_of(session)) or LastReceipt()


def keep(session: MailSession, n: int, *, ordered: bool) -> None:
    """Store ``n`` as the chair's last receipt, ``ordered`` if its mail contained accepted
    orders.
    """
    receipt = (
        LastReceipt(n, n, session.asked_before, session.reading.date)
        if ordered
        else replace(last(session), n=n)
    )
    NOTES.put(session.notes, note_of(session), receipt)


def written_before(session: MailSession) -> int:
    """Return the number of the receipt that this mail's writer should have seen, or 0. If there is
    one, newer orders were accepted while this mail was in transit, so it is ignored.
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
