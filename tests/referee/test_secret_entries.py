"""Entries that are secret show in nothing that others are told: not in a time, not in an order."""

from engine.referee.clock import HandClock, Heartbeat
from tests.referee.stage import House
from tests.referee.tale import alike, tale

test_when_the_referee_stopped_is_not_told_by_a_secret_entry = alike(
    """
    table clock=24h
    ? ann at 1h: note blue
    slept 60s-12h        -> WasDown(1060, 44200)
""",
    but="ann",
)

test_who_begins_to_watch_does_not_learn_when_something_secret_was_said = alike(
    """
    ? ann at 50s: note blue
    zed at 100s: observe   -> answered
""",
    but="ann",
)

test_what_was_filed_happens_when_its_question_opens_however_late_the_clock_comes = tale("""
    table clock=1h
    bob at 0s: queue add speak green
    wait 4100s             -> journal /Tick@1h /house-FileOrders@1h bob/Say@1h
""")


def test_a_sleep_is_placed_before_it_is_noticed_and_not_after_the_last_job(house: House) -> None:
    clock = HandClock(1_000)
    pulse = Heartbeat(clock, house.store)
    pulse.beats()
    clock.advance(30)
    clock.jump(500)
    assert pulse.gap() == (1_030, 1_530)
