"""`my data`: everything that is kept about its sender, and nothing that they may not know."""

from typing import Any

from engine.messages import Address
from engine.store.journal import encode
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table


def data(house: House, sender: str, **more: Any) -> dict[str, Any]:
    receipt = house.say(sender, "my data", None, **more)
    assert receipt.status == "answered", receipt.refusal
    found: dict[str, Any] = receipt.facts["data"]
    return found


def test_it_has_names_accounts_settings_games_orders_talk_and_receipts(house: House) -> None:
    house.say("ann", "speak red")
    house.say("ann", "say bob shall we stop?")
    house.say("bob", "say ann not yet")
    house.say("bob", "away until 2030-01-01")
    found = data(house, "ann")
    assert found["accounts"][0]["at"] == DOOR
    assert found["accounts"][0]["name"] == "ann"
    (game,) = found["games"]
    assert (game["game"], game["seat"], game["kind"], game["left"]) == ("g", "ann", "relay", False)
    assert [said["text"] for said in game["talk"]] == ["shall we stop?", "not yet"]
    assert {"type": "Say", "word": "red"} in [given["order"] for given in game["orders"]]
    assert len(found["receipts"]) == 2
    assert "2030" not in str(found), "what bob has said of himself is not ann's"


def test_what_others_say_to_others_is_not_in_it(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cat")))
    house.say("bob", "say cat let us beat ann")
    house.say("bob", "say * hello")
    assert "beat" not in str(data(house, "ann"))
    assert "beat" in str(data(house, "cat"))
    assert "hello" in str(data(house, "bob"))


def test_what_others_keep_secret_changes_nothing_of_it(opened: Opener) -> None:
    found = []
    for answers in (["vote red"], ["vote blue"], []):
        house = opened()
        assert house.say("ann", "call").status == "taken"
        for text in answers:
            assert house.say("bob", text).status == "taken"
        at = house.at = 5_000
        found.append(encode(data(house, "ann", id="<same>", at=0)))
        assert at == 5_000
    assert found[0] == found[1] == found[2]


def test_who_gives_a_seat_away_keeps_what_was_theirs_and_gets_nothing_later(house: House) -> None:
    house.say("ann", "speak red")
    house.say("bob", "speak red")

    def replaced(batch: Any) -> None:
        opened = batch.game("g")
        batch.part(opened, [one for one in opened.addresses if one.sender == "ann"])
        batch.settle(opened, Address(door=DOOR, sender="eve", game="g", viewer="ann"))

    house.take([replaced])
    house.say("eve", "speak blue")
    house.say("bob", "say ann a word for eve")
    (anns,), (eves,) = data(house, "ann")["games"], data(house, "eve")["games"]
    assert (anns["left"], eves["left"]) == (True, False)
    assert "blue" not in str(anns["orders"])
    assert "blue" in str(eves["orders"])
    assert "a word for eve" not in str(anns["talk"])
    assert "a word for eve" in str(eves["talk"])


def test_who_is_one_person_at_two_doors_gets_both(house: House) -> None:
    house.take([lambda batch: batch.accounts.link((DOOR, "ann"), ("mail", "ann@x.example"))])
    found = data(house, "ann")
    assert [account["name"] for account in found["accounts"]] == ["ann", "ann@x.example"]
    assert data(house, "bob")["accounts"][0]["name"] == "bob"
    assert "ann@x.example" not in str(data(house, "bob"))
