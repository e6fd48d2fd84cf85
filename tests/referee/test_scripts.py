"""A message with several orders: from the left, each an entry of its own, until something may have
changed the rest.
"""

from engine.messages import Done
from engine.referee.referee import MOST_ORDERS
from tests.referee.stage import House
from tests.referee.tale import tale, tales


def test_all_of_it(house: House) -> None:
    receipt = house.say("ann", "add 1; add 2\n\nspeak red")
    assert receipt.status == "taken"
    assert receipt.done == (Done("add 1", 1), Done("add 2", 2), Done("speak red", 3))
    assert len(house.store.journal("g")) == 2 + 3
    assert len(house.store.bulletins("g")) == 1 + 2 + 3


globals().update(tales(__file__))


test_a_letter_with_too_many_orders_is_refused_whole_and_the_limit_is_taken = tale(f"""
    # Whatever door it comes from: the referee refuses it before it plays anything.
    ann: {"note red; " * MOST_ORDERS}add 1
        -> !too-many-orders; receipt.order=add 1; receipt.done=-; journal
        -> receipt.refusal.facts=limit+60+count+61
    ann: {"note red; " * MOST_ORDERS}   -> taken; receipt.done.59.order=note red
""")
