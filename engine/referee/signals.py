"""Signals: how loudly to announce each event outside a game's rules.

A door that people can read in silence (an edited card, a list) looks up here whether an event also
needs its own message, and who gets it. Everything here is public, so a signal reveals no secrets.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from msgspec import Struct

from engine.rulings import agreement, rulings, salts, times
from engine.rulings import physical_dice as dice
from engine.rulings.votes import Request
from engine.state import Event, Seat

Loud = Literal["silent", "quiet", "ping"]
"""How loud an event is.

``silent``: only in the news. ``quiet``: a separate message without a sound. ``ping``: a message
that mentions the people concerned.
"""

Audience = Callable[[Any, Collection[Seat]], tuple[Seat, ...]]

VOTE = "vote"
"""Used instead of a seat as the author of a vote to pause, resume or extend."""


class Signal(Struct, frozen=True):
    loud: Loud = "silent"
    to: Audience = lambda _, seats: tuple(seats)
    when: Callable[[Any], bool] = lambda _: True  # whether this event needs the signal
    log: Literal["", "log", "call"] = ""  # moderators read it, or must act on it
    # the request for agreement in it; silence counts from its delivery
    asks: Callable[[Any], Request] | None = None


class Signalled(Struct, frozen=True):
    seats: tuple[Seat, ...]
    loud: Loud
    asks: Request | None = None


def others(event: Any, seats: Collection[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != event.by)


def asked(event: rulings.AskedFor, seats: Collection[Seat]) -> tuple[Seat, ...]:
    return tuple(seats) if event.deputy else others(event, seats)


def voters(event: times.Wished | times.Opposed, seats: Collection[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != event.seat)


def its_seat(event: Any, _: Collection[Seat]) -> tuple[Seat, ...]:
    return (event.seat,)


def its_seats(event: Any, _: Collection[Seat]) -> tuple[Seat, ...]:
    return tuple(event.seats)


SILENT, TO_ALL = Signal(), Signal("quiet")
LOGGED = Signal("quiet", log="log")

SIGNALS: dict[type[Event], Signal] = {
    # Requests for agreement. Silence counts from the signal on.
    rulings.AskedFor: Signal("ping", asked, asks=lambda it: (it.by, it.what, 0)),
    rulings.Proposed: Signal("ping", others, asks=lambda it: (it.by, "", it.line)),
    rulings.StillAsked: Signal("ping", its_seats, asks=lambda it: (it.by, it.what, it.line)),
    times.Wished: Signal(
        "ping",
        voters,
        when=lambda it: it.on and it.needed,
        asks=lambda it: (VOTE, agreement.wish(it.what, it.seconds), 0),
    ),
    times.Opposed: Signal("ping", voters, when=lambda it: it.over),
    # Results of requests. An approved one is carried out, which has a signal of its own.
    rulings.Approved: Signal("ping", lambda it, _: (it.by,)),
    rulings.Agreed: SILENT,
    rulings.ActedAlone: Signal(log="log"),
    rulings.Disagreed: Signal("ping", others),
    # Appeals and rulings.
    rulings.Appealed: Signal("ping", others, when=lambda it: it.text, log="call"),
    rulings.RuledOn: LOGGED,
    rulings.Viewed: LOGGED,
    rulings.Admitted: LOGGED,
    rulings.Linked: LOGGED,
    rulings.Announced: LOGGED,
    # Seats, people and the position. A game that ends calls everybody at every door.
    rulings.RolledBack: LOGGED,
    rulings.Corrected: LOGGED,
    rulings.Closed: LOGGED,
    rulings.Vacated: LOGGED,
    rulings.Replaced: LOGGED,
    rulings.Removed: Signal("ping", log="log"),
    rulings.Hushed: Signal("ping", its_seat, log="log"),
    rulings.Unreached: Signal("ping", its_seat, when=lambda it: it.on, log="log"),
    rulings.Appointed: LOGGED,
    rulings.Unrated: Signal(log="log"),
    salts.Pledged: SILENT,
    salts.Awaited: Signal("ping", its_seats),
    salts.Opened: SILENT,
    # For one person, who gets a message anyway.
    rulings.Questioned: SILENT,
    rulings.Invited: SILENT,
    rulings.WebhookEnded: SILENT,
    times.FiledPlayed: SILENT,
    # Time. The next question's card tells the deadlines that the clock has enforced alone.
    times.Paused: TO_ALL,
    times.Unpaused: TO_ALL,
    times.Extended: TO_ALL,
    times.DueSet: TO_ALL,
    times.Forced: Signal("ping", its_seat, log="log"),
    times.GraceBegan: Signal("ping", its_seats, when=lambda it: it.seats),
    times.HandedOver: Signal("quiet", log="call"),
    times.Returned: LOGGED,
    times.ClockSet: SILENT,
    times.WentAway: SILENT,
    times.CameBack: SILENT,
    times.HoursKept: SILENT,
    times.Missed: SILENT,
    times.WasDown: SILENT,
    # Hand-thrown dice are requested by a question.
    dice.Wanted: SILENT,
    dice.Typed: SILENT,
    dice.Disputed: SILENT,
}


def logged(events: Iterable[Event]) -> tuple[list[Event], bool]:
    """Return the events for the moderators' log, and whether moderators must act."""
    rows = [(event, SIGNALS.get(type(event), SILENT)) for event in events]
    found = [(event, row.log) for event, row in rows if row.log and row.when(event)]
    return [event for event, _ in found], any(log == "call" for _, log in found)


def heard(events: Iterable[Event], seats: Collection[Seat]) -> Signalled | None:
    """Return the signal of these events: the first ping, otherwise the last quiet one."""
    found: Signalled | None = None
    for event in events:
        row = SIGNALS.get(type(event), SILENT)
        if row.loud == "silent" or not row.when(event):
            continue
        found = Signalled(row.to(event, seats), row.loud, row.asks(event) if row.asks else None)
        if row.loud == "ping":
            break
    return found
