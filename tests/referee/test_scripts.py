"""A message with several orders: from the left, each an entry of its own, until something may have
changed the rest.
"""

from engine.messages import Done
from engine.referee.referee import MOST_ORDERS
from tests.referee.stage import House
from tests.referee.tale import tale


def test_all_of_it(house: House) -> None:
    receipt = house.say("ann", "add 1; add 2\n\nspeak red")
    assert receipt.status == "taken"
    assert receipt.done == (Done("add 1", 1), Done("add 2", 2), Done("speak red", 3))
    assert len(house.store.journal("g")) == 2 + 3
    assert len(house.store.bulletins("g")) == 1 + 2 + 3


test_it_ends_at_the_first_refusal = tale("""
    # The place is counted in the order, not in the message.
    ann: add 1; add 10; add 2
        -> refused; receipt.order=add 10; receipt.refusal.start=4; receipt.dropped=add 2
        -> receipt.done.0.order=add 1; world.total=1; journal ann/Add
""")

test_it_ends_when_somebody_else_is_asked_but_not_at_its_last_order = tale("""
    ann: speak red; add 1; add 2    -> stopped; receipt.dropped=add 1+add 2
    bob: add 1; speak red           -> taken
""")

test_it_ends_when_something_comes_to_light = tale("""
    ann: add 1; look; add 2         -> stopped; receipt.dropped=add 2
    ann: look                       -> taken
""")

test_a_sealed_question_does_not_end_the_script_of_one_who_is_asked_too = tale("""
    # Whether somebody else has answered may not be read off how a script went.
    ann: call; vote red; vote blue  -> taken
    bob: vote green; add 1          -> stopped
""")

test_a_letter_with_too_many_orders_is_refused_whole_and_the_limit_is_taken = tale(f"""
    # Whatever door it comes from: the referee refuses it before it plays anything.
    ann: {"note red; " * MOST_ORDERS}add 1
        -> !too-many-orders; receipt.order=add 1; receipt.done=-; journal
        -> receipt.refusal.facts=limit+60+count+61
    ann: {"note red; " * MOST_ORDERS}   -> taken; receipt.done.59.order=note red
""")
