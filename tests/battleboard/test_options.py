"""The options of section 5 and the scenario of section 4: what is taken, what a refusal says."""

from typing import Any

import msgspec

from engine.games.battleboard import events, world
from engine.state import REFEREE, Join, Setup
from engine.table import GameTable
from tests.battleboard.sitting import GAME
from tests.kit.each import each


def make(options: dict[str, Any], scenario: dict[str, Any] | None = None) -> GameTable:
    table = GameTable.new(
        GAME, Setup(id="game", secret=b"secret", options=options, scenario=scenario or {}, at=0)
    )
    table.run()
    return table


def refusal(options: dict[str, Any], scenario: dict[str, Any] | None = None) -> str:
    """The text of the refusal. Raises ``AssertionError`` if there is none."""
    try:
        make(options, scenario)
    except (msgspec.ValidationError, ValueError) as error:
        return str(error)
    raise AssertionError(f"{options} {scenario} were taken")


def test_the_defaults_of_section_5() -> None:
    defaults = {
        "players": 2,
        "size": "10x8",
        "cities": 2,
        "wrecks": "clear",
        "illegal": "refuse",
        "order": "dice",
        "timeout": "none",
        "gone": "withdraw",
    }
    assert msgspec.to_builtins(world.BattleOptions()) == defaults


@each("size", ["2x2", "26x26", "2x26"])
@each("players", [2, 20])
@each("cities", [1, 4])
@each("timeout", ["none", "90s", "2d"])
def test_what_section_5_allows_is_taken(size: str, players: int, cities: int, timeout: str) -> None:
    """`tests/battleboard/kit.py` plays with all the others."""
    options = {"size": size, "players": players, "cities": cities, "timeout": timeout}
    assert make(options).state.result is None
    assert make({"cities": 80}).state.result is None


@each(
    "options, words",
    [
        ({"colour": "red"}, ["colour"]),
        ({"players": 1}, ["players", "2"]),
        ({"players": 21}, ["players", "20"]),
        ({"players": "many"}, ["players", "int"]),
        ({"size": "1x8"}, ["size", "1x8", "2 to 26"]),
        ({"size": "10x27"}, ["size", "10x27", "2 to 26"]),
        ({"size": "10"}, ["size", "'10'", "10x8"]),
        ({"size": "10x8\n"}, ["size", "10x8"]),
        ({"size": "010x8"}, ["size", "010x8"]),
        ({"size": "-10x8"}, ["size", "-10x8"]),
        ({"cities": 0}, ["cities", "1"]),
        ({"cities": 81}, ["cities", "81", "10x8", "at most 80"]),
        ({"size": "2x3", "cities": 7}, ["cities", "at most 6"]),
        ({"wrecks": "keep"}, ["wrecks", "keep"]),
        ({"illegal": "ignore"}, ["illegal", "ignore"]),
        ({"order": "random"}, ["order", "random"]),
        ({"timeout": "90"}, ["timeout", "'90'", "90s"]),
        ({"timeout": "0s"}, ["timeout", "'0s'"]),
        ({"timeout": "1 day"}, ["timeout", "'1 day'", "2d"]),
        ({"timeout": 90}, ["timeout", "str"]),
        ({"gone": "wait"}, ["gone", "wait"]),
    ],
)
def test_a_wrong_option_is_named_with_what_would_have_worked(
    options: dict[str, Any], words: list[str]
) -> None:
    text = refusal(options)
    assert all(word in text for word in words), text


@each(
    "scenario, words",
    [
        ({"maps": []}, ["maps"]),
        ({"boards": [[[0, 0]], []]}, ["scenario.boards[1]", "one city"]),
        ({"boards": [[[0, 0], [10, 0]]]}, ["scenario.boards[0][1]", "[10, 0]", "10x8", "0 to 9"]),
        ({"boards": [[[0, 8]]]}, ["scenario.boards[0][0]", "[0, 8]", "0 to 7"]),
        ({"boards": [[[-1, 0]]]}, ["scenario.boards[0][0]", "[-1, 0]"]),
        ({"boards": [[[3, 3], [0, 0], [3, 3]]]}, ["scenario.boards[0][2]", "[3, 3]", "twice"]),
        ({"boards": [[[1, 2, 3]]]}, ["boards"]),
        ({"boards": "drawn"}, ["boards"]),
        ({"order": [0]}, ["scenario.order", "0 to 1", "[0]"]),
        ({"order": [0, 0]}, ["scenario.order", "once", "[0, 0]"]),
        ({"order": [1, 2]}, ["scenario.order", "[1, 2]"]),
    ],
)
def test_a_wrong_scenario_is_named_with_its_place(
    scenario: dict[str, Any], words: list[str]
) -> None:
    text = refusal({}, scenario)
    assert all(word in text for word in words), text


def test_the_scenario_of_section_4() -> None:
    table = make({}, {"boards": [[[0, 1], [5, 3]], [[2, 2], [9, 7]]], "order": [1, 0]})
    ann = table.take(0, REFEREE, Join("Ann", "Ann", "a"))
    bob = table.take(0, REFEREE, Join("Bob", "Bob", "b"))
    assert ann.events("Ann")[-1] == events.Dealt("Ann", 10, 8, ((0, 1), (5, 3)))
    assert events.TurnOrder(("Bob", "Ann")) in bob.events("*")
    assert (ann.rolls, bob.rolls) == ((), ())


@each("timeout, seconds", [("45s", 45), ("15m", 900), ("2h", 7200), ("2d", 172800)])
def test_BB_18_times(timeout: str, seconds: int) -> None:
    table = make({"timeout": timeout})
    for name in ("Ann", "Bob"):
        table.take(7, REFEREE, Join(name, name, name))
    assert table.state.due == 7 + seconds
