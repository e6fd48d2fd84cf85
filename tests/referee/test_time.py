"""Ticks come first: what is due is played at its own time, before anything that came later; clocks
and alarms.
"""

import asyncio

from engine.referee.clock import Alarm, HandClock
from tests.referee.conftest import Opener
from tests.referee.stage import START, Table, entries
from tests.referee.tale import tales

globals().update(tales(__file__))


def test_an_order_that_could_not_be_read_before_happens_when_it_is_read(opened: Opener) -> None:
    """It was in time; the next question is counted from now, not from when it was written."""
    house = opened(Table(options={"pace": 60}))
    early = house.message("ann", "speak blue", at=START + 59)
    house.at = START + 500
    (receipt,) = house.take([early])
    assert receipt.status == "taken"
    assert entries(house) == [(500, "ann", "Say")]
    assert house.row("g").due == START + 560


async def test_an_alarm_rings_once_at_the_time_it_was_last_set_to() -> None:
    rung: list[int] = []

    async def ring() -> None:
        rung.append(clock.now())

    clock = HandClock()
    alarm = Alarm(clock, ring)
    for setting in (50, 20, 30):
        alarm.set(setting)
    for _ in range(6):
        clock.advance(10)
        await asyncio.sleep(0)
    assert rung == [30]
    alarm.set(70)
    alarm.set(None)
    clock.advance(30)
    await asyncio.sleep(0)
    alarm.set(5)
    clock.advance(0)
    await alarm.end()
    alarm.set(100)
    alarm.stop()
    clock.advance(100)
    await asyncio.sleep(0)
    assert rung == [30, 90], "a time that is past: at once"
