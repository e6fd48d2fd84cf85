"""A door that fetches what arrives may be behind: no question is closed before it has read what
came in time.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.errors import NotStored
from engine.messages import Message, Receipt
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import DOOR, START, Box, House, Table, entries

AT_THE_SLOW_DOOR = {"ann": ("slow", "ann")}


class Slow(Box):
    def __init__(self) -> None:
        super().__init__()
        self.read_before, self.asked = START, 0

    def look_again(self) -> None:
        self.asked += 1


class Stage:
    def __init__(self, house: House, slow: Slow, office: Office):
        self.house, self.slow, self.office = house, slow, office
        self.wait, self.say = office.wait, office.say

    async def mailed(self, text: str, at: int) -> Receipt:
        """A message of Ann through the slow door, that arrived so long after the beginning."""
        id, arrived = f"<{text} {at}>", START + at
        return await self.office.writer.submit(
            Message(door="slow", id=id, sender="ann", text=text, at=arrived, game="g")
        )

    async def read_until(self, at: int) -> None:
        self.slow.read_before = START + at
        await self.office.writer.read_on()


@asynccontextmanager
async def slowly(house: House) -> AsyncIterator[Stage]:
    slow = Slow()
    async with at_work(house, slow=slow) as office:
        yield Stage(house, slow, office)


@pytest.fixture
def house(opened: Opener) -> House:
    return opened(Table(options={"pace": 120}, homes=AT_THE_SLOW_DOOR))


async def test_an_outage_over_a_deadline_costs_nobody_a_turn(house: House) -> None:
    async with slowly(house) as stage:
        await stage.wait(130)
        assert entries(house) == []
        assert stage.slow.asked > 0
        await stage.office.later(3600)
        assert (await stage.mailed("speak blue", 119)).status == "taken"
        await stage.read_until(3730)
        assert entries(house) == [(3730, "ann", "Say")]
        # Bob could not know before that he was asked.
        assert house.row("g").due == START + 3730 + 120


async def test_what_others_order_after_the_deadline_waits_and_talk_does_not(house: House) -> None:
    async with slowly(house) as stage:
        await stage.wait(121)
        late = asyncio.ensure_future(stage.say("bob", "speak green"))
        assert (await stage.say("bob", "say * where are you?")).status == "answered"
        await stage.office.quiet()
        assert not late.done()
        await stage.read_until(121)
        assert (await late).status == "taken"
        assert entries(house) == [(120, "", "Tick"), (121, "bob", "Say")]


async def test_a_process_without_the_door_does_not_close_the_question(house: House) -> None:
    """What came for it lies where the door will read it; a terminal that works alone
    meanwhile costs nobody a turn.
    """
    async with slowly(house):
        pass
    async with at_work(house) as office:
        await office.wait(130)
        assert entries(house) == []
    async with slowly(house) as stage:
        assert (await stage.mailed("speak blue", 119)).status == "taken"


async def test_who_waits_at_the_end_is_told_to_come_again(house: House) -> None:
    async with slowly(house) as stage:
        await stage.wait(121)
        late = asyncio.ensure_future(stage.say("bob", "speak green", id="late"))
        await stage.office.quiet()
    with pytest.raises(NotStored):
        await late
    assert house.store.answered(DOOR, "late") is None


async def test_whether_somebody_has_answered_does_not_matter(opened: Opener) -> None:
    """When a window closes depends on what everybody knows: on those who are
    asked, not on those who have answered.
    """
    house = opened(Table(options={"window": 30}, homes=AT_THE_SLOW_DOOR))
    async with slowly(house) as stage:
        await stage.mailed("call", 0)
        stage.slow.read_before = START + 1
        await stage.mailed("vote blue", 1)
        await stage.say("bob", "vote red")
        await stage.wait(31)
        assert entries(house)[-1][2] == "Vote"
        await stage.read_until(31)
        assert entries(house)[-1][2] == "Tick"
