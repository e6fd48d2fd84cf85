"""Taking a seat, leaving it, starting, talking, taking an order back."""

import msgspec

from engine.menu import Refusal
from engine.messages import Message
from engine.state import PUBLIC, Roll
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table, code
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

test_the_salt_goes_into_the_dice = tale("""
    waiting id=g seats=1,2,3
    ann named A: join Annie salt of the earth
        -> chairs.0.seat=Annie; chairs.0.name=A; chairs.0.salt=of the earth; chairs.0.number=1
    bob named Bob: join
        -> chairs.1.seat=Bob; chairs.1.salt=Bob; chairs.1.number=2
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


def test_join_and_leave_and_join_in_one_batch_is_as_in_three(opened: Opener) -> None:
    house = opened(Table("h"))
    house.take([Table("g", seats=("1", "2", "3")).waiting])
    words = ("join", "leave", "join a2", "leave", "join a3")
    house.take([house.message("ann", text) for text in words])
    before = house.referee.memory["g"].addresses
    house.again()
    assert house.store.addresses("g") == before
    assert [address.viewer for address in before] == [PUBLIC, "a3"]
    house.take([house.message("ann", text) for text in ("leave", "join a4", "leave")])
    assert [address.viewer for address in house.store.addresses("g")] == [PUBLIC]


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


def test_talk_is_no_order_and_no_history(house: House) -> None:
    before = house.row(), house.store.journal("g"), house.store.bulletins("g")
    house.say("bob", "say ann hello")
    row = msgspec.structs.replace(house.row(), told=before[0].told)
    assert (row, house.store.journal("g"), house.store.bulletins("g")) == before


@each(
    "text, wanted, place",
    [
        ("say", ("*", "ann", "bob"), (3, 3)),
        ("say bob", ("say TO TEXT",), (7, 7)),
        ("say bob   ", ("say TO TEXT",), (10, 10)),
        ("say nobody hello", ("*", "ann", "bob"), (4, 10)),
        ("say hello", ("*", "ann", "bob"), (4, 9)),
    ],
)
def test_talk_to_nobody_or_of_nothing(
    house: House, text: str, wanted: tuple[str, ...], place: tuple[int, int]
) -> None:
    receipt = house.say("ann", text)
    assert code(receipt) == "bad-say"
    assert receipt.refusal is not None
    assert receipt.refusal.wanted == wanted
    assert (receipt.refusal.start, receipt.refusal.end) == place
    assert house.store.talk("g") == []


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

test_what_was_taken_back_stays_in_the_history_as_such = tale("""
    ann: add 1
    ann: roll
    ann: add 5
    ann: undo
    ann: add 2   -> history Rolled Said~ Undone Said; ends Rolled Undone Said
""")

test_everybody_is_told_of_an_undo = tale("""
    ann: speak red
    ann: undo
        -> Undone(ann); ann hears Undone(ann); bob hears Undone(ann); asks ann
""")


def test_dice_after_an_undo_are_other_dice(opened: Opener) -> None:
    house = opened(*(Table(f"g{n}", secret=bytes([n]) * 32) for n in range(1, 7)))
    different = 0
    for n in range(1, 7):
        for who, text in (("ann", "roll"), ("ann", "undo"), ("bob", "agree"), ("ann", "roll")):
            house.say(who, text, f"g{n}")
        found = [
            msgspec.json.decode(row.rolls, type=list[Roll])
            for row in house.store.bulletins(f"g{n}")
        ]
        (first,), (second,) = [rolls for rolls in found if rolls]
        # The epoch is the number of the question that was open.
        assert (first.epoch, second.epoch) == (0, 3)
        assert first.key == second.key
        different += first.dice != second.dice
    assert different, "six dice fell like six others"


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

test_no_undo_of_what_cannot_be_taken_back = tale("""
    ann: look
    # Something final was told.
    ann: undo   -> did=propose
""")

test_no_undo_once_a_window_is_open = tale("""
    table window=30s
    ann: call
    ann: undo       -> did=propose
    ann: vote red
    ann: undo       -> did=propose
""")


def test_undo_in_one_batch_with_what_it_undoes(house: House) -> None:
    said = ("add 1", "add 5", "undo", "add 2", "undo")
    answers = house.take([house.message("ann", text) for text in said])
    statuses = [answer.status for answer in answers]
    assert statuses == ["taken", "taken", "answered", "taken", "answered"]
    assert house.referee.memory["g"].table.world.total == 1
    house.again()
    assert house.say("ann", "add 3").status == "taken"
    assert house.referee.memory["g"].table.world.total == 4


test_an_undone_question_gets_a_new_due_time = tale("""
    table pace=60s
    ann at 10s: add 1
    ann at 30s: undo   -> due 90s
""")


def test_words_of_the_desk_are_read_in_any_case_and_need_a_game(house: House) -> None:
    assert house.say("ann", "SAY * Hello").status == "answered"
    nowhere = Message(door=DOOR, id="<x>", sender="bob", text="say * hello", at=2_000)
    assert house.take([nowhere])[0].refusal == Refusal(code="no-game-of-yours")
