"""IS-27: whether a player can tell by the times of their own answers that somebody else has given
a secret one. ``python -m tests.bench.timing 5000 2`` makes that many trials beside two busy loops.

In half of the trials a seat changes its sealed orders, in the others it does not; meanwhile its
opponent asks for the public view again and again. The best of six statistics is chosen
on one half of the trials, and judged on the other.
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.bench.table import Row, at_most

SERVER = ("-c", "from bot.line.command import line_command; line_command()", "ambush", "--json")
WINDOW = "--option=window=10m"
HOST = "127.0.0.1"
TRIALS = 200
GOAL = 0.55
LISTENING, SPREAD = 0.15, 0.10
"""Seconds for which the spy asks, and within which the secret answer comes."""

Times = list[float]
"""Seconds from each question of the spy to its answer."""

STATISTICS: dict[str, Callable[[Times], float]] = {
    "slowest": max,
    "mean": statistics.fmean,
    "fastest": min,
    "spread": statistics.pstdev,
    "middle": statistics.median,
    "first": lambda times: times[0],
}


class Seat:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def ask(self, text: str, until: str) -> dict[str, Any]:
        self.writer.write(f"{text}\n".encode())
        while True:
            thing: dict[str, Any] = json.loads(await self.reader.readline())
            if thing["kind"] in (until, "refusal"):
                return thing

    async def menu(self) -> dict[str, Any]:
        menu = await self.ask("?", "menu")
        while json.loads(await self.reader.readline())["kind"] != "board":
            pass
        return menu


async def seated(port: int, token: str) -> Seat:
    seat = Seat(*await asyncio.open_connection(HOST, port, limit=1 << 24))
    await seat.ask(f"join {token}", "receipt")
    return seat


async def to_the_shots(seats: dict[str, Seat]) -> None:
    dice = random.Random(5)
    while True:
        for seat in seats.values():
            menu = await seat.menu()
            if any(choice.startswith("fire ") for choice in menu["choices"]):
                return
            if menu["asked"]:
                await seat.ask(dice.choice(menu["legal"]), "receipt")


async def trial(spy: Seat, other: Seat, order: str | None, wait: float) -> Times:
    async def secretly() -> None:
        await asyncio.sleep(wait)
        if order is not None:
            await other.ask(order, "receipt")

    giving = asyncio.ensure_future(secretly())
    times: Times = []
    end = perf_counter() + LISTENING
    while (began := perf_counter()) < end:
        await spy.ask("public?", "board")
        times.append(perf_counter() - began)
    await giving
    return times


def auc(quiet: list[float], busy: list[float]) -> float:
    pairs = [(b > q) + 0.5 * (b == q) for q in quiet for b in busy]
    return statistics.fmean(pairs)


async def trials(folder: Path, count: int) -> tuple[list[Times], list[Times]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *SERVER, WINDOW, f"--db={folder / 'timing.db'}", "--seed=05"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    quiet: list[Times] = []
    busy: list[Times] = []
    try:
        said = json.loads(await process.stdout.readline())
        seats = {name: await seated(said["port"], said["tokens"][name]) for name in ("A", "B")}
        await to_the_shots(seats)
        spy, other = seats["A"], seats["B"]
        shot = next(line for line in (await other.menu())["legal"] if line.startswith("fire "))
        orders = [shot, f"cease {shot.split()[1]}"]
        coins = random.Random(7)
        for _ in range(count):
            secret = coins.random() < 0.5
            times = await trial(spy, other, orders[0] if secret else None, SPREAD * coins.random())
            (busy if secret else quiet).append(times)
            orders = orders[::-1] if secret else orders
    finally:
        process.terminate()
        await process.wait()
    return quiet, busy


def judged(quiet: list[Times], busy: list[Times]) -> tuple[float, str]:
    def on(name: str, half: int) -> float:
        of = STATISTICS[name]
        return auc([of(t) for t in quiet[half::2]], [of(t) for t in busy[half::2]])

    best = max(STATISTICS, key=lambda name: abs(on(name, 0) - 0.5))
    found = on(best, 1)
    return (found if on(best, 0) >= 0.5 else 1 - found), best


@contextmanager
def loops(count: int) -> Iterator[None]:
    """Keep ``count`` processors busy meanwhile."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def rows(folder: Path, count: int = TRIALS, beside: int = 0) -> list[Row]:
    with loops(beside):
        quiet, busy = asyncio.run(trials(folder, count))
    found, best = judged(quiet, busy)
    middle = statistics.median(time for times in quiet for time in times) * 1e3
    return [
        at_most(
            "times of answers: a sealed order is told from none (AUC)",
            found,
            "",
            GOAL,
            note=f"{count} trials beside {beside} busy loops, by the {best};"
            f" an answer takes {middle:.1f} ms",
        )
    ]


if __name__ == "__main__":
    import tempfile

    from tests.bench.table import text

    with tempfile.TemporaryDirectory() as place:
        print(text(rows(Path(place), *map(int, sys.argv[1:]))))
