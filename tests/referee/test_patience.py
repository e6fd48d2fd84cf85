"""A message is tried for two weeks, by whatever door; then it counts as lost."""

from typing import Any

from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.clock import HandClock
from engine.referee.delivery import PATIENCE, Dispatcher
from engine.referee.parcels import stored
from engine.store.rows import DeliveryReport, Retry

TWO_WEEKS = 14 * 86_400


def failed(tries: int, error: Exception) -> tuple[DeliveryReport, int]:
    """What is noted of a message that has failed once more, and how long its receiver waits."""

    ledger: Any = None
    dispatcher = Dispatcher({}, HandClock(1_000), ledger)
    dispatcher.working = False
    out = Outgoing(id=7, game="g", door="mail", sender="ann", mark="m", payload=b"", tries=tries)
    dispatcher.failed(stored(out), error)
    return dispatcher.report(), max(dispatcher.held.values(), default=0) - 1_000


def test_the_last_try_comes_two_weeks_after_the_first() -> None:
    waited = sum(failed(tries, TryLater("no"))[1] for tries in range(PATIENCE))
    assert TWO_WEEKS <= waited < TWO_WEEKS + 7_200
    assert failed(PATIENCE, TryLater("no connection"))[0].lost == [("mail", "no connection")]


def test_a_wait_that_the_door_asks_for_is_no_try() -> None:
    report, waits = failed(3, TryLater("a quota", 6_000))
    assert (report.later, waits) == ([Retry(7, 3, "a quota")], 5_000)


def test_the_wait_is_at_least_what_the_door_asks_for() -> None:
    waits = [failed(tries, TryLater("greylisted", wait=60))[1] for tries in range(6)]
    assert waits == [60, 60, 60, 60, 80, 160]
