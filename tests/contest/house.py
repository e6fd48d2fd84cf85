"""A stand-in for the referee's side of contests: games that are made, played, closed and entered,
with people who leave, rest and stay away, and a memory that is lost.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.games import contest as g
from engine.games.contest.orders import NextRound
from engine.referee.stages import duties
from engine.rulings.rulings import Replace
from engine.state import REFEREE, Order, Setup, Start
from engine.testing.kit import Play

CONTEST = g.Contest()
FORMS = ("swiss", "swiss", "swiss", "many", "robin", "league", "knockout")
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 16, 17, 20, 24, 31)


@dataclass
class FakeGame:
    """A game of a table: it is running, has a result, or was closed."""

    round: int
    index: int
    seats: tuple[int, ...]
    score: g.Score | None = None
    closed: bool = False


@dataclass
class House:
    """Everything that survives a kill is in ``play`` and ``games``."""

    rng: random.Random
    options: dict[str, Any]
    kills: float = 0.02
    games: dict[str, FakeGame] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    power: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        secret = self.rng.randbytes(32)
        setup = Setup(id="c", secret=secret, options=self.options, scenario={}, at=0)
        self.play = Play(CONTEST, setup)

    @property
    def world(self) -> g.World:
        world: g.World = self.play.table.world
        return world

    @property
    def over(self) -> bool:
        return self.play.over

    def enter(self, seat: str, order: Order, also: Callable[[], None] = lambda: None) -> bool:
        """Enter an order and do ``also`` in one transaction, unless the process is killed first.
        Return whether the work that was found before can go on.
        """
        if self.rng.random() < self.kills / 2:
            return self.kill()
        self.play.write(self.play.now + self.rng.randrange(1, 7200), seat, order)
        also()
        return self.kill() if self.rng.random() < self.kills / 2 else True

    def kill(self) -> bool:
        self.tally["kills"] += 1
        self.play.reload()
        return False

    def start(self, entrants: int) -> None:
        seats = tuple(f"p{k}" for k in range(1, entrants + 1))
        self.play.join(seats)
        self.power = {k: self.rng.gauss(0, 1) for k in range(1, 2 * entrants + 50)}
        self.play.write(
            self.play.now, REFEREE, g.Strengths(tuple((k, 9 - k) for k in range(1, entrants + 1)))
        )
        if self.world.options.entrants > entrants:
            self.play.write(self.play.now, REFEREE, Start())

    def work(self) -> None:
        """Do all duties. For half of the entrants who may be followed a substitute comes."""
        for one in self.world.entries:
            if one.free and self.rng.random() < 0.5:
                if self.enter(REFEREE, Replace(one.seat, f"S {one.number}", fresh=True)):
                    self.tally["substitutes"] += 1
            elif one.free:
                self.enter(REFEREE, g.Gone(one.number))
        while todo := duties(self.play.table):
            for duty in todo:
                if not self.do(duty):
                    break

    def do(self, duty: g.Duty) -> bool:
        if duty.what == "next":
            return self.enter(REFEREE, NextRound())
        if duty.what == "pair":
            begun = time.process_time_ns()
            order = g.pair(self.world)
            self.tally["pairing ms"] += (time.process_time_ns() - begun) // 1_000_000
            return self.enter(REFEREE, order)
        name = f"g{len(self.games)}"
        table = self.world.rounds[duty.round - 1][duty.index]

        def make() -> None:
            self.games[name] = FakeGame(duty.round, duty.index, table.seats)

        return self.enter(REFEREE, g.Opened(duty.round, duty.index, name), make)

    def settle(self) -> bool:
        """Bring games and contest together, from both alone."""
        for name, game in self.games.items():
            named = g.is_named(self.world, game.round, game.index, name)
            if game.closed:
                if named and not self.enter(REFEREE, g.Opened(game.round, game.index, "")):
                    return False
            elif named and game.score is not None:
                if not self.enter(REFEREE, game.score):
                    return False
            elif not named and game.score is None:
                game.closed = True
                self.tally["closed"] += 1
            elif not named and not self.holds(name, game):
                game.closed = True
        return True

    def holds(self, name: str, game: FakeGame) -> bool:
        """Return whether the contest has taken this result over and not taken it back."""
        rounds = self.world.rounds
        return (
            game.round <= len(rounds)
            and game.index < len(rounds[game.round - 1])
            and rounds[game.round - 1][game.index].game == name
        )

    def rollback(self, to: int) -> None:
        """Go back as a moderator."""
        self.play.undo(self.play.now + 1, REFEREE, to)
        self.tally["rollbacks"] += 1

    def result(self, game: FakeGame, draws: float = 0.15) -> tuple[int, ...]:
        rng = self.rng
        line = sorted(game.seats, key=lambda one: -(self.power[one] + rng.gauss(0, 1)))
        if len(game.seats) == 2 and rng.random() < draws:
            return (0, 0)
        return tuple(map(line.index, game.seats))

    def finish(self, absences: float = 0.02, ruled: float = 0) -> None:
        """Let one of the running games come to its end."""
        running = [
            game
            for name, game in self.games.items()
            if game.score is None and g.is_named(self.world, game.round, game.index, name)
        ]
        if not running:
            return
        game = self.rng.choice(running)
        gone = [one for one in game.seats if one in self.world.gone]
        if len(game.seats) - len(gone) < 2:
            places, how = g.lost_by(game.seats, gone), g.FORFEIT
        elif self.rng.random() < absences:
            away = self.rng.sample(game.seats, self.rng.choice((1, len(game.seats))))
            places, how = g.lost_by(game.seats, away), g.FORFEIT
        else:
            places = self.result(game)
            how = g.RULED if self.rng.random() < ruled else g.PLAYED
        game.score = g.Score(game.round, game.index, places, how)

    def correct(self) -> None:
        """Correct a table as a moderator."""
        tables = [
            (number, index, table)
            for number, played in enumerate(self.world.rounds, 1)
            for index, table in enumerate(played)
            if table.contested and table.over and g.is_correctable(self.world, number, index)
        ]
        if not tables:
            return
        number, index, table = self.rng.choice(tables)
        places = self.rng.choice(((0, 1), (1, 0))) if len(table.seats) == 2 else table.places
        order = g.Score(number, index, places, g.RULED, "a mistake")
        if self.world.options.form != "knockout" and self.rng.random() < 0.2:
            order = g.Score(number, index, (), self.rng.choice((g.VOID, g.PLAYED)), "again")
        if self.enter(REFEREE, order):
            self.tally["corrected"] += 1
