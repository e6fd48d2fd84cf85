"""A door that fetches what arrives may be behind: no question is closed before
it has read what came in time.
"""

import asyncio

import pytest

from engine.errors import NotStored
from engine.messages import Address, Message, Receipt
from engine.referee.batch import Batch
from engine.referee.scheduler import RETRY
from engine.state import REFEREE, Join, Seat
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import DOOR, START, Box, Table
from tests.referee.test_time import entries


class Slow(Box):
    """A door that says how far it has read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_before, self.asked = START, 0

    def look_again(self) -> None:
        self.asked += 1


def mixed(game: str, slow: Seat = "ann", window: int | None = None) -> Table:
    """Ann is reached at the slow door, Bob at the box; two minutes for each turn."""

    class Mixed(Table, frozen=True):
        def make(self, batch: Batch) -> None:
            doors = {who: "slow" if who == slow else DOOR for who in self.seats}
            opened = batch.make(
                self.kind,
                self.setup(),
                [
                    Address(door=doors[who], sender=who, game=self.id, viewer=who)
                    for who in self.seats
                ],
            )
            for seat in self.seats:
                batch.enter(opened, START, REFEREE, Join(seat, seat, "salt"))

    return Mixed(game, options={"pace": 120} if window is None else {"window": window})


async def mailed(office: Office, text: str, at: int, sender: str = "ann") -> Receipt:
    """A message through the slow door, that arrived at second ``at``."""
    return await office.writer.submit(
        Message(door="slow", id=f"<{text} {at}>", sender=sender, text=text, at=at, game="g")
    )


async def test_an_outage_over_a_deadline_costs_nobody_a_turn(opened: Opener) -> None:
    """The order arrived in time; the door could not read it before an hour later."""
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow) as office:
        await office.wait(130)
        assert entries(house) == []
        assert slow.asked > 0
        office.clock.advance(3600)
        await office.quiet()
        assert (await mailed(office, "speak blue", START + 119)).status == "taken"
        slow.read_before = office.clock.now()
        await office.writer.read_on()
        assert entries(house) == [(START + 3730, "ann", "Say")]
        assert house.row("g").due == START + 3730 + 120, (
            "Bob could not know before that he was asked"
        )


async def test_who_was_late_is_late(opened: Opener) -> None:
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow) as office:
        office.clock.advance(3600)
        await office.quiet()
        slow.read_before = START + 120
        await office.writer.read_on()
        assert (await mailed(office, "speak blue", START + 120)).status == "refused"
        assert entries(house) == [(START + 3600, "", "Tick")], (
            "after a long wait at the present time"
        )
        assert house.row("g").due == START + 3600 + 120


async def test_the_door_is_asked_to_look_until_it_has_read(opened: Opener) -> None:
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow) as office:
        await office.wait(120)
        once = slow.asked
        assert once >= 1
        await office.wait(RETRY)
        assert slow.asked > once
        slow.read_before = START + 119
        await office.writer.read_on()
        assert entries(house) == []
        slow.read_before = START + 120
        await office.wait(RETRY)
        assert entries(house) == [(START + 120, "", "Tick")]


async def test_what_others_order_after_the_deadline_waits_and_talk_does_not(opened: Opener) -> None:
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow) as office:
        await office.wait(121)
        late = asyncio.ensure_future(office.say("bob", "speak green"))
        assert (await office.say("bob", "say * where are you?")).status == "answered"
        await office.quiet()
        assert not late.done()
        slow.read_before = START + 121
        await office.writer.read_on()
        assert (await late).status == "taken"
        assert entries(house) == [(START + 120, "", "Tick"), (START + 121, "bob", "Say")]


async def test_a_process_without_the_door_does_not_close_the_question(opened: Opener) -> None:
    """What came for it lies where the door will read it; a terminal that works alone
    meanwhile costs nobody a turn.
    """
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow):
        pass
    async with at_work(house) as office:
        await office.wait(130)
        assert entries(house) == []
    async with at_work(house, slow=slow) as office:
        assert (await mailed(office, "speak blue", START + 119)).status == "taken"


async def test_a_question_to_others_waits_for_no_door(opened: Opener) -> None:
    house, slow = opened(mixed("g", slow="bob")), Slow()
    async with at_work(house, slow=slow) as office:
        await office.wait(130)
        assert entries(house) == [(START + 120, "", "Tick")]


async def test_who_waits_at_the_end_is_told_to_come_again(opened: Opener) -> None:
    house, slow = opened(mixed("g")), Slow()
    async with at_work(house, slow=slow) as office:
        await office.wait(121)
        late = asyncio.ensure_future(office.say("bob", "speak green", id="late"))
        await office.quiet()
    with pytest.raises(NotStored):
        await late
    assert house.store.answered(DOOR, "late") is None


async def test_whether_somebody_has_answered_does_not_matter(opened: Opener) -> None:
    """When a window closes depends on what everybody knows: on who is
    asked, not on who has answered.
    """
    house, slow = opened(mixed("g", window=30)), Slow()
    async with at_work(house, slow=slow) as office:
        await mailed(office, "call", START)
        slow.read_before = START + 1
        await mailed(office, "vote blue", START + 1)
        await office.say("bob", "vote red")
        await office.wait(31)
        assert [order for _, _, order in entries(house)][-1] == "Vote"
        slow.read_before = START + 31
        await office.writer.read_on()
        assert [order for _, _, order in entries(house)][-1] == "Tick"
