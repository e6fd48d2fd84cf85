"""Reminders, and notices that are no longer true."""

import asyncio
from typing import Any

import pytest

from engine.errors import TryLater
from engine.messages import Outgoing
from engine.plan import DAY, HOUR
from engine.state import PUBLIC, Ask, Seat
from tests.referee.conftest import Opener
from tests.referee.office import at_work
from tests.referee.stage import START, House, Table

THREE = ("ann", "bob", "cy")


def reminded(house: House) -> list[tuple[int, Seat]]:
    """When, in seconds after the beginning, and who."""
    return [(news.at - START, news.viewer) for news in house.box.news if news.reason == "reminder"]


def days(house: House, hours: int, *said: tuple[int, Seat, str]) -> None:
    """So many hours pass; what is said when, in hours."""

    async def story() -> None:
        async with at_work(house) as office:
            for hour in range(hours):
                for when, seat, text in said:
                    if when == hour:
                        await office.say(seat, text)
                await office.later(HOUR)

    asyncio.run(story())


def test_who_is_asked_is_reminded_a_day_and_three_hours_before(opened: Opener) -> None:
    house = opened(Table(clock="3d"))
    days(house, 71)
    assert reminded(house) == [(2 * DAY, "ann"), (3 * DAY - 3 * HOUR, "ann")]


def test_the_plan_says_when(opened: Opener) -> None:
    house = opened(Table(clock="2d remind 12h 6h 1h"), name="one")
    days(house, 47)
    assert reminded(house) == [(36 * HOUR, "ann"), (42 * HOUR, "ann"), (47 * HOUR, "ann")]
    house = opened(Table(clock="2d remind none"), name="two")
    days(house, 47)
    assert reminded(house) == []


def test_a_deadline_that_is_near_from_the_beginning_has_no_reminder(opened: Opener) -> None:
    house = opened(Table(clock="2h"))
    days(house, 2)
    assert reminded(house) == []


def test_who_has_answered_is_not_reminded(opened: Opener) -> None:
    house = opened(Table(seats=THREE, clock="30h remind 6h"))
    days(house, 30, (0, "ann", "call"), (5, "bob", "vote red"))
    told = [(24 * HOUR, PUBLIC), (24 * HOUR, "ann"), (24 * HOUR, "cy")]
    assert reminded(house) == told, "the public is reminded whoever has answered"


def test_windows_and_secret_questions_have_no_reminder(opened: Opener) -> None:
    house = opened(Table(options={"window": 2 * DAY}))
    days(house, 47, (0, "ann", "call"))
    assert reminded(house) == []


def test_another_deadline_has_other_reminders(opened: Opener) -> None:
    house = opened(Table(clock="2d remind 24h"))
    days(house, 60, (1, "ann", "away until 1970-01-01"))
    # An hour was gone; the other 47 begin when the day is over. The clock of
    # this test comes at whole hours.
    assert reminded(house) == [(47 * HOUR, "ann")]


def test_an_answered_question_has_none(opened: Opener) -> None:
    house = opened(Table(clock="2d remind 24h"))
    days(house, 40, (10, "ann", "speak red"))
    assert reminded(house) == [(34 * HOUR, "bob")]


def test_after_a_short_stop_there_is_one_reminder_and_not_two(opened: Opener) -> None:
    """The referee was not there when the first was due, nor the second."""
    house = opened(Table(clock="2d remind 24h 23h"))
    days(house, 23)
    house.at = START + 26 * HOUR

    async def story() -> None:
        house.opens = START + 26 * HOUR
        async with at_work(house) as office:
            await office.later(1)

    house.take([lambda batch: batch.notes_of("referee").put("pulse", str(START + 26 * HOUR - 5))])
    asyncio.run(story())
    assert reminded(house) == [(26 * HOUR, "ann")] or reminded(house) == [(26 * HOUR + 1, "ann")]


def test_a_crash_after_a_reminder_does_not_repeat_it(opened: Opener) -> None:
    house = opened(Table(clock="2d remind 24h"))
    days(house, 25)
    house.again()
    days_later(house, 25, 10)
    assert reminded(house) == [(24 * HOUR, "ann")]


def days_later(house: House, begin: int, hours: int) -> None:
    """Another process, from that hour on."""

    async def story() -> None:
        house.opens = START + begin * HOUR
        async with at_work(house) as office:
            for _ in range(hours):
                await office.later(HOUR)

    asyncio.run(story())


def unreachable(_: Outgoing) -> Any:
    """A door that cannot be reached."""
    raise TryLater("not now")


def test_a_reminder_that_could_not_be_handed_over_in_time_is_not_handed_over(
    opened: Opener,
) -> None:
    house = opened(Table(clock="2d remind 24h"))

    async def story() -> None:
        async with at_work(house) as office:
            await office.later(DAY - 1)
            house.box.answer = unreachable
            await office.later(1)
            assert set(office.behind()) == {"ann"}
            await office.say("ann", "speak red")
            house.box.answer = lambda _: None
            house.box.sent.clear()
            for _ in range(5):
                await office.later(HOUR)
            assert office.behind() == {}

    asyncio.run(story())
    assert [news for news in house.box.news if news.reason == "reminder"][1:] == []
    assert all(b'"speak' not in outgoing.payload for outgoing in house.box.sent)
    assert len([outgoing for outgoing in house.box.sent if outgoing.sender == "ann"]) == 1, (
        "what has happened is told"
    )


def test_what_has_happened_is_told_however_late(opened: Opener) -> None:
    house = opened(Table(clock="2d"))

    async def story() -> None:
        async with at_work(house) as office:
            house.box.answer = unreachable
            await office.say("ann", "speak red")
            await office.say("bob", "speak blue")
            house.box.answer = lambda _: None
            house.box.sent.clear()
            for _ in range(5):
                await office.later(HOUR)

    asyncio.run(story())
    assert [outgoing.sender for outgoing in house.box.sent].count("bob") == 2


def test_a_prompt_that_tells_nothing_else_is_not_handed_over_once_it_is_answered(
    opened: Opener,
) -> None:
    """Through another door, for instance."""
    house = opened(Table(clock="2d"))

    async def story() -> None:
        async with at_work(house) as office:
            await office.quiet()
            house.box.answer = unreachable
            await office.say("ann", "call")
            await office.say("ann", "vote red")
            await office.say("bob", "vote red")
            house.box.answer = lambda _: None
            house.box.sent.clear()
            for _ in range(5):
                await office.later(HOUR)

    asyncio.run(story())
    assert sorted(outgoing.sender for outgoing in house.box.sent) == ["ann", "bob", "everybody"]
    assert all(b"Counted" in outgoing.payload for outgoing in house.box.sent)


def test_within_one_batch_nothing_is_told_that_is_no_longer_true(opened: Opener) -> None:
    house = opened(Table(clock="2d"))
    before = len(house.told)
    house.take(
        [
            house.message("ann", "call"),
            house.message("ann", "vote red"),
            house.message("bob", "vote red"),
        ]
    )
    assert sorted(outgoing.sender for outgoing in house.told[before:]) == [
        "ann",
        "bob",
        "everybody",
    ]


def test_the_public_is_not_reminded_where_everybody_knows_who_is_late(opened: Opener) -> None:
    house = opened(Table(clock="3d"))
    days(house, 71)
    assert PUBLIC not in {viewer for _, viewer in reminded(house)}


@pytest.mark.parametrize("answered", [(), ("ann",), ("cy", "bob"), ("ann", "bob")])
def test_the_public_is_reminded_of_a_sealed_question_alike_whoever_has_answered(
    opened: Opener, answered: tuple[Seat, ...]
) -> None:
    house = opened(Table(seats=THREE, clock="30h remind 6h"))
    days(house, 29, (0, "ann", "call"), *((1, seat, "vote red") for seat in answered))
    (news,) = [
        news for news in house.box.news if news.reason == "reminder" and news.viewer == PUBLIC
    ]
    assert (news.at - START, news.asked, news.sealed, news.prompted) == (
        24 * HOUR,
        Ask(THREE),
        True,
        False,
    )


@pytest.mark.parametrize("clock", ["3d", "3d grace 6h"])
def test_a_game_that_is_over_reminds_nobody(opened: Opener, clock: str) -> None:
    house = opened(Table(clock=clock))
    days(house, 71, (1, "ann", "end"))
    assert reminded(house) == []
    assert house.store.reminder("g") is None
