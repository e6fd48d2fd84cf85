"""Games with sealed questions, played at random through the referee. On the way a seat asks to go
back, and all agree.
"""

import random

from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.rulings.rulings import Agree, Propose
from engine.state import REFEREE
from engine.store import history, sqlite
from engine.testing.kit import Case
from engine.undo import undo_to
from tests.kit.seated import AT, chosen, making

UNDONE = 60
"""The number of the entry after which some are taken back."""


def play_out(store: sqlite.SqliteStore, case: Case, seed: int, undo: bool = True) -> str:
    """Play game ``seed`` of a kit to its end, and return its id."""
    rng, referee = random.Random(seed), Referee(store, {})

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
        batch.enter(opened, *chosen(table, rng))
        return True

    referee.take([making(case, seed)], AT)
    while all(done is True for done in referee.take([go_on] * 50, AT).answers):
        pass
    rows = store.bulletins("g")
    assert not undo or history.taken_back(rows), "nothing was taken back"
    return "g"
