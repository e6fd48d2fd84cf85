"""Orders through sockets: four programs at each game, every one of them told every line; beside
the same programs at the floor server.

The servers are processes of their own, as in life; the programs are in this one.
"""

import asyncio
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

from engine.store.sqlite import SqliteStore
from tests.bench import floor_server
from tests.bench.meter import cpu_of, log_pages
from tests.bench.table import Row

HOST = "127.0.0.1"
SEATS = ("ann", "bob", "cy", "di")
OPTIONS = {"players": len(SEATS), "cities": 12, "order": "join"}
OURS = (
    *("-c", "from bot.line.command import line_command; line_command()", "battleboard"),
    *(f"--option={key}={value}" for key, value in OPTIONS.items()),
)
FLOOR = (floor_server.__file__,)
RUNS, ORDERS, LOGGED = 5, {1: 800, 16: 3_200}, 200
SHARES, CPU_MS, PAGES = {1: 0.55, 16: 0.40}, {1: 0.40, 16: 0.18}, 9.0


class Player(asyncio.Protocol):
    """Bombs when it is told to move, on twenty squares again and again, so that
    nobody ever loses a last city.

    ``told`` is set when it has read of the end of as many turns as it was to see.
    """

    def __init__(self, name: str, turns: int):
        self.name, self.turns = name, turns
        self.seen = self.moved = 0
        self.told = asyncio.Event()
        self.begun = asyncio.Event()
        self.going = False
        self.asked = False
        self.rest = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"join {self.name}\n".encode())

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"move-ended"):
                self.seen += 1
                if self.seen == self.turns:
                    self.told.set()
            elif line == b"your-move":
                self.asked = True
            elif line.startswith(b"turn-order"):
                self.begun.set()
            elif line.startswith(b"error"):
                raise AssertionError(line)
        if self.asked and self.going:
            self.move()

    def move(self) -> None:
        self.asked = False
        if self.seen < self.turns:
            target = SEATS[self.moved % len(SEATS)]
            self.transport.write(
                f"move {target} {self.moved % 10} {self.moved // 10 % 2}\n".encode()
            )
            self.moved += 1

    def go(self) -> None:
        """From now on answer ``your-move``."""
        self.going = True
        if self.asked:
            self.move()


class Run(Struct, frozen=True):
    """Orders a second, milliseconds of the server's processor an order, and pages of its
    write-ahead log an order where that was asked.
    """

    rate: float
    cpu_ms: float
    pages: float = 0.0


class Server(Struct, frozen=True):
    """A server that listens: its port, its process, its database."""

    port: int
    pid: int
    path: Path


async def measure(program: tuple[str, ...], games: int, orders: int, *, log: bool = False) -> Run:
    """Play so many games at once, each with its share of ``orders``."""
    async with serving(program, games) as server:
        loop = asyncio.get_running_loop()
        players: list[Player] = []
        turns = orders // games
        for _ in range(games):
            for name in SEATS:
                _, player = await loop.create_connection(
                    partial(Player, name, turns), HOST, server.port
                )
                players.append(player)
            await asyncio.gather(*(player.begun.wait() for player in players))
        # As long as somebody reads, the log is not begun anew, and its length is what was written.
        reader = SqliteStore(server.path, reading=True) if log else None
        pages = log_pages(server.path)
        began, cpu = perf_counter(), cpu_of(server.pid)
        for player in players:
            player.go()
        await asyncio.gather(*(player.told.wait() for player in players))
        rate = turns * games / (perf_counter() - began)
        spent = (cpu_of(server.pid) - cpu) / (turns * games)
        if reader is not None:
            pages = log_pages(server.path) - pages
            reader.close()
        for player in players:
            player.transport.close()
        return Run(rate, spent * 1e3, pages / orders)


@asynccontextmanager
async def serving(program: tuple[str, ...], games: int) -> AsyncIterator[Server]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "line.db"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *program, f"--games={games}", f"--db={path}"),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            line = (await process.stdout.readline()).decode()
            yield Server(int(line.partition(",")[0].rpartition(":")[2]), process.pid, path)
        finally:
            process.terminate()
            await process.wait()


def of_games(games: int) -> list[Row]:
    play = partial(measure, games=games, orders=ORDERS[games])
    pairs = [(asyncio.run(play(OURS)), asyncio.run(play(FLOOR))) for _ in range(RUNS)]
    median = statistics.median
    cpu = median(ours.cpu_ms for ours, _ in pairs)
    floor = median(floor.cpu_ms for _, floor in pairs)
    called = "1 game" if games == 1 else f"{games} games"
    rate, bare = median(ours.rate for ours, _ in pairs), median(floor.rate for _, floor in pairs)
    return [
        Row(
            f"line, {called}: orders/s as a share of the floor server's",
            median(ours.rate / floor.rate for ours, floor in pairs),
            "",
            SHARES[games],
            note=f"{rate:,.0f} of {bare:,.0f}/s, four programs a game, all told",
        ),
        Row("  CPU of the server an order", cpu, "ms", CPU_MS[games], below=True),
        Row("  times that of the floor server", cpu / floor, "", note=f"{floor:.3f} ms"),
    ]


def rows(_: Path) -> list[Row]:
    logged = asyncio.run(measure(OURS, 1, LOGGED, log=True))
    return [
        *of_games(1),
        Row("  pages of the write-ahead log an order", logged.pages, "", PAGES, below=True),
        *of_games(16),
    ]
