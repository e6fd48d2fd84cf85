"""``meanwhile try``: robots against robots."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner

import engine.games
from bot import trials
from bot.cli import main
from bot.commands.trial import made_of
from bot.play.plan import levels
from bot.trials import interval
from engine.errors import UserError
from engine.games import find, names
from tests.kit.each import each


def tried(*words: str) -> str:
    done = CliRunner().invoke(main, ["try", *words, "--jobs", "1"])
    assert done.exit_code == 0, done.output
    return done.output


def data(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(tried(*words, "--json"))
    assert found.pop("speeds")
    return found


@each("game", ["battleboard", "dicechess", "derelict", "ambush", "desert"])
def test_every_game_can_be_tried_and_its_games_come_to_an_end(game: str) -> None:
    found = data(game, "--games", "2")
    assert found["games"] == 2
    assert "not over" not in found["results"]
    assert sum(found["results"].values()) == 2
    assert found["events"]
    assert found["orders"]["least"] <= found["orders"]["median"] <= found["orders"]["most"]


def scenarios() -> Iterator[str]:
    for game in names():
        folder = Path(engine.games.__file__).parent / game
        for path in sorted([*folder.glob("scenarios/*.toml"), *folder.glob("missions/*.toml")]):
            yield f"{game}/{path.stem}"


@each("name", [*scenarios()])
def test_every_scenario_of_the_house_can_be_tried_and_is_named_by_show(name: str) -> None:
    """By ``meanwhile try GAME/NAME``; a few orders are enough to see that it is this one."""
    game, _, scenario = name.partition("/")
    shown = CliRunner().invoke(main, ["show", game]).output
    assert re.search(rf"\b{scenario}\b", shown)
    _, setup, seats = made_of(
        name, {"options": (), "scenario": None, "charts": None, "board": None}
    )
    assert scenario in setup.options.values()
    with patch.object(trials, "LONGEST", 5):
        assert trials.play(find(game), setup, 1, seats, dict.fromkeys(seats, 1)).orders


def test_the_same_numbers_make_the_same_games_whatever_else_is_played() -> None:
    both = data("battleboard", "--games", "4", "--option", "size=6x6")
    again = data("battleboard", "--games", "4", "--option", "size=6x6")
    assert both == again
    ends = [data("battleboard", "--games", "2", "--from", n, "--option", "size=6x6") for n in "13"]
    won = [sum(part["seats"][0]["won"] for part in ends), both["seats"][0]["won"]]
    assert won[0] == won[1]


def test_two_levels_have_each_seat_in_turn_and_their_rates_add_up() -> None:
    found = data("dicechess", "--games", "4", "--level", "1", "--against", "0")
    levels = {one["side"]: one for one in found["levels"]}
    assert set(levels) == {"level 0", "level 1"}
    assert levels["level 1"]["won"] + levels["level 0"]["won"] + levels["level 1"]["drawn"] == 4
    assert levels["level 1"]["won"] >= 3, "the robot is better than chance"


def test_a_seat_can_be_given_a_level_and_one_that_is_not_there_is_named() -> None:
    found = data("dicechess", "--games", "1", "--robot", "white:0")
    assert {one["side"] for one in found["levels"]} == {"level 0", "level 1"}
    done = CliRunner().invoke(main, ["try", "dicechess", "--robot", "green:1"])
    assert done.exit_code == 2
    assert "white, black" in done.output


def test_a_scenario_of_the_house_is_named_behind_the_game() -> None:
    assert "derelict/cargo: 1 games" in tried("derelict/cargo", "--games", "1")
    done = CliRunner().invoke(main, ["try", "derelict/nowhere"])
    assert done.exit_code == 2
    assert "nowhere" in done.output


@each(
    "won, of, low, high",
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_a_rate_has_the_interval_of_wilsons_score(
    won: int, of: int, low: float, high: float
) -> None:
    # From tables of the score interval at 95 %.
    assert interval(won, of) == pytest.approx((low, high), abs=0.001)


@each("word, told", [("black:two", "a level is a number"), ("green:2", "no such seat")])
def test_a_level_that_is_none_and_a_seat_that_is_none_are_named(word: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        levels([word], ("white", "black"))


def test_a_robot_without_a_level_is_of_the_first_and_a_name_may_have_a_colon() -> None:
    assert levels(["bob", "ann:2", "c:3"], ("ann", "bob", "c:3")) == {"bob": 1, "ann": 2, "c:3": 1}
