"""What the age of a game costs: nothing, if its save is a position and not a log."""

import shutil
import statistics
import time
from pathlib import Path

from engine.referee.batch import Batch
from engine.referee.open_game import OpenGames
from engine.referee.referee import Referee
from engine.store import journal
from engine.store.sqlite import SqliteStore
from tests.bench import meter, stage
from tests.bench.table import Row, at_most

YOUNG, OLD = 1_000, 20_000
BATCH, RUNS = 64, 5
WINDOW = 300
"""Orders over which the speed at an age is measured."""


def play(store: SqliteStore, first: int, last: int, batch: int) -> float:
    """Orders ``first`` to ``last`` of the game, in batches; seconds of the processor."""
    text = stage.orders(first)
    referee = Referee(store, {stage.DOOR: stage.TinyDoor()})
    start = time.process_time()
    for n in range(first, last, batch):
        messages = [stage.message(0, k, text(k)) for k in range(n, min(last, n + batch))]
        outcome = referee.take(messages, stage.MADE + n)
        assert all(receipt.status == "taken" for receipt in outcome.answers)
    return time.process_time() - start


def game_of(folder: Path) -> tuple[Path, Path]:
    young, old = folder / "young", folder / "old"
    with stage.open_store(folder, 1, size="26x26", cities=100) as store:
        play(store, 0, YOUNG, BATCH)
        store.back_up(young)
        play(store, YOUNG, OLD, BATCH)
        store.back_up(old)
    return young, old


def spent(path: Path, age: int) -> float:
    """Milliseconds of the processor for an order at this age, one at a time."""
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    with SqliteStore(copy) as store:
        return play(store, age, age + WINDOW, 1) / WINDOW * 1e3


def opened(path: Path) -> float:
    """Milliseconds to have the game in memory, in a database that was just opened."""
    with SqliteStore(path) as store:
        return meter.milliseconds(lambda: Batch(store, {}, OpenGames()).game("g0"))


def replayed(path: Path) -> float:
    """Milliseconds to play the journal again, chain and all."""
    with SqliteStore(path) as store:
        row = store.game("g0")
        assert row is not None
        game, setup = stage.game(), row.decoded_setup()
        again, last = list[bytes](), game.codec[1].decode(row.state).update

        def replay() -> None:
            entries = journal.read(game, setup, store.journal("g0"))
            table, _ = journal.replay(game, setup, entries)
            table.state.update = last
            again.append(table.save())

        passed = meter.milliseconds(replay)
        assert again == [row.state]
        return passed


def saved(path: Path) -> int:
    with SqliteStore(path) as store:
        row = store.game("g0")
        assert row is not None
        return len(row.state)


def rows(folder: Path) -> list[Row]:
    young, old = game_of(folder)
    pairs = [(spent(young, YOUNG), spent(old, OLD)) for _ in range(RUNS)]
    median = statistics.median
    return [
        at_most(
            f"age: CPU of order {OLD:,} by that of order {YOUNG:,}",
            median(late / early for early, late in pairs),
            "",
            1.1,
            note=f"{median(late for _, late in pairs):.2f} ms, one in a transaction",
        ),
        Row(f"  bytes of the save at {YOUNG:,}", saved(young)),
        Row(f"  bytes of the save at {OLD:,}", saved(old)),
        at_most(f"  open a game of {OLD:,} orders", median(map(opened, [old] * 20)), "ms", 0.5),
        at_most(f"  replay {OLD:,} orders", replayed(old), "ms", 1_000),
    ]
