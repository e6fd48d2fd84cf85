"""Durable orders a second through the referee, beside the floor: the same
statements without rules or event loop.
"""

import asyncio
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.referee.clock import Clock
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import stage

Statement = tuple[bool, str, Any]
"""Many rows or one, the SQL, and the rows or the values."""


class Recorder:
    """A connection that writes down what it is told to do."""

    def __init__(self, db: sqlite3.Connection):
        self.db, self.statements = db, list[Statement]()

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        """One statement."""
        self.statements.append((False, sql, values))
        return self.db.execute(sql, values)

    def executemany(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> sqlite3.Cursor:
        """One statement for each of these rows."""
        kept = list(rows)
        self.statements.append((True, sql, kept))
        return self.db.executemany(sql, kept)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


class Speed(Struct, frozen=True):
    """Medians: orders a second, those of the floor, their ratio; orders in a transaction."""

    rate: float
    floor: float
    share: float
    batch: float


async def play(writer: Writer, games: int, orders: int) -> float:
    """Every game is played by one client, who waits for each receipt;
    seconds until all have the last one.
    """

    async def client(game: int) -> None:
        text = stage.orders(game)
        for n in range(orders):
            receipt = await writer.submit(stage.letter(game, n, text(n)))
            assert receipt.status == "taken", receipt

    await writer.start()
    start = time.perf_counter()
    await asyncio.gather(*map(client, range(games)))
    passed = time.perf_counter() - start
    await writer.stop()
    return passed


def through_referee(store: SqliteStore, games: int, orders: int) -> float:
    """Orders a second."""
    writer = Writer(store, {stage.DOOR: stage.TinyDoor()}, Clock())
    return games * orders / asyncio.run(play(writer, games, orders))


def record(folder: Path, games: int, orders: int) -> list[Statement]:
    """All statements of such a run."""
    with stage.open_store(folder, games) as store:
        recorder = Recorder(store.db)
        store.db = cast(sqlite3.Connection, recorder)
        through_referee(store, games, orders)
        store.db = recorder.db
    return recorder.statements


def floor(store: SqliteStore, statements: list[Statement], orders: int) -> float:
    """Orders a second if only the statements are run."""
    execute, executemany = store.db.execute, store.db.executemany
    start = time.perf_counter()
    for many, sql, values in statements:
        if many:
            executemany(sql, values)
        else:
            execute(sql, values).fetchall()
    return orders / (time.perf_counter() - start)


def measure(folder: Path, games: int, orders: int, runs: int) -> Speed:
    """Both, by turns, so that both see the machine in the same minute."""
    statements = record(folder, games, orders)
    batch = games * orders / sum(sql == "commit" for _, sql, _ in statements)
    rates, floors = list[float](), list[float]()
    for _ in range(runs):
        with stage.open_store(folder, games) as store:
            floors.append(floor(store, statements, games * orders))
        with stage.open_store(folder, games) as store:
            rates.append(through_referee(store, games, orders))
    shares = [rate / bare for rate, bare in zip(rates, floors, strict=True)]
    return Speed(
        statistics.median(rates), statistics.median(floors), statistics.median(shares), batch
    )
