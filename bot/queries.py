"""What is read of a game between two letters, in the writer's thread; each query is for one
person, whatever the door.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.reel import Reel
from engine.menu import Menu, Refused
from engine.referee.batch import Batch
from engine.referee.doors import Seen
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC, Seat, Setup
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


def seen_by(table: GameTable, viewer: Seat) -> Seen:
    """Return the game as a viewer may know it; who has no seat knows what everybody may."""
    viewer = viewer if viewer in table.seats else PUBLIC
    menu = table.menu(viewer) if viewer != PUBLIC else Menu(idle="not-joined")
    reply = reply_of(table, viewer, menu)
    return replace(Seen.bare(table, viewer), view=table.view(viewer), menu=menu, reply=reply)


def reply_of(table: GameTable, viewer: Seat, menu: Menu) -> str:
    """Return what a seat has answered to the open question, "" if it has not."""
    order = table.state.answers.get(viewer)
    try:
        return "" if order is None else menu.write(order)
    except Refused:
        return type(order).__name__


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
