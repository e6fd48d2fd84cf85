"""Taking a seat, leaving it, starting, talking, taking an order back."""

from engine.menu import Refusal
from engine.messages import Message
from tests.referee.stage import DOOR, House
from tests.referee.tale import tales

globals().update(tales(__file__))


# ---- undo


def test_words_of_the_desk_are_read_in_any_case_and_need_a_game(house: House) -> None:
    assert house.say("ann", "SAY * Hello").status == "answered"
    nowhere = Message(door=DOOR, id="<x>", sender="bob", text="say * hello", at=2_000)
    assert house.take([nowhere])[0].refusal == Refusal(code="no-game-of-yours")
