"""A game whose edition is not installed: it waits, and stops nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import AnyGame
from engine.referee.ratings import ratings
from engine.store.sqlite import SqliteStore
from renderers import sentences_in
from tests.records.played import play_out, referee
from tests.referee.conftest import Opener
from tests.referee.relay import Relay2
from tests.referee.stage import House, Table
from tests.referee.test_desk import code


@pytest.fixture
def absent(opened: Opener, relay: dict[int, AnyGame]) -> Iterator[House]:
    """A house with three games: the newest and one more have an edition that is gone."""
    relay[2] = Relay2()
    house = opened(Table(id="new"), Table(id="newer", seats=("cy", "bob")))
    del relay[2]
    house.take([Table(id="old").make])
    house.again()
    yield house
    relay[2] = Relay2()


def test_the_list_of_games_has_a_line_for_it(absent: House) -> None:
    receipt = absent.say("ann", "games", None)
    assert receipt.status == "answered"
    assert {game["game"]: game.get("missing") for game in receipt.facts["games"]} == {
        "new": 2,
        "old": None,
    }
    for language, words in (("en", "is not installed here"), ("zh-TW", "沒有安裝")):
        lines = sentences_in(language).did(receipt.facts).splitlines()
        assert [words in line for line in lines if line.startswith(("new ", "new（"))] == [True]
    assert absent.say("zoe", "games", None).status == "answered", "who has no part in it"


@pytest.mark.parametrize(
    "text", ["away 2030-01-01 to 2030-01-05", "link", "rating", "new battleboard"]
)
def test_words_about_all_ones_games_pass_over_it(absent: House, text: str) -> None:
    assert absent.say("ann", text, None).status == "answered", text


def test_a_letter_that_names_no_game_finds_the_one_that_goes_on(absent: House) -> None:
    assert absent.say("ann", "add 1", None).game == "old"


def test_a_letter_to_it_says_what_is_missing(absent: House) -> None:
    receipt = absent.say("ann", "add 1", "new")
    assert code(receipt) == "not-installed"
    assert receipt.refusal is not None
    assert receipt.refusal.word == "relay has no edition 2; there are: 1"


def test_it_goes_on_when_it_is_installed_again(absent: House, relay: dict[int, AnyGame]) -> None:
    relay[2] = Relay2()
    assert absent.say("ann", "add 1", "new").status == "taken"


def test_ratings_name_what_they_leave_out(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "db") as store:
        for game in ("a", "b"):
            play_out(referee(store, game), game=game)
        store.db.execute("update game set edition = 9 where id = 'a'")
        left_out = list[str]()
        standings = ratings(store, "battleboard", lambda who: who, left_out)
    assert left_out == ["a"]
    assert [standing.games for standing in standings.values()] == [1, 1]
