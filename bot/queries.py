"""Queries about a game, run in the writer's thread between two messages.

Each is for one person at any door.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from bot.replaying import Replay
from engine.menu import Menu
from engine.referee import ratings
from engine.referee.accounts import Signals
from engine.referee.batch import Batch
from engine.referee.clock import last_told
from engine.referee.doors import GameView
from engine.referee.open_game import OpenGame
from engine.rulings import agreement, rulings, times, votes
from engine.state import PUBLIC, Event, Seat, Setup
from engine.store import rated
from engine.store.history import Page, pages
from engine.table import GameTable

Who = tuple[str, str]
"""A person: the door, and the person's id there."""


def opened_game(batch: Batch, id: str) -> OpenGame:
    opened = batch.game(id)
    assert opened is not None
    return opened


def viewer_of(opened: OpenGame, who: Who | None) -> Seat:
    return (who and opened.seat_of(*who)) or PUBLIC


def seen(batch: Batch, game: str, who: Who | None) -> GameView | None:
    """Return the game as a person, or with ``None`` everybody, may know it."""
    opened = batch.game(game)
    if opened is None:
        return None
    found = seen_by(opened.table, viewer_of(opened, who))
    return batch.beside(opened, found, who) if who else found


def seen_as(batch: Batch, game: str, seat: Seat) -> GameView:
    """Return a game as a seat knows it, for a moderator whose look has been announced."""
    return seen_by(opened_game(batch, game).table, seat)


def seen_by(table: GameTable, viewer: Seat) -> GameView:
    """Return the game as a viewer may know it; without a seat, as everybody may."""
    viewer = viewer if viewer in table.seats else PUBLIC
    menu = table.menu(viewer) if viewer != PUBLIC else Menu(idle="not-joined")
    return GameView.of(table, viewer, menu)


def bare(batch: Batch, game: str) -> GameView | None:
    """Return the public facts of a game without view and menu, or ``None`` if it doesn't exist."""
    opened = batch.game(game)
    return None if opened is None else GameView.bare(opened.table, PUBLIC)


def setup_of(batch: Batch, game: str) -> Setup:
    return opened_game(batch, game).table.setup


def told(batch: Batch, game: str, who: Who | None, most: int = 0) -> list[Page]:
    """Return the news that a person was sent, or the public news for people without a seat.
    ``most`` limits it to the last bulletins; their lines are then not numbered from the first.
    """
    opened = batch.game(game)
    if opened is None:
        return []
    rows = batch.bulletins(opened, last=most or None)
    seen = GameView.bare(opened.table, viewer_of(opened, who))
    of = batch.beside(opened, seen, who).source if who else PUBLIC
    return pages(opened.table.game, rows, of)


def replay(batch: Batch, game: str, viewer: Seat, until: int | None = None) -> Replay | None:
    """Return everything stored of a game up to entry ``until``, ready to replay, or ``None`` if it
    doesn't exist.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    table, last = opened.table, opened.n if until is None else until
    rows = [row for row in batch.bulletins(opened) if row.n <= last]
    return Replay(table.game, table.setup, batch.journal(opened)[:last], rows, viewer)


def games_of(batch: Batch, who: Who, also: Iterable[str] = ()) -> list[GameView]:
    """Return a person's games, and those in ``also``, as that person may know them."""
    every = dict.fromkeys([*batch.store.games_of(*who), *also])
    return [one for id in every if (one := seen(batch, id, who)) is not None]


def still_open(batch: Batch, game: str, question: int) -> bool:
    opened = batch.game(game)
    if opened is None:
        return False
    state = opened.table.state
    return state.result is None and state.question == question


def seats(batch: Batch, game: str, door: str) -> dict[Seat, str]:
    opened = batch.game(game)
    return (
        {a.viewer: a.sender for a in opened.addresses if a.door == door and a.viewer != PUBLIC}
        if opened
        else {}
    )


def vacant(batch: Batch, game: str) -> tuple[Seat, ...]:
    opened = batch.known(game)
    state = opened.table.state if opened is not None else None
    return state.people.vacant if state is not None and state.result is None else ()


def ratings_after(batch: Batch, game: str) -> list[tuple[str, int, int]]:
    """Return players of a rated game that is over: name, rating, change."""
    opened, found = opened_game(batch, game), list[tuple[str, int, int]]()
    chairs = {chair.seat: chair for chair in opened.table.state.chairs}
    seats = {(a.door, a.sender): a.viewer for a in opened.addresses if a.viewer != PUBLIC}
    for row in rated.after(batch.store, game):
        person = batch.accounts.person((row.door, row.sender))
        seat = next((seats[who] for who in person if who in seats), None)
        if seat is not None:
            earlier = rated.latest(batch.store, row.kind, (row.door, row.sender), row.games - 1)
            rating, _ = ratings.shown(row)
            before, _ = ratings.shown(earlier or ratings.newcomer(row.kind, person[0]))
            found.append((chairs[seat].name or seat, rating, rating - before))
    return sorted(found)


def just_left(batch: Batch, game: str, door: str, seq: int) -> dict[Seat, str]:
    """Return a door's players who lost their seat by the news of this number."""
    every = [one for one in batch.store.readers(game) if one.door == door]
    seats = {(one.sender, one.until): one.viewer for one in every if one.viewer != PUBLIC}
    last = [one for one in every if one.viewer == PUBLIC and one.until and one.hears(seq)]
    return {
        seats[one.sender, one.since]: one.sender for one in last if (one.sender, one.since) in seats
    }


def insiders(batch: Batch, game: str, door: str) -> list[str]:
    """Return the people at a door who may watch a private game: readers, moderators, and guests
    who haven't lost a seat.
    """
    opened, accounts = opened_game(batch, game), batch.accounts
    had = {(one.door, one.sender) for one in batch.store.readers(game) if one.viewer != PUBLIC}
    people = [(one.door, one.sender) for one in opened.addresses]
    people += [*accounts.staff(game), *(one for one in accounts.guests(game) if one not in had)]
    found = (sender for at, sender in people if at == door and sender.isdecimal())
    return list(dict.fromkeys(found))


def signals(batch: Batch, game: str, who: Who) -> Signals:
    """Return the way a person wants to be notified in a game. People who want mail but can't be
    reached by mail there are notified as usual.
    """
    accounts, opened = batch.accounts, opened_game(batch, game)
    wanted, seat = accounts.signals(who), opened.seat_of(*who)
    if wanted != "mail":
        return wanted
    mine = [a for a in opened.addresses if (a.door, a.viewer) == (wanted, seat) and not a.quiet]
    mailed = any(not accounts.lost((a.door, a.sender)) for a in mine)
    return wanted if mailed else ""


class WaitingGame(Struct, frozen=True):
    """A person's running game."""

    seen: GameView
    asks: bool  # it waits for the person
    answered: bool = False  # the person has answered, and may still change that
    request: Event | None = None  # anything else that the person is asked to agree to


def waiting(batch: Batch, who: Who) -> list[WaitingGame]:
    """Return the running games in which a person has a seat, as that person may know them."""
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
    """Return the event of an open request or vote to which a seat has not agreed."""
    proposal = votes.put_to(table, seat)
    if proposal is None:
        now = table.state.people.times
        for what, seconds in agreement.unanswered(now, seat):
            by = now.wishes[agreement.wish(what, seconds)][0]
            return times.Wished(by, what, seconds, True, 1)
        return None
    if proposal.what:
        deputy = proposal.by not in proposal.agreed
        return rulings.AskedFor(proposal.by, proposal.what, proposal.spoken, deputy)
    return rulings.Proposed(proposal.by, proposal.line)


Kind = Literal["appeal", "asks", "late", "missing", "vacant", "waiting"]
"""The reason why a game needs a moderator.

``appeal``: a seat appeals to them. ``asks``: a seat asks the others for something. ``late``: a seat
has missed deadlines. ``missing``: the version of the rules is not installed. ``vacant``: a seat is
free. ``waiting``: a deadline was missed, and a moderator decides.
"""


class Trouble(Struct, frozen=True, kw_only=True):
    """A moderator's task, with public facts only."""

    game: str
    title: str
    kind: Kind
    since: int  # in seconds since 1970
    seats: tuple[Seat, ...] = ()
    chairs: tuple[int, ...] = ()  # chair numbers of ``seats``
    names: tuple[str, ...] = ()
    text: str = ""  # the player's words
    count: int = 0  # number of times


MISSED = 2
"""Number of deadlines missed in a row from which a player counts as late."""


def troubles(batch: Batch, games: Iterable[str]) -> list[Trouble]:
    """Return the tasks that these games have for a moderator, oldest first. None depends on
    secrets, such as who was asked or has answered in secret.
    """
    found = [one for id in games for one in troubles_of(batch, id)]
    return sorted(found, key=lambda one: one.since)


def troubles_of(batch: Batch, id: str) -> Iterator[Trouble]:
    """Yield the tasks that one game has for a moderator. Their times are those of public news: the
    last entry may be a secret.
    """
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

    for seat, (at, text) in batch.accounts.appeals(id).items():
        yield one("appeal", at, seat, text=text)
    if people.proposal is not None and people.proposal.until is not None:
        since = people.proposal.until - votes.PATIENCE
        yield one("asks", since, people.proposal.by, text=people.proposal.what)
    for seat in people.vacant:
        yield one("vacant", last_told(batch, opened), seat)
    if times.waiting:
        yield one("waiting", last_told(batch, opened))
    for seat, missed in times.misses.items():
        if missed >= MISSED and seat not in people.vacant:
            yield one("late", last_told(batch, opened), seat, count=missed)
