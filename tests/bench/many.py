"""A hundred thousand games in one database: beginning to work, the first page of the list, the
alarm.
"""

import asyncio
import time
from pathlib import Path

from click.testing import CliRunner

from bot.cli import main
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import meter, stage
from tests.bench.table import Row, at_most

GAMES, PAGE, RUNS = 100_000, 20, 5
START_MS, PAGE_MS, ALARM_US = 200.0, 20.0, 10.0
COPIED = {"game": "id", "address": "game", "cursor": "game"}
"""The tables in which every game has rows from its beginning, and what names it there."""


def multiplied(store: SqliteStore, games: int) -> None:
    """Give the database so many games that are like its only one, ``g0``."""
    db = store.db
    db.execute("begin immediate")
    for table, key in COPIED.items():
        asked = db.execute(f"select * from {table} where {key} = 'g0'")
        names, found = [column[0] for column in asked.description], asked.fetchall()
        at, marks = names.index(key), ", ".join("?" * len(names))

        def copy(row: tuple[object, ...], game: int, at: int = at) -> tuple[object, ...]:
            own = [
                value.replace(b'"g0"', b'"g%d"' % game) if isinstance(value, bytes) else value
                for value in row
            ]
            own[at] = f"g{game}"
            return tuple(own)

        db.executemany(
            f"insert into {table} values ({marks})",
            (copy(row, game) for game in range(1, games) for row in found),
        )
    db.execute("commit")


def listed(path: Path) -> None:
    """Print a page of `meanwhile games`, in this process: Python has begun."""
    done = CliRunner().invoke(main, ["games", f"--most={PAGE}", f"--db={path}"])
    assert done.exit_code == 0, done.output
    assert done.output.count("\n  g") == PAGE


async def begin(store: SqliteStore) -> None:
    writer = Writer(store, {stage.DOOR: stage.TinyDoor()}, HandClock(stage.MADE))
    await writer.start()
    await writer.stop()


def rows(folder: Path) -> list[Row]:
    with stage.open_store(folder, 1) as store:
        asyncio.run(begin(store))
        multiplied(store, GAMES)
        path = store.path
    starts, alarms = [], []
    for _ in range(RUNS):
        began = time.process_time()
        with SqliteStore(path) as store:
            asyncio.run(begin(store))
            starts.append((time.process_time() - began) * 1e3)
            alarms.append(meter.milliseconds(store.next_due, 200) * 1e3)
    page = meter.milliseconds(lambda: listed(path), RUNS)
    return [
        at_most(f"{GAMES:,} games: begin to work", sorted(starts)[RUNS // 2], "ms", START_MS),
        at_most(
            f"  the first {PAGE} games of `meanwhile games`",
            page,
            "ms",
            PAGE_MS,
            note="CPU, once Python has begun",
        ),
        at_most("  when the alarm is to ring", min(alarms), "µs", ALARM_US),
    ]
