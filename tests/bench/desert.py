"""How fast desert is: planning with 68 units on the map, whole segments by default."""

import time
from collections.abc import Callable
from pathlib import Path

from engine.games.desert import EDITIONS
from engine.testing.kit import Play, asked
from tests.bench.meter import milliseconds
from tests.bench.table import Row, at_most
from tests.kit.made import setup_of

GAME = EDITIONS[-1]
ROUNDS, SEGMENTS = 9, 12
MENU_MS, SEGMENTS_A_SECOND = 5.0, 20.0
SEATS = ("axis", "cw")


def begun(scenario: str, stages: int = 20) -> Play:
    play = Play(
        GAME,
        setup_of("bench", b"1" * 32, {"scenario": scenario, "stages": stages}),
    )
    play.join(SEATS)
    return play


def defaults(play: Play, step: str) -> Play:
    while play.table.world.step != step:
        for seat in asked(play.table):
            play.write(0, seat, play.table.menu(seat).default)
    return play


def planning(scenario: str) -> Play:
    play = begun(scenario)
    for seat in SEATS:
        play.submit(0, seat, "pos all fwd")
        play.submit(0, seat, "ok")
    for seat in SEATS:
        play.submit(0, seat, "ok")
    return play


def best(work: Callable[[], object]) -> float:
    """Milliseconds of the processor, the best of some rounds."""
    return milliseconds(work, ROUNDS)


def segments(scenario: str) -> float:
    play = begun(scenario)
    start = time.thread_time()
    while not play.over and play.table.world.segment < SEGMENTS:
        for seat in asked(play.table):
            play.write(0, seat, play.table.menu(seat).default)
    return float(play.table.world.segment) / (time.thread_time() - start)


def rows(_: Path) -> list[Row]:
    play = planning("sidi-rahal")
    table = play.table
    bar = next(said for said in table.menu("axis").examples(1) if said.startswith("bar"))
    later = defaults(planning("sidi-rahal"), "assign").table
    ca = next(said for said in later.menu("axis").examples(1) if said.startswith("ca"))
    units = len(table.world.units)
    return [
        Row(
            "desert: segments by default, 24 units", segments("halim-road"), "/s", SEGMENTS_A_SECOND
        ),
        Row(f"  the same, {units} units", segments("sidi-rahal"), "/s", SEGMENTS_A_SECOND),
        at_most(f"  planning menu, {units} units", best(lambda: table.menu("axis")), "ms", MENU_MS),
        at_most(
            "  menu, and a barrage read and checked",
            best(lambda: table.menu("axis").parse(bar)),
            "ms",
            MENU_MS,
        ),
        at_most(
            "  menu, and an assault read and checked",
            best(lambda: later.menu("axis").parse(ca)),
            "ms",
            MENU_MS,
        ),
        Row("  bytes of a save", len(table.save())),
    ]
