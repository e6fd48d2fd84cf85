"""Taking a seat, leaving it, starting, talking, taking an order back."""

from engine.menu import Refusal
from engine.messages import Message
from tests.referee.stage import DOOR, House
from tests.referee.tale import tale

# ---- join, leave, start

test_a_seat_is_called_as_one_says_or_else_like_its_player = tale("""
    waiting id=g seats=1,2,3
    ann: join Annie                 -> facts=did:join+seat:Annie
    bob named X: JOIN               -> seat=X
    # Doubles get a number, unless the name was asked for.
    cy: join x                      -> !already-joined
    dan: join *                     -> !bad-name; unchanged
    cy named x: join                -> seat=x2
    # The seat is not the sender.
    Annie: speak red                -> !no-game-of-yours
    ann: speak red                  -> taken
    ann: join                       -> !joined-before
    ann: join other                 -> !joined-before
""")

test_nobody_joins_or_leaves_after_the_start_or_after_the_end = tale("""
    ann: leave   -> !game-started
    eve: join    -> !game-started
    ann: end
    eve: join    -> !game-started
    # But they may talk.
    bob: say * well played   -> answered
    ann: undo                -> !game-over
""")

test_leave_frees_the_seat_and_who_has_left_has_none = tale("""
    waiting id=g seats=1,2,3
    ann: join
    ann: speak red   -> !not-started
    ann: leave       -> facts=did:leave+seat:ann; homes=everybody
    ann: leave       -> !not-joined
    # Numbers of joins are never used again.
    bob: join ann    -> seat=ann; chairs.0.number=2
""")


test_start_with_fewer_seats = tale("""
    waiting id=g seats=1,2,3
    ann: start       -> !not-joined
    ann: join
    ann: start       -> !too-few-seats
    bob: join
    ann: start       -> did=start
    ann: start       -> !game-started
    cy: join         -> !game-started
    ann: speak red   -> taken
""")

test_strangers_may_do_nothing_at_the_desk = tale("""
    eve: leave         -> !not-joined; unchanged
    eve: start         -> !not-joined; unchanged
    eve: say * hello   -> !not-joined; unchanged
    eve: undo          -> !not-joined; unchanged
""")


# ---- talk

test_talk_reaches_those_it_is_for_and_its_speaker = tale("""
    table seats=ann,bob,cy,dan
    ann: say BOB psst        -> facts=did:say+to:bob; sent ann bob
    ann: say * hello all     -> facts=did:say+to:*; sent everybody ann bob cy dan
    ann: SAY bob,CY hush     -> facts=did:say+to:bob,cy; sent ann bob cy
    ann: say bob,eve psst    -> !bad-say
    ann: say bob,* psst      -> !bad-say
    ann: talk                -> said.0.3=psst; said.1.3=hello all; said.2.3=hush; said.3.3=hush
    ann: talk
        -> spoken=ann to bob: psst+ann to *: hello all+ann to bob: hush+ann to cy: hush
    bob: talk                -> said.0.3=psst; said.1.3=hello all; said.2.3=hush
    cy: talk                 -> said.0.3=hello all; said.1.3=hush
    dan: talk                -> said.0.3=hello all
""")


# ---- undo

test_undo_takes_the_last_order_back = tale("""
    # Nothing was ordered yet.
    ann: undo    -> !nothing-to-undo
    ann: add 1
    ann: add 5   -> state.question=4
    # The question is a new one, and the numbers of orders go on.
    ann: undo    -> facts=did:undo; world.total=1; state.question=5; state.orders=ann:2
    ann: add 2   -> receipt.done.0.n=3
""")


test_undo_of_an_undo_and_of_somebody_elses_order = tale("""
    ann: speak red
    bob: undo         -> !nothing-to-undo
    ann: undo         -> did=undo
    # One step, not a way back to the beginning.
    ann: undo         -> !nothing-to-undo
    ann: speak blue
    bob: add 1
    # Bob has answered.
    ann: undo         -> did=propose
""")

test_no_undo_once_a_window_is_open = tale("""
    table window=30s
    ann: call
    ann: undo       -> did=propose
    ann: vote red
    ann: undo       -> did=propose
""")


def test_words_of_the_desk_are_read_in_any_case_and_need_a_game(house: House) -> None:
    assert house.say("ann", "SAY * Hello").status == "answered"
    nowhere = Message(door=DOOR, id="<x>", sender="bob", text="say * hello", at=2_000)
    assert house.take([nowhere])[0].refusal == Refusal(code="no-game-of-yours")


test_everybody_is_told_of_an_undo = tale("""
    ann: speak red
    ann: undo
        -> Undone(ann); ann hears Undone(ann); bob hears Undone(ann); asks ann
""")


test_what_was_taken_back_stays_in_the_history_as_such = tale("""
    ann: add 1
    ann: roll
    ann: add 5
    ann: undo
    ann: add 2   -> history Rolled Said~ Undone Said; ends Rolled Undone Said
""")
