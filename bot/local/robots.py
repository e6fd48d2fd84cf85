"""The robots of the games that one process serves.

Each thinks as soon as it is asked. Its answer to a sealed question is played when that closes.
"""

import asyncio
import contextlib
import logging
from pathlib import Path

from bot.local.door import LocalDoor
from bot.play.door import RobotDoor, Tray
from bot.play.sitting import Sitting, TerminalSeat
from engine.errors import MeanwhileError, NotStored
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT, GameView
from engine.referee.open_game import OpenGame
from engine.referee.writer import Writer
from engine.state import PUBLIC, Line, Order, Seat

log = logging.getLogger(__name__)

NEWEST = 10_000
"""Maximum number of running games that are searched for robots at the start."""
PAUSE = 1.0
"""Seconds after which a robot's answer in a sealed game is ready, however long it has thought."""


class RobotKeeper:
    """Makes robots play after every news. ``door`` is theirs."""

    def __init__(self, terminals: LocalDoor, db: Path, language: str):
        self.terminals = terminals
        self.place = TerminalSeat(db, Path(), language)
        self.door = RobotDoor(self.call)
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thinking = asyncio.Lock()  # one robot thinks at a time, in however many games

    def call(self, game: str) -> None:
        """Note that robots may be asked in a game. Callable from any thread."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.waiting.put_nowait, game)

    async def keep(self, writer: Writer) -> None:
        """Let robots play forever, starting with those asked while nobody served."""
        self.loop = asyncio.get_running_loop()
        for game in await writer.run(with_robots):
            self.call(game)
        playing = dict[str, asyncio.Task[None]]()
        elsewhere = asyncio.create_task(self.look_elsewhere(writer)) if writer.sharing else None
        try:
            while True:
                game = await self.waiting.get()
                playing = {one: task for one, task in playing.items() if not task.done()}
                before = playing.get(game)
                playing[game] = asyncio.create_task(self.play(writer, game, before))
        finally:
            for task in filter(None, (elsewhere, *playing.values())):
                task.cancel()

    async def look_elsewhere(self, writer: Writer) -> None:
        """Retry stored robot answers every ``PAUSE`` seconds. Never returns. Another process may
        have played the last answer that they waited for.
        """
        while True:
            await asyncio.sleep(PAUSE)
            for game in list(self.door.ready):
                with contextlib.suppress(NotStored):
                    await writer.run(hand_in, game)

    async def play(self, writer: Writer, game: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            sitting = KeptRobots(
                *(writer, Tray(lambda _: None), self.place, game), self.terminals.robots_of(game)
            )
            sitting.keeps, sitting.thinking = self.door, self.thinking
            await sitting.call_robots()
            if sitting.robots:
                await sitting.play_robots()
                if (await sitting.see(PUBLIC)).result is not None:
                    self.door.ready.pop(game, None)
        except MeanwhileError:
            log.exception("the robots of game %s cannot play", game)


class KeptRobots(Sitting):
    keeps: RobotDoor
    thinking: asyncio.Lock

    def plays(self, _: Seat) -> bool:
        """Return ``True``, since all robots play here."""
        return True

    async def think(self, now: GameView) -> Order:
        """Return a robot's order; in sealed games after a delay that tells nothing."""
        if not now.sealed:
            return await self.think_alone(now)
        return (await asyncio.gather(self.think_alone(now), asyncio.sleep(PAUSE)))[0]

    async def think_alone(self, now: GameView) -> Order:
        async with self.thinking:
            return await super().think(now)

    async def hand_in(self, now: GameView, order: Order) -> bool:
        """Hold an answer to a sealed question until it closes; return whether it was accepted."""
        if now.asked is None or not now.asked.sealed or isinstance(order, Line):
            return await super().hand_in(now, order)

        def act(opened: OpenGame, batch: Batch) -> None:
            self.keeps.keep(self.id, now.question, now.viewer, order)
            batch.hand_in(opened, batch.now)

        await self.look(act)
        return True


def hand_in(batch: Batch, game: str) -> None:
    """Play the prepared answers of robots in a game, in the writer's thread."""
    if (opened := batch.known(game)) is not None:
        batch.hand_in(opened, batch.now)


def with_robots(batch: Batch) -> list[str]:
    running = batch.store.newest_running(NEWEST)
    return [
        one.id
        for one in running
        if any(address.door == ROBOT for address in batch.store.addresses(one.id))
    ]
