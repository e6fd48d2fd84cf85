"""Orders a second, and how long one waits, on each store in one run; and moving many games over and
back: ``python -m tests.bench.stores [GAMES]``. Not one of the rows of ``python -m tests.bench``:
it needs a server.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bot.commands.move import differences
from engine.referee.clock import Clock
from engine.referee.writer import Writer
from engine.store import moving
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from tests.bench import stage
from tests.bench.ledger import Counting
from tests.store import server

ORDERS, RUNS = 400, 3
"""Orders that are counted in each run, of all games together, and runs."""
AnyStore = SqliteStore | PostgresStore


async def waits(store: AnyStore, games: int) -> list[float]:
    """Return the seconds that each order waits for its receipt; the last is of the whole run."""
    door, found = Counting(), list[float]()
    store.keep()
    writer = Writer(store, {stage.DOOR: door}, Clock())
    await writer.start()

    async def play(game: int, count: int) -> None:
        text = stage.orders(game)
        for n in range(count):
            asked = time.perf_counter()
            receipt = await writer.submit(stage.letter(game, n, text(n)))
            found.append(time.perf_counter() - asked)
            assert receipt.status == "taken", receipt

    began = time.perf_counter()
    await asyncio.gather(*(play(game, ORDERS // games) for game in range(games)))
    found.append(time.perf_counter() - began)
    await door.settled()
    await writer.stop()
    return found


def rates(kinds: dict[str, Callable[[Path], AnyStore]]) -> None:
    """Print orders a second and the longest waits, the kinds by turns."""
    for games in (1, 16):
        seen: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
        for _ in range(RUNS):
            for kind, make in kinds.items():
                with tempfile.TemporaryDirectory() as folder, make(Path(folder)) as store:
                    stage.fill(store, games)
                    *each, whole = asyncio.run(waits(store, games))
                p99 = sorted(each)[int(0.99 * len(each))]
                seen[kind].append((len(each) / whole, 1000 * p99))
        for kind, runs in seen.items():
            rate, p99 = (statistics.median(run[k] for run in runs) for k in (0, 1))
            print(f"{games:2} games, {kind}: {rate:,.0f} orders/s, p99 {p99:.1f} ms")


def move(source: AnyStore, target: AnyStore) -> tuple[float, float, list[str]]:
    """Return the seconds of copying and of comparing, and what differs."""
    began = time.perf_counter()
    moving.begin(source, target)
    for _ in moving.copied(source, target):
        pass
    copied = time.perf_counter()
    found = list(differences(source, target))
    return copied - began, time.perf_counter() - copied, found


def there_and_back(games: int) -> None:
    """Print how long many games take to the server and back."""
    with tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), server.fresh()
        with SqliteStore(folder / "db") as source:
            stage.fill(source, games)
            asyncio.run(some_orders(source, games))
            with PostgresStore(url, folder / "there", filling=True) as there:
                report("to the server", games, *move(source, there))
        with (
            PostgresStore(url, folder / "there") as there,
            SqliteStore(folder / "back", filling=True) as back,
        ):
            report("back", games, *move(there, back))


async def some_orders(store: SqliteStore, games: int) -> None:
    """Have a few orders given in each game."""
    writer = Writer(store, {stage.DOOR: Counting()}, Clock())
    await writer.start()
    for first in range(0, games, 50):
        letters = [
            stage.letter(game, n, stage.orders(game)(n))
            for game in range(first, min(first + 50, games))
            for n in range(5)
        ]
        await asyncio.gather(*map(writer.submit, letters))
    await writer.stop()


def report(where: str, games: int, copying: float, comparing: float, found: list[str]) -> None:
    """Print what a move took."""
    print(
        f"{games:,} games {where}: copied in {copying:.1f} s, replayed and compared in"
        f" {comparing:.1f} s, {len(found)} differences"
    )


if __name__ == "__main__":
    rates(
        {
            "SQLite": lambda folder: SqliteStore(folder / "db"),
            "PostgreSQL": lambda folder: PostgresStore(server.fresh(), folder / "db"),
        }
    )
    there_and_back(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
