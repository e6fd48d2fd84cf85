"""What has happened in a game, for one viewer: its bulletins, filtered, and nothing else."""

from collections.abc import Iterable

from msgspec import Struct

from engine.game import Game
from engine.state import Event, Seat
from engine.store import BulletinRow


class Page(Struct, frozen=True):
    """What one bulletin told a viewer, at second ``at``. ``undone``: it was taken back later."""

    at: int
    events: tuple[Event, ...]
    undone: bool


def pages(game: Game, rows: Iterable[BulletinRow], viewer: Seat) -> list[Page]:
    """The bulletins that brought this viewer something, in order, each once."""
    kept = list(rows)
    undone: set[int] = set()
    for row in kept:
        if row.undo_to is not None:
            undone |= {before.n for before in kept if row.undo_to < before.n < row.n}
    found = []
    for row in kept:
        told = game.told_decoder.decode(row.told)
        events = tuple(copy for happening in told if (copy := happening.copy(viewer)) is not None)
        if events:
            found.append(Page(row.at, events, row.n in undone))
    return found
