"""The robots of the games that one process serves: each answers as soon as it is asked."""

import asyncio
import logging
from pathlib import Path

from bot.local.door import LocalDoor
from bot.play.door import RobotDoor, Tray
from bot.play.sitting import Sitting, TerminalSeat
from engine.errors import MeanwhileError
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT
from engine.referee.writer import Writer

log = logging.getLogger(__name__)

NEWEST = 10_000
"""Running games that are looked through for robots at the beginning."""
PAUSE = 1.0
"""Seconds between a question of a game with sealed questions and the answer of a robot, however
long it has thought.
"""


class RobotKeeper:
    """Lets robots play wherever something has happened; ``door`` is theirs."""

    def __init__(self, terminals: LocalDoor, db: Path, language: str):
        self.terminals = terminals
        self.place = TerminalSeat(db, Path(), language)
        self.door = RobotDoor(self.call)
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.loop: asyncio.AbstractEventLoop | None = None

    def call(self, game: str) -> None:
        """Note that robots may be asked in a game; from any thread."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.waiting.put_nowait, game)

    async def keep(self, writer: Writer) -> None:
        """Let robots play, for ever: first where they were asked while nobody served."""
        self.loop = asyncio.get_running_loop()
        for game in await writer.run(with_robots):
            self.call(game)
        playing = dict[str, asyncio.Task[None]]()
        while True:
            game = await self.waiting.get()
            playing = {one: task for one, task in playing.items() if not task.done()}
            before = playing.get(game)
            playing[game] = asyncio.create_task(self.play(writer, game, before))

    async def play(self, writer: Writer, game: str, before: asyncio.Task[None] | None) -> None:
        """Let the robots of one game answer until others are asked; ``before`` comes first."""
        if before is not None:
            await asyncio.wait([before])
        try:
            sitting = Sitting(
                *(writer, Tray(lambda _: None), self.place, game),
                self.terminals.robots_of(game),
            )
            await sitting.call_robots()
            if sitting.robots:
                if (await sitting.see("")).sealed:
                    await asyncio.sleep(PAUSE)
                await sitting.play_robots()
        except MeanwhileError:
            log.exception("the robots of game %s cannot play", game)


def with_robots(batch: Batch) -> list[str]:
    """Return the running games in which a robot has a seat, in the writer's thread."""
    running = batch.store.newest_running(NEWEST)
    return [
        one.id
        for one in running
        if any(address.door == ROBOT for address in batch.store.addresses(one.id))
    ]
