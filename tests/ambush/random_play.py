"""Random games of ambush to the end, watched at every transition."""

import random
from collections.abc import Callable
from typing import Any

from engine.games.ambush import EDITIONS, orders
from engine.state import REFEREE, Anytime, Bulletin, Join, Line, Seat, Setup, Tick
from engine.testing.kit import Play, asked, may_speak
from tests.ambush import random_scenarios
from tests.ambush.traced import Traced, over_dead

MOST = 900
"""Entries after which a game of three rounds should be over."""


class Game(Play):
    def __init__(self, setup: Setup):
        super().__init__(EDITIONS[-1], setup)
        self.table = Traced.new(EDITIONS[-1], setup)
        self.first = self.table.run()


def setup(seed: int) -> Setup:
    """How game ``seed`` begins."""
    rng = random.Random(f"ambush {seed}")
    sides = "ABC" if seed % 8 == 7 else "AB"
    made = random_scenarios.scenario(
        rng, sides, (rng.randint(6, 9), rng.randint(5, 8)), seed % 2 == 0
    )
    return Setup(
        id=f"random-{seed}",
        secret=seed.to_bytes(32, "big"),
        options=random_scenarios.options(rng, sides),
        scenario=made,
        at=1_000,
    )


def play(
    seed: int,
    watch: Callable[[Game], Callable[[Bulletin], object]] | None = None,
) -> Game:
    """One game to its end: random orders, or those of ``moves``. What ``watch``
    makes is shown every bulletin.
    """
    game = Game(setup(seed))
    game.look = watch and watch(game)
    for seat in "ABCD"[: game.setup.options["sides"]]:
        game.enter(game.now, REFEREE, Join(seat, seat, f"salt of {seat}"))
    rng = random.Random(seed)
    for _ in range(MOST):
        if game.over:
            return game
        at, seat, order = choose(game, rng)
        game.write(at, seat, order)
        assert not over_dead(game.table), "I7"
    raise AssertionError(f"game {seed} is not over after {MOST} entries: {game.table.state.stack}")


def told(bulletins: list[Bulletin]) -> list[Any]:
    return [
        copy
        for bulletin in bulletins
        for one in bulletin.told
        for copy in (one.event, *one.copies.values())
    ]


def choose(game: Play, rng: random.Random) -> tuple[int, Seat, Any]:
    table, due = game.table, game.table.state.due
    at = game.now + rng.randrange(3) if due is None else min(game.now + rng.randrange(200), due - 1)
    if due is not None and (at < game.now or rng.random() < 0.3):
        return due, REFEREE, Tick()
    if rng.random() < 0.12:
        kind = orders.Asking if rng.random() < 0.1 else orders.Standing
        beside = [
            (s, choice)
            for s in may_speak(table)
            for choice in table.menu(s).offered
            if choice.order is kind
        ]
        if beside:
            seat, choice = rng.choice(beside)
            return at, seat, choice.sample(rng)
    seat = rng.choice(asked(table))
    offered = table.menu(seat).offered
    answers = [choice for choice in offered if not issubclass(choice.order, Anytime)]
    hides = [choice for choice in answers if choice.order is orders.Hide]
    lines = [choice for choice in answers if issubclass(choice.order, Line)]
    written = sum(isinstance(entry.order, Line) for entry in game.entries[-12:]) / 12
    if rng.random() < 0.9 - written:
        likely = hides
    else:
        likely = lines if rng.random() < 0.8 - written else []
    return at, seat, rng.choice(likely or answers).sample(rng)
