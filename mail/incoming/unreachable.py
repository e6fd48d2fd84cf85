"""Somebody whom mail does not reach: noted for the operator, said once at their tables;
and that it reaches them again.

One bounce may be the mistake of somebody's server. The second one, or a refusal when
the mail was handed over, counts.
"""

import re

from engine.house.rulings import Unreach
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC, Seat
from engine.store.rows import AuditEntry
from mail.memberships import DOOR, Memberships
from mail.names import MailNames
from mail.parse.kinds import Failure
from mail.parse.reading import Reading

TWICE = 2
"""Bounces that make somebody count as out of reach."""
LATE = "late"
"""The note about somebody for whom nothing could be handed over in time."""
ABOUT_THE_MAIL = re.compile(r"5\.[367]\.\d")
"""What is wrong is the mail, or who sent it: its size, its content, a rule of
the receiver's host (RFC 3463).
"""


def bounced(batch: Batch, names: MailNames, reading: Reading, at: int) -> str:
    """Note a mail that came back; return what was done, in a word. That one is late is no bounce:
    it goes on being tried.
    """
    seat = names.bounced(reading.receivers)
    if seat is None:
        return "bounce of nobody's"
    reading = reading.with_text()
    failed = [failure for failure in reading.failed if failure.action in ("failed", "")]
    if reading.failed and not failed:
        return "late"
    game, chair = seat
    status = [failure.status for failure in reading.failed]
    act = AuditEntry.of(at, DOOR, "mail came back", game, chair=chair, status=status)
    batch.acts.append(act)
    place = Memberships(batch, at).at(game, chair)
    if place is not None and (not failed or any(map(counts, failed))):
        notes = batch.notes_of(DOOR)
        number = int(notes.get(f"bounced/{place.address}") or 0) + 1
        notes.put(f"bounced/{place.address}", str(number))
        if number >= TWICE:
            lost(batch, place.address, at)
    return "bounce"


def counts(failure: Failure) -> bool:
    """Return whether a failure says something of the receiver."""
    return not ABOUT_THE_MAIL.match(failure.status)


def late(batch: Batch, address: str, at: int) -> None:
    """Note that for a day nothing could be handed over for somebody."""
    lost(batch, address, at, LATE)


def in_time(batch: Batch, address: str, at: int) -> None:
    """Note that what had been late was handed over: if no more than that was wrong, all is well
    again.
    """
    if batch.notes_of(DOOR).get(f"lost/{address}") == LATE:
        found(batch, address, at)


def lost(batch: Batch, address: str, at: int, why: str = "refused") -> None:
    """Say at all tables of somebody that mail does not reach them, unless it is known; ``why``: for
    ever, or it is ``LATE``.
    """
    notes = batch.notes_of(DOOR)
    known = notes.get(f"lost/{address}")
    if known != why:
        # What is worse than late is kept in mind: handing a late mail over does not end it.
        notes.put(f"lost/{address}", known if known is not None and why == LATE else why)
    if known is None:
        batch.register.lose((DOOR, address))
        for opened, seat in tables(batch, address):
            act = AuditEntry.of(at, DOOR, "mail does not arrive", opened.id, seat=seat)
            batch.acts.append(act)
            batch.house(opened, at, Unreach(seat, DOOR))


def found(batch: Batch, address: str, at: int) -> None:
    """Note that somebody has written: what was noted about mail to them is no longer so, as far
    as anybody knows.
    """
    notes = batch.notes_of(DOOR)
    notes.put(f"bounced/{address}", None)
    if notes.get(f"lost/{address}") is not None:
        notes.put(f"lost/{address}", None)
        batch.register.lose((DOOR, address), on=False)
        for opened, seat in tables(batch, address):
            batch.house(opened, at, Unreach(seat, DOOR, on=False))


def tables(batch: Batch, address: str) -> list[tuple[OpenGame, Seat]]:
    """Return where somebody sits, and the game is not over."""
    games = [batch.known(id) for id in batch.store.games_of(DOOR, address)]
    going_on = [
        opened for opened in games if opened is not None and opened.table.state.result is None
    ]
    seats = [(opened, opened.seat_of(DOOR, address)) for opened in going_on]
    return [(opened, seat) for opened, seat in seats if seat is not None and seat != PUBLIC]
