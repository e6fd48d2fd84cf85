"""A message is played once, even when it is forgotten that it was: what is older than the receipts
that are kept is refused.
"""

from itertools import product

from engine.messages import Receipt
from engine.store import aging
from engine.store.rows import Age
from renderers import Sentences
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.stage import House
from tests.tables import inbox

DAY = 86_400


def forget(house: House, before: int) -> int:
    """Receipts from before that second are forgotten, two rows a step; how many those were."""
    age, rows = Age(what="receipts", before=before), 0
    after: tuple[str | int, ...] = ()
    while True:
        freed = aging.forget(house.store, age, after, 2)
        rows += freed.rows
        if freed.after is None:
            return rows
        after = freed.after


@each("days, lag", product([0, 1, 59, 60, 61, 365], [0, 5, 70 * DAY]))
def test_no_letter_is_played_twice_however_late_it_comes_again(
    opened: Opener, days: int, lag: int
) -> None:
    """The door names the second in which the message was written; it arrives ``lag`` later, and
    again after so many days, when receipts of more than sixty days are forgotten.
    """
    house = opened()
    written = house.at + 100 * DAY
    message = house.message("ann", "speak red", id="<1>", at=100 * DAY + lag, written=written)
    (first,) = house.take([message])
    assert first.status == "taken"
    house.say("bob", "speak red")
    n = house.row().n
    now = house.at + days * DAY
    forget(house, now - 60 * DAY)
    repeated = house.message("ann", "speak red", id="<1>", at=days * DAY, written=written)
    (again,) = house.take([repeated])
    assert house.row().n == n, "it was played a second time"
    assert again == first or again.refusal.code == "too-old"
    assert house.take([message])[0].refusal is None or again.refusal is not None


def test_a_letter_whose_date_is_still_to_come_is_known_until_it_has_grown_old(
    house: House,
) -> None:
    ahead = house.at + 400 * DAY
    message = house.message("ann", "speak red", id="<1>", written=ahead)
    assert house.take([message])[0].status == "taken"
    house.say("bob", "speak red")
    n = house.row().n
    for days in (61, 399, 459, 461, 900):
        at = 1_000 + days * DAY
        forget(house, at - 60 * DAY)
        (again,) = house.take([house.message("ann", "speak red", id="<1>", at=at, written=ahead)])
        assert house.row().n == n
        assert (again.refusal is None) == (days < 460)


def test_the_refusal_says_when_the_message_was_written_and_notes_nothing(house: House) -> None:
    house.say("bob", "say * hello", at=1_767_225_599)
    forget(house, 1_767_225_600)
    message = house.message("ann", "speak red", at=1_767_312_000, written=1_767_139_200)
    (receipt,) = house.take([message])
    assert isinstance(receipt, Receipt)
    assert receipt.refusal is not None
    text = Sentences("en").refusal(receipt.refusal)
    assert "2025-12-31 00:00" in text
    assert "Write it again as a new message" in text
    assert len(inbox(house.store)) == 0
