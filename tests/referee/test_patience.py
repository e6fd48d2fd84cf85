"""A message is tried for two weeks, by whatever door; then it counts as lost."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import TryLater
from engine.referee.clock import HandClock
from engine.referee.delivery import PATIENCE, Dispatcher
from engine.referee.sending import Delivery
from engine.store.rows import DeliveryReport
from tests.referee.test_progress import delivery, out

TWO_WEEKS = 14 * 86_400


def idle() -> Dispatcher:
    """A dispatcher that works no more."""
    none: Any = None
    dispatcher = Dispatcher(
        none, {}, HandClock(1_000), run=none, beside=none, commit=none, report=none
    )
    dispatcher.working = False
    return dispatcher


def failed(tries: int, error: Exception) -> tuple[DeliveryReport, int]:
    """What is noted of a message that has failed once more, and how long its receiver waits."""
    dispatcher = idle()
    dispatcher.failed(Delivery.of(replace(out(), tries=tries)), error)
    return dispatcher.report(), max(dispatcher.held.values(), default=0) - 1_000


def test_the_last_try_comes_two_weeks_after_the_first() -> None:
    waited = sum(failed(tries, TryLater("no"))[1] for tries in range(PATIENCE))
    assert TWO_WEEKS <= waited < TWO_WEEKS + 7_200
    assert failed(PATIENCE, TryLater("no connection"))[0].lost == [("post", "no connection")]


def test_a_wait_that_the_door_asks_for_is_no_try() -> None:
    report, waits = failed(3, TryLater("a quota", 6_000))
    assert (report.later, waits) == ([(5, 3, "a quota")], 5_000)


def test_the_wait_is_at_least_what_the_door_asks_for() -> None:
    waits = [failed(tries, TryLater("greylisted", wait=60))[1] for tries in range(6)]
    assert waits == [60, 60, 60, 60, 80, 160]


@pytest.mark.parametrize("talk", [False, True])
def test_what_fails_holds_up_all_for_its_receiver_unless_it_is_to_wait_alone(*, talk: bool) -> None:
    """What was not stored is told in order, whatever the door asks for."""
    receiver, news = ("post", "bob"), delivery(3, "bob", door="post", talk=talk)
    both, own = {(receiver, False): 1_060, (receiver, True): 1_060}, {(receiver, talk): 1_060}
    for message, alone, held in (
        (Delivery.of(out(talk=talk)), False, both),
        (Delivery.of(out(talk=talk)), True, own),
        (news, False, both),
        (news, True, both),
    ):
        dispatcher = idle()
        dispatcher.failed(message, TryLater("a quota", 1_060, alone=alone))
        assert dispatcher.held == held
