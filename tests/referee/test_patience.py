"""A message is tried for two weeks, by whatever door; then it counts as lost."""

from typing import Any

from msgspec.structs import replace

from engine.errors import TryLater
from engine.messages import Outgoing
from engine.referee.clock import HandClock
from engine.referee.delivery import PATIENCE, Dispatcher
from engine.referee.sending import Delivery
from engine.store.rows import DeliveryReport

TWO_WEEKS = 14 * 86_400


WAITING = Outgoing(id=5, game="g", door="post", sender="bob", mark="m", payload=b"x")


def idle() -> Dispatcher:
    none: Any = None
    dispatcher = Dispatcher(
        none, {}, HandClock(1_000), run=none, beside=none, commit=none, report=none
    )
    dispatcher.working = False
    return dispatcher


def failed(tries: int, error: Exception) -> tuple[DeliveryReport, int]:
    """What is noted of a message that has failed once more, and how long its receiver waits."""
    dispatcher = idle()
    dispatcher.failed(Delivery.of(replace(WAITING, tries=tries)), error)
    return dispatcher.report(), max(dispatcher.held.values(), default=0) - 1_000


def test_the_last_try_comes_two_weeks_after_the_first() -> None:
    waited = sum(failed(tries, TryLater("no"))[1] for tries in range(PATIENCE))
    assert TWO_WEEKS <= waited < TWO_WEEKS + 7_200
    assert failed(PATIENCE, TryLater("no connection"))[0].lost == [("post", "no connection")]
