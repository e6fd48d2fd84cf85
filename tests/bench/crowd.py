"""What a hundred spectators of one game cost, and what they cost the players of another."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bot.line.doors import JsonDoor
from engine.messages import Address, Message, Outgoing
from engine.referee import clock, referee
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.state import PUBLIC
from engine.store.sqlite import SqliteStore
from tests.bench import stage, table

SPECTATORS, ORDERS = 100, 80
CROWDED, CALM, OTHER = range(3)
"""A game with spectators, the same without, and one of somebody else's."""
WAIT_MS, CPU_MS = 1.5, 3.0


class Programs(JsonDoor):
    name = stage.DOOR

    def __init__(self) -> None:
        super().__init__()
        self.sent = 0

    def send(self, outgoing: Outgoing) -> None:
        self.sent += 1

    async def settled(self) -> None:
        before = -1
        while before != self.sent:
            before = self.sent
            await asyncio.sleep(0.1)


def opened(folder: Path) -> SqliteStore:
    store = SqliteStore(folder / f"{time.perf_counter_ns()}.db")

    def make(batch: Batch) -> None:
        for game in (CROWDED, CALM, OTHER):
            id = f"g{game}"
            told = stage.addresses(id)
            if game == CROWDED:
                told += [
                    Address(door=stage.DOOR, sender=f"w{n}", game=id, viewer=PUBLIC)
                    for n in range(SPECTATORS)
                ]
            made = batch.make("battleboard", stage.setup(game), told)
            for seat, join in stage.joins():
                batch.enter(made, stage.MADE, seat, join)

    referee.Referee(store, {stage.DOOR: Programs()}).take([make], stage.MADE)
    return store


def messages(game: int) -> Iterator[Message]:
    text = stage.orders(game)
    return (stage.message(game, n, text(n)) for n in count())


async def measured(store: SqliteStore) -> tuple[float, float, float]:
    """Milliseconds of the processor that pass until an order of the other game has its receipt,
    just behind an order of the crowded game, and of the calm one; and all that an order of the
    crowded one costs, until all have been told of it.
    """
    door = Programs()
    writer = Writer(store, {stage.DOOR: door}, clock.Clock())
    await writer.start()
    await door.settled()
    said = {game: messages(game) for game in (CROWDED, CALM, OTHER)}

    async def waited(first: int) -> float:
        task = asyncio.ensure_future(writer.submit(next(said[first])))
        await asyncio.sleep(0)
        began = time.process_time()
        receipt = await writer.submit(next(said[OTHER]))
        passed = time.process_time() - began
        assert receipt.status == (await task).status == "taken"
        await door.settled()
        return passed * 1e3

    pairs = [(await waited(CROWDED), await waited(CALM)) for _ in range(ORDERS // 4)]
    began, before = time.process_time(), door.sent
    for _ in range(ORDERS):
        await writer.submit(next(said[CROWDED]))
    await door.settled()
    cost = (time.process_time() - began) / ORDERS * 1e3
    assert door.sent - before >= ORDERS * (SPECTATORS + len(stage.SEATS)), "not all were told"
    await writer.stop()
    crowded, calm = (statistics.median(column) for column in zip(*pairs, strict=True))
    return crowded, calm, cost


def rows(folder: Path) -> list[table.Row]:
    with opened(folder) as store:
        crowded, calm, cost = asyncio.run(measured(store))
    return [
        table.at_most(
            "crowd: what another game waits longer for 100 spectators, in CPU",
            max(0.0, crowded - calm),
            "ms",
            WAIT_MS,
            note=f"{crowded:.1f} ms behind an order that they are told of, {calm:.1f} ms behind"
            " one that they are not",
        ),
        table.at_most("  CPU an order, 4 seats and 100 spectators told", cost, "ms", CPU_MS),
    ]
