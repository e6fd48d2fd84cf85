"""Orders at a PostgreSQL server that is some way off: ``python -m tests.bench.distance [MS …]``.

The server has its files on the disk of this machine and is reached over TCP, through a process
that adds MS milliseconds to each question (``tests.bench.wire``). The program is one process. Round
trips are counted there, on all of its connections together, leases among them.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.store.postgres import PostgresStore
from tests.bench import stage
from tests.bench.stores import waits
from tests.store import server

DELAYS, GAMES, RUNS = (0.0, 0.5, 1.0, 2.0), (1, 16, 64), 3


class Wire:
    def __init__(self, port: int, delay: float):
        command = [sys.executable, "-m", "tests.bench.wire", str(port), str(delay)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.port = self.read()

    def read(self) -> int:
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def turns(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.read()


@contextmanager
def wired(port: int, delay: float) -> Iterator[Wire]:
    wire = Wire(port, delay)
    try:
        yield wire
    finally:
        wire.process.kill()
        wire.process.wait()


def run(at: server.Cluster, games: int, delay: float) -> tuple[float, float, float, float]:
    """Return orders a second, round trips and milliseconds of this process's CPU an order, and
    the milliseconds within which 99 of 100 orders were answered.
    """
    url = server.fresh(at)
    with tempfile.TemporaryDirectory() as folder, wired(at.port, delay) as wire:
        with PostgresStore(url, Path(folder) / "db") as store:
            stage.fill(store, games)
        far = url.replace(f"host={at.folder}&port={at.port}", f"host=127.0.0.1&port={wire.port}")
        begun: list[float] = []

        def ready() -> None:
            begun[:] = [wire.turns(), time.process_time()]

        with PostgresStore(far, Path(folder) / "db") as store:
            *each, whole = asyncio.run(waits(store, range(games), ready))
            turns, cpu = wire.turns() - begun[0], time.process_time() - begun[1]
    count, p99 = len(each), sorted(each)[int(0.99 * len(each))]
    return count / whole, turns / count, 1000 * cpu / count, 1000 * p99


def main(delays: tuple[float, ...]) -> None:
    at = server.Cluster(far=True)
    print("ms added, games: orders/s, round trips, ms of CPU an order, p99")
    for delay in delays:
        for games in GAMES:
            runs = [run(at, games, delay) for _ in range(RUNS)]
            rate, turns, cpu, p99 = (statistics.median(one) for one in zip(*runs, strict=True))
            print(
                f"{delay} ms, {games:2} games: {rate:6,.0f}/s, {turns:5.2f}, {cpu:.2f} ms,"
                f" {p99:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(tuple(map(float, sys.argv[1:])) or DELAYS)
