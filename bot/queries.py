"""What is read of a game between two letters, in the writer's thread; each query is for one
person, whatever the door.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from bot.reel import Reel
from engine.house import votes
from engine.house.rulings import AskedFor, Proposed
from engine.menu import Menu
from engine.referee.batch import Batch
from engine.referee.doors import Seen
from engine.referee.open_game import OpenGame
from engine.referee.register import Signals
from engine.state import PUBLIC, Event, Seat, Setup
from engine.store.history import Page, pages
from engine.table import GameTable

Who = tuple[str, str]
"""A person: the door, and who it is there."""


def opened_game(batch: Batch, id: str) -> OpenGame:
    """Return a game that is known to exist."""
    opened = batch.game(id)
    assert opened is not None
    return opened


def viewer_of(opened: OpenGame, who: Who | None) -> Seat:
    """Return the seat of a person in a game, or ``PUBLIC``."""
    return (who and opened.seat_of(*who)) or PUBLIC


def seen(batch: Batch, game: str, who: Who | None) -> Seen | None:
    """Return the game as a person may know it, or as everybody may (``None``);
    ``None``: there is no such game.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    return seen_by(opened.table, viewer_of(opened, who))


def seen_as(batch: Batch, game: str, seat: Seat) -> Seen:
    """Return a game as a seat knows it, for a moderator whose viewing of it has been told."""
    return seen_by(opened_game(batch, game).table, seat)


def seen_by(table: GameTable, viewer: Seat) -> Seen:
    """Return the game as a viewer may know it; who has no seat knows what everybody may."""
    viewer = viewer if viewer in table.seats else PUBLIC
    menu = table.menu(viewer) if viewer != PUBLIC else Menu(idle="not-joined")
    return Seen.of(table, viewer, menu)


def bare(batch: Batch, game: str) -> Seen | None:
    """Return what everybody may know of a game, without view and menu; ``None``: there is none."""
    opened = batch.game(game)
    return None if opened is None else Seen.bare(opened.table, PUBLIC)


def setup_of(batch: Batch, game: str) -> Setup:
    """Return what a game that exists was made of."""
    return opened_game(batch, game).table.setup


def told(batch: Batch, game: str, who: Who, most: int = 0) -> list[Page]:
    """Return what a person was told, or everybody if that person has no seat: all of it, or
    the last ``most`` bulletins (whose lines are not counted from the first then).
    """
    opened = batch.game(game)
    if opened is None:
        return []
    rows = batch.bulletins(opened, last=most or None)
    return pages(opened.table.game, rows, viewer_of(opened, who))


def reel(batch: Batch, game: str, viewer: Seat) -> Reel | None:
    """Return all that was stored of a game, to be played again elsewhere;
    ``None``: there is no such game.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    table = opened.table
    return Reel(table.game, table.setup, batch.journal(opened), batch.bulletins(opened), viewer)


def games_of(batch: Batch, who: Who, also: Iterable[str] = ()) -> list[Seen]:
    """Return the games of a person, and ``also`` these, as that person may know them."""
    every = dict.fromkeys([*batch.store.games_of(*who), *also])
    return [one for id in every if (one := seen(batch, id, who)) is not None]


def still_open(batch: Batch, game: str, question: int) -> bool:
    """Return whether a game waits for the answer to this question."""
    opened = batch.game(game)
    if opened is None:
        return False
    state = opened.table.state
    return state.result is None and state.question == question


def seats(batch: Batch, game: str, door: str) -> dict[Seat, str]:
    """Return who sits where, of those who are reached at a door."""
    opened = batch.game(game)
    return (
        {a.viewer: a.sender for a in opened.addresses if a.door == door and a.viewer != PUBLIC}
        if opened
        else {}
    )


def signals(batch: Batch, game: str, who: Who) -> Signals:
    """Return how somebody wants to hear that they must act in a game; who wants mail and cannot be
    reached by it there is told as usual.
    """
    register, opened = batch.register, opened_game(batch, game)
    wanted, seat = register.signals(who), opened.seat_of(*who)
    if wanted != "mail":
        return wanted
    mine = [a for a in opened.addresses if (a.door, a.viewer) == (wanted, seat) and not a.quiet]
    mailed = any(not register.lost((a.door, a.sender)) for a in mine)
    return wanted if mailed else ""


class WaitingGame(Struct, frozen=True):
    """A running game of somebody's: whether it ``asks`` them, and if so whether they have
    ``answered`` already, which they may change; ``request``: what else they are asked to agree to.
    """

    seen: Seen
    asks: bool
    answered: bool = False
    request: Event | None = None


def waiting(batch: Batch, who: Who) -> list[WaitingGame]:
    """Return the running games in which somebody has a seat, as they may know them."""
    found = []
    for id in batch.store.games_of(*who):
        opened = batch.known(id)
        if opened is None or opened.table.state.result is not None:
            continue
        one = seen_by(opened.table, viewer_of(opened, who))
        if one.viewer != PUBLIC:
            answered = one.viewer in opened.table.state.answers
            request = request_to(opened.table, one.viewer)
            found.append(WaitingGame(one, one.is_asked and not answered, answered, request))
    return found


def request_to(table: GameTable, seat: Seat) -> Event | None:
    """Return the open request to which a seat has not agreed, as it was told."""
    proposal = votes.put_to(table, seat)
    if proposal is None:
        return None
    if proposal.what:
        return AskedFor(proposal.by, proposal.what, proposal.spoken)
    return Proposed(proposal.by, proposal.line)


Kind = Literal["appeal", "asks", "late", "missing", "vacant", "waiting"]
"""What a game needs a moderator for: a seat appeals to them, or asks the others for something;
has missed deadlines; the version of its rules is not installed; a seat is free; a deadline was
missed, and a moderator decides.
"""


class Trouble(Struct, frozen=True, kw_only=True):
    """Something for a moderator, as everybody may know it: in which game, of which kind, about whom
    (seats, and the numbers of their chairs), since when, what was said, and how often.
    """

    game: str
    title: str
    kind: Kind
    since: int
    seats: tuple[Seat, ...] = ()
    chairs: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    text: str = ""
    count: int = 0


MISSED = 2
"""Deadlines in a row after which somebody counts as late."""


def troubles(batch: Batch, games: Iterable[str]) -> list[Trouble]:
    """Return what these games need a moderator for, what has waited longest first. Nothing of it
    hangs on what is hidden: never who was asked in secret, nor who has answered.
    """
    found = [one for id in games for one in troubles_of(batch, id)]
    return sorted(found, key=lambda one: one.since)


def troubles_of(batch: Batch, id: str) -> Iterator[Trouble]:
    """Yield what one game needs a moderator for."""
    opened, row = batch.known(id), batch.store.game(id)
    if opened is None:
        if row is not None and row.result is None:
            yield Trouble(game=id, title=row.kind, kind="missing", since=row.created)
        return
    table, state = opened.table, opened.table.state
    if state.result is not None:
        return
    people, times, title = state.people, state.people.times, table.game.name
    called = {chair.seat: chair.name or chair.seat for chair in state.chairs}

    def one(kind: Kind, since: int, *seats: Seat, text: str = "", count: int = 0) -> Trouble:
        names = tuple(called.get(seat, seat) for seat in seats)
        return Trouble(
            game=id,
            title=title,
            kind=kind,
            since=since,
            seats=seats,
            chairs=tuple(list(called).index(seat) for seat in seats),
            names=names,
            text=text,
            count=count,
        )

    for seat, (at, text) in batch.register.appeals(id).items():
        yield one("appeal", at, seat, text=text)
    if people.proposal is not None and people.proposal.until is not None:
        since = people.proposal.until - votes.PATIENCE
        yield one("asks", since, people.proposal.by, text=people.proposal.what)
    for seat in people.vacant:
        yield one("vacant", state.now, seat)
    if times.waiting:
        yield one("waiting", state.now)
    for seat, missed in times.misses.items():
        if missed >= MISSED and seat not in people.vacant:
            yield one("late", state.now, seat, count=missed)
