"""Orders filed beforehand: used when their seat is asked, and seen by nobody else."""

from engine.referee.standing_orders import LONGEST, MOST
from tests.referee.tale import alike, tale

test_what_is_filed_is_listed_and_dropped = tale("""
    bob: queue                           -> orders=-
    bob: queue add speak red
    bob: queue add  always   note blue   -> orders=speak red+always note blue
    # The same thing once.
    bob: queue add speak red             -> orders=speak red+always note blue
    ann: queue                           -> orders=-
    bob: queue drop 1                    -> orders=always note blue
    bob: queue drop all                  -> orders=-
    bob: queue list                      -> facts=did:queue+orders:-
""")

test_it_is_played_when_its_seat_is_asked_and_then_it_is_gone = tale("""
    bob: queue add speak blue
    ann at 5s: speak red
        -> receipt.done.0.n=1; world.words=red+blue; bob hears FiledPlayed(speak blue)
        -> journal ann/Say@5s /house-FileOrders@5s bob/Say@5s
    bob: queue                           -> orders=-
""")

test_what_is_always_wanted_stays_and_is_used_once_for_each_order_of_a_person = tale("""
    ann: queue add always speak green
    bob: queue add always speak blue
    # Two that answer each other do not play on for ever.
    ann: speak red   -> world.words=red+blue+green; bob hears FiledPlayed(speak blue)
    bob: speak red   -> world.words=green+red+green+blue
    ann: queue       -> orders=always speak green
""")

test_the_first_that_is_legal_is_played = tale("""
    bob: queue add fly away
    bob: queue add vote red
    bob: queue add note red
    bob: queue add speak green
    bob: queue add speak blue
    ann: speak red   -> world.words=red+green
    # The others wait for their time.
    bob: queue       -> orders=fly away+vote red+note red+speak blue
""")


test_who_has_filed_an_answer_to_a_secret_question_is_not_called_to_it = tale("""
    bob: queue add vote blue
    ann: call                            -> asks ann
""")

test_nothing_is_played_by_itself_after_an_undo = tale("""
    bob: queue add always speak blue
    ann: speak red     -> world.words=red+blue
    # He wants to say something else.
    bob: undo          -> world.words=red
    bob: speak green   -> world.words=red+green
""")

test_filing_shows_nowhere = alike(
    """
    table clock=24h
    ann at 10s: speak red
    ? ann at 11s: queue add speak green
    ann at 12s: undo                     -> facts=did:undo
""",
    but="ann",
)

test_what_cannot_be_filed = tale(f"""
    bob: queue add                       -> !bad-queue
    bob: queue drop                      -> !bad-queue
    bob: queue drop 99                   -> !bad-queue
    bob: queue order                     -> !bad-queue
    bob: queue drop 1                    -> !no-such-queued
    bob {MOST} times: queue add add {{n}}   -> answered
    bob: queue add add 5 please          -> !too-many-queued
    bob: queue drop all
    bob: queue add {"x" * 2 * LONGEST}   -> orders={"x" * LONGEST}
    eve: queue add speak red             -> !not-joined
""")


ASKED_OF_ALL = """
    ? bob at 1s: queue add vote blue
    ann at 10s: call
    | bob at 100s: vote blue
    cy at 200s: vote red
    ann at 300s: vote red
    ann at 1000s: speak red              -> taken
"""

test_nobody_else_learns_that_an_answer_came_of_itself = alike(
    f"table seats=ann,bob,cy clock=24h {ASKED_OF_ALL}",
    f"table seats=ann,bob,cy clock=24h window=10m {ASKED_OF_ALL}",
    but="bob",
)
