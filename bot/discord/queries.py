"""What this door reads of games, between two letters in the writer's
thread. Each look is for one person.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.discord.channels import Prompt
from engine.game import AnyGame
from engine.menu import Menu
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC, Ask, Chair, Event, Seat, Setup
from engine.store import history, journal
from engine.store.sqlite import BulletinRow

DOOR = "discord"
LATELY = 30
"""Bulletins that are searched for what somebody was told last."""


class Seen(Struct, frozen=True):
    """A game as one person may know it; ``viewer`` is ``PUBLIC`` for who has no seat.
    ``people`` are those at this door, by seat.
    """

    game: str
    kind: AnyGame
    viewer: Seat
    view: Any
    menu: Menu
    question: int
    asked: Ask | None
    due: int | None
    result: str | None
    chairs: tuple[Chair, ...]
    places: int
    people: Mapping[Seat, int]
    private: bool = False

    @property
    def open(self) -> bool:
        """Can one still join?"""
        return self.result is None and len(self.chairs) < self.places

    @property
    def is_asked(self) -> bool:
        """Is this person asked?"""
        return self.asked is not None and self.viewer in self.asked.seats


class GameLine(Struct, frozen=True):
    """A game in a list."""

    game: str
    kind: str
    seat: Seat | None
    asked: bool
    open: bool
    over: bool


def people_of(opened: OpenGame) -> dict[Seat, int]:
    """Who sits where, of those who are reached at this door."""
    return {
        a.viewer: int(a.sender) for a in opened.addresses if a.door == DOOR and a.viewer != PUBLIC
    }


def seen(batch: Batch, game: str, user: int | None) -> Seen | None:
    """The game as ``user`` may know it, or as everybody may (``None``).
    ``None``: there is no such game.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    viewer = (opened.seat_of(DOOR, str(user)) if user is not None else None) or PUBLIC
    table = opened.table
    state = table.state
    return Seen(
        game=game,
        kind=table.game,
        viewer=viewer,
        view=table.view(viewer),
        menu=table.menu(viewer) if viewer != PUBLIC else Menu(idle="not-joined"),
        question=state.question,
        asked=table.ask(),
        due=state.due,
        result=state.result,
        chairs=tuple(state.chairs),
        places=state.places,
        people=people_of(opened),
        private=table.setup.private,
    )


def told(
    batch: Batch, game: str, user: int, most: int | None
) -> list[tuple[int, list[Event], bool]]:
    """What ``user`` was told, or everybody: when, what, and whether it was taken
    back. The last ``most`` bulletins.
    """
    opened = batch.game(game)
    if opened is None:
        return []
    viewer = opened.seat_of(DOOR, str(user)) or PUBLIC
    rows = batch.bulletins(opened)
    pages = history.pages(opened.table.game, rows[-most:] if most else rows, viewer)
    return [(page.at, list(page.events), page.undone) for page in pages]


class ToldPages(Struct, frozen=True):
    """What one bulletin told somebody. ``line`` is the last line of the public
    history that came of it; 0: none did.
    """

    at: int
    events: tuple[Event, ...]
    undone: bool
    line: int


def book(batch: Batch, game: str, user: int) -> list[ToldPages]:
    """All that ``user`` was told, or everybody."""
    opened = batch.game(game)
    if opened is None:
        return []
    viewer = opened.seat_of(DOOR, str(user)) or PUBLIC
    rows, kind = batch.bulletins(opened), opened.table.game
    numbers = {entry: n for n, (entry, _) in enumerate(history.lines(kind, rows), 1)}
    pages = history.pages(kind, rows, viewer)
    return [
        ToldPages(page.at, page.events, page.undone, numbers.get(page.entry, 0)) for page in pages
    ]


def stood(batch: Batch, game: str, user: int, line: int) -> Any:
    """What ``user`` could see after a line of the public history, or everybody;
    ``None``: there is no such line.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    kind, setup = opened.table.game, opened.table.setup
    lines = history.lines(kind, batch.bulletins(opened))
    if line > len(lines):
        return None
    viewer = opened.seat_of(DOOR, str(user)) or PUBLIC
    entries = journal.read(kind, setup, batch.journal(opened))
    until = [entry for entry in entries if entry.n <= lines[line - 1][0]]
    return journal.replay(kind, setup, until)[0].view(viewer)


class Reel(Struct, frozen=True):
    """What a film of a game is made from: what was stored of it,
    and the one for whom it is shown.
    """

    kind: AnyGame
    setup: Setup
    journal: Sequence[tuple[bytes, bytes]]
    bulletins: Sequence[BulletinRow]
    viewer: Seat

    def views(self) -> list[Any]:
        """The viewer's views from the first to the last, without what was taken
        back. Reads nothing but this reel.
        """
        told = history.pages(self.kind, self.bulletins, self.viewer)
        entries = journal.read(self.kind, self.setup, self.journal)
        return [
            view for _, view in history.positions(self.kind, self.setup, entries, told, self.viewer)
        ]


def reel(batch: Batch, game: str, viewer: Seat) -> Reel | None:
    """All that was stored of a game, to be played again elsewhere;
    ``None``: there is no such game.
    """
    opened = batch.game(game)
    if opened is None:
        return None
    table = opened.table
    return Reel(table.game, table.setup, batch.journal(opened), batch.bulletins(opened), viewer)


def games_of(batch: Batch, user: int, also: list[str]) -> list[GameLine]:
    """The games of ``user``, and ``also`` these, as everybody may know them."""
    mine = batch.store.games_of(DOOR, str(user))
    found = []
    for id in dict.fromkeys([*mine, *also]):
        if (game := seen(batch, id, user)) is not None:
            seat = None if game.viewer == PUBLIC else game.viewer
            found.append(
                GameLine(
                    id, game.kind.name, seat, game.is_asked, game.open, game.result is not None
                )
            )
    return found


def closed(batch: Batch, prompts: Sequence[Prompt]) -> list[Prompt]:
    """Those whose question is open no longer."""
    return [prompt for prompt in prompts if not still_open(prompt, batch.game(prompt.game))]


def still_open(prompt: Prompt, opened: OpenGame | None) -> bool:
    """Is the question of a prompt the one that its game waits for?"""
    if opened is None or opened.table.state.result is not None:
        return False
    return opened.table.state.question == prompt.question


def seats(batch: Batch, game: str) -> dict[Seat, int]:
    """Who sits where, of those who are reached at this door."""
    opened = batch.game(game)
    return people_of(opened) if opened else {}
