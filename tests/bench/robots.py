"""What a decision of the best robot costs, in games among its like."""

from pathlib import Path

from bot import trials
from engine.games import find, names
from engine.state import Setup
from tests.bench.table import Row, at_most

LEVEL, GAMES = 3, 2
MEAN, P99 = 10.0, 100.0


def rows(_: Path) -> list[Row]:
    return [row for kind in names() for row in of(kind)]


def of(kind: str) -> list[Row]:
    game = find(kind)
    roles = game.roles(game.options_type())
    levels = dict.fromkeys(roles if isinstance(roles, tuple) else ("a", "b"), LEVEL)
    setup = Setup(id="x", secret=b"x" * 32, options={}, scenario={}, at=0)
    played = (trials.play(game, setup, n, tuple(levels), levels) for n in range(1, GAMES + 1))
    (speed,) = trials.found(kind, played).speeds
    return [
        at_most(f"{kind}: a decision of the best robot, on average", speed.mean, "ms", MEAN),
        at_most(f"{kind}: the same, 99 of 100", speed.p99, "ms", P99),
    ]
