"""A message is answered once; what nobody may know is not to be learnt from an answer."""

import pytest
from msgspec.structs import replace

from engine.menu import Refusal
from engine.messages import Address, Message, Receipt
from engine.state import PUBLIC
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table
from tests.referee.tale import tale
from tests.tables import audit, inbox

NO_GAME = Refusal(code="no-game-of-yours")
USED = Refusal(code="id-used-before")


def test_the_same_letter_gets_the_same_receipt(house: House) -> None:
    message = house.message("ann", "speak red")
    first, second, third = house.take([message, house.message("bob", "add 1"), message])
    assert [first] == [third] == house.take([message])
    assert (first.status, second.status) == ("taken", "taken")
    house.again()
    assert house.take([message]) == [first]
    assert len(inbox(house.store)) == 2
    assert house.row("g").n == 2 + 2, "two seats taken, two orders"


@pytest.mark.parametrize("together", [True, False])
def test_another_letter_under_the_same_id_is_refused_and_noted(
    house: House, together: bool
) -> None:
    a, b = (house.message(who, "speak red", id="<1>") for who in ("ann", "bob"))
    answers = house.take([a, b]) if together else [*house.take([a]), *house.take([b])]
    assert (answers[0].status, answers[1].refusal) == ("taken", USED)
    (act,) = audit(house.store)
    assert (act.actor, act.action, act.game) == (DOOR, "same id, other letter", None)
    assert act.facts == '{"id":"<1>"}'
    assert house.take([a]) == [answers[0]]


def test_no_game_no_seat_and_the_games_of_others_are_the_same_words(opened: Opener) -> None:
    house = opened(Table("g"), Table("h", seats=("cy", "di")))
    answers = [
        house.say("eve", "speak red", "g"),
        house.say("eve", "speak red", "nowhere"),
        house.say("eve", "speak red", None),
        house.say("eve", "no such order", "h"),
        house.say("eve", "join", "nowhere"),
    ]
    assert {(a.status, a.game, a.seat, a.refusal, str(a.facts)) for a in answers} == {
        ("refused", None, None, NO_GAME, "{'games': []}")
    }
    assert len(inbox(house.store)) == len(answers)


test_a_letter_without_a_game_goes_to_the_one_that_asks_its_sender = tale("""
    table id=g
    table id=h seats=bob,ann
    ann in -: speak red      -> receipt.game=g
    bob in h: speak red      -> taken
    bob in -: speak blue     -> receipt.game=g
    # None asks him.
    bob in -: speak red      -> !no-game-of-yours
    # Several ask her; her own games are listed.
    ann in -: speak red      -> !no-game-of-yours; games=g+h
    # A reader of the public place has no seat.
    everybody: speak red     -> !no-game-of-yours
""")


def test_a_letter_that_cannot_even_be_noted_stops_nobody(house: House) -> None:
    """Half a character, which no database takes, comes from terminals that are not set to UTF-8."""
    bad = [house.message("\udc80", "speak red"), house.message("ann", "x", id="\udc80")]
    *refused, taken = house.take([*bad, house.message("ann", "speak red")])
    assert refused == [Receipt(status="refused", refusal=Refusal(code="internal"))] * 2
    assert taken.status == "taken"
    assert len(inbox(house.store)) == 1
    answer = house.say("bob", "speak \udc80")
    assert (answer.refusal and answer.refusal.word) == "\ufffd", "like any other word"


def test_addresses_of_several_doors_speak_for_one_seat(house: House) -> None:
    mail = Address(door="mail", sender="ann@x", game="g", viewer="ann")
    house.take([lambda batch: batch.rows_of("g").addresses.append(mail)])
    house.again()
    said = Message(door="mail", id="<1>", sender="ann@x", text="speak red", at=2000, game="g")
    seated, stranger = house.take([said, replace(said, id="<2>", sender="ann")])
    assert seated.seat == "ann"
    assert stranger.refusal == NO_GAME
    assert [a.viewer for a in house.store.addresses("g")] == [PUBLIC, "ann", "ann", "bob"]
