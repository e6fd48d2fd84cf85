"""How much one person may have the others hear."""

import pytest

from engine.plan import HOUR
from engine.referee.commands import VERBS
from engine.referee.commands.lobby import RUNNING
from engine.referee.commands.request import MOST
from engine.referee.commands.seats import ROBOTS_ALONE
from engine.referee.doors import ROBOT
from engine.referee.referee import Referee
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, Box, House, Table, code, made

TWICE = {
    "undo": ("undo 5", "disagree"),
    "pause": ("pause", "pause no"),
    "extend": ("extend 2h", "extend no"),
    "away": ("away until 1970-01-10", "away none"),
    "hours": ("hours UTC 22:00-07:00", "hours none"),
    "appeal": ("appeal you all cheat", "appeal none"),
    "gm announce": ("gm announce a", "gm announce b"),
    "gm mute": ("gm mute bob", "gm unmute bob"),
    "observe": ("observe", "observe off"),
}
"""A word that tells others something, and how it is taken back."""


@pytest.mark.parametrize("word", TWICE)
def test_nobody_makes_others_hear_more_than_a_budget(opened: Opener, word: str) -> None:
    house = opened(Table(clock="1d"))
    assert word in VERBS
    who = "zoe" if word == "observe" else "ann"
    if word.startswith("gm"):
        house.say("op", "gm moderator eve", rank="operator")
        who = "eve"
    for _ in range(3):
        house.say("ann", "add 1")
        house.say("bob", "add 1")

    def say(n: int) -> str:
        receipt = house.say(who, TWICE[word][n % 2], at=house.at)
        return receipt.refusal.code if receipt.refusal else ""

    said = [say(n) for n in range(MOST + 10)]
    assert said[:MOST] == [""] * MOST
    late = said[MOST:]
    # Objecting is never refused for the budget; but nothing is left to object to.
    assert set(late[::2]) == {"too-many-notices"}
    assert set(late[1::2]) == {"nothing-proposed" if word == "undo" else "too-many-notices"}
    house.at += HOUR
    assert say(0) == ""


def test_nobody_looks_after_more_games_than_a_person_can(house: House) -> None:
    for _ in range(RUNNING // 2):
        game = made(house, "new dicechess")
        for seat in ("white", "black"):
            house.say(seat, f"join {seat}", game, name=seat)
    for _ in range(RUNNING - RUNNING // 2):
        made(house, "new dicechess")
    house.say("white", "resign", house.store.ids()[-2])
    assert code(house.say("olga", "new dicechess", None)) in ("too-many-running", "too-many-games")


def test_robots_play_among_themselves_in_few_games(house: House) -> None:
    house.referee = Referee(house.store, {DOOR: house.box, ROBOT: Box()})

    def with_robots() -> str:
        game = made(house, "new derelict")
        assert house.say("olga", "robot marine", game).status == "answered"
        refusal = house.say("olga", "robot alien", game).refusal
        return refusal.code if refusal else ""

    assert [with_robots() for _ in range(ROBOTS_ALONE + 1)] == [""] * ROBOTS_ALONE + [
        "too-many-robots"
    ]


def test_somebody_plays_any_number_of_games_against_robots(house: House) -> None:
    house.referee = Referee(house.store, {DOOR: house.box, ROBOT: Box()})
    for _ in range(ROBOTS_ALONE + 2):
        game = made(house, "new derelict")
        assert house.say("olga", "join marine", game, name="olga").status == "answered"
        assert house.say("olga", "robot alien", game).status == "answered"
