"""Addresses of people: nobody but an operator reads those of somebody else."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine.letters import Receipt
from engine.referee.desk import VERBS
from engine.referee.referee import Referee
from tests.referee.stage import DOOR, Box, House
from tests.referee.test_lobby import made

MAIL = "mail"
BOB, FRIEND = "bob.secret.9173@example.org", "friend.secret.4421@example.net"
SECRET = (BOB, FRIEND)
FILLED = {"say": "say bob hello", "my data": "my data", "games": "games"}


class Posted(House):
    """Ann at one door, Bob by mail; he has written to everybody, and named a friend by address."""

    game = ""

    def open(self) -> None:
        super().open()
        self.referee = Referee(self.store, {DOOR: self.box, MAIL: Box()})

    def by_mail(self, text: str) -> Receipt:
        """A letter of Bob's."""
        letter = self.letter(BOB, text, self.game, name="bob")
        (receipt,) = self.take([msgspec.structs.replace(letter, door=MAIL)])
        assert isinstance(receipt, Receipt)
        return receipt


@pytest.fixture
def posted(tmp_path: Path) -> Iterator[Posted]:
    """A game that runs, unrated, so that its owner may do what moderators do."""
    house = Posted(tmp_path / "db")
    house.game = made(house, "new battleboard size=6x6 cities=2 rated=no", "ann")
    assert house.say("ann", "join", house.game, name="ann").status == "answered"
    assert house.by_mail("join").status == "answered"
    for text in (f"hand {FRIEND}", "say all hello", "appeal help", "undo", f"mute {BOB}"):
        house.by_mail(text)
    house.say("op", f"gm moderator {FRIEND}", house.game, rank="operator")
    yield house
    house.close()


def read(receipt: Receipt) -> str:
    """All that a receipt says."""
    return msgspec.json.encode(receipt).decode()


def test_no_word_of_the_desk_shows_anothers_address(posted: Posted) -> None:
    told = {
        text: read(posted.say("ann", text, posted.game))
        for word in VERBS
        if word not in ("gm close", "forget me", "gm hand")
        for text in (FILLED.get(word, word), f"{word} bob")
    }
    assert '"acts":[[' in told["gm audit"]
    assert {text for text, said in told.items() if any(one in said for one in SECRET)} == set()
    heard = [one.payload.decode() for one in posted.told if one.sender == "ann"]
    assert heard
    assert [text for text in heard if any(one in text for one in SECRET)] == []
    assert SECRET[0] in read(posted.say("op", "gm audit", posted.game, rank="operator"))


@pytest.mark.parametrize("word", ["invite", "hand", "gm replace bob"])
def test_an_address_of_the_table_is_answered_like_any_other(posted: Posted, word: str) -> None:
    here, nobody = (
        read(posted.say("ann", f"{word} {who}", posted.game)).replace(who, "WHO")
        for who in (BOB, "bob@example.net")
    )
    assert here == nobody
    assert len(posted.store.readers(posted.game)) == 2, "an offer seats nobody"


def test_my_data_says_nothing_of_what_others_have_noted(house: House) -> None:
    house.say("bob", "mute ann")
    assert "mute" not in read(house.say("ann", "my data", None))
    assert "mute" in read(house.say("bob", "my data", None))


def test_offers_are_counted_with_invitations(posted: Posted) -> None:
    answers = [
        posted.say("ann", f"gm replace bob dan{n}@example.org", posted.game) for n in range(60)
    ]
    refused = [one for one in answers if one.refusal is not None]
    assert {one.refusal.code for one in refused if one.refusal} == {"too-many-invited"}
    assert len(refused) == 60 - 50
