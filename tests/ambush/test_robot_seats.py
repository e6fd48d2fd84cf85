"""A robot at a sealed window: its answer is taken when that closes, and nothing tells more."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.local import robots
from bot.local.door import LocalDoor
from bot.local.robots import RobotKeeper
from bot.play.door import TERMINAL
from bot.play.lines import alongside
from bot.service.app import open_writer
from engine.games.ambush import EDITIONS, orders
from engine.menu import Menu
from engine.messages import Address, Message
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.doors import ROBOT, Door
from engine.referee.open_game import OpenGame
from engine.referee.writer import Writer
from engine.state import PUBLIC, REFEREE, Join, Seat, Setup
from engine.store.history import Page, pages
from engine.store.journal import Entry, entry_reader
from tests.ambush.scenarios import START, USUAL, Case, scenario

MOVE = "move A1 run F F F F F F"


class Stage:
    """A game of fixture H, in which BH hides beside the way of A1; ``robot`` plays one side."""

    def __init__(self, folder: Path, robot: Seat, **changes: Any):
        self.folder, self.robot, self.clock = folder, robot, HandClock(START)
        self.door = LocalDoor()
        self.keeper = RobotKeeper(self.door, folder / "a.db", "en")
        self.writer: Writer
        self.setup = Setup(
            id="g",
            secret=b"k" * 32,
            options={"window": "10m"},
            scenario=scenario(Case(id="robot", fixture="H", **changes)),
            at=START,
            loaded={key: list(values) for key, values in USUAL.items()},
        )

    def make(self, batch: Batch) -> None:
        """Make the game and seat both."""
        homes = {seat: (TERMINAL, seat) for seat in "AB"} | {self.robot: (ROBOT, "g/x:1")}
        at = [
            Address(door=door, sender=sender, game="g", viewer=seat)
            for seat, (door, sender) in homes.items()
        ]
        opened = batch.make("ambush", self.setup, at)
        for seat in "AB":
            batch.enter(opened, START, REFEREE, Join(seat, seat, f"salt of {seat}"))

    async def serve(self, act: Callable[["Stage"], Awaitable[None]]) -> None:
        """Do something while the game is served."""
        doors: dict[str, Door] = {TERMINAL: self.door, ROBOT: self.keeper.door}
        async with open_writer(self.folder / "a.db", doors, self.clock) as self.writer:
            await self.writer.run(self.make)
            async with alongside(self.keeper.keep(self.writer)):
                await act(self)

    async def say(self, seat: Seat, text: str) -> None:
        """Have a person give an order."""
        message = Message(
            door=TERMINAL, id=text, sender=seat, text=text, at=self.clock.now(), game="g"
        )
        receipt = await self.writer.submit(message)
        assert receipt.status == "taken", receipt

    async def look(self, act: Callable[[OpenGame, Batch], Any]) -> Any:
        """Return something of the game."""

        def found(batch: Batch) -> Any:
            opened = batch.known("g")
            assert opened is not None
            return act(opened, batch)

        return await self.writer.run(found)

    async def ready(self) -> None:
        """Wait until the robot's answer is ready."""
        async with asyncio.timeout(10):
            while not self.keeper.door.ready:
                await asyncio.sleep(0.01)

    async def tick(self) -> int:
        """Wait for the end of the window, and return when that was."""
        due: int = await self.look(lambda opened, _: opened.table.state.due)
        self.clock.advance(due - self.clock.now())
        async with asyncio.timeout(10):
            while await self.look(lambda opened, _: opened.table.state.due == due):
                await asyncio.sleep(0.01)
        return due

    async def entries(self) -> list[Entry]:
        read = entry_reader(EDITIONS[-1])
        rows = await self.look(lambda opened, batch: batch.journal(opened))
        return [read(data) for data, _ in rows]

    async def told(self, viewer: Seat) -> list[Page]:
        """Return what a viewer was told, and in which second."""
        rows = await self.look(lambda opened, batch: batch.bulletins(opened))
        return pages(EDITIONS[-1], rows, viewer)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots are ready soon, and hold their fire."""
    monkeypatch.setattr(robots, "PAUSE", 0.05)

    def robot(_: Any, view: Any, menu: Menu, rng: Random, level: int = 1) -> Any:
        for order in (orders.Hold(), orders.Noted()):
            if menu.allows(order):
                return order
        return menu.parse(MOVE)

    monkeypatch.setattr(type(EDITIONS[-1]), "robot", robot)


def test_wn5_a_hidden_robot_answers_when_the_window_closes_and_tells_no_chance(
    tmp_path: Path,
) -> None:
    """Two worlds: BH can shoot, or none of its weapons bears. A and everybody are told the same in
    the same second; the robot's answer stands in the journal at the tick, never before.
    """
    found: list[Any] = []

    async def play(stage: Stage) -> None:
        await stage.say("A", MOVE)
        await stage.ready()
        assert not [entry for entry in await stage.entries() if entry.seat == "B"]
        due = await stage.tick()
        (answer,) = [entry for entry in await stage.entries() if entry.seat == "B"]
        assert answer.at == due
        found.append((answer.order, await stage.told("A"), await stage.told(PUBLIC)))

    for name, weapons in (("can", None), ("cannot", ["ML:CTr"])):
        (tmp_path / name).mkdir()
        changes = {} if weapons is None else {"unit": [{"id": "BH", "weapons": weapons}]}
        asyncio.run(Stage(tmp_path / name, "B", **changes).serve(play))
    can, cannot = found
    assert (can[0], cannot[0]) == (orders.Hold(), orders.Noted())
    assert can[1:] == cannot[1:]
    assert len(can[2]) > 1


def test_wn5_a_robot_that_moves_waits_for_the_window_of_a_person(tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        async with asyncio.timeout(10):
            while (await stage.look(lambda opened, _: opened.table.ask())).seats != ("B",):
                await asyncio.sleep(0.01)
        await stage.say("B", "hold")
        due = await stage.tick()
        moved = [page.at for page in await stage.told(PUBLIC) if page.at == due]
        assert moved, "the move went on at the tick"

    asyncio.run(Stage(tmp_path, "A").serve(play))
