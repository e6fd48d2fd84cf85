"""What an order leaves in the database, with five readers, each of whom is told."""

import asyncio
from pathlib import Path

from engine.messages import Outgoing
from engine.referee.clock import Clock
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import meter, stage
from tests.bench.table import Row

ROWS, BYTES = 5.0, 900.0
EARLIER, ORDERS, MANY = 30, 120, 16
"""Orders of each game that are not counted, those that are, and games at once."""


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


async def play(writer: Writer, game: int, first: int, last: int) -> None:
    text = stage.orders(game)
    for n in range(first, last):
        receipt = await writer.submit(stage.message(game, n, text(n)))
        assert receipt.status == "taken", receipt


async def left(store: SqliteStore, games: int) -> tuple[float, float]:
    door = Counting()
    writer = Writer(store, {stage.DOOR: door}, Clock())
    await writer.start()

    async def until(first: int, last: int) -> tuple[int, int]:
        await asyncio.gather(*(play(writer, game, first, last) for game in range(games)))
        await door.settled()
        return store.db.total_changes, meter.used_bytes(store)

    before = await until(0, EARLIER)
    after = await until(EARLIER, EARLIER + ORDERS)
    assert door.sent >= games * ORDERS * (len(stage.SEATS) + 1), "somebody was not told"
    await writer.stop()
    return (after[0] - before[0]) / ORDERS / games, (after[1] - before[1]) / ORDERS / games


def rows(folder: Path) -> list[Row]:
    found = []
    for games in (1, MANY):
        with stage.open_store(folder, games) as store:
            found.append(asyncio.run(left(store, games)))
    return [
        Row("ledger: rows written an order, five readers, 1 game", found[0][0], "", ROWS, True),
        Row("  bytes of the database an order, 16 games", found[1][1], "", BYTES, True),
    ]
