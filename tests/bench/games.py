"""What a decision of each game costs: view and menu of a seat that is asked, its answer with the
save, and a picture of what everybody sees; the orders are those of the weakest robot.
"""

import random
import statistics
from functools import partial
from pathlib import Path

import renderers
from engine.games import names
from engine.state import PUBLIC, Order, Seat
from engine.testing import SelfPlay
from tests.bench.meter import milliseconds
from tests.bench.table import Row, at_most
from tests.kit.games import registered

DECISIONS, DRAWN, MOST = 300, 40, 5.0
"""Measured in each game, of which one in so many is drawn, and milliseconds that one may take."""
PICTURE = {"ambush": 40.0, "battleboard": 8.0, "derelict": 15.0, "desert": 40.0, "dicechess": 15.0}
KIB = 150.0


def rows(_: Path) -> list[Row]:
    return [row for kind in names() for row in of(kind)]


def of(kind: str) -> list[Row]:
    case = next(case for case in registered() if case.game.name == kind)
    rng, menus, orders, views, seed = random.Random(1), list[float](), list[float](), [], 0
    while len(menus) < DECISIONS:
        seed += 1
        play = SelfPlay(kind, case.kit.setting(seed).seats, seed=seed)
        while not play.over and len(menus) < DECISIONS:
            seat = play.asked[0]
            menus.append(milliseconds(partial(look, play, seat)))
            order = case.game.robot(play.view(seat), play.menu(seat), rng)
            orders.append(milliseconds(partial(answer, play, seat, order)))
            if not len(menus) % DRAWN:
                views.append(play.view(PUBLIC))
    drawn = [renderers.picture(kind, view) for view in views]
    each = [milliseconds(partial(renderers.picture, kind, view), 3) for view in views]
    return [
        at_most(f"{kind}: view and menu of a decision", statistics.median(menus), "ms", MOST),
        at_most("  its answer, with the save", statistics.median(orders), "ms", MOST),
        Row("  the slowest answer", max(orders), "ms"),
        at_most("  a picture", statistics.median(each), "ms", PICTURE[kind]),
        at_most("  its size, the largest", max(map(len, drawn)) / 1024, "KiB", KIB),
    ]


def look(play: SelfPlay, seat: Seat) -> None:
    play.view(seat)
    play.menu(seat)


def answer(play: SelfPlay, seat: Seat, order: Order) -> None:
    play.take(seat, order)
    play.table.save()
