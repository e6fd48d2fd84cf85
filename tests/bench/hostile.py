"""What one hostile member of two hundred costs the others: they give orders now and then, and one
says what costs most, again and again, as fast as the answers come.

Time here is what the processor needs; where nobody has work, it is skipped. So a machine that is
busy with something else changes nothing.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

from engine.menu import LONGEST
from engine.messages import Message
from engine.referee import clock
from engine.referee.writer import Writer
from tests.bench import crowd, stage, table
from tests.fuzz.targets import CORPUS
from tests.kit.made import message_of
from tests.pairs.wires import StillLoop

GAMES = 50
ORDERS, EVERY = 2_000, 0.05
"""Orders of the others, and the seconds between them: an order of each member in ten seconds."""
CONNECTIONS = 3
"""Texts of the hostile member that wait for their answers at once."""
MORE = 10.0
"""Per cent that the others may wait longer."""


class CpuLoop(StillLoop):
    def time(self) -> float:
        return self.still.now + time.process_time()


def nasty() -> list[str]:
    """The dearest texts that fuzzing has kept, and ordinary orders by the score."""
    kept = [file.read_text("utf-8", "replace") for file in (CORPUS / "said").glob("dear-*")]
    texts = [text.partition("\n")[2][:LONGEST] for text in kept]
    return [*texts, "\n".join(["bomb bob 1 1"] * 300), "undo 1", "say * " + "x" * 4_000, "history"]


async def waits(writer: Writer) -> list[float]:
    """Milliseconds that pass until each order of the others has its receipt."""
    loop = asyncio.get_running_loop()
    found, tasks = list[float](), list[asyncio.Task[None]]()
    texts = {game: stage.orders(game) for game in range(GAMES)}
    played = dict.fromkeys(texts, 0)
    rng = random.Random(1)

    async def order(message: Message) -> None:
        began = loop.time()
        await writer.submit(message)
        found.append((loop.time() - began) * 1e3)

    for _ in range(ORDERS):
        game = rng.randrange(1, GAMES)
        n, played[game] = played[game], played[game] + 1
        tasks.append(asyncio.create_task(order(stage.message(game, n, texts[game](n)))))
        await asyncio.sleep(EVERY)
    await asyncio.gather(*tasks)
    return sorted(found)


async def flood(writer: Writer, rng: random.Random) -> int:
    texts, numbers, said = nasty(), count(), 0

    async def connection() -> None:
        nonlocal said
        while True:
            number, text = next(numbers), rng.choice(texts)
            at = writer.clock.now()
            message = message_of(stage.DOOR, f"f{number}", "ann", text, at=at, game="g0")
            await writer.submit(message)
            said += 1

    tasks = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    try:
        await asyncio.Event().wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print(f"the hostile member has said {said:,} texts")
    return said


async def measured(folder: Path, beside: Callable[[Writer], Awaitable[object]] | None) -> float:
    door = crowd.Programs()
    with stage.open_store(folder, GAMES) as store:
        writer = Writer(store, {stage.DOOR: door}, clock.Clock())
        await writer.start()
        flooding = asyncio.ensure_future(beside(writer)) if beside else None
        await asyncio.sleep(1)
        found = await waits(writer)
        if flooding is not None:
            flooding.cancel()
            await asyncio.wait([flooding])
        await writer.stop()
    return found[int(0.99 * (len(found) - 1))]


def rows(folder: Path) -> list[table.Row]:
    def run(beside: Callable[[Writer], Awaitable[object]] | None) -> float:
        with asyncio.Runner(loop_factory=CpuLoop) as runner:
            return runner.run(measured(folder, beside))

    calm = run(None)
    flooded = run(lambda writer: flood(writer, random.Random(2)))
    return [
        table.at_most(
            "hostile: the others' orders take longer (99th percentile)",
            100 * (flooded / calm - 1),
            "%",
            MORE,
            note=f"{calm:.1f} ms without one of {GAMES * len(stage.SEATS)} members who floods,"
            f" {flooded:.1f} ms with one",
        )
    ]
