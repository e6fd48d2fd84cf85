"""How fast ambush is: orders with their saves, rehearsals, menus and paths."""

import random
import statistics
import time
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot import trials
from engine.games.ambush import EDITIONS
from engine.games.ambush.orders import Ok
from engine.games.ambush.windows import Watch
from engine.state import PUBLIC, REFEREE, Setup, Tick
from engine.table import GameTable
from engine.testing.kit import Play, asked
from tests.bench.meter import milliseconds
from tests.bench.table import Row, at_most
from tests.kit.made import setup_of

GAME = EDITIONS[-1]
GAMES, ROUNDS = 6, 7
MENU_MS, MEAN_MS, P99_MS = 5.0, 10.0, 200.0


def begun(seed: int, battle: str = "raid") -> Play:
    made: dict[str, Any] = tomllib.loads(
        files("engine.games.ambush").joinpath("scenarios", f"{battle}.toml").read_text("utf-8")
    )
    play = Play(
        GAME,
        setup_of(f"bench-{seed}", seed.to_bytes(32, "big"), {"window": "10m"}, made),
    )
    play.join(("A", "B"))
    rng = random.Random(seed)
    while not play.table.view(PUBLIC).round:
        for seat in asked(play.table):
            menu = play.table.menu(seat)
            play.write(0, seat, menu.choices[0].sample(rng))
            if menu.default == Ok():
                play.write(0, seat, Ok())
    return play


def best(work: Callable[[], object]) -> float:
    """Milliseconds of the processor, the best of some rounds."""
    return milliseconds(work, ROUNDS)


def moving(seed: int) -> tuple[Play, str]:
    play = begun(seed)
    ask = play.table.ask()
    assert ask is not None
    return play, ask.seats[0]


def spoken(table: GameTable, seat: str, rng: random.Random) -> Any:
    """A random move; an ``ok`` where there are sheets."""
    menu = table.menu(seat)
    return menu.default if menu.default == Ok() else menu.choices[0].sample(rng)


def orders() -> tuple[float, int]:
    rates, size = [], 0
    for seed in range(GAMES):
        play, _ = moving(seed)
        rng, entries = random.Random(seed), 0
        start = time.thread_time()
        while entries < 60 and not play.over:
            table: GameTable = play.table
            for seat in (REFEREE,) if isinstance(table.state.stack[-1], Watch) else asked(table):
                table.take(
                    table.state.due or 0,
                    seat,
                    Tick() if seat == REFEREE else spoken(table, seat, rng),
                )
                size, entries = len(table.save()), entries + 1
        rates.append(entries / (time.thread_time() - start))
    return statistics.median(rates), size


def decisions() -> list[float]:
    """Milliseconds of the processor for each decision of robots on the largest map."""
    made = Setup(id="robots", secret=b"", options={"battle": "lake"}, scenario={}, at=0)
    played = (trials.play(GAME, made, n, ("A", "B"), {"A": 1, "B": 1}) for n in range(2))
    return sorted(1000 * cost for game in played for cost in game.costs[1])


def rows(_: Path) -> list[Row]:
    thought = decisions()
    play, seat = moving(1)
    table = play.table
    menu = table.menu(seat)
    runner = next(u.id for u in table.view(seat).movable(seat) if u.points("run") >= 8)
    path = next(
        menu.write(order)
        for order in (menu.choices[0].sample(random.Random(seed)) for seed in range(999))
        if order.unit == runner and order.mode == "run" and len(order.steps) >= 6
    )
    order = menu.parse(path)
    rate, size = orders()
    return [
        Row(
            "ambush: entries played, with their saves",
            rate,
            "/s",
            note="raid: four a side, windows open",
        ),
        Row("  bytes of a save", size),
        at_most("  view and menu of a seat", best(lambda: table.menu(seat)), "ms", MENU_MS),
        at_most(
            "  a path of six steps read", best(lambda: table.menu(seat).parse(path)), "ms", MENU_MS
        ),
        at_most(
            "  the same completed",
            best(lambda: table.menu(seat).complete(path + " ")),
            "ms",
            MENU_MS,
        ),
        at_most(
            "  a decision of the robot, in the mean",
            statistics.mean(thought),
            "ms",
            MEAN_MS,
            note="lake: five a side",
        ),
        at_most(
            "  the slowest of a hundred", thought[int(0.99 * (len(thought) - 1))], "ms", P99_MS
        ),
        Row(
            "  the rehearsal of a move",
            best(lambda: table.load(table.save()).take(1, seat, order)),
            "ms",
        ),
    ]
