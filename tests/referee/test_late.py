"""A law of delivery: no receiver, at any door, is tried in vain for long without a word."""

import logging
from typing import NoReturn

import pytest

from engine.errors import TryLater
from engine.messages import Outgoing
from engine.referee.clock import Clock
from engine.referee.delivery import LATE
from engine.referee.doors import Repeats
from engine.store import counts
from tests.referee.conftest import Opener
from tests.referee.office import at_work
from tests.referee.stage import DOOR, START, Table

WORDS = "has failed to deliver news of game g"


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    texts = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    return [text for text in texts if WORDS in text]


class Broken:
    """A door that fails forever for some; ``wait`` is the second of the next try that it names."""

    def __init__(self, whom: set[str], clock: Clock, wait: int | None):
        self.whom, self.clock, self.wait = whom, clock, wait

    def __call__(self, outgoing: Outgoing) -> None:
        if outgoing.sender in self.whom:
            self.fail()

    def fail(self) -> NoReturn:
        at = None if self.wait is None else self.clock.now() + self.wait
        raise TryLater("no line", at=at)


@pytest.mark.parametrize(
    ("who", "repeats", "wait"),
    [("bob", "dropped", None), ("everybody", "checked", 300), ("everybody", "kept", None)],
)
async def test_a_receiver_who_is_tried_in_vain_is_named_until_a_message_arrives(
    opened: Opener, caplog: pytest.LogCaptureFixture, who: str, repeats: Repeats, wait: int | None
) -> None:
    house = opened(Table())
    house.box.repeats = repeats
    async with at_work(house) as office:
        dispatcher = office.writer.dispatcher
        house.box.answer = Broken({who}, office.clock, wait)
        await office.say("ann", "speak blue")
        await office.quiet()
        begun = office.clock.now()

        async def until(second: int) -> None:
            while office.clock.now() < second:
                office.clock.advance(min(60, second - office.clock.now()))
                await office.quiet()

        def stored() -> list[str]:
            return [one.sender for one in counts.late(house.store, office.clock.now() - LATE + 1)]

        await until(begun + LATE - 60)
        assert (dispatcher.late(), stored(), warned(caplog)) == ([], [], [])
        await until(begun + LATE + 60)
        assert [one.sender for one in dispatcher.late()] == [who]
        assert dispatcher.late()[0].why == "no line"
        dispatcher.flush()
        await office.quiet()
        assert stored() == [who]
        await until(begun + 5 * LATE)
        assert len(warned(caplog)) == 1, "once, and not at every try"
        house.box.answer = lambda _: None
        await until(begun + 10 * LATE)
        dispatcher.flush()
        await office.quiet()
        assert (dispatcher.late(), stored()) == ([], [])
        assert house.box.texts(who)
        house.box.answer = Broken({who}, office.clock, wait)
        await office.say("bob", "speak blue")
        await until(begun + 12 * LATE)
        assert len(warned(caplog)) == 2, "anew"


@pytest.mark.parametrize("repeats", ["dropped", "checked"])
async def test_a_process_that_begins_again_knows_since_when(
    opened: Opener, repeats: Repeats
) -> None:
    house = opened(Table())
    house.box.repeats = repeats
    for life in range(3):
        house.again()
        house.opens = START + life * (LATE // 2)
        async with at_work(house) as office:
            house.box.answer = Broken({"bob"}, office.clock, None)
            if not life:
                await office.say("ann", "speak blue")
            await office.quiet()
            office.writer.dispatcher.flush()
            await office.quiet()
            late = office.writer.dispatcher.late()
    assert [(one.door, one.sender) for one in late] == [(DOOR, "bob")]
