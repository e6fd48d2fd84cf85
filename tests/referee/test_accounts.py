"""Addresses of people: nobody but an operator reads those of somebody else."""

from pathlib import Path
from shutil import copy

import msgspec
import pytest

from engine.messages import Receipt
from engine.referee import contacts
from engine.referee.commands import VERBS
from engine.referee.contacts import DoorNames
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table

MAIL = "mail"
BOB, FRIEND = "bob.secret.9173@example.org", "friend.secret.4421@example.net"
SECRET = (BOB, FRIEND)
FILLED = {"say": "say bob hello", "my data": "my data", "games": "games"}


def table(rated: bool) -> Table:
    size = {"size": "6x6", "cities": 2}
    return Table(kind="battleboard", options=size, rated=rated, homes={"bob": (MAIL, BOB)})


@pytest.fixture
def posted(opened: Opener) -> House:
    """A game that runs, unrated, so that its owner may do what moderators do. Bob has written to
    everybody, and named a friend by address.
    """
    house = opened(table(rated=False), doors=(DOOR, MAIL))
    house.give("owner", (DOOR, "ann"))
    for text in (f"hand {FRIEND}", "say all hello", "appeal help", "undo", f"mute {BOB}"):
        house.say(BOB, text, by=MAIL, name="bob")
    house.say("op", f"gm moderator {FRIEND}", rank="operator")
    return house


def read(receipt: Receipt) -> str:
    return msgspec.json.encode(receipt).decode()


def test_no_word_of_the_desk_shows_anothers_address(posted: House) -> None:
    told = {
        text: read(posted.say("ann", text))
        for word in VERBS
        if word not in ("gm close", "forget me", "gm hand")
        for text in (FILLED.get(word, word), f"{word} bob")
    }
    assert '"acts":[[' in told["gm audit"]
    assert {text for text, said in told.items() if any(one in said for one in SECRET)} == set()
    heard = [one.payload.decode() for one in posted.told if one.sender == "ann"]
    assert heard
    assert [text for text in heard if any(one in text for one in SECRET)] == []
    assert SECRET[0] in read(posted.say("op", "gm audit", rank="operator"))


NOBODY = "bob.secret.9173@example.com"
"""An address of nobody here that is called like Bob's: only being at the table tells them apart."""
NOT_ASKED = ("gm close", "forget me")


class Named(DoorNames):
    def display_name(self, sender: str) -> str:
        return sender.split("@")[0]


def answers_about(house: House, text: str, who: str) -> str:
    before = len(house.told)
    said = read(house.say("ann", f"{text} {who}"))
    heard = [one.payload.decode() for one in house.told[before:] if one.sender == "ann"]
    acts = read(house.say("ann", "gm audit"))
    return " ".join((said, *heard, acts)).replace(who, "WHO").replace(".com", ".org")


@pytest.mark.parametrize("rated", [False, True])
def test_no_word_tells_whether_an_address_is_one_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rated: bool
) -> None:
    monkeypatch.setattr(contacts, "names", lambda: {MAIL: Named(), DOOR: DoorNames()})
    begun = House(tmp_path / "begun", table(rated), doors=(DOOR, MAIL))
    begun.give("owner", (DOOR, "ann"))
    begun.say(BOB, "games", None, by=MAIL, name="bob")
    begun.close()
    told: dict[str, set[str]] = {}
    words = [word for word in VERBS if word not in NOT_ASKED] + ["gm replace bob", "gm replace ann"]
    for number, (word, who) in enumerate((word, who) for word in words for who in (BOB, NOBODY)):
        house = House(Path(copy(begun.path, tmp_path / str(number))), doors=(DOOR, MAIL))
        house.at = begun.at
        told.setdefault(word, set()).add(answers_about(house, word, f"{MAIL}/{who}"))
        assert len(house.store.readers("g")) == 3, "an offer seats nobody"
        house.close()
    assert [word for word, heard in told.items() if len(heard) > 1] == []


def test_offers_are_counted_with_invitations(posted: House) -> None:
    answers = [posted.say("ann", f"gm replace bob dan{n}@example.org") for n in range(60)]
    refused = [one for one in answers if one.refusal is not None]
    assert {one.refusal.code for one in refused if one.refusal} == {"too-many-invited"}
    assert len(refused) == 60 - 49, "Bob was the first of 50"
