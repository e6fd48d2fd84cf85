"""A game whose edition is not installed, or that a newer version has saved: it waits, and stops
nothing.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.errors import Newer
from engine.game import AnyGame
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGames
from engine.referee.ratings import begin
from engine.store import journal, rated
from engine.store.saved import unknown
from engine.store.sqlite import SqliteStore
from renderers import sentences_in
from tests.records.played import play_out, referee
from tests.referee.conftest import Opener
from tests.referee.relay import Relay, Relay2
from tests.referee.stage import House, Table, code


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
    assert receipt.refusal.word == (
        "relay has no edition 2; there are: 1; update the program, or install the version that has"
        " it"
    )


def test_it_goes_on_when_it_is_installed_again(absent: House, relay: dict[int, AnyGame]) -> None:
    relay[2] = Relay2()
    assert absent.say("ann", "add 1", "new").status == "taken"


def test_games_of_before_the_table_of_ratings_are_rated_once(tmp_path: Path) -> None:
    """EV-70. Of three games one is of an edition that is missing. The numbers are those that two
    games come to as they end.
    """
    with SqliteStore(tmp_path / "db") as store:
        for game in ("a", "b", "c"):
            play_out(referee(store, game), game=game)
        at_the_time = [row.mu for row in rated.after(store, "b")]
        store.db.execute("update game set edition = 9 where id = 'c'")
        store.db.execute("delete from rated")
        for _ in range(2):
            begin(store)
        assert [row.mu for row in rated.after(store, "b")] == at_the_time
        assert [row.games for row in rated.after(store, "b")] == [2, 2]
        assert rated.after(store, "c") == []


# ---- saved by a newer version

SAVED_LATER: dict[str, tuple[str, Callable[[Any], object]]] = {
    "$.world.mood": ("state", lambda state: state["world"].update(mood="of a secret kind")),
    "$.stack[0].mood": ("state", lambda state: state["stack"][0].update(mood=3)),
    "$.people.mood": ("state", lambda state: state["people"].update(mood=3)),
    "$.mood": ("state", lambda state: state.update(mood=3)),
    "$.stack[1]": ("state", lambda state: state["stack"].append({"type": "Seance"})),
    "$.world.total": ("state", lambda state: state["world"].update(total="many")),
    "`$.mood`": ("setup", lambda setup: setup.update(mood=3)),
}


def changed(house: House, column: str, data: bytes) -> None:
    """Have another program save this of the game."""
    house.db.execute(f"update game set {column} = ? where id = 'g'", (data,))
    house.again()


@pytest.mark.parametrize("place", SAVED_LATER)
def test_a_game_that_a_newer_version_saved_is_refused_and_left_as_it_is(
    house: House, place: str
) -> None:
    column, change = SAVED_LATER[place]
    before = getattr(house.row(), column)
    tree = msgspec.json.decode(before)
    change(tree)
    changed(house, column, msgspec.json.encode(tree))
    row = house.row()
    house.take([Table(id="other").make])
    receipt = house.say("ann", "add 1")
    assert code(receipt) == "not-installed"
    assert receipt.refusal is not None
    assert receipt.refusal.word == (
        "it was saved by another version of relay than the one installed; update the program, or"
        " install that version"
    )
    assert house.say("ann", "add 1", "other").status == "taken"
    house.wait(10**6)
    assert house.row() == row
    with pytest.raises(Newer) as caught:
        Batch(house.store, {}, OpenGames()).game("g")
    assert place in caught.value.found
    changed(house, column, before)
    assert house.say("ann", "add 1").status == "taken"


@pytest.mark.parametrize("change", ["order", "field"])
def test_an_entry_that_a_newer_version_wrote_is_not_read_without_what_is_new_in_it(
    house: House, change: str
) -> None:
    house.say("ann", "add 1")
    rows, row = house.store.journal("g"), house.row()
    entry = msgspec.json.decode(rows[-1][0])
    entry["order"] |= {"type": "Sing"} if change == "order" else {"loudly": True}
    data = journal.encode(entry)
    rows[-1] = data, journal.link(rows[-2][1], data)
    with pytest.raises(Newer, match="another version of relay"):
        journal.read(Relay(), row.decoded_setup(), rows)


def test_what_an_older_version_did_not_save_is_no_loss() -> None:
    saved: Any = {"a": [1, {"b": 2}], "c": None}
    assert unknown(saved, {"a": [1, {"b": 2, "new": 0}], "c": None, "more": []}) is None
    assert unknown(saved, {"a": [1, {}], "c": None}) == ".a[1].b"
    assert unknown(saved, {"a": [1], "c": None}) == ".a[1]"
    assert unknown(saved, {"a": [1, {"b": 2}]}) == ".c"
