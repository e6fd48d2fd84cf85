"""The end of a game, saved as a scenario (3.15, 5.1): what it has uncovered is known to both."""

import tomllib
from pathlib import Path

import msgspec

from engine.games import desert
from engine.games.desert import scenario_file, world
from engine.state import PUBLIC
from tests.desert.driven import GAME, Driven, scenario
from tests.desert.stage import game, worked

KEPT = "side hex toe sp max_toe ammo max_ammo parent trucks morale cohesion"
KEPT_OF_THE_GAME = "dumps pairs hexsides kinds hold_points lost_points captured_points"


def saved(driven: Driven, viewer: str = PUBLIC) -> str:
    found: str = GAME.records([], "2026-11-23", driven.play.table.view(viewer)).get("toml", "")
    return found


def laid(text: str) -> world.World:
    return scenario_file.lay_out(msgspec.convert(tomllib.loads(text), scenario_file.DesertScenario))


def test_a_finished_game_is_saved_as_a_scenario_that_begins_where_it_ended() -> None:
    """3.15: hexes, TOE, cohesion, ammunition, stocks and works persist; CP, contact and Engaged do
    not.
    """
    driven = worked()
    text, old = saved(driven), driven.play.table.world
    made = laid(text)
    assert set(made.units) == set(old.units)
    for name, unit in made.units.items():
        for field in KEPT.split():
            assert getattr(unit, field) == getattr(old.units[name], field), (name, field)
        assert (unit.cp_spent, unit.engaged, unit.contact, unit.pinned) == (0, False, False, False)
    for field in KEPT_OF_THE_GAME.split():
        assert getattr(made, field) == getattr(old, field), field
    held, before = ({hex: c.held for hex, c in one.cells.items()} for one in (made, old))
    assert held == before
    again = Driven("saved", tomllib.loads(text), {"stages": 0}, {}, True, traced=False)
    again.line("both: auto")
    assert again.play.table.world.step == "firing"


def test_a_unit_of_which_all_became_guards_is_left_out() -> None:
    """P62.s4: it has no points, and a scenario places none like that."""
    driven = worked()
    units = driven.play.table.world.units
    units["I-FALKE"].toe = {}
    assert set(units) - set(laid(saved(driven)).units) == {"I-FALKE"}


def test_a_running_game_is_not_saved_as_a_scenario() -> None:
    """4.1: nothing is uncovered before the end."""
    driven = game("both: auto")
    assert saved(driven) == saved(driven, "axis") == ""


def test_own_charts_go_with_the_saved_game() -> None:
    """DS-22: both go on by the same tables."""
    house = Path(desert.__file__).parent / "charts" / "house-1.toml"
    charts = house.read_text("utf-8").replace('id = "house-1"', 'id = "mine"')
    made = {**scenario("halim-road", []), "chart_file": charts}
    driven = Driven("charts", made, {"stages": 0}, {}, False, traced=False)
    driven.line("axis: resign!")
    assert tomllib.loads(saved(driven))["chart_file"] == charts
