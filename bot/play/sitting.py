"""A game at one terminal: created or resumed, played through the referee, shown."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec
from msgspec import Struct

import renderers
from bot import files, message_factory, queries, replaying
from bot.play.door import TERMINAL, Bundle, RobotDoor, TerminalDoor, Tray
from bot.play.plan import levels
from bot.service.app import open_writer
from engine.errors import LoadedDice, NotStored, UserError
from engine.game import AnyGame, answers, robot_order
from engine.menu import NotPossible, Refusal
from engine.messages import Address, Message, Rank, Receipt
from engine.referee import clock, referee
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT, WEBHOOK, GameView
from engine.referee.open_game import OpenGame
from engine.referee.writer import Writer
from engine.state import PUBLIC, Line, Order, Seat, Setup
from renderers import sentences_in

T = TypeVar("T")


class TerminalSeat(Struct, frozen=True):
    db: Path
    pictures: Path
    language: str


async def nothing() -> None:
    pass


class Robots:
    """Shared by all terminals of a game, so that one robot moves at a time, and once."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.answered: dict[Seat, int] = {}


class Sitting:
    """One game at one terminal, and its writer.

    ``homes`` are the addresses of the seats played here. ``robots`` are the levels of the robots,
    and ``machines`` the addresses of those that are not at home here. ``between`` runs after each
    order of a robot. ``public`` means that public news comes here as well. ``program`` means that a
    program plays here, which is announced to everybody.
    """

    def __init__(
        self, writer: Writer, door: Tray, place: TerminalSeat, id: str, shared: Robots | None = None
    ):
        self.writer, self.door, self.place, self.id = writer, door, place, id
        self.shared = shared or Robots()
        self.game: AnyGame
        self.setup: Setup
        self.seats: tuple[Seat, ...] = ()
        self.homes: dict[Seat, Address] = {}
        self.machines: dict[Seat, Address] = {}
        self.robots: dict[Seat, int] = {}
        self.public, self.program = True, False
        self.last: Seat | None = None
        self.book = message_factory.MessageFactory(writer.clock)
        self.turn = asyncio.Lock()
        self.rng = Random()
        self.between: Callable[[], Awaitable[None]] = nothing
        self.answer_of_robot: Callable[[GameView], Awaitable[Order]] = self.think

    # ---- beginning

    async def make(
        self, kind: str, setup: Setup, seats: Sequence[Seat], robots: Mapping[Seat, int]
    ) -> None:
        """Create the game and fill its seats, all or nothing."""

        def act(batch: Batch) -> None:
            batch.make(
                kind, setup, [Address(door=TERMINAL, sender=self.id, game=self.id, viewer=PUBLIC)]
            )
            for seat in seats:
                self.join(batch, kind, self.address(seat, robots.get(seat)), f"join {seat}")

        try:
            await self.writer.run(act)
        except LoadedDice as error:
            raise UserError(f"--dice: {error}") from error

    def join(self, batch: Batch, kind: str, home: Address, text: str) -> None:
        refusal = referee.take(batch, self.message(home, text, "operator")).refusal
        if refusal is not None:
            why = sentences_in(self.place.language).refusal(refusal, kind)
            raise UserError(f"{home.viewer}: {why}")

    async def settle_in(self, robots: Sequence[str]) -> None:
        """Look up who plays each seat, and fetch undelivered news."""
        self.homes, self.robots = await self.writer.run(self.learn)
        self.robots |= levels(robots, self.homes)
        await self.collect()

    async def collect(self) -> None:
        await self.writer.dispatcher.collect(
            [(TERMINAL, self.id), *((TERMINAL, a.sender) for a in self.homes.values())]
        )

    def learn(self, batch: Batch) -> tuple[dict[Seat, Address], dict[Seat, int]]:
        """Return the address of each seat, and robots' levels. In the writer's thread."""
        opened = self.opened_in(batch)
        table = opened.table
        homes = seated(opened, TERMINAL, ROBOT)
        if set(homes) != set(table.seats) or not homes:
            raise NotPossible("played-elsewhere", word=self.id)
        ordered = {seat: homes[seat] for seat in table.seats}
        return ordered, {s: level_at(home) for s, home in ordered.items() if home.door == ROBOT}

    def opened_in(self, batch: Batch) -> OpenGame:
        """Return the game and keep its facts here. In the writer's thread."""
        opened = batch.game(self.id)
        if opened is None:
            raise NotPossible("not-in-database", word=self.id)
        self.game, self.setup, self.seats = (
            opened.table.game,
            opened.table.setup,
            opened.table.seats,
        )
        return opened

    async def take(self, wanted: Sequence[str], name: str) -> None:
        """Take seats in a game that is played elsewhere as well, all or nothing.

        ``wanted`` are free seats or seats taken at a terminal before; without any, a seat is taken
        as ``name``. Raises ``UserError`` if one can't be taken, ``NotStored`` if that can't be
        stored.
        """
        mine, self.machines = await self.writer.run(lambda batch: self.taken(batch, wanted, name))
        self.homes = mine
        self.robots = {seat: level_at(home) for seat, home in self.machines.items()}

    def taken(
        self, batch: Batch, wanted: Sequence[str], name: str
    ) -> tuple[dict[Seat, Address], dict[Seat, Address]]:
        """Return the addresses of the seats played here from now on, and those of the robots.

        The robots play here, but nobody at this terminal sees their secrets. Runs in the writer's
        thread.
        """
        opened = self.opened_in(batch)
        if self.program and 1 < len(wanted) < opened.table.state.places:
            raise NotPossible("program-beside-own")
        homes = [self.seat_called(batch, opened, seat) for seat in wanted] or [
            self.some_seat(batch, opened, name)
        ]
        shown = Address(door=TERMINAL, sender=self.id, game=self.id, viewer=PUBLIC)
        if len(homes) > 1 and not any(
            (one.door, one.sender, one.viewer) == (TERMINAL, self.id, PUBLIC)
            for one in opened.addresses
        ):
            # If several people share one screen, it shows public news.
            batch.settle(opened, shown)
        self.public = any(
            (home.door, home.viewer) == (TERMINAL, PUBLIC) for home in opened.addresses
        )
        self.seats = opened.table.seats
        return {home.viewer: home for home in homes}, seated(opened, ROBOT)

    def seat_called(self, batch: Batch, opened: OpenGame, wanted: str) -> Address:
        """Return a seat by its name. Raises ``UserError`` if it is played at another door."""
        taken = {
            address.viewer.casefold(): address
            for address in opened.addresses
            if address.viewer != PUBLIC and address.door != WEBHOOK
        }
        home = taken.get(wanted.casefold())
        if home is None:
            return self.joined(batch, opened, self.address(wanted), f"join {wanted}")
        if home.door != TERMINAL:
            raise NotPossible("seat-taken-elsewhere", word=home.viewer)
        return home

    def some_seat(self, batch: Batch, opened: OpenGame, name: str) -> Address:
        """Return the seat that this person has had here before, or the first free one."""
        here = list(seated(opened, TERMINAL).values())
        mine = self.address(name)
        known = next((home for home in here if home.sender == mine.sender), None)
        if (
            known is None
            and len(here) == 1
            and len(opened.table.seats) == opened.table.state.places
        ):
            known = here[0]
        return known or self.joined(batch, opened, mine, "join")

    def joined(self, batch: Batch, opened: OpenGame, home: Address, text: str) -> Address:
        text += " as program" if self.program else ""
        self.join(batch, opened.table.game.name, home, text)
        return next(
            new for new in opened.addresses if (new.door, new.sender) == (home.door, home.sender)
        )

    async def begin(self) -> None:
        async with self.turn:
            await self.door.deliver()
        await self.play_robots()

    # ---- orders

    def address(self, seat: Seat, level: int | None = None) -> Address:
        """Return a seat's address here; with a ``level``, a robot's."""
        at = f"{self.id}/{seat}"
        door, sender = (TERMINAL, at) if level is None else (ROBOT, f"{at}:{level}")
        return Address(door=door, sender=sender, game=self.id, viewer=seat)

    def message(
        self, home: Address, text: str, rank: Rank = "", *, careful: bool = False
    ) -> Message:
        """Return a message from this terminal. Anybody who can open the database may take a seat in
        any of its games; from then on they are players like others.
        """
        more = {"name": home.viewer, "rank": rank, "careful": careful}
        return self.book.message(home.door, home.sender, text, self.id, **more)

    async def order(
        self,
        seat: Seat,
        text: str,
        answer: Callable[[Receipt, int], None],
        afterwards: Callable[[], None] = lambda: None,
        *,
        typed: bool = False,
    ) -> None:
        """Play an order of a seat, ``typed`` if by a person.

        ``answer`` gets the receipt and the seat's number of orders before any news is shown. Then
        the news, ``afterwards`` and the robots' orders follow.
        """
        async with self.turn:
            arrived = self.writer.clock.steady()
            receipt = await self.submit(seat, text, typed=typed)
            count = await self.count(seat)
            await self.writer.hold_back(arrived)
            answer(receipt, count)
            if receipt.status != "refused" or receipt.done:
                self.last = seat
            await self.door.deliver()
            afterwards()
        await self.play_robots()

    async def submit(self, seat: Seat, text: str, *, typed: bool = False) -> Receipt:
        if (home := self.homes.get(seat) or self.machines.get(seat)) is None:
            return Receipt(
                status="refused",
                game=self.id,
                seat=seat,
                order=text,
                refusal=Refusal(code="not-joined"),
            )
        try:
            message = self.message(home, text, careful=typed)
            # ``order`` paces the answers to people; a robot's need no pacing.
            receipt = await self.writer.submit_unpaced(message)
            return receipt if receipt.seat else msgspec.structs.replace(receipt, seat=seat)
        except NotStored as error:
            return Receipt(
                status="refused",
                game=self.id,
                seat=seat,
                order=text,
                refusal=Refusal(code="not-stored", word=str(error)),
            )

    async def count(self, seat: Seat) -> int:
        with suppress(NotStored):
            return await self.look(lambda opened, _: opened.table.state.orders.get(seat, 0))
        return 0

    async def call_robots(self) -> None:
        """Look up the robots of a game without people at this terminal."""
        self.machines = await self.writer.run(lambda batch: seated(self.opened_in(batch), ROBOT))
        self.robots = {seat: level_at(home) for seat, home in self.machines.items()}

    async def play_robots(self) -> None:
        """Let robots answer until people must. A refused one waits for the next time."""
        async with self.shared.turn, self.turn:
            with suppress(NotStored):
                while await self.answered(await self.see(PUBLIC)):
                    await self.between()

    async def answered(self, now: GameView) -> bool:
        """Let a robot, or a lone person with nothing to decide, answer; whether one did."""
        if (robot := self.next_robot(now)) is not None:
            mine = await self.see(robot)
            order = await self.answer_of_robot(mine)
            taken = await self.hand_in(mine, order)
            if taken and not isinstance(order, Line):
                self.shared.answered[robot] = mine.question
            return taken
        people = [seat for seat in self.homes if seat not in self.robots]
        # Robots alone learn nothing from an answer, so an empty question is left out.
        alone = people[0] if len(people) == 1 and set(self.homes) == set(self.seats) else None
        if now.asked is None or not now.asked.opportunity or alone not in now.asked.seats:
            return False
        mine = await self.see(alone)
        choices, default = answers(mine.menu), mine.menu.default
        if default is None or len(choices) != 1 or choices[0].slots:
            return False
        return await self.hand_in(mine, default)

    def next_robot(self, now: GameView) -> Seat | None:
        asked, answered = now.asked.seats if now.asked else (), self.shared.answered
        mine = [seat for seat in asked if seat in self.robots and self.plays(seat)]
        return next((seat for seat in mine if answered.get(seat) != now.question), None)

    def plays(self, seat: Seat) -> bool:
        return seat in self.homes

    async def think(self, now: GameView) -> Order:
        level = self.robots[now.viewer]
        return await asyncio.to_thread(robot_order, self.game, now.view, now.menu, self.rng, level)

    async def hand_in(self, now: GameView, order: Order) -> bool:
        receipt = await self.submit(now.viewer, now.menu.write(order))
        await self.door.deliver()
        return receipt.refusal is None

    async def follow(self, changed: Callable[[], Awaitable[None]]) -> None:
        """After any news, including the clock's, let the robots continue, then call ``changed``."""
        while True:
            await self.door.arrived.wait()
            self.door.arrived.clear()
            async with self.turn:
                await self.door.deliver()
            await self.play_robots()
            await changed()

    # ---- looking. All of these raise ``NotStored`` if the database can't be used now.

    async def look(self, act: Callable[[OpenGame, Batch], T]) -> T:
        return await self.writer.run(lambda batch: act(queries.opened_game(batch, self.id), batch))

    async def read(self, *viewers: Seat) -> dict[Seat, GameView]:
        """Return the game as everybody and each viewer may know it; who lost a seat: the public."""
        homes = list(self.homes.items())

        def act(
            opened: OpenGame, _: Batch
        ) -> tuple[dict[Seat, GameView], tuple[Seat, ...], dict[Seat, Address]]:
            now = {one: queries.seen_by(opened.table, one) for one in (PUBLIC, *viewers)}
            kept = {s: home for s, home in homes if opened.seat_of(home.door, home.sender) == s}
            return now, opened.table.seats, kept

        now, self.seats, self.homes = await self.look(act)
        return now

    async def see(self, viewer: Seat) -> GameView:
        return (await self.read(viewer))[viewer]

    async def past(self, viewer: Seat) -> replaying.Replay | None:
        return await self.writer.run(queries.replay, self.id, viewer)

    async def draw(self, now: GameView, look: str = "") -> Path:
        """Write the picture of a view in the mode ``look``, and return its path."""
        viewer, seats = now.viewer, [chair.seat for chair in now.chairs]
        plain = re.sub(r"[^0-9A-Za-z_-]", "_", viewer)
        whose = f"{seats.index(viewer) + 1}-{plain}" if viewer != PUBLIC else "public"
        way = "".join(f"-{word}" for word in look.split())
        kind, language = self.game.name, self.place.language
        make = partial(renderers.picture, kind, now.view, language, look)
        return await self.write(f"{now.question:03}-{whose}{way}.png", make)

    async def write(self, name: str, make: Callable[[], bytes]) -> Path:
        """Write a file next to the game's pictures, and return its path."""
        path = self.place.pictures / self.id / name

        def work() -> None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UserError(f"{error.filename or path.parent}: {error.strerror}") from error
            files.write(path, make(), force=True)

        await asyncio.to_thread(work)
        return path


def level_at(home: Address) -> int:
    return int(home.sender.rpartition(":")[2])


def seated(opened: OpenGame, *doors: str) -> dict[Seat, Address]:
    return {a.viewer: a for a in opened.addresses if a.door in doors and a.viewer != PUBLIC}


@asynccontextmanager
async def sit_down(
    place: TerminalSeat, id: str, show: Callable[[Bundle], None]
) -> AsyncIterator[Sitting]:
    """Open the database for the game ``id``, which may not exist yet. Nothing is shown before
    ``begin``. Raises ``StoreError`` if the database can't be opened.
    """
    door = TerminalDoor(id, place.language, show)
    async with open_writer(place.db, {TERMINAL: door, ROBOT: RobotDoor()}, clock.Clock()) as writer:
        try:
            yield Sitting(writer, door, place, id)
        finally:
            door.close()
