"""How well somebody plays who always gives the first order that is suggested, against a robot of
level 1. ``GAMES`` of each seat, and of the robot against its like for comparison.
"""

from pathlib import Path
from random import Random

from bot import trials
from engine.game import AnyGame
from engine.games import find, names
from engine.menu import Menu
from engine.state import Order, Seat, Setup
from tests.bench.table import Row

OBEYS, GAMES = 9, 20
"""The level that stands for obeying, and the games of each seat."""


def obedient(game: AnyGame) -> AnyGame:
    """Return a game whose robot of level ``OBEYS`` does what is suggested first."""

    class Obedient(type(game)):  # type: ignore[misc]  # a class that is known when it runs
        def robot(self, view: object, menu: Menu, rng: Random, level: int = 1) -> Order:
            first = self.hints(view, menu)[:1] if level == OBEYS else []
            order: Order = first[0] if first else super().robot(view, menu, rng, 1)
            return order

    return Obedient()


def rows(_: Path) -> list[Row]:
    return [row for kind in names() for row in of(kind)]


def of(kind: str) -> list[Row]:
    game = obedient(find(kind))
    roles = game.roles(game.options_type())
    seats = roles if isinstance(roles, tuple) else ("a", "b")
    found = []
    for seat in seats:
        score, usual = (points(game, seats, seat, level) for level in (OBEYS, 1))
        note = f"of {GAMES}; the robot itself {usual:g}"
        found.append(Row(f"{kind}: {seat} obeys the first suggestion, points", score, note=note))
    return found


def points(
    game: AnyGame, seats: tuple[Seat, ...], seat: Seat, level: int, most: int = GAMES
) -> float:
    """Return the points of a seat that plays at a level: one for a won game, half for a draw."""
    levels = dict.fromkeys(seats, 1) | {seat: level}
    setup = Setup(id="x", secret=b"x" * 32, options={}, scenario={}, at=0)
    games = [trials.play(game, setup, n, seats, levels) for n in range(1, most + 1)]
    return sum(1 / len(one.winners) for one in games if seat in one.winners)
