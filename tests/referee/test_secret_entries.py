"""Entries that are secret show in nothing that others are told: not in a time, not in an order."""

from engine.referee.clock import HandClock, Heartbeat
from tests.referee.stage import House
from tests.referee.tale import tales

globals().update(tales(__file__))


def test_a_sleep_is_placed_before_it_is_noticed_and_not_after_the_last_job(house: House) -> None:
    clock = HandClock(1_000)
    pulse = Heartbeat(clock, house.store)
    pulse.beats()
    clock.advance(30)
    clock.jump(500)
    assert pulse.gap() == (1_030, 1_530)
