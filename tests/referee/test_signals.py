"""What people must hear: every event of the referee has a row, and the rows hold together."""

from typing import Any

import pytest

from engine.referee import signals
from engine.referee.signals import SIGNALS, Signalled, heard
from engine.rulings import agreement, physical_dice, rulings, times
from engine.rulings.times import Wished
from engine.state import Event

SEATS = ("ann", "bob", "cid")


def kinds(base: type[Event]) -> set[type[Event]]:
    found = {base} if base.__struct_fields__ else set()
    return found.union(*(kinds(one) for one in base.__subclasses__()))


def test_every_event_of_the_referee_has_a_row() -> None:
    dice = {physical_dice.Wanted, physical_dice.Typed, physical_dice.Disputed}
    notices = kinds(rulings.Notice) | {rulings.Unrated}
    mine = {one for one in notices if one.__module__.startswith("engine.")}
    assert mine | dice == SIGNALS.keys()


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (
            [rulings.AskedFor("ann", "gm close")],
            Signalled(("bob", "cid"), "ping", ("ann", "gm close", 0)),
        ),
        ([rulings.Proposed("bob", 7)], Signalled(("ann", "cid"), "ping", ("bob", "", 7))),
        (
            [rulings.StillAsked("ann", "", 7, ("cid",))],
            Signalled(("cid",), "ping", ("ann", "", 7)),
        ),
        (
            [Wished("ann", "pause", 0, True, 1)],
            Signalled(("bob", "cid"), "ping", (signals.VOTE, agreement.wish("pause", 0), 0)),
        ),
        ([Wished("ann", "pause", 0, True, 0)], None),
        ([Wished("ann", "pause", 0, False, 2)], None),
        ([times.Opposed("ann", "pause", 0, True)], Signalled(("bob", "cid"), "ping")),
        ([times.Opposed("ann", "extend", 60, False)], None),
        ([rulings.Appealed("bob", "He is late.")], Signalled(("ann", "cid"), "ping")),
        ([rulings.Appealed("bob", "")], None),
        ([rulings.Viewed("Eve", "chat", "ann")], Signalled(SEATS, "quiet")),
        (
            [rulings.Announced("Soup."), rulings.AskedFor("ann", "gm close")],
            Signalled(("bob", "cid"), "ping", ("ann", "gm close", 0)),
        ),
        ([times.Paused("consent")], Signalled(SEATS, "quiet")),
        ([times.Missed(("ann",))], None),
        ([], None),
    ],
    ids=str,
)
def test_who_hears_what_and_how(events: list[Any], expected: Signalled | None) -> None:
    assert heard(events, SEATS) == expected
