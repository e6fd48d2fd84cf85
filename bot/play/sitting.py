"""A game at one terminal: made or taken up again, played through the referee, looked at."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

import renderers
from bot.house import open_house
from bot.making import Problem
from bot.play.door import ROBOT, TERMINAL, Bundle, RobotDoor, TerminalDoor
from engine.batch import Batch, OpenGame
from engine.clock import Clock
from engine.game import Game
from engine.history import Page, pages
from engine.letters import Address, Letter, Receipt
from engine.menu import Menu, Refusal
from engine.referee import NotStored, Writer
from engine.state import PUBLIC, Line, Seat, Setup
from engine.table import LoadedDice
from renderers import sentences_in

T = TypeVar("T")


class Place(Struct, frozen=True):
    """Where a sitting takes place: database, folder of pictures, language of sentences."""

    db: Path
    pictures: Path
    language: str


class Standing(Struct, frozen=True):
    """How the game stands, as everybody may know it. ``asked`` are the seats of the open question, ``number`` its
    number; ``sealed``: nobody else may read what they are asked."""

    seats: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    number: int
    result: str | None
    sealed: bool = False


async def nothing() -> None:
    """What happens where nothing has to."""


class Sitting:
    """One game and its writer. ``robots`` are the seats that play themselves; ``between`` is done after each order of
    one."""

    def __init__(self, writer: Writer, door: TerminalDoor, place: Place, id: str):
        self.writer, self.door, self.place, self.id = writer, door, place, id
        self.game: Game
        self.setup: Setup
        self.homes: dict[Seat, Address] = {}
        self.robots: set[Seat] = set()
        self.last: Seat | None = None
        self.run, self.letters = secrets.token_hex(8), 0
        self.answered: dict[Seat, int] = {}
        self.turn = asyncio.Lock()
        self.rng = Random()
        self.between: Callable[[], Awaitable[None]] = nothing

    # ---- beginning

    async def make(self, kind: str, setup: Setup, seats: Sequence[Seat], robots: Sequence[Seat]) -> None:
        """Make the game and seat everybody, all or nothing. Raises ``Problem`` and ``NotStored``."""

        def act(batch: Batch) -> None:
            batch.make(kind, setup, [Address(TERMINAL, self.id, self.id, PUBLIC)])
            for seat in seats:
                receipt = batch.take(self.letter(ROBOT if seat in robots else TERMINAL, seat, f"join {seat}"))
                if receipt.refusal:
                    raise Problem(f"seat {seat!r}: {sentences_in(self.place.language).refusal(receipt.refusal, kind)}")

        try:
            await self.writer.look(act)
        except LoadedDice as error:
            raise Problem(f"--dice: {error}") from error

    async def settle_in(self, robots: Sequence[Seat]) -> None:
        """Learn who sits where; what has not been delivered is on its way. Raises ``Problem``."""
        self.homes, self.robots = await self.writer.look(self.learn)
        if unknown := [seat for seat in robots if seat not in self.homes]:
            raise Problem(f"--robot {unknown[0]}: no such seat; there are: {', '.join(self.homes)}")
        self.robots |= set(robots)
        await self.writer.postman.collect([(TERMINAL, self.id), *((TERMINAL, a.sender) for a in self.homes.values())])

    def learn(self, batch: Batch) -> tuple[dict[Seat, Address], set[Seat]]:
        """In the writer's thread: the game's kind, and who speaks for each of its seats."""
        opened = batch.game(self.id)
        if opened is None:
            raise Problem(f"{self.place.db}: has no game {self.id!r}; `meanwhile games` lists those it has")
        table = opened.table
        homes = {a.viewer: a for a in opened.addresses if a.door in (TERMINAL, ROBOT) and a.viewer != PUBLIC}
        if set(homes) != set(table.seats) or not homes:
            raise Problem(f"game {self.id} is not played at a terminal; look at it with `meanwhile show {self.id}`")
        self.game = table.game
        self.setup = table.setup
        ordered = {seat: homes[seat] for seat in table.seats}
        return ordered, {seat for seat, home in ordered.items() if home.door == ROBOT}

    async def begin(self) -> None:
        """Show what waits to be shown, and let the robots begin."""
        async with self.turn:
            await self.door.deliver()
        await self.play_robots()

    # ---- orders

    def letter(self, door: str, seat: Seat, text: str) -> Letter:
        """A letter of this terminal. No two runs of the program use the same id."""
        self.letters += 1
        id = f"{self.run}/{self.letters}"
        return Letter(door, id, f"{self.id}/{seat}", text, self.writer.clock.now(), self.id, seat)

    async def order(
        self,
        seat: Seat,
        text: str,
        answer: Callable[[Receipt, int], None],
        afterwards: Callable[[], None] = lambda: None,
    ) -> None:
        """Let a seat say something. ``answer`` gets the receipt, and how many orders the seat has given, before
        anybody is told; then come the messages, then ``afterwards``, then what the robots make of it."""
        async with self.turn:
            receipt = await self.submit(seat, text)
            answer(receipt, await self.count(seat))
            if receipt.status != "refused" or receipt.done:
                self.last = seat
            await self.door.deliver()
            afterwards()
        await self.play_robots()

    async def submit(self, seat: Seat, text: str) -> Receipt:
        """The receipt of an order; where it could not be stored, a refusal that says so."""
        try:
            receipt = await self.writer.submit(self.letter(self.homes[seat].door, seat, text))
            return receipt if receipt.seat else msgspec.structs.replace(receipt, seat=seat)
        except NotStored as error:
            return Receipt("refused", self.id, seat, order=text, refusal=Refusal("not-stored", word=str(error)))

    async def count(self, seat: Seat) -> int:
        """How many orders this seat has given."""
        with suppress(NotStored):
            return await self.look(lambda opened, _: opened.table.state.orders.get(seat, 0))
        return 0

    async def play_robots(self) -> None:
        """Let the robots answer until somebody else must. A robot whose order is not taken waits for the next time."""
        async with self.turn:
            with suppress(NotStored):
                while robot := self.next_robot(await self.standing()):
                    if not await self.robot_moves(*robot):
                        return
                    await self.between()

    def next_robot(self, standing: Standing) -> tuple[Seat, int] | None:
        """A robot that has not answered the open question yet, and the question's number."""
        for seat in standing.asked:
            if seat in self.robots and self.answered.get(seat) != standing.number:
                return seat, standing.number
        return None

    async def robot_moves(self, seat: Seat, number: int) -> bool:
        """One order of a robot, from its own view and menu; was it taken?"""
        view, menu = await self.view(seat), await self.menu(seat)
        order = self.game.suggest(view, menu, self.rng)
        receipt = await self.submit(seat, menu.write(order))
        await self.door.deliver()
        if receipt.refusal:
            return False
        if not isinstance(order, Line):
            self.answered[seat] = number
        return True

    async def follow(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Whenever something has been told, by the clock too: let the robots go on, then call ``changed``."""
        while True:
            await self.door.arrived.wait()
            self.door.arrived.clear()
            async with self.turn:
                await self.door.deliver()
            await self.play_robots()
            await changed()

    # ---- looking. All of these raise ``NotStored`` if the database cannot be used now.

    async def look(self, act: Callable[[OpenGame, Batch], T]) -> T:
        """Do something with the game between two orders."""

        def at_it(batch: Batch) -> T:
            opened = batch.game(self.id)
            assert opened is not None
            return act(opened, batch)

        return await self.writer.look(at_it)

    async def standing(self) -> Standing:
        """How the game stands."""

        def act(opened: OpenGame, _: Batch) -> Standing:
            table = opened.table
            ask = table.ask()
            number, result = table.state.question, table.state.result
            return (
                Standing(table.seats, ask.seats, number, result, ask.sealed)
                if ask
                else Standing(table.seats, (), number, result)
            )

        return await self.look(act)

    async def view(self, viewer: Seat) -> Any:
        """What a viewer may know."""
        return await self.look(lambda opened, _: opened.table.view(viewer))

    async def menu(self, seat: Seat) -> Menu:
        """What a seat may order."""
        return await self.look(lambda opened, _: opened.table.menu(seat))

    async def history(self, viewer: Seat) -> list[Page]:
        """What a viewer has been told."""
        return await self.look(lambda opened, batch: pages(opened.table.game, batch.bulletins(opened), viewer))

    async def draw(self, viewer: Seat, view: Any, look: str = "") -> Path:
        """Write the picture of a viewer's view, looked at in one of the game's ways. Raises ``OSError``."""
        standing = await self.standing()
        number = standing.seats.index(viewer) + 1 if viewer != PUBLIC else 0
        whose = f"{number}-{re.sub(r'[^0-9A-Za-z_-]', '_', viewer)}" if number else "public"
        way = "".join(f"-{word}" for word in look.split())
        png = self.place.pictures / self.id / f"{standing.number:03}-{whose}{way}.png"
        png.parent.mkdir(parents=True, exist_ok=True)
        png.write_bytes(renderers.picture(self.game.name, view, self.place.language, look))
        return png


@asynccontextmanager
async def sit_down(place: Place, id: str, show: Callable[[Bundle], None]) -> AsyncIterator[Sitting]:
    """Open the house for the game ``id``, which may still have to be made; nothing is shown before ``begin``. Raises
    ``StoreError``."""
    door = TerminalDoor(id, place.language, show)
    async with open_house(place.db, {TERMINAL: door, ROBOT: RobotDoor()}, Clock()) as writer:
        try:
            yield Sitting(writer, door, place, id)
        finally:
            door.close()
