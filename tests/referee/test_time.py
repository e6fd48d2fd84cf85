"""Ticks come first: what is due is played at its own time, before anything that
came later; clocks and alarms.
"""

import asyncio

import msgspec

from engine.referee.clock import Alarm, Clock, HandClock
from engine.state import Seat
from tests.referee.conftest import Opener
from tests.referee.stage import START, House, Table


def entries(house: House, game: str = "g") -> list[tuple[int, Seat, str]]:
    """When, who, what: the journal without the joins."""
    rows = [msgspec.json.decode(entry) for entry, _ in house.store.journal(game)]
    return [
        (row["at"], row["seat"], row["order"]["type"])
        for row in rows
        if row["order"]["type"] != "Join"
    ]


def test_a_late_order_closes_nothing_and_each_tick_has_its_own_time(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}))
    receipt = house.say("ann", "speak blue", at=START + 150)
    # Due: ann at 60, bob at 120; ann's second turn is open until 180,
    # and her order answers that one.
    assert entries(house) == [
        (START + 60, "", "Tick"),
        (START + 120, "", "Tick"),
        (START + 150, "ann", "Say"),
    ]
    assert receipt.status == "taken"
    assert house.referee.memory["g"].table.world.words == ["red", "red", "blue"]
    assert house.row("g").due == START + 210


def test_an_order_in_the_second_of_the_tick_comes_after_it(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}))
    assert house.say("ann", "speak blue", at=START + 60).status == "refused"
    assert entries(house) == [(START + 60, "", "Tick")]


def test_an_order_a_second_earlier_is_in_time(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}))
    assert house.say("ann", "speak blue", at=START + 59).status == "taken"
    assert entries(house) == [(START + 59, "ann", "Say")]


def test_bulletins_of_ticks_carry_their_own_time(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}))
    house.say("ann", "speak blue", at=START + 150)
    assert [row.at - START for row in house.store.bulletins("g")][-3:] == [60, 120, 150]
    assert [news.at - START for news in house.box.news if news.viewer == "ann"][-3:] == [
        60,
        120,
        150,
    ]


def test_any_letter_to_the_game_brings_its_ticks(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}))
    house.say("bob", "say * hello", at=START + 61)
    assert entries(house) == [(START + 60, "", "Tick")]


def test_a_window_closes_at_its_tick_and_not_with_the_last_answer(opened: Opener) -> None:
    house = opened(Table("g", options={"window": 30}))
    house.say("ann", "call", at=START + 10)
    house.say("ann", "vote blue", at=START + 11)
    house.say("bob", "vote red", at=START + 12)
    assert house.row("g").due == START + 40
    house.say("ann", "vote green", at=START + 39)
    house.say("bob", "vote blue", at=START + 41)
    assert entries(house)[-2:] == [(START + 39, "ann", "Vote"), (START + 40, "", "Tick")]
    (counted,) = [
        event
        for news in house.box.news
        for event in news.events
        if type(event).__name__ == "Counted"
    ][:1]
    assert counted.votes == ("green", "red")


def test_time_never_runs_backwards_in_a_game(house: House) -> None:
    house.say("ann", "add 1", at=START + 50)
    early = house.message("ann", "add 2")
    house.at = START + 20
    house.take([msgspec.structs.replace(early, at=START + 20)])
    assert entries(house) == [(START + 50, "ann", "Add"), (START + 50, "ann", "Add")]


def test_an_order_that_could_not_be_read_before_happens_when_it_is_read(opened: Opener) -> None:
    """It was in time; the next question is counted from now, not from when it was written."""
    house = opened(Table("g", options={"pace": 60}))
    early = house.message("ann", "speak blue", at=START + 59)
    house.at = START + 500
    (receipt,) = house.take([early])
    assert receipt.status == "taken"
    assert entries(house) == [(START + 500, "ann", "Say")]
    assert house.row("g").due == START + 560


def test_the_store_knows_what_is_due(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}), Table("h", options={"pace": 30}), Table("i"))
    assert house.store.next_due() == START + 30
    assert house.store.next_due(but=["h"]) == START + 60
    assert house.store.next_due(but=["g", "h"]) is None
    assert house.store.due(START + 29, 9) == []
    assert house.store.due(START + 60, 9) == [
        (START + 30, "h"),
        (START + 60, "g"),
    ], "the longest overdue first"


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


def test_a_clock_moved_by_hand_makes_its_calls_in_order() -> None:
    clock, made = HandClock(100), list[str]()
    clock.at(130, lambda: made.append("c"))
    clock.at(110, lambda: made.append("a"))
    clock.at(120, lambda: made.append("never")).cancel()
    clock.at(120, lambda: made.append("b"))
    clock.advance(20)
    assert (made, clock.now()) == (["a", "b"], 120)
    clock.advance(100)
    assert made == ["a", "b", "c"]


def test_the_clock_of_the_machine_never_calls_too_early() -> None:
    async def story() -> tuple[int, int]:
        clock, rung = Clock(), asyncio.Event()
        when = clock.now() + 1
        clock.at(when, rung.set)
        await rung.wait()
        return clock.now(), when

    now, when = asyncio.run(story())
    assert now >= when
