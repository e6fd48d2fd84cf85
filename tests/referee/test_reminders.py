"""Reminders, and notices that are no longer true."""

from collections.abc import Callable
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


def reminded(house: House) -> list[str]:
    """Return whom the box has reminded, and after how many hours: ``ann@24``."""
    news = [news for news in house.box.news if news.reason == "reminder"]
    return [f"{one.viewer}@{(one.at - START) / HOUR:g}" for one in news]


async def days(house: House, begin: int, end: int, *said: str) -> None:
    """Have a process work from hour to hour; ``5 bob: vote red`` is said in hour 5."""
    house.opens = START + begin * HOUR
    async with at_work(house) as office:
        for hour in range(begin, end):
            for when, who, text in (line.split(" ", 2) for line in said):
                if int(when) == hour:
                    await office.say(who.removesuffix(":"), text)
            await office.later(HOUR)


def reminds(hours: int, *said: str, to: str = "", **table: Any) -> Callable[..., Any]:
    """Return a test in which so many hours pass; ``to``: who is reminded after how many hours."""

    async def test(opened: Opener) -> None:
        house = opened(Table(**table))
        await days(house, 0, hours, *said)
        assert reminded(house) == to.split()

    return test


test_who_is_asked_is_reminded_a_day_and_three_hours_before = reminds(
    71, clock="3d", to="ann@48 ann@69"
)
test_a_deadline_that_is_near_from_the_beginning_has_no_reminder = reminds(2, clock="2h")
test_windows_and_secret_questions_have_no_reminder = reminds(
    47, "0 ann: call", options={"window": 2 * DAY}
)
# An hour was gone; the other 47 begin when the day is over. The clock comes at whole hours.
test_another_deadline_has_other_reminders = reminds(
    60, "1 ann: away until 1970-01-01", clock="2d remind 24h", to="ann@47"
)
test_an_answered_question_has_none = reminds(
    40, "10 ann: speak red", clock="2d remind 24h", to="bob@34"
)
# The public is reminded whoever has answered.
test_who_has_answered_is_not_reminded = reminds(
    30,
    "0 ann: call",
    "5 bob: vote red",
    seats=THREE,
    clock="30h remind 6h",
    to="*@24 ann@24 cy@24",
)


@pytest.mark.parametrize("answered", [(), ("ann",), ("cy", "bob"), ("ann", "bob")])
async def test_the_public_is_reminded_of_a_sealed_question_alike_whoever_has_answered(
    opened: Opener, answered: tuple[Seat, ...]
) -> None:
    house = opened(Table(seats=THREE, clock="30h remind 6h"))
    await days(house, 0, 29, "0 ann: call", *(f"1 {seat}: vote red" for seat in answered))
    (news,) = [
        news for news in house.box.news if news.reason == "reminder" and news.viewer == PUBLIC
    ]
    assert news.at - START == 24 * HOUR
    assert (news.asked, news.sealed, news.prompted) == (Ask(THREE), True, False)


async def test_after_a_short_stop_there_is_one_reminder_and_not_two(opened: Opener) -> None:
    house = opened(Table(clock="2d remind 24h 23h"))
    await days(house, 0, 23)
    house.at = house.opens = START + 26 * HOUR
    house.take([lambda batch: batch.notes_of("referee").put("pulse", str(house.at - 5))])
    async with at_work(house) as office:
        await office.later(1)
    (one,) = reminded(house)
    assert one.startswith("ann@26")


# ---- what could not be sent in time


def unreachable(_: Outgoing) -> Any:
    raise TryLater("not now")


async def sent_later(
    opened: Opener, *said: tuple[Seat, str], clock: str = "2d", before: int = 0
) -> list[Outgoing]:
    """Return what is sent once a door is back that could not be reached when this was said, from
    so many seconds after the beginning on.
    """
    house = opened(Table(clock=clock))
    async with at_work(house) as office:
        await office.later(before)
        house.box.answer = unreachable
        await office.later(1)
        for who, text in said:
            await office.say(who, text)
        house.box.answer = lambda _: None
        house.box.sent.clear()
        for _ in range(5):
            await office.later(HOUR)
        assert office.behind() == {}
    assert len(reminded(house)) <= 1
    return house.box.sent


async def test_a_reminder_that_could_not_be_handed_over_in_time_is_not_handed_over(
    opened: Opener,
) -> None:
    sent = await sent_later(opened, ("ann", "speak red"), clock="2d remind 24h", before=DAY - 1)
    assert all(b'"speak' not in outgoing.payload for outgoing in sent)
    hers = [outgoing for outgoing in sent if outgoing.sender == "ann"]
    assert len(hers) == 1, "what has happened is told"


async def test_what_has_happened_is_told_however_late(opened: Opener) -> None:
    sent = await sent_later(opened, ("ann", "speak red"), ("bob", "speak blue"))
    assert [outgoing.sender for outgoing in sent].count("bob") == 2


async def test_a_prompt_that_tells_nothing_else_is_not_handed_over_once_it_is_answered(
    opened: Opener,
) -> None:
    sent = await sent_later(opened, ("ann", "call"), ("ann", "vote red"), ("bob", "vote red"))
    assert sorted(outgoing.sender for outgoing in sent) == ["ann", "bob", "everybody"]
    assert all(b"Counted" in outgoing.payload for outgoing in sent)
