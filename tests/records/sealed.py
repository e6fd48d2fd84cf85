"""Games with sealed questions, played at random through the referee. On the way a seat asks to go
back, and all agree.
"""

import random

from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.rulings.rulings import Agree, Propose
from engine.state import REFEREE, Join, Setup
from engine.store import history, sqlite
from engine.table import GameTable
from engine.testing.kit import Case, Play, choose
from engine.undo import undo_to

UNDONE = 60
"""The number of the entry after which some are taken back."""


class Board(Play):
    def __init__(self, table: GameTable):
        self.table, self.game = table, table.game


def play_out(store: sqlite.SqliteStore, case: Case, seed: int, undo: bool = True) -> str:
    """Play game ``seed`` of a kit to its end, and return its id."""
    setting, rng, referee = case.kit.setting(seed), random.Random(seed), Referee(store, {})
    setup = Setup(
        id="g",
        secret=seed.to_bytes(32, "big"),
        options=setting.options,
        scenario=setting.scenario,
        at=1_000,
        loaded=setting.loaded,
    )

    def make(batch: Batch) -> None:
        opened = batch.make(case.game.name, setup, [])
        for seat in setting.seats:
            batch.enter(opened, 1_000, REFEREE, Join(seat, seat, f"salt of {seat}"))

    def go_on(batch: Batch) -> bool:
        opened = batch.game("g")
        assert opened is not None
        table = opened.table
        if table.state.result is not None:
            return False
        if undo and opened.n == UNDONE:
            first, *others = table.seats
            to, line = UNDONE - 20, 1
            for said in (Propose(first, line, to), *map(Agree, others)):
                batch.enter(opened, table.state.now, REFEREE, said)
            batch.enter(opened, table.state.now, REFEREE, undo_to(table, to, "consent", line))
            return True
        at, seat, order = choose(Board(table), rng)
        batch.enter(opened, at, seat, order)
        return True

    referee.take([make], 1_000)
    while all(done is True for done in referee.take([go_on] * 50, 1_000).answers):
        pass
    rows = store.bulletins("g")
    assert not undo or history.taken_back(rows), "nothing was taken back"
    return "g"
