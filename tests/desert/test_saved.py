"""The end of a game, saved as a scenario (3.15, 5.1): what it has uncovered is known to both."""

import tomllib
from pathlib import Path

import msgspec

from engine.games import desert
from engine.games.desert.game import EDITIONS
from engine.games.desert.scenario_file import DesertScenario, lay_out
from engine.state import PUBLIC
from tests.desert.driven import Driven, scenario
from tests.desert.stage import game
from tests.desert.worked import DICE, SAID

GAME = EDITIONS[-1]


def ended() -> Driven:
    return game(*[f"{seat}: {text}" for seat, text in SAID], dice=DICE)


def test_a_finished_game_is_saved_as_a_scenario_that_begins_where_it_ended() -> None:
    """3.15: hexes, TOE, cohesion, ammunition, stocks and works persist; CP, contact and Engaged do
    not.
    """
    driven = ended()
    table = driven.play.table
    text = GAME.records([], "2026-11-23", table.view(PUBLIC))["toml"]
    made = lay_out(msgspec.convert(tomllib.loads(text), DesertScenario))
    old = table.world
    assert set(made.units) == set(old.units)
    for name, unit in made.units.items():
        was = old.units[name]
        for field in (
            "side",
            "hex",
            "toe",
            "sp",
            "max_toe",
            "ammo",
            "max_ammo",
            "parent",
            "trucks",
        ):
            assert getattr(unit, field) == getattr(was, field), (name, field)
        assert (unit.morale, unit.cohesion) == (was.morale, was.cohesion)
        assert (unit.cp_spent, unit.engaged, unit.contact, unit.pinned) == (0, False, False, False)
    assert made.dumps == old.dumps
    assert {hex: cell.held for hex, cell in made.cells.items()} == {
        hex: cell.held for hex, cell in old.cells.items()
    }
    assert (made.pairs, made.hexsides, made.kinds) == (old.pairs, old.hexsides, old.kinds)
    assert (made.hold_points, made.lost_points, made.captured_points) == (
        old.hold_points,
        old.lost_points,
        old.captured_points,
    )
    again = Driven("saved", tomllib.loads(text), {"stages": 0}, {}, True, traced=False)
    again.line("both: auto")
    assert again.play.table.world.step == "firing"


def test_a_unit_of_which_all_became_guards_is_left_out() -> None:
    """P62.s4: it has no points, and a scenario places none like that."""
    table = ended().play.table
    table.world.units["I-FALKE"].toe = {}
    text = GAME.records([], "2026-11-23", table.view(PUBLIC))["toml"]
    made = lay_out(msgspec.convert(tomllib.loads(text), DesertScenario))
    assert set(table.world.units) - set(made.units) == {"I-FALKE"}


def test_a_running_game_is_not_saved_as_a_scenario() -> None:
    """4.1: nothing is uncovered before the end."""
    table = game("both: auto").play.table
    assert GAME.records([], "2026-11-23", table.view(PUBLIC)) == {}
    assert GAME.records([], "2026-11-23", table.view("axis")) == {}


def test_own_charts_go_with_the_saved_game() -> None:
    """DS-22: both go on by the same tables."""
    charts = driven_charts().replace('id = "house-1"', 'id = "mine"')
    made = {**scenario("halim-road", []), "chart_file": charts}
    driven = Driven("charts", made, {"stages": 0}, {}, False, traced=False)
    driven.line("axis: resign!")
    text = GAME.records([], "2026-11-23", driven.play.table.view(PUBLIC))["toml"]
    assert tomllib.loads(text)["chart_file"] == charts


def driven_charts() -> str:
    return (Path(desert.__file__).parent / "charts" / "house-1.toml").read_text("utf-8")
