"""What one hostile member of two hundred costs the others: they give orders now and then, and one
says what costs most, again and again, as fast as the answers come.

Time here is what the processor needs; where nobody has work, it is skipped. So a machine that is
busy with something else changes nothing.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from unittest.mock import patch

from bot.line.doors import JsonDoor
from engine.menu import LONGEST
from engine.messages import Address, Message, Outgoing
from engine.referee import clock, referee, shares
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench import stage, table
from tests.fuzz import cost
from tests.fuzz.targets import CORPUS, TARGETS, seeds
from tests.kit.made import message_of
from tests.pairs.wires import StillLoop

GAMES = 50
ORDERS, EVERY = 800, 0.02
"""Orders of the others, and the seconds between them: an order of each member in four seconds."""
CONNECTIONS = 3
"""Texts of the hostile member that wait for their answers at once."""
MORE, GAP = 10.0, 50.0
"""Per cent that the others may wait longer, and milliseconds of one step of the loop."""


class CpuLoop(StillLoop):
    def time(self) -> float:
        return self.still.now + time.process_time()


def who(game: int, seat: str) -> str:
    """Return the sender of a seat: everybody plays in one game."""
    return f"{seat} of g{game}"


def opened(folder: Path) -> SqliteStore:
    store = SqliteStore(folder / f"{time.perf_counter_ns()}.db")
    served = referee.Referee(store, {stage.DOOR: stage.TinyDoor()})
    for game in range(GAMES):

        def make(batch: Batch, game: int = game) -> None:
            told = [
                Address(door=stage.DOOR, sender=who(game, seat), game=f"g{game}", viewer=seat)
                for seat in stage.SEATS
            ]
            made = batch.make("battleboard", stage.setup(game), told)
            for seat, join in stage.joins():
                batch.enter(made, stage.MADE, seat, join)

        served.take([make], stage.MADE)
    return store


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
        sender, text = who(game, stage.SEATS[n % len(stage.SEATS)]), texts[game](n)
        made = message_of(stage.DOOR, f"{game}/{n}", sender, text, stage.MADE + n, game=f"g{game}")
        tasks.append(asyncio.create_task(order(made)))
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
            message = message_of(stage.DOOR, f"f{number}", who(0, "ann"), text, at, game="g0")
            await writer.submit(message)
            said += 1

    tasks = [asyncio.create_task(connection()) for _ in range(CONNECTIONS)]
    try:
        await asyncio.Event().wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return said


@contextmanager
def longest_step() -> Iterator[list[float]]:
    """Collect the milliseconds of the processor that each step of an event loop takes meanwhile.
    What would run in other threads is counted with the step that waits for it.
    """
    steps, run = list[float](), asyncio.Handle._run

    def timed(self: asyncio.Handle) -> None:
        began = time.thread_time()
        run(self)
        steps.append((time.thread_time() - began) * 1e3)

    with patch.object(asyncio.Handle, "_run", timed):
        yield steps


class Programs(JsonDoor):
    name = stage.DOOR

    def send(self, outgoing: Outgoing) -> None:
        """Nobody reads it."""


def dearest(name: str) -> tuple[float, str]:
    """Milliseconds of the dearest kept input of a target, and the name of its file."""
    found = [(cost.seconds(name, file.read_bytes()) * 1e3, file.name) for file in seeds(name)]
    return max(found)


async def measured(
    folder: Path, beside: Callable[[Writer], Awaitable[object]] | None, *, fair: bool
) -> tuple[float, float]:
    """Return the 99th percentile of what the others wait, and the longest step, as on a quiet
    machine.
    """
    door = Programs()
    with opened(folder) as store:
        writer = Writer(store, {stage.DOOR: door}, clock.Clock())
        writer.shares = shares.Shares() if fair else None
        await writer.start()
        flooding = asyncio.ensure_future(beside(writer)) if beside else None
        await asyncio.sleep(1)
        with longest_step() as steps:
            found = await waits(writer)
        if flooding is not None:
            flooding.cancel()
            await asyncio.wait([flooding])
        await writer.stop()
    return found[int(0.99 * (len(found) - 1))], max(steps) / cost.busy()


def rows(folder: Path) -> list[table.Row]:
    def run(
        beside: Callable[[Writer], Awaitable[object]] | None, *, fair: bool = True
    ) -> tuple[float, float]:
        with asyncio.Runner(loop_factory=CpuLoop) as runner:
            return runner.run(measured(folder, beside, fair=fair))

    def hostile(writer: Writer) -> Awaitable[object]:
        return flood(writer, random.Random(2))

    (calm, _), (flooded, step), (unfair, _) = run(None), run(hostile), run(hostile, fair=False)
    kept = {name: min(dearest(name), dearest(name)) for name in TARGETS}
    return [
        table.at_most(
            "hostile: the others' orders take longer (99th percentile)",
            100 * (flooded / calm - 1),
            "%",
            MORE,
            note=f"{calm:.1f} ms without one of {GAMES * len(stage.SEATS)} members who floods,"
            f" {flooded:.1f} ms with one, {unfair:.1f} ms if nobody's share had a limit",
        ),
        table.at_most("  the longest step of the event loop meanwhile", step, "ms", GAP),
        *(
            table.at_most(f"  dearest kept input: {name}", took, "ms", cost.GOAL * 1e3, note=file)
            for name, (took, file) in kept.items()
        ),
    ]
