"""What an undo of long ago costs the games of others: no batch of theirs waits for it."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from engine.messages import Message
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.referee import Job, Outcome
from engine.referee.writer import Writer
from engine.store.rows import DeliveryReport
from engine.store.sqlite import SqliteStore
from tests.bench import stage
from tests.bench.age import OLD, game_of
from tests.bench.table import Row

LINE = OLD // 2
WAIT_MS, UNDO_S = 50.0, 3.0
PAUSE = 0.005
"""Seconds between two orders of the other game."""


def make_other(batch: Batch) -> None:
    opened = batch.make("battleboard", stage.setup(1), stage.addresses("g1"))
    for seat, join in stage.joins():
        batch.enter(opened, stage.MADE, seat, join)


async def play_other(writer: Writer) -> None:
    text, n = stage.orders(1), 0
    while True:
        receipt = await writer.submit(stage.message(1, n, text(n)))
        assert receipt.status == "taken"
        n += 1
        await asyncio.sleep(PAUSE)


async def undone(store: SqliteStore) -> tuple[float, float]:
    """Seconds of the processor for the longest batch, while another game is played, and for an undo
    of half of a game to which everybody agrees.
    """
    writer = Writer(store, {stage.DOOR: stage.TinyDoor()}, HandClock(stage.MADE + OLD))
    take, batches = writer.referee.take, list[float]()

    def timed(jobs: Sequence[Job], at: int, delivered: DeliveryReport | None = None) -> Outcome:
        began = time.thread_time()
        try:
            return take(jobs, at, delivered)
        finally:
            batches.append(time.thread_time() - began)

    await writer.start()
    await writer.run(make_other)
    writer.referee.take = timed  # type: ignore[method-assign]  # it is timed, and nothing else
    playing = asyncio.ensure_future(play_other(writer))
    began = time.process_time()
    for seat in stage.SEATS:
        text = f"undo {LINE}" if seat == stage.SEATS[0] else "agree"
        at = stage.MADE + OLD
        message = Message(door=stage.DOOR, id=text + seat, sender=seat, text=text, at=at, game="g0")
        receipt = await writer.submit(message)
        assert receipt.status == "answered"
    passed = time.process_time() - began
    assert receipt.facts["did"] == "undo"
    playing.cancel()
    await writer.stop()
    return max(batches), passed


def rows(folder: Path) -> list[Row]:
    _, old = game_of(folder)
    with SqliteStore(old) as store:
        longest, passed = asyncio.run(undone(store))
    title = f"undo half of {OLD:,} orders: the longest batch"
    return [
        Row(title, longest * 1e3, "ms", WAIT_MS, True, "CPU; other games are played meanwhile"),
        Row("  until everybody has agreed and it is done", passed, "s", UNDO_S, below=True),
    ]
