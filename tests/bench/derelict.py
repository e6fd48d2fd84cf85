"""What a decision and a question about sight of Derelict cost."""

import random
import statistics
from pathlib import Path

from engine.games.derelict import EDITIONS, board
from engine.games.derelict.view import SEATS, View
from engine.state import PUBLIC
from engine.table import GameTable
from engine.testing.kit import Play
from tests.bench.meter import milliseconds
from tests.bench.table import Row, at_most
from tests.kit.made import setup_of

GAME = EDITIONS[-1]
DECISIONS, QUERIES, ROUNDS = 300, 100_000, 5
MENU, SIGHT = 2.0, 200_000.0


def tables(mission: str, most: int) -> list[GameTable]:
    found: list[GameTable] = []
    seed = 0
    while len(found) < most:
        play, rng, seed = (
            Play(
                GAME,
                setup_of(mission, bytes([seed]), {"mission": mission}),
            ),
            random.Random(1),
            seed + 1,
        )
        play.join(SEATS)
        while not play.over and len(found) < most:
            found.append(play.table.load(play.table.save()))
            ask = play.table.ask()
            assert ask is not None
            (seat,) = ask.seats
            play.table.take(0, seat, GAME.robot(play.table.view(seat), play.table.menu(seat), rng))
    return found


def menus(made: list[GameTable]) -> list[float]:
    """Milliseconds for menu and view of who is asked, one for each decision."""
    found = []
    for table in made:
        ask = table.ask()
        assert ask is not None
        (seat,) = ask.seats

        def look(table: GameTable = table, seat: str = seat) -> object:
            return table.view(seat), table.menu(seat)

        found.append(milliseconds(look, ROUNDS))
    return found


def queries(view: View) -> float:
    """Lines of sight a second between random corridor cells, on a map
    that has been looked at before.
    """
    rng, position = random.Random(2), view.position
    cells: list[tuple[board.Cell, board.Cell]] = [
        (rng.choice(position.board.corridors), rng.choice(position.board.corridors))
        for _ in range(QUERIES)
    ]

    def ask() -> None:
        for one, other in cells:
            position.clear(one, other)

    return QUERIES / milliseconds(ask, ROUNDS) * 1e3


def rows(_: Path) -> list[Row]:
    made = tables("hive", DECISIONS)
    each = menus(made)
    return [
        at_most(
            "Derelict: menu and view of a decision, 40 x 36 cells",
            statistics.median(each),
            "ms",
            MENU,
        ),
        at_most("  the slowest of them", max(each), "ms", MENU),
        Row("Derelict: lines of sight", queries(made[-1].view(PUBLIC)), "/s", SIGHT),
    ]
