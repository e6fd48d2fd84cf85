"""What the age of a game costs: nothing, if its save is a position and not a log."""

import shutil
import statistics
import time
from pathlib import Path

from msgspec import Struct

from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.store import journal
from engine.store.sqlite import SqliteStore
from tests.bench import stage

YOUNG, OLD = 1_000, 10_000
BATCH = 64
WINDOW = 300
"""Orders over which the speed at an age is measured."""


class Age(Struct, frozen=True):
    """Speed when old by speed when young, the two sizes of the save, and
    milliseconds to open and to replay.
    """

    share: float
    young_bytes: int
    old_bytes: int
    open_ms: float
    replay_ms: float


def play(store: SqliteStore, first: int, last: int, batch: int) -> float:
    """Orders ``first`` to ``last`` of the game, in batches; orders a second."""
    text = stage.orders(first)
    referee = Referee(store, {stage.DOOR: stage.TinyDoor()})
    start = time.perf_counter()
    for n in range(first, last, batch):
        letters = [stage.letter(0, k, text(k)) for k in range(n, min(last, n + batch))]
        outcome = referee.take(letters, stage.MADE + n)
        assert all(receipt.status == "taken" for receipt in outcome.answers)
    return (last - first) / (time.perf_counter() - start)


def game_of(folder: Path) -> tuple[Path, Path]:
    """One game at both ages, each in a file of its own."""
    with stage.open_store(folder, 1, size="26x26", cities=100) as store:
        play(store, 0, YOUNG, BATCH)
        young = folder / "young"
        store.db.execute("vacuum into ?", (str(young),))
        play(store, YOUNG, OLD, BATCH)
        old = folder / "old"
        store.db.execute("vacuum into ?", (str(old),))
    return young, old


def speed(path: Path, age: int) -> float:
    """Orders a second at this age, one at a time."""
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    with SqliteStore(copy) as store:
        return play(store, age, age + WINDOW, 1)


def opened(path: Path) -> float:
    """Milliseconds to have the game in memory, in a database that was just opened."""
    with SqliteStore(path) as store:
        start = time.perf_counter()
        assert Batch(store, {}, {}).game("g0") is not None
        return (time.perf_counter() - start) * 1e3


def replayed(path: Path) -> float:
    """Milliseconds to play the journal again, chain and all."""
    with SqliteStore(path) as store:
        start = time.perf_counter()
        row = store.game("g0")
        assert row is not None
        game, setup = stage.game(), row.decoded_setup()
        table, _ = journal.replay(game, setup, journal.read(game, setup, store.journal("g0")))
        passed = (time.perf_counter() - start) * 1e3
        assert table.save() == row.state
        return passed


def saved(path: Path) -> int:
    """Bytes of the save."""
    with SqliteStore(path) as store:
        row = store.game("g0")
        assert row is not None
        return len(row.state)


def measure(folder: Path, runs: int) -> Age:
    """Medians; young and old by turns."""
    young, old = game_of(folder)
    shares = [speed(old, OLD) / speed(young, YOUNG) for _ in range(runs)]
    opens = [opened(old) for _ in range(4 * runs)]
    replays = [replayed(old) for _ in range(runs)]
    median = statistics.median
    return Age(median(shares), saved(young), saved(old), median(opens), median(replays))
