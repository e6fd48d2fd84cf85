"""Games in which something has become due while the referee did not work."""

import asyncio
import time
from pathlib import Path

from engine.messages import Message
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import many, stage
from tests.bench.table import Row

GAMES, GAP = 7_000, 40 * 86_400
"""Games, and the seconds for which nobody worked."""
START_S, ANSWER_MS = 10.0, 100.0
PAUSE = 0.02
"""Seconds between two messages."""


async def late(store: SqliteStore) -> tuple[float, float, float]:
    """Seconds of the processor until nothing is due any more; until the first message that comes
    after the beginning has its receipt; and the longest that one of the messages waits which come
    one after the other meanwhile.
    """
    clock = HandClock(stage.MADE + GAP)
    writer = Writer(store, {stage.DOOR: stage.TinyDoor()}, clock)
    began = time.process_time()
    starting = asyncio.ensure_future(writer.start())
    await asyncio.sleep(0)
    waits = list[float]()
    while not (starting.done() and writer.scheduler.quiet):
        asked, id = time.process_time(), f"letter {len(waits)}"
        message = Message(door=stage.DOOR, id=id, sender="eve", text="games", at=clock.now())
        await writer.submit(message)
        waits.append(time.process_time() - asked)
        await asyncio.sleep(PAUSE)
    passed = time.process_time() - began
    assert await writer.run(lambda batch: batch.store.due(clock.now(), 1)) == []
    await writer.stop()
    return passed, waits[0], max(waits)


def rows(folder: Path) -> list[Row]:
    with stage.open_store(folder, 1, timeout="2d") as store:
        asyncio.run(many.begin(store))
        many.multiplied(store, GAMES)
        passed, first, longest = asyncio.run(late(store))
    return [
        Row(f"{GAMES:,} overdue games at the start", passed, "s", START_S, True, "CPU"),
        Row("  the first letter is answered after", first * 1e3, "ms", ANSWER_MS, below=True),
        Row("  of those that come meanwhile, after", longest * 1e3, "ms", ANSWER_MS, below=True),
    ]
