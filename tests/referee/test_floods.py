"""However much is told at once: each reader in order, nothing lost, nothing twice, and nobody's
report waits for more than a few messages of others.
"""

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from engine.errors import TryLater
from engine.messages import Outgoing
from engine.referee import unit_of_work
from engine.referee.batch import Batch
from engine.referee.doors import GameView, News
from engine.referee.ledger import PAGE
from engine.referee.sending import Delivery
from engine.state import PUBLIC
from engine.store.notes import Notes
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import DOOR, START, House, Table

GAMES = "g", "h", "i"
SEATS = "ann", "bob"
READERS = len(SEATS) + 1
TABLES = [Table(id, seats=SEATS) for id in GAMES]
Sent = tuple[str, str, bool, int]
"""Receiver, game, whether it is talk, and its number."""


class Wire:
    """One connection, over which a message goes after the other. ``dead`` receivers are never
    reached; ``faults``: how often another one is not.
    """

    def __init__(self, seed: int = 0, faults: float = 0.0):
        self.lock, self.lot, self.faults = asyncio.Lock(), random.Random(seed), faults
        self.went = list[Outgoing]()
        self.dead = set[str]()
        self.tried = 0

    async def send(self, outgoing: Outgoing) -> None:
        async with self.lock:
            await asyncio.sleep(0)
            self.tried += 1
            if outgoing.sender in self.dead:
                raise TryLater("no such host")
            if self.lot.random() < self.faults:
                now = START + self.tried
                raise self.lot.choice([TryLater("busy"), TryLater("busy", now), OSError("gone")])
            self.went.append(outgoing)


def flooded(office: Office, game: str, lines: int) -> Awaitable[None]:
    def act(batch: Batch) -> None:
        opened = batch.game(game)
        assert opened is not None
        for n in range(lines):
            said = "ann", PUBLIC, f"{n}"
            unit_of_work.say(batch, opened, batch.now, said, (*SEATS, PUBLIC))

    return office.writer.run(act)


def owed(house: House) -> set[Sent]:
    found = set()
    for game in GAMES:
        for row in house.store.news(game):
            for sender in (*SEATS, "everybody"):
                found.add((sender, game, row.kind == "talk", row.seq))
    return found


def lanes(went: list[Outgoing]) -> dict[tuple[str, str, bool], list[int]]:
    """The numbers that went to each receiver of each game, talk and others apart."""
    found = defaultdict[tuple[str, str, bool], list[int]](list)
    for out in went:
        found[out.sender, out.game, out.talk].append(out.seq)
    return found


Flood = tuple[Office, Wire]


@asynccontextmanager
async def wired(house: House, seed: int = 0, faults: float = 0.0) -> AsyncIterator[Flood]:
    wire = Wire(seed, faults)
    house.box.answer = wire.send
    async with at_work(house) as office:
        await office.quiet()
        yield office, wire


@pytest.fixture(params=["dropped", "checked", "kept"])
def house(request: pytest.FixtureRequest, opened: Opener) -> House:
    made = opened(*TABLES)
    made.box.repeats = request.param
    return made


class Waits:
    """For how many messages of others each message waits from when it was handed out."""

    def __init__(self, office: Office, wire: Wire):
        self.wire, self.began = wire, dict[tuple[str, str, int], int]()
        self.first, dispatcher = len(wire.went), office.writer.dispatcher
        hand_out = dispatcher.hand_out

        def noted(out: Iterable[Delivery]) -> None:
            listed = list(out)
            for one in listed:
                number = one.seq if one.stored is None else one.stored.id
                self.began[one.receiver[1], one.reader.game, number] = len(wire.went)
            hand_out(listed)

        dispatcher.hand_out = noted  # type: ignore[method-assign]  # the test looks on

    def of_reports(self, game: str) -> list[int]:
        found = dict[str, int]()
        for n, out in enumerate(self.wire.went):
            began = self.began.get((out.sender, out.game, out.seq or out.id))
            if out.game == game and not out.talk and began is not None:
                found.setdefault(out.sender, n - began)
        return list(found.values())


@pytest.mark.parametrize("game", ["g", "h"])
async def test_a_report_waits_for_no_more_than_one_message_of_each_reader(
    house: House, game: str
) -> None:
    async with wired(house) as (office, wire):
        waits = Waits(office, wire)
        await flooded(office, "g", 300)
        await office.say("ann", "add 1", game=game)
        await office.quiet()
    assert len(waits.of_reports(game)) == READERS
    assert max(waits.of_reports(game)) <= 2 * READERS
    assert len(lanes(wire.went)["bob", "g", True]) == 300


async def test_games_take_turns_when_messages_are_composed_and_stored(opened: Opener) -> None:
    house = opened(*TABLES)
    house.box.repeats = "kept"
    compose, composed = house.box.compose, list[str]()

    def noted(news: News, seen: GameView, notes: Notes) -> bytes | None:
        composed.append(seen.game)
        return compose(news, seen, notes)

    async with wired(house) as (office, _):
        house.box.compose = noted  # type: ignore[method-assign]  # the test looks on
        await flooded(office, "g", 300)
        before = len(composed)
        await office.say("ann", "add 1", game="h")
        await office.quiet()
    assert composed[before:].index("h") <= 2 * PAGE * READERS
    assert composed.count("g") == 300 * READERS


@pytest.mark.parametrize("seed", range(8))
async def test_each_reader_in_order_nothing_lost_and_nothing_twice(house: House, seed: int) -> None:
    lot = random.Random(seed)
    before = owed(house) if house.box.repeats != "kept" else set()
    async with wired(house, seed, faults=0.2) as (office, first):
        for _ in range(12):
            game = lot.choice(GAMES)
            if lot.random() < 0.5:
                await flooded(office, game, lot.randint(1, 30))
            else:
                await office.say("ann", "add 1", game=game)
            if lot.random() < 0.3:
                await office.later(lot.randint(1, 20))
    async with wired(house, seed) as (office, second):
        for _ in range(4):
            await office.later(4_000)
    went = first.went + second.went
    marks = [out.mark for out in went]
    assert len(marks) == len(set(marks)), "nothing twice"
    if house.box.repeats == "kept":
        # What is stored has no number.
        assert (len(marks), house.store.finished(DOOR)) == (len(owed(house)), [])
    else:
        told = {(out.sender, out.game, out.talk, out.seq) for out in went}
        assert told - before == owed(house) - before, "nothing lost"
        for numbers in lanes(went).values():
            assert all(a < b for a, b in pairwise(numbers)), "in order"


@pytest.mark.parametrize("seed", range(4))
async def test_after_a_crash_only_what_may_have_arrived_goes_again(
    house: House, tmp_path: Path, seed: int
) -> None:
    lot, copy = random.Random(seed), tmp_path / "copy"
    async with wired(house, seed) as (office, wire):
        for game in GAMES:
            await flooded(office, game, 20)
            await office.say("ann", "add 1", game=game)
        stop = len(wire.went) + lot.randint(0, 100)
        while len(wire.went) < stop and not office.writer.dispatcher.idle:
            await asyncio.sleep(0)
        await office.writer.run(lambda batch: batch.store.back_up(copy))
        known = {out.mark for out in wire.went}
    after = House(copy)
    after.box.repeats = repeats = house.box.repeats
    async with wired(after, seed) as (_, wire):
        pass
    twice = [out for out in wire.went if out.mark in known]
    total = known | {out.mark for out in wire.went}
    assert len(total) == len(owed(after)), "nothing lost, nothing composed and stored twice"
    assert after.store.finished(DOOR) == []
    if repeats == "checked":
        assert all(out.again for out in twice), "the door looks whether it is there"
    if repeats != "dropped":
        assert len(twice) <= 2 * READERS, "no more than was on its way"
    after.close()
