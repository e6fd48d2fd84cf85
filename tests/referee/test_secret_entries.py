"""Entries that are secret show in nothing that others are told: not in a time, not in an order."""

import pytest

from engine.plan import DAY, HOUR
from engine.referee.clock import HandClock, Heartbeat
from engine.rulings import times
from engine.store import journal
from tests.referee.conftest import Opener
from tests.referee.stage import START, House, Table, slept


@pytest.mark.parametrize("secret", [False, True])
def test_when_the_referee_stopped_is_not_told_by_a_secret_entry(
    opened: Opener, secret: bool
) -> None:
    house = opened(Table(clock="24h"))
    if secret:
        assert house.say("ann", "note blue", at=START + HOUR).status == "taken"
    house.at = START + DAY // 2
    house.take([lambda batch: slept(batch, "g", (START + 60, START + DAY // 2))])
    told = [event for news in house.box.news for event in news.events]
    house.referee.take([], house.at)
    assert times.WasDown(START + 60, START + DAY // 2) in [*told, *bulletins(house)]


def bulletins(house: House) -> list[object]:
    """Return the events that everybody was told."""
    opened = house.referee.memory["g"]
    decode = opened.table.game.told_decoder.decode
    return [
        told.event for row in house.store.bulletins("g") for told in decode(row.told) if told.event
    ]


def test_a_sleep_is_placed_before_it_is_noticed_and_not_after_the_last_job(opened: Opener) -> None:
    clock = HandClock(1_000)
    pulse = Heartbeat(clock, opened().store)
    pulse.beats()
    clock.advance(30)
    clock.jump(500)
    assert pulse.gap() == (1_030, 1_530)


@pytest.mark.parametrize("secret", [False, True])
def test_who_begins_to_watch_does_not_learn_when_something_secret_was_said(
    opened: Opener, secret: bool
) -> None:
    house = opened(Table())
    if secret:
        house.say("ann", "note blue", at=START + 50)
    house.say("zed", "observe", at=START + 100)
    assert [news.at for news in house.box.news if news.sender == "zed"] == [START + 100]


def test_what_was_filed_happens_when_its_question_opens_however_late_the_clock_comes(
    opened: Opener,
) -> None:
    house = opened(Table(clock="1h"))
    asked = house.referee.memory["g"].table.ask()
    assert asked is not None
    (other,) = {"ann", "bob"} - set(asked.seats)
    house.say(other, "queue add speak green", at=START)
    house.wait(HOUR + 500)
    opened_game = house.referee.memory["g"]
    entries = journal.read(
        opened_game.table.game, opened_game.table.setup, house.store.journal("g")
    )
    assert [entry.at for entry in entries if entry.seat == other] == [START + HOUR]
