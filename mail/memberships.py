"""The players and guests of the mail door, and its notes about them.

They are looked up for each mail, and nothing else is read.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Behind
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.rulings.rulings import Unreach
from engine.state import PUBLIC, Seat, SeatHolder
from engine.store.notes import Notes
from engine.store.rows import AuditEntry
from mail.names import MailNames
from mail.parse.kinds import Failure
from mail.parse.reading import Reading

DOOR = "mail"
GUESTS = 1_000
"""The lowest chair number of guests and watchers."""


class Membership(Struct, frozen=True, kw_only=True):
    """A chair whose holder is reached by mail. Without a ``seat`` it belongs to a guest, or to
    somebody who ``watches``.
    """

    game: str
    chair: int
    seat: str
    address: str  # the registered one
    turn: int = 0  # number of the question that it is asked; 0 makes the tag of any turn valid
    epoch: int = 0
    strict: bool = False  # the table needs a capability *and* a verdict, or else a YES
    watches: bool = False
    over: bool = False  # the game has ended


def number_of(chairs: Sequence[SeatHolder], viewer: Seat) -> int:
    """Return the number of a viewer's chair, or 0 without one."""
    return next((chair.number for chair in chairs if chair.seat == viewer), 0)


def question_of(opened: OpenGame, seat: Seat) -> int:
    """Return the number of the question that a seat is asked, or 0."""
    ask = opened.table.ask()
    return opened.table.state.question if ask is not None and seat in ask.seats else 0


class Memberships:
    """A ``Book`` that queries the store for one sender or one chair at a time.

    Deadlines up to second ``now`` are applied first, so a later mail finds its question closed.
    With ``in_turn``, ``Behind`` is raised if a deadline must wait for unread mail.
    """

    def __init__(self, batch: Batch, now: int, *, in_turn: bool = False):
        self.batch, self.now, self.notes = batch, now, batch.notes_of(DOOR)
        self.in_turn = in_turn
        self.staff: dict[str, list[str]] = {}

    def of(self, sender: str) -> list[Membership]:
        """Return the memberships of one sender, seats first."""
        known = sender.casefold()
        games = {
            **dict.fromkeys(self.batch.store.games_read(DOOR, known)),
            # addresses that this batch adds are not in the store yet
            **dict.fromkeys(game for game, one in self.batch.rows.items() if one.addresses),
            **dict.fromkeys(self.staff_of(known)),
            **self.notes.below(f"guest-of/{known}"),
        }
        return [one for game in games if (one := self.in_game(game, known)) is not None]

    def in_game(self, game: str, address: str) -> Membership | None:
        """Return a person's membership in a game: as player, else as watcher or staff, else as
        guest.
        """
        opened = self.batch.game(game)
        for known in opened.addresses if opened else ():
            if (known.door, known.sender) == (DOOR, address):
                return self.membership(game, known.viewer, address)
        if game in self.staff_of(address):
            return self.membership(game, PUBLIC, address)
        invited = self.notes.get(f"guest-of/{address}/{game}") is not None
        return self.membership(game, "", address) if invited else None

    def staff_of(self, address: str) -> list[str]:
        """Return the games that a person owns or moderates."""
        if address not in self.staff:
            self.staff[address] = self.batch.accounts.games_of((DOOR, address))
        return self.staff[address]

    def at(self, game: str, chair: int) -> Membership | None:
        if chair >= GUESTS:
            guest = self.notes.get(f"guest/{game}/{chair}")
            found = self.in_game(game, guest) if guest else None
            return found if found is not None and found.chair == chair else None
        opened = self.batch.game(game)
        for known in opened.addresses if opened else ():
            if (
                opened is not None
                and known.door == DOOR
                and known.viewer != PUBLIC
                and number_of(opened.table.state.chairs, known.viewer) == chair
            ):
                return self.membership(game, known.viewer, known.sender)
        return None

    def membership(self, game: str, viewer: Seat, address: str) -> Membership | None:
        """Return one membership, or ``None`` without such a game. ``viewer`` is "" for a guest."""
        opened = self.batch.game(game)
        if opened is None:
            return None
        if self.batch.tick(opened, self.now) and self.in_turn:
            raise Behind(game)
        seat = "" if viewer == PUBLIC else viewer
        chairs = opened.table.state.chairs
        chair = number_of(chairs, seat) if seat else guest(self.notes, game, address)
        return Membership(
            game=game,
            chair=chair,
            seat=seat,
            address=address,
            turn=question_of(opened, seat),
            epoch=self.epoch(game, chair),
            strict=self.notes.get(f"strict/{game}") is not None,
            watches=viewer == PUBLIC,
            over=opened.table.state.result is not None,
        )

    def epoch(self, game: str, chair: int) -> int:
        return epoch_of(self.notes, game, chair)

    def passed(self, sender: str) -> bool:
        return self.notes.get(f"passed/{sender.casefold()}") is not None


def guest(notes: Notes, game: str, address: str) -> int:
    """Return the number of a guest's chair, which is assigned once and never changes."""
    known = notes.get(f"guest-of/{address}/{game}")
    if known is None:
        known = str(GUESTS + len(notes.below(f"guest/{game}")))
        notes.put(f"guest-of/{address}/{game}", known)
        notes.put(f"guest/{game}/{known}", address)
    return int(known)


def epoch_of(notes: Notes, game: str, chair: int) -> int:
    """Return how often the tags of a chair were invalidated."""
    return int(notes.get(f"epoch/{game}/{chair}") or 0)


def moved(batch: Batch, old: str, new: str, at: int) -> Iterator[Membership]:
    """Redirect everything from ``old`` to ``new``, and yield the memberships that change. Tags
    mailed to the old address become invalid.
    """
    notes = batch.notes_of(DOOR)
    for of in Memberships(batch, at).of(old):
        opened = batch.game(of.game)
        assert opened is not None
        for closed in [a for a in opened.addresses if (a.door, a.sender) == (DOOR, old)]:
            address = replace(closed, sender=new)
            batch.part(opened, [closed])
            batch.settle(opened, address)
        if (role := batch.accounts.role(of.game, (DOOR, old))) is not None:
            batch.accounts.give_role(of.game, (DOOR, old), None)
            batch.accounts.give_role(of.game, (DOOR, new), role)
        if (guest := notes.get(f"guest-of/{old}/{of.game}")) is not None:
            notes.put(f"guest/{of.game}/{guest}", new)
            notes.put(f"guest-of/{new}/{of.game}", guest)
            notes.put(f"guest-of/{old}/{of.game}", None)
        notes.put(f"epoch/{of.game}/{of.chair}", str(of.epoch + 1))
        copy(notes, (f"heard/{of.game}", f"mute/{of.game}", f"daily/{of.game}"), old, new)
        yield of
    linked = batch.accounts.person((DOOR, old))
    if len(linked) > 1:
        batch.accounts.link((DOOR, new), (DOOR, old))
        batch.accounts.unlink((DOOR, old), at)
    batch.accounts.was((DOOR, old), (DOOR, new), at)
    batch.accounts.set((DOOR, new), batch.accounts.settings((DOOR, old)))


def copy(notes: Notes, folders: Sequence[str], old: str, new: str) -> None:
    for folder in folders:
        if (value := notes.get(f"{folder}/{old}")) is not None:
            notes.put(f"{folder}/{new}", value)


TWICE = 2
"""Number of bounces from which an address counts as unreachable."""
LATE = "late"
"""The note for an address whose mails could not be sent in time."""
ABOUT_THE_MAIL = re.compile(r"5\.[367]\.\d")
"""Status codes that blame the mail or its sender: size, content, or a policy (RFC 3463)."""


def bounced(batch: Batch, names: MailNames, reading: Reading, at: int) -> str:
    """Record a bounce, and return one word for the log. A delay notice is not a bounce, since that
    mail is still being tried.
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
    return not ABOUT_THE_MAIL.match(failure.status)


def late(batch: Batch, address: str, at: int) -> None:
    """Record that no mail could be sent to this address for a day."""
    lost(batch, address, at, LATE)


def in_time(batch: Batch, address: str, at: int) -> None:
    """Record that a delayed mail was sent: the address is reachable, unless mails to it bounced."""
    if batch.notes_of(DOOR).get(f"lost/{address}") == LATE:
        found(batch, address, at)


def lost(batch: Batch, address: str, at: int, why: str = "refused") -> None:
    """Report to all tables of this address that it is unreachable, unless they know. ``why`` is
    “refused”, which is permanent, or ``LATE``.
    """
    notes = batch.notes_of(DOOR)
    known = notes.get(f"lost/{address}")
    if known != why:
        # Sending a late mail ends only ``LATE``, so keep a worse reason.
        notes.put(f"lost/{address}", known if known is not None and why == LATE else why)
    if known is None:
        batch.accounts.lose((DOOR, address))
        for opened, seat in tables(batch, address):
            act = AuditEntry.of(at, DOOR, "mail does not arrive", opened.id, seat=seat)
            batch.acts.append(act)
            batch.play_as_referee(opened, at, Unreach(seat, DOOR))


def found(batch: Batch, address: str, at: int) -> None:
    """Mark this address as reachable, since somebody has written from it."""
    notes = batch.notes_of(DOOR)
    notes.put(f"bounced/{address}", None)
    if notes.get(f"lost/{address}") is not None:
        notes.put(f"lost/{address}", None)
        batch.accounts.lose((DOOR, address), on=False)
        for opened, seat in tables(batch, address):
            batch.play_as_referee(opened, at, Unreach(seat, DOOR, on=False))


def tables(batch: Batch, address: str) -> list[tuple[OpenGame, Seat]]:
    games = [batch.known(id) for id in batch.store.games_of(DOOR, address)]
    going_on = [
        opened for opened in games if opened is not None and opened.table.state.result is None
    ]
    seats = [(opened, opened.seat_of(DOOR, address)) for opened in going_on]
    return [(opened, seat) for opened, seat in seats if seat is not None and seat != PUBLIC]
