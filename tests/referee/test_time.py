"""Ticks come first: what is due is played at its own time, before anything that came later; clocks
and alarms.
"""

import asyncio

from engine.referee.clock import Alarm, HandClock
from tests.referee.conftest import Opener
from tests.referee.stage import START, Table, entries
from tests.referee.tale import tale

test_a_late_order_closes_nothing_and_each_tick_has_its_own_time = tale("""
    table pace=60s
    # Due: Ann at 60, Bob at 120; Ann's second turn is open until 180, and this answers that one.
    ann at 150s: speak blue
        -> taken; journal /Tick@60s /Tick@120s ann/Say@150s; world.words=red+red+blue; due 210s
""")

test_an_order_in_the_second_of_the_tick_comes_after_it = tale("""
    table pace=60s
    ann at 59s: speak blue     -> taken; journal ann/Say@59s
    bob at 119s: speak blue    -> !not-your-turn; journal /Tick@119s
    # Any message brings them.
    bob at 180s: say * hello   -> answered; journal /Tick@179s
""")

test_a_window_closes_at_its_tick_and_not_with_the_last_answer = tale("""
    table window=30s
    ann at 10s: call
    ann at 11s: vote blue
    bob at 12s: vote red       -> due 40s; no Counted
    ann at 39s: vote green     -> journal ann/Vote@39s
    bob at 41s: vote blue      -> journal /Tick@40s; Counted(green+red, -)
""")


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


test_own_times_hold_in_all_games_of_a_person_whichever_address_says_them = tale("""
    table id=g clock=24h
    table id=h clock=24h seats=ann,cy
    ann in -: link                             -> let CODE=code
    post/{mail} in -: link {CODE}              -> answered
    post/{mail} in -: away until 1970-01-05    -> games=g+h
    ann in h: away none                        -> games=h+g
    bob in -: hours UTC 22:00-07:00            -> games=g
""")
