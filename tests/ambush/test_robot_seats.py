"""A robot at a sealed window: its answer is taken when that closes, and nothing tells more."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.local import robots
from bot.local.door import LocalDoor
from bot.play.door import TERMINAL
from bot.play.lines import alongside
from bot.service.app import open_writer
from engine.games.ambush import EDITIONS, orders
from engine.menu import Menu
from engine.messages import Address, Message
from engine.referee import clock, open_game
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT, Door
from engine.referee.writer import Writer
from engine.state import PUBLIC, REFEREE, Join, Seat, Setup
from engine.store import history, journal
from tests.ambush.scenarios import START, USUAL, Case, scenario

MOVE = "move A1 run F F F F F F"


class Stage:
    """A game of fixture H, in which BH hides beside the way of A1; ``robot`` plays one side."""

    def __init__(self, folder: Path, robot: Seat, **changes: Any):
        self.folder, self.robot, self.clock = folder, robot, clock.HandClock(START)
        self.door = LocalDoor()
        self.keeper = robots.RobotKeeper(self.door, folder / "a.db", "en")
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
        homes = {seat: (TERMINAL, seat) for seat in "AB"} | {self.robot: (ROBOT, "g/x:1")}
        at = [
            Address(door=door, sender=sender, game="g", viewer=seat)
            for seat, (door, sender) in homes.items()
        ]
        opened = batch.make("ambush", self.setup, at)
        for seat in "AB":
            batch.enter(opened, START, REFEREE, Join(seat, seat, f"salt of {seat}"))

    async def __aenter__(self) -> "Stage":
        doors: dict[str, Door] = {TERMINAL: self.door, ROBOT: self.keeper.door}
        self.stack = AsyncExitStack()
        writer = open_writer(self.folder / "a.db", doors, self.clock)
        self.writer = await self.stack.enter_async_context(writer)
        await self.writer.run(self.make)
        await self.stack.enter_async_context(alongside(self.keeper.keep(self.writer)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stack.aclose()

    async def say(self, seat: Seat, text: str) -> None:
        message = Message(
            door=TERMINAL, id=text, sender=seat, text=text, at=self.clock.now(), game="g"
        )
        receipt = await self.writer.submit(message)
        assert receipt.status == "taken", receipt

    async def look(self, act: Callable[[open_game.OpenGame, Batch], Any]) -> Any:
        def found(batch: Batch) -> Any:
            opened = batch.known("g")
            assert opened is not None
            return act(opened, batch)

        return await self.writer.run(found)

    async def until(self, so: Callable[[Any], object]) -> None:
        async with asyncio.timeout(10):
            while not await self.look(lambda opened, _: so(opened)):
                await asyncio.sleep(0.01)

    async def tick(self) -> int:
        due: int = await self.look(lambda opened, _: opened.table.state.due)
        self.clock.advance(due - self.clock.now())
        await self.until(lambda opened: opened.table.state.due != due)
        return due

    async def answers(self, seat: Seat) -> list[journal.Entry]:
        read = journal.entry_reader(EDITIONS[-1])
        rows = await self.look(lambda opened, batch: batch.journal(opened))
        return [entry for data, _ in rows if (entry := read(data)).seat == seat]

    async def told(self, viewer: Seat) -> list[history.Page]:
        rows = await self.look(lambda opened, batch: batch.bulletins(opened))
        return history.pages(EDITIONS[-1], rows, viewer)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "PAUSE", 0.05)

    def robot(_: Any, view: Any, menu: Menu, rng: Random, level: int = 1) -> Any:
        for order in (orders.Hold(), orders.Noted()):
            if menu.allows(order):
                return order
        return menu.parse(MOVE)

    monkeypatch.setattr(type(EDITIONS[-1]), "robot", robot)


async def test_wn5_a_hidden_robot_answers_when_the_window_closes_and_tells_no_chance(
    tmp_path: Path,
) -> None:
    found: list[Any] = []
    for name, weapons in (("can", {}), ("cannot", {"weapons": ["ML:CTr"]})):
        (tmp_path / name).mkdir()
        async with Stage(tmp_path / name, "B", unit=[{"id": "BH", **weapons}]) as stage:
            await stage.say("A", MOVE)
            await stage.until(lambda _: stage.keeper.door.ready)
            assert await stage.answers("B") == []
            due = await stage.tick()
            (answer,) = await stage.answers("B")
            assert answer.at == due
            found.append((answer.order, await stage.told("A"), await stage.told(PUBLIC)))
    can, cannot = found
    assert (can[0], cannot[0]) == (orders.Hold(), orders.Noted())
    assert can[1:] == cannot[1:]
    assert len(can[2]) > 1


async def test_wn5_a_robot_that_moves_waits_for_the_window_of_a_person(tmp_path: Path) -> None:
    async with Stage(tmp_path, "A") as stage:
        await stage.until(lambda opened: opened.table.ask().seats == ("B",))
        await stage.say("B", "hold")
        due = await stage.tick()
        assert due in [page.at for page in await stage.told(PUBLIC)], "the move went on"
