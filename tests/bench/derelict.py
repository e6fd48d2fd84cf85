"""What a decision, a question about sight and a picture of Derelict cost.

``python -m tests.bench.derelict`` prints it.
"""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial

import renderers
from engine.games.derelict import Derelict
from engine.games.derelict.board import Cell
from engine.games.derelict.view import SEATS, View
from engine.state import PUBLIC, Setup
from engine.table import GameTable
from engine.testing.play import Play
from tests.bench.table import Row, text

GAME = Derelict()
DECISIONS, QUERIES, PICTURES, ROUNDS = 300, 100_000, 40, 5
MENU, SIGHT, PICTURE = 2.0, 200_000.0, 15.0


def tables(mission: str) -> list[GameTable]:
    """Tables at their decisions, from games of robots on the largest mission."""
    found: list[GameTable] = []
    seed = 0
    while len(found) < DECISIONS:
        play, rng, seed = (
            Play(
                GAME,
                Setup(
                    id=mission,
                    secret=bytes([seed]),
                    options={"mission": mission},
                    scenario={},
                    at=0,
                ),
            ),
            random.Random(1),
            seed + 1,
        )
        play.join(SEATS)
        while not play.over and len(found) < DECISIONS:
            found.append(play.table.load(play.table.save()))
            ask = play.table.ask()
            assert ask is not None
            (seat,) = ask.seats
            play.table.take(0, seat, GAME.robot(play.table.view(seat), play.table.menu(seat), rng))
    return found


def timed(act: Callable[[], object]) -> float:
    """Seconds that it takes, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return best


def menus(made: list[GameTable]) -> list[float]:
    """Milliseconds for menu and view of who is asked, one for each decision."""
    found = []
    for table in made:
        ask = table.ask()
        assert ask is not None
        (seat,) = ask.seats

        def look(table: GameTable = table, seat: str = seat) -> object:
            return table.view(seat), table.menu(seat)

        found.append(timed(look) * 1e3)
    return found


def queries(view: View) -> float:
    """Lines of sight a second between random corridor cells, on a map
    that has been looked at before.
    """
    rng, deck = random.Random(2), view.deck
    cells: list[tuple[Cell, Cell]] = [
        (rng.choice(deck.board.corridors), rng.choice(deck.board.corridors)) for _ in range(QUERIES)
    ]

    def ask() -> None:
        for one, other in cells:
            deck.clear(one, other)

    return QUERIES / timed(ask)


def pictures(made: list[GameTable]) -> float:
    """Milliseconds for a public picture, in the middle."""
    views = [table.view(PUBLIC) for table in made[-PICTURES:]]
    for view in views:
        renderers.picture("derelict", view)
    return statistics.median(
        timed(partial(renderers.picture, "derelict", view)) * 1e3 for view in views
    )


def rows() -> list[Row]:
    """The table of this game."""
    made = tables("hive")
    each = menus(made)
    return [
        Row(
            "Derelict: menu and view of a decision, 40 x 36 cells",
            statistics.median(each),
            "ms",
            MENU,
            below=True,
        ),
        Row("  the slowest of them", max(each), "ms", MENU, below=True),
        Row("Derelict: lines of sight", queries(made[-1].view(PUBLIC)), "/s", SIGHT),
        Row("Derelict: picture, warm", pictures(made), "ms", PICTURE, below=True),
    ]


if __name__ == "__main__":
    print(text(rows()))
