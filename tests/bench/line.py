"""Orders a second through sockets: four programs at each game, every one of them told every line.

The server is a process of its own, as in life; the programs are in this one.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

HOST = "127.0.0.1"
SEATS = ("ann", "bob", "cy", "di")
OPTIONS = {"players": len(SEATS), "cities": 12, "order": "join"}
SERVER = "from bot.line.command import line_command; line_command()"


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
        """Drop a bomb, unless enough turns have been played."""
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


async def measure(games: int, orders: int) -> float:
    """Orders a second with so many games at once, when each of
    them gets its share of ``orders``.
    """
    async with server(games) as port:
        loop = asyncio.get_running_loop()
        players: list[Player] = []
        turns = orders // games
        for _ in range(games):
            for name in SEATS:
                _, player = await loop.create_connection(partial(Player, name, turns), HOST, port)
                players.append(player)
            await asyncio.gather(*(player.begun.wait() for player in players))
        began = time.perf_counter()
        for player in players:
            player.go()
        await asyncio.gather(*(player.told.wait() for player in players))
        rate = turns * games / (time.perf_counter() - began)
        for player in players:
            player.transport.close()
        return rate


@asynccontextmanager
async def server(games: int) -> AsyncIterator[int]:
    """A server for so many games; its port."""
    with TemporaryDirectory() as folder:
        options = [f"--option={key}={value}" for key, value in OPTIONS.items()]
        arguments = [
            "battleboard",
            f"--games={games}",
            f"--db={Path(folder) / 'line.db'}",
            *options,
        ]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVER, *arguments), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            line = (await process.stdout.readline()).decode()
            yield int(line.partition(",")[0].rpartition(":")[2])
        finally:
            process.terminate()
            await process.wait()


if __name__ == "__main__":
    for games in (1, 16):
        print(f"{games:2} games: {asyncio.run(measure(games, 6000)):.0f} orders/s")
