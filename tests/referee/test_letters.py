"""A message is answered once; what nobody may know is not to be learnt from an answer."""

from pathlib import Path

import pytest

from engine.menu import Refusal
from engine.messages import Address, Message, Receipt
from engine.state import PUBLIC
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table
from tests.tables import audit, inbox


def test_the_same_letter_gets_the_same_receipt(house: House) -> None:
    message = house.message("ann", "speak red")
    first, second, third = house.take([message, house.message("bob", "add 1"), message])
    (later,) = house.take([message])
    assert first == third == later
    assert (first.status, second.status) == ("taken", "taken")
    house.again()
    assert house.take([message]) == [first]
    assert len(inbox(house.store)) == 2
    assert house.row("g").n == 4  # two seats taken, two orders


def test_a_refusal_is_repeated_too_even_if_the_order_would_be_taken_now(house: House) -> None:
    message = house.message("bob", "speak red")
    (refused,) = house.take([message])
    house.say("ann", "speak red")
    assert house.take([message]) == [refused]
    assert refused.refusal.code == "not-your-turn"


@pytest.mark.parametrize("together", [True, False])
def test_another_letter_under_the_same_id_is_refused_and_noted(
    house: House, together: bool
) -> None:
    a, b = house.message("ann", "speak red", id="<1>"), house.message("bob", "speak red", id="<1>")
    answers = house.take([a, b]) if together else [*house.take([a]), *house.take([b])]
    assert answers[0].status == "taken"
    assert answers[1].refusal == Refusal(code="id-used-before")
    (act,) = audit(house.store)
    assert (act.actor, act.action, act.game) == (DOOR, "same id, other letter", None)
    assert act.facts == '{"id":"<1>"}'
    assert house.take([a]) == [answers[0]]


def test_another_sender_text_game_or_name_is_another_letter(house: House) -> None:
    first = Message(door=DOOR, id="<1>", sender="ann", text="speak red", at=2000, game="g")
    house.take([first])
    others = [
        Message(door=DOOR, id="<1>", sender="bob", text="speak red", at=2000, game="g"),
        Message(door=DOOR, id="<1>", sender="ann", text="speak blue", at=2000, game="g"),
        Message(door=DOOR, id="<1>", sender="ann", text="speak red", at=2000, game=None),
        Message(door=DOOR, id="<1>", sender="ann", text="speak red", at=2000, game="g", name="Ann"),
        Message(
            door=DOOR,
            id="<1>",
            sender="ann",
            text="speak red",
            at=2000,
            game="g",
            name="",
            key=b"key",
        ),
    ]
    assert [answer.refusal for answer in house.take(others)] == [
        Refusal(code="id-used-before")
    ] * len(others)
    assert (
        house.take(
            [Message(door=DOOR, id="<1>", sender="ann", text="speak red", at=9000, game="g")]
        )[0].status
        == "taken"
    ), "a later delivery"
    assert house.take(
        [Message(door="other", id="<1>", sender="ann", text="speak red", at=9000, game="g")]
    )[0].refusal != Refusal(code="id-used-before")


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
        ("refused", None, None, Refusal(code="no-game-of-yours"), "{'games': []}")
    }
    assert len(inbox(house.store)) == len(answers)
    assert house.say("ann", "speak red", "h").facts == {"games": ["g"]}, (
        "one's own games are listed"
    )


def test_a_reader_of_the_public_place_has_no_seat(house: House) -> None:
    assert house.say("everybody", "speak red").refusal == Refusal(code="no-game-of-yours")


def test_a_letter_without_a_game_goes_to_the_one_that_asks_its_sender(opened: Opener) -> None:
    house = opened(Table("g"), Table("h", seats=("bob", "ann")))
    assert house.say("ann", "speak red", None).game == "g"
    assert house.say("bob", "speak red", "h").status == "taken"
    assert house.say("bob", "speak blue", None).game == "g"
    house.say("bob", "nothing of the kind", "g")
    assert house.say("bob", "speak red", None).refusal == Refusal(code="no-game-of-yours"), (
        "none asks him"
    )


def test_a_letter_without_a_game_is_refused_if_several_ask(opened: Opener) -> None:
    house = opened(Table("g"), Table("h"))
    answer = house.say("ann", "speak red", None)
    assert (answer.refusal, answer.facts) == (
        Refusal(code="no-game-of-yours"),
        {"games": ["g", "h"]},
    )


def test_bad_text_is_refused_and_changes_nothing(house: House) -> None:
    before = house.store.game("g")
    for text in (
        "",
        "   ",
        "\0",
        "speak",
        "speak purple",
        "speak red blue",
        "x" * 100_000,
        "𝔰𝔭𝔢𝔞𝔨 red",
        "add 10",
    ):
        answer = house.say("ann", text)
        assert answer.status == "refused"
        assert answer.refusal is not None
        assert "speak" in str(answer.refusal.legal), text[:20]
    assert house.store.game("g") == before


def test_a_letter_that_cannot_even_be_noted_stops_nobody(house: House) -> None:
    """Half a character, which no database takes, comes from terminals that are not set to UTF-8."""
    bad = [
        house.message("\udc80", "speak red"),
        house.message("ann", "x", id="\udc80"),
    ]
    *refused, taken = house.take([*bad, house.message("ann", "speak red")])
    assert refused == [Receipt(status="refused", refusal=Refusal(code="internal"))] * 2
    assert taken.status == "taken"
    assert len(inbox(house.store)) == 1


def test_half_a_character_in_a_text_is_refused_like_any_other_word(house: House) -> None:
    answer = house.say("ann", "speak \udc80")
    assert (answer.refusal and answer.refusal.word) == "\ufffd"


def test_the_number_of_a_game_can_be_used_once(house: House) -> None:
    (error, receipt) = house.take(
        [Table("g", seats=("eve",)).make, house.message("ann", "speak red")]
    )
    assert isinstance(error, ValueError)
    assert receipt.status == "taken"


def test_receipts_say_which_order_of_its_seat_it_was(house: House) -> None:
    assert [done.n for done in house.say("ann", "add 1").done] == [1]
    assert [done.n for done in house.say("ann", "ADD 2\nspeak RED").done] == [2, 3]
    assert [done.order for done in house.say("bob", "SPEAK Red").done] == ["speak red"]
    assert house.say("ann", "note blue\nadd 0").done[-1].n == 5


def test_addresses_of_several_doors_speak_for_one_seat(tmp_path: Path, opened: Opener) -> None:
    house = opened()
    house.take(
        [
            lambda batch: batch.rows_of("g").addresses.append(
                Address(door="mail", sender="ann@x", game="g", viewer="ann")
            )
        ]
    )
    house.again()
    assert (
        house.take(
            [Message(door="mail", id="<1>", sender="ann@x", text="speak red", at=2000, game="g")]
        )[0].seat
        == "ann"
    )
    assert house.take(
        [Message(door="mail", id="<2>", sender="ann", text="speak red", at=2000, game="g")]
    )[0].refusal == Refusal(code="no-game-of-yours")
    assert [a.viewer for a in house.store.addresses("g")] == [PUBLIC, "ann", "ann", "bob"]
