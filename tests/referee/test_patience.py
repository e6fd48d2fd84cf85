"""A message is tried for two weeks, by whatever door; then it counts as lost."""

from typing import Any

from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.clock import HandClock
from engine.referee.delivery import PATIENCE, Dispatcher
from engine.referee.parcels import Parcel, address_of
from engine.store.rows import DeliveryReport, Retry

TWO_WEEKS = 14 * 86_400


def failed(tries: int, error: Exception) -> DeliveryReport:
    """What is noted of a message that has failed once more."""

    ledger: Any = None
    dispatcher = Dispatcher({}, HandClock(1_000), ledger)
    dispatcher.working = False
    out = Outgoing(id=7, game="g", door="mail", sender="ann", mark="m", payload=b"", tries=tries)
    dispatcher.failed(Parcel(address_of(out), stored=out), error)
    return dispatcher.report()


def test_the_last_try_comes_two_weeks_after_the_first() -> None:
    waited = sum(
        failed(
            tries,
            TryLater("no"),
        )
        .later[0]
        .due
        - 1_000
        for tries in range(PATIENCE)
    )
    assert TWO_WEEKS <= waited < TWO_WEEKS + 7_200
    assert failed(PATIENCE, TryLater("no connection")).lost == [("mail", "no connection")]


def test_a_wait_that_the_door_asks_for_is_no_try() -> None:
    assert failed(3, TryLater("a quota", 5_000)).later == [Retry(7, 5_000, 3, "a quota")]
