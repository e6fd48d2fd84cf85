"""Who is reached by mail, and what the door keeps about people; looked up for each
mail, and nothing else is read.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC, Chair, Seat
from engine.store.notes import Notes
from mail.incoming.senders import Membership

DOOR = "mail"
GUESTS = 1_000
"""Chairs of people who are invited, or watch, are numbered from here."""


def number_of(chairs: Sequence[Chair], viewer: Seat) -> int:
    """The number of a viewer's chair; 0 for who has none."""
    return next((chair.number for chair in chairs if chair.seat == viewer), 0)


def question_of(opened: OpenGame, seat: Seat) -> int:
    """The number of the question that is put to a seat; 0: none is."""
    ask = opened.table.ask()
    return opened.table.state.question if ask is not None and seat in ask.seats else 0


class Memberships:
    """A ``Book`` that looks into the store, each time for one sender or one chair.
    What is due by second ``now`` is played before it looks: a mail that came later
    answers a question that is over.
    """

    def __init__(self, batch: Batch, now: int):
        self.batch, self.now, self.notes = batch, now, batch.notes_of(DOOR)
        self.staff: dict[str, list[str]] = {}

    def of(self, sender: str) -> list[Membership]:
        """The places of one sender, seats before others."""
        known = sender.casefold()
        sql = "select game from address where door = ? and sender = ? order by viewer = ?, game"
        rows = self.batch.store.db.execute(sql, (DOOR, known, PUBLIC)).fetchall()
        games = {
            **dict.fromkeys(game for (game,) in rows),
            **dict.fromkeys(self.batch.rows),  # what this batch has made is not in the store yet
            **dict.fromkeys(self.staff_of(known)),
            **self.notes.below(f"guest-of/{known}"),
        }
        found = (self.in_game(game, known) for game in games)
        return [place for place in found if place is not None]

    def in_game(self, game: str, address: str) -> Membership | None:
        """The place that somebody has in a game: a seat, as a watcher or one who
        looks after it, or an invitation.
        """
        opened = self.batch.game(game)
        found = (
            [a.viewer for a in opened.addresses if (a.door, a.sender) == (DOOR, address)]
            if opened
            else []
        )
        if not found and game in self.staff_of(address):
            found = [PUBLIC]
        if not found and self.notes.get(f"guest-of/{address}/{game}") is None:
            return None
        return self.place(game, found[0] if found else "", address)

    def staff_of(self, address: str) -> list[str]:
        """The games that somebody owns or moderates."""
        if address not in self.staff:
            self.staff[address] = self.batch.register.games_of((DOOR, address))
        return self.staff[address]

    def at(self, game: str, chair: int) -> Membership | None:
        """The place that a capability is for."""
        if chair >= GUESTS:
            guest = self.notes.get(f"guest/{game}/{chair}")
            places = self.of(guest) if guest else []
            return next(
                (place for place in places if (place.game, place.chair) == (game, chair)), None
            )
        opened = self.batch.game(game)
        for address in opened.addresses if opened is not None else ():
            mine = (
                opened is not None and number_of(opened.table.state.chairs, address.viewer) == chair
            )
            if mine and address.door == DOOR and address.viewer != PUBLIC:
                return self.place(game, address.viewer, address.sender)
        return None

    def place(self, game: str, viewer: Seat, address: str) -> Membership | None:
        """One place. ``viewer`` is "" for who is invited."""
        opened = self.batch.game(game)
        if opened is None:
            return None
        self.batch.tick(opened, self.now)
        state, watches = opened.table.state, viewer == PUBLIC
        seat = "" if watches else viewer
        chair = number_of(state.chairs, seat) if seat else guest(self.notes, game, address)
        return Membership(
            game,
            chair,
            seat,
            address,
            question_of(opened, seat),
            self.epoch(game, chair),
            strict=self.notes.get(f"strict/{game}") is not None,
            watches=watches,
            over=state.result is not None,
        )

    def epoch(self, game: str, chair: int) -> int:
        """How often the tags of a chair were made void."""
        return epoch_of(self.notes, game, chair)

    def passed(self, sender: str) -> bool:
        """Has the exchanger ever vouched for this sender?"""
        return self.notes.get(f"passed/{sender.casefold()}") is not None


def guest(notes: Notes, game: str, address: str) -> int:
    """The number of somebody's chair beside the table, which he keeps."""
    known = notes.get(f"guest-of/{address}/{game}")
    if known is None:
        known = str(GUESTS + len(notes.below(f"guest/{game}")))
        notes.put(f"guest-of/{address}/{game}", known)
        notes.put(f"guest/{game}/{known}", address)
    return int(known)


def epoch_of(notes: Notes, game: str, chair: int) -> int:
    """How often the tags of a chair were made void."""
    return int(notes.get(f"epoch/{game}/{chair}") or 0)


def moved(batch: Batch, old: str, new: str, at: int) -> Iterator[Membership]:
    """From now on everything that went to ``old`` goes to ``new``; the places that have
    changed. Tags that were mailed to the old address are void.
    """
    places, notes = Memberships(batch, at), batch.notes_of(DOOR)
    for place in places.of(old):
        opened = batch.game(place.game)
        assert opened is not None
        for closed in [a for a in opened.addresses if (a.door, a.sender) == (DOOR, old)]:
            address = replace(closed, sender=new)
            opened.addresses = [a for a in opened.addresses if a is not closed]
            opened.settle(address)
            rows = batch.rows_of(place.game)
            rows.addresses.append(address)
            rows.closed.append(closed)
        if (role := batch.register.role(place.game, (DOOR, old))) is not None:
            batch.register.give_role(place.game, (DOOR, old), None)
            batch.register.give_role(place.game, (DOOR, new), role)
        if (guest := notes.get(f"guest-of/{old}/{place.game}")) is not None:
            notes.put(f"guest/{place.game}/{guest}", new)
            notes.put(f"guest-of/{new}/{place.game}", guest)
            notes.put(f"guest-of/{old}/{place.game}", None)
        notes.put(f"epoch/{place.game}/{place.chair}", str(place.epoch + 1))
        for what in ("heard", "mute"):
            if (value := notes.get(f"{what}/{place.game}/{old}")) is not None:
                notes.put(f"{what}/{place.game}/{new}", value)
        yield place
    linked = batch.register.person((DOOR, old))
    if len(linked) > 1:
        batch.register.link((DOOR, new), (DOOR, old))
        batch.register.unlink((DOOR, old), at)
    batch.register.was((DOOR, old), (DOOR, new), at)
    for what in ("language", "zone"):
        if (value := notes.get(f"{what}/{old}")) is not None:
            notes.put(f"{what}/{new}", value)
