"""Orders a second, and how long one waits, on each store in one run; and moving many games over and
back: ``python -m tests.bench.stores [GAMES]``. Not one of the rows of ``python -m tests.bench``:
it needs a server.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from bot.cli_commands.move import differences
from engine.messages import Outgoing
from engine.referee.clock import Clock
from engine.referee.writer import Writer
from engine.store import moving, rows
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from tests.bench import stage
from tests.store import server

ORDERS, RUNS = 400, 3
"""Orders that are counted in each run, of all games together, and runs."""
AnyStore = SqliteStore | PostgresStore


PARTS = {"doors": [stage.DOOR], rows.CLOCK: [rows.CLOCK]}


class Counting(stage.TinyDoor):
    def __init__(self) -> None:
        self.sent = 0

    def send(self, outgoing: Outgoing) -> None:
        self.sent += 1

    async def settled(self) -> None:
        before = -1
        while before != self.sent:
            before = self.sent
            await asyncio.sleep(0.2)


async def waits(
    store: AnyStore, games: Sequence[int], ready: Callable[[], object] = lambda: None
) -> list[float]:
    """Return the seconds that each order waits for its receipt; the last is of the whole run,
    which begins when it is ``ready``.
    """
    door, found = Counting(), list[float]()
    writer = Writer(store, {stage.DOOR: door}, Clock(), PARTS)
    await writer.start()
    await asyncio.to_thread(ready)

    async def play(game: int, count: int) -> None:
        text = stage.orders(game)
        for n in range(count):
            asked = time.perf_counter()
            receipt = await writer.submit(stage.message(game, n, text(n)))
            found.append(time.perf_counter() - asked)
            assert receipt.status == "taken", receipt

    began = time.perf_counter()
    await asyncio.gather(*(play(game, ORDERS // len(games)) for game in games))
    found.append(time.perf_counter() - began)
    await writer.stop()
    return found


def beside(url: str, games: list[int]) -> None:
    """Play some games as one of several processes, as soon as a line comes; print how long the
    whole run took and each order waited.
    """

    def ready() -> None:
        print("ready", flush=True)
        sys.stdin.readline()

    with PostgresStore(url, Path("db")) as store:
        print(msgspec.json.encode(asyncio.run(waits(store, games, ready))).decode(), flush=True)


def together(count: int, games: int) -> tuple[float, float]:
    """Return orders a second of so many processes, each with games of its own, and the time in
    milliseconds within which 99 of 100 were answered.
    """
    url = server.fresh()
    with tempfile.TemporaryDirectory() as folder, PostgresStore(url, Path(folder) / "db") as store:
        stage.fill(store, games)
    command = [sys.executable, "-m", "tests.bench.stores", "beside", url]
    processes = [
        subprocess.Popen(
            [*command, *map(str, range(k, games, count))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for k in range(count)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    runs = [msgspec.json.decode(process.communicate()[0]) for process in processes]
    each = sorted(wait for run in runs for wait in run[:-1])
    return len(each) / max(run[-1] for run in runs), 1000 * each[int(0.99 * len(each))]


def growth() -> None:
    for games in (16, 64):
        seen: dict[int, list[tuple[float, float]]] = {1: [], 2: [], 4: []}
        for _ in range(RUNS):
            for count, runs in seen.items():
                runs.append(together(count, games))
        for count, runs in seen.items():
            rate, p99 = (statistics.median(run[k] for run in runs) for k in (0, 1))
            print(f"{games} games, {count} processes: {rate:,.0f} orders/s, p99 {p99:.1f} ms")


def rates(kinds: dict[str, Callable[[Path], AnyStore]]) -> None:
    for games in (1, 16):
        seen: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
        for _ in range(RUNS):
            for kind, make in kinds.items():
                with tempfile.TemporaryDirectory() as folder, make(Path(folder)) as store:
                    stage.fill(store, games)
                    *each, whole = asyncio.run(waits(store, range(games)))
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
    writer = Writer(store, {stage.DOOR: Counting()}, Clock())
    await writer.start()
    for first in range(0, games, 50):
        messages = [
            stage.message(game, n, stage.orders(game)(n))
            for game in range(first, min(first + 50, games))
            for n in range(5)
        ]
        await asyncio.gather(*map(writer.submit, messages))
    await writer.stop()


def report(where: str, games: int, copying: float, comparing: float, found: list[str]) -> None:
    print(
        f"{games:,} games {where}: copied in {copying:.1f} s, replayed and compared in"
        f" {comparing:.1f} s, {len(found)} differences"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["beside"]:
        beside(sys.argv[2], [*map(int, sys.argv[3:])])
        sys.exit()
    rates(
        {
            "SQLite": lambda folder: SqliteStore(folder / "db"),
            "PostgreSQL": lambda folder: PostgresStore(server.fresh(), folder / "db"),
        }
    )
    growth()
    there_and_back(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
