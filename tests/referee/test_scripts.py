"""A message with several orders: from the left, each an entry of its own, until
something may have changed the rest.
"""

from engine.menu import Refusal
from engine.messages import Done
from engine.referee.referee import MOST_ORDERS
from tests.referee.conftest import Opener
from tests.referee.stage import House, Table


def test_all_of_it(house: House) -> None:
    receipt = house.say("ann", "add 1; add 2\n\nspeak red")
    assert receipt.status == "taken"
    assert receipt.done == (Done("add 1", 1), Done("add 2", 2), Done("speak red", 3))
    assert len(house.store.journal("g")) == 2 + 3
    assert [n for n, _ in enumerate(house.store.bulletins("g"))] == [0, 1, 2, 3, 4, 5]


def test_it_ends_at_the_first_refusal(house: House) -> None:
    receipt = house.say("ann", "add 1; add 10; add 2")
    assert (receipt.status, receipt.order, receipt.dropped) == ("refused", "add 10", ("add 2",))
    assert receipt.refusal is not None
    assert receipt.refusal.start == 4, "the place is counted in the order, not in the letter"
    assert [done.order for done in receipt.done] == ["add 1"]
    assert house.referee.memory["g"].table.world.total == 1


def test_it_ends_when_somebody_else_is_asked(house: House) -> None:
    receipt = house.say("ann", "speak red; add 1; add 2")
    assert (receipt.status, receipt.dropped) == ("stopped", ("add 1", "add 2"))
    assert receipt.refusal is None


def test_a_last_order_that_ends_the_turn_stops_nothing(house: House) -> None:
    assert house.say("ann", "add 1; speak red").status == "taken"


def test_it_ends_when_something_comes_to_light(house: House) -> None:
    receipt = house.say("ann", "add 1; look; add 2")
    assert (receipt.status, receipt.dropped) == ("stopped", ("add 2",))
    assert house.say("ann", "look").status == "taken"


def test_it_goes_on_when_the_same_seat_is_asked_again(opened: Opener) -> None:
    house = opened(Table("g", seats=("ann",)))
    assert house.say("ann", "speak red; speak blue; speak green").status == "taken"


def test_it_ends_with_the_game(house: House) -> None:
    receipt = house.say("ann", "end; speak red")
    assert (receipt.status, receipt.dropped) == ("stopped", ("speak red",))
    assert house.say("ann", "speak red").refusal == Refusal(code="game-over", word="speak", end=5)


def test_a_sealed_question_does_not_end_the_script_of_one_who_is_asked_too(house: House) -> None:
    """Whether somebody else has answered may not be read off how a script went."""
    assert house.say("ann", "call; vote red; vote blue").status == "taken"
    assert house.say("bob", "vote green; add 1").status == "stopped"


def test_an_anytime_order_of_a_seat_that_is_not_asked(house: House) -> None:
    receipt = house.say("bob", "note red; note blue")
    assert (receipt.status, receipt.dropped) == ("stopped", ("note blue",))
    assert house.row("g").n == 3


def test_a_letter_with_too_many_orders_is_refused_whole_and_the_limit_is_taken(
    house: House,
) -> None:
    """Whatever door it comes from: the referee refuses it before it plays anything."""
    receipt = house.say("ann", "note red; " * MOST_ORDERS + "add 1")
    assert (receipt.status, receipt.order, receipt.done) == ("refused", "add 1", ())
    assert receipt.refusal is not None
    assert receipt.refusal.code == "too-many-orders"
    assert dict(receipt.refusal.facts) == {"limit": 60, "count": 61}
    assert house.row("g").n == 2, "both joins, and no order"
    assert len(house.say("ann", "note red; " * MOST_ORDERS).done) == 60
