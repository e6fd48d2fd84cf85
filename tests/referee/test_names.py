"""Who is called how: nobody seems to speak for the referee, and nobody looks
like somebody else at the table.
"""

import unicodedata

import pytest

from engine.referee.contacts import alike, is_reserved
from tests.referee.conftest import Opener
from tests.referee.stage import House, Table


@pytest.fixture
def lobby(opened: Opener) -> House:
    house = opened(Table())
    house.take([Table("k", seats=("1", "2", "3", "4")).waiting])
    return house


def joins(house: House, sender: str, name: str, seat: str = "") -> str:
    refusal = house.say(sender, f"join {seat}".strip(), "k", name=name).refusal
    return refusal.code if refusal else ""


def chairs(house: House) -> list[tuple[str, str]]:
    opened = house.take([lambda batch: batch.game("k")])[0]
    return [(chair.seat, chair.name) for chair in opened.table.state.chairs]


BUILT_IN_NAMES = [
    *("Referee", "The Referee", "referee", "REFEREE_2", "r\u0435feree"),
    *("\uff32\uff25\uff26\uff25\uff32\uff25\uff25", "Meanwhile", "Meanwhile-Bot", "all", "A11"),
    *("everybody", "public", "Moderator Ann", "mod", "system"),
    *("裁判", "裁判長", "大家", "所有人", "管理員", "系統"),
    *("bob (robot)", "Bob (PROGRAM)", "bob [r\u043ebot]", "bob\uff08robot\uff09", "bob - robot"),
]
LIKE_ANN = ["\uff21\uff2e\uff2e", "\u0430nn", "\u0251nn", "\U0001d41ann", "an\u0578"]
OTHERS = [
    *("Allan", "Hall", "Walter", "Publius", "Modesty", "王小明", "公孫", "Ōe", "Иван"),
    *("player", "Player2", "Anna", "Mr_Robot", "Programmer"),
]


def test_nobody_is_called_like_the_referee_or_a_word_of_the_desk(lobby: House) -> None:
    for name in BUILT_IN_NAMES:
        assert joins(lobby, "ann", name) == "name-of-the-house", name
        seat = name.replace(" ", "_")
        assert joins(lobby, "ann", "Ann", seat) == "name-of-the-house", name
        assert chairs(lobby) == []
        assert joins(lobby, "ann", name, "Ann") == "", name
        assert chairs(lobby) == [("Ann", "Ann")], "it is the seat's name that is shown"
        lobby.say("ann", "leave", "k")


def test_nobody_looks_like_somebody_else_at_the_table(lobby: House) -> None:
    assert joins(lobby, "ann", "ann") == ""
    for name in LIKE_ANN:
        assert joins(lobby, "bob", name) == "name-like-another", name
        assert joins(lobby, "bob", "Bob", name) == "name-like-another", name
        assert joins(lobby, "bob", name, "bob") == ""
        assert chairs(lobby) == [("ann", "ann"), ("bob", "bob")]
        lobby.say("bob", "leave", "k")
    for name in OTHERS:
        assert joins(lobby, "bob", name) == "", name
        lobby.say("bob", "leave", "k")


def test_every_letter_that_looks_like_one_of_these_is_seen_through() -> None:
    """A law over Unicode: whatever has the skeleton of a letter of a word is no way around it."""
    from confusable_homoglyphs.confusables import confusables_data

    for word in ("referee", "all"):
        for message in set(word):
            for found in confusables_data[message]:
                disguised = word.replace(message, found["c"], 1)
                plain = "".join(c for c in disguised if unicodedata.category(c)[0] in "LN")
                if len(plain) == len(word):
                    assert is_reserved(plain), (word, found)
                    assert alike(plain, [word]) or plain.casefold() == word, (word, found)
