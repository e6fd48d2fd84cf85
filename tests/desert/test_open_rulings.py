"""Rulings of 3.1 that a table may set and that take more than the lines of a case: R-COMP, R-DIST,
R-GROUP, R-NOPLACE, R-PROP, R-RPATH, R-SPLITB, R-TERR2, R-TYPES.
"""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import renderers
from engine.games.desert import casualties, close_assault, paths
from engine.games.desert.events import AaFired, Parted, PlanShown
from engine.games.desert.rulings import Rulings, rulings
from engine.games.desert.s12_losses import places
from engine.games.desert.s12_retreat import movers, open_hexes
from engine.games.desert.view import Bring
from tests.desert.stage import game, told, view, worked
from tests.kit.each import each


def test_R_TYPES_the_sentence_names_the_kinds_of_vehicles() -> None:
    fired = told(worked("cw: lose HUSSARS cruiser/aa 2", rulings="R-TYPES=on"), "cw", AaFired)
    names = {"axis": "Ann", "cw": "Bob"}
    assert "Ann light, medium" in renderers.sentences_in("en").event(
        "desert", fired[0], "cw", names
    )


def test_R_COMP_the_board_says_that_defenders_have_no_defensive_rating() -> None:
    guns = {"id": "2-GUNS", "side": "cw", "kind": "gun", "hex": "C2", "sp": 1, "toe": {"coast": 2}}
    driven = game(
        "both: pos all fwd; ok",
        "to assign",
        "axis: ca II-FALKE C1; ca I-FALKE C2; ca III-FALKE C3; ok",
        "cw: ca 2-GUNS; ok",
        "to ca_pick",
        "axis: assault C2",
        change={
            "unit": [guns | {"ammo": 20}],
            "without": ["2-RIFLES", "HUSSARS", "FIELD-RGT"],
            "set": {"points.coast.def": 0},
        },
        options={"rulings": "R-COMP=on"},
    )
    shown = renderers.board_text("desert", view(driven, "axis"), "en", "assault")
    assert "without a defensive rating" in shown


def test_R_PROP_a_hex_that_could_take_one_point_more_within_its_share_is_short() -> None:
    """P58.s3: 42.9 % and 57.1 % of 3 raw points of rating 3 are no whole point of
    either; of 10 they are one each.
    """
    west, east = [casualties.Exposed("II", "x", 6, 3)], [casualties.Exposed("I", "x", 6, 3)]
    assert not casualties.short({}, west, Fraction(3 * 18, 42))
    assert casualties.short({}, west, Fraction(10 * 18, 42))
    assert not casualties.short({("II", "x"): 1}, west, Fraction(10 * 18, 42))
    chosen = casualties.proportional(
        [(west, Fraction(10 * 18, 42)), (east, Fraction(10 * 24, 42))], 10
    )
    assert (chosen["II", "x"], chosen["I", "x"]) in [(2, 2), (1, 3)]
    assert casualties.worth(chosen, [*west, *east]) >= 10


def test_R_PROP_changes_nothing_in_what_may_be_ordered() -> None:
    helps = [
        worked("cw: lose HW-COY 2", rulings=f"R-PROP={value}").play.table.menu("cw").help()
        for value in ("warn", "enforce")
    ]
    assert helps[0] == helps[1]


def test_R_SPLITB_a_plan_shows_points_and_the_enemy_reads_of_no_unit() -> None:
    driven = game(
        "both: pos all fwd; ok",
        "both: ok",
        'axis: bar "Nr1 Inf": ART-1*2',
        "axis: aim art-1*4 Nr2-Inf; show",
        options={"rulings": "R-SPLITB=on"},
    )
    shown = told(driven, "axis", PlanShown)[-1]
    plans = [row.barrages for hex in shown.hexes for row in hex.targets if row.barrages]
    assert [[(one.units, one.origins, one.points) for one in plan] for plan in plans] == [
        [(("ART-1*2",), ("B1",), 2)],
        [(("ART-1*4",), ("B1",), 4)],
    ]
    driven.lines("axis: hold ART-2; ok", "cw: auto")
    assert "ART-1" not in repr((driven.told["cw"], view(driven, "cw")))


def test_R_SPLITB_parts_are_completed_as_far_as_ammunition_goes() -> None:
    driven = game(
        "both: pos all fwd; ok",
        "both: ok",
        options={"rulings": "R-SPLITB=on"},
        change={"unit": [{"id": "ART-1", "ammo": 10, "trucks": []}]},
    )
    assert driven.play.table.menu("axis").complete("bar Nr1-Inf ART") == ["ART-1*3", "ART-1*1"]


def test_R_TERR2_halves_of_an_average_go_up() -> None:
    """C2 is rough (-2), C3 clear: -2, or -1; hill (-3) and clear: -1.5 is -1."""
    world = game().play.table.world
    find: dict[str, Any] = {
        "board": world.board,
        "cells": world.cells,
        "charts": world.charts,
        "origins": ["B2"],
    }
    assert close_assault.terrain_modifier(**find, targets=("C2", "C5")) == -2
    assert close_assault.terrain_modifier(**find, targets=("C2", "C5"), mean=True) == -1
    find["cells"] = {**world.cells, "C2": replace(world.cells["C2"], terrain="hill")}
    assert close_assault.terrain_modifier(**find, targets=("C2", "C5"), mean=True) == -1


@each("ruling, far", [("distance", 2), ("walked", 3)])
def test_R_DIST_a_retreat_counts_the_distance_or_the_hexes_walked(ruling: str, far: int) -> None:
    """P56.s4: E3 is two hexes from C2; with D2 and C3 shut the way is C2-D1-E2-E3."""
    seen = view(worked("cw: retreat C2 D2", rulings=f"R-DIST={ruling}"), "cw")
    found = open_hexes(seen, "C2", movers(seen, "C2", "cw"), 3, {"C3", "D2"}, set())
    assert found["E3"] == far


@each("ruling, reached", [("clear", False), ("zones", True)])
def test_R_RPATH_a_forced_retreat_avoids_zones_or_goes_through_them(
    ruling: str, reached: bool
) -> None:
    """P56: D1 in an enemy zone is closed, or open."""
    seen = view(worked("cw: retreat C2 D2", rulings=f"R-RPATH={ruling}"), "cw")
    found = paths.escapes(seen, seen.units["2-RIFLES"], set(), {"D1"}, set())
    assert ("D1" in found) is reached


@each("ruling, where", [("stays", ["C2"]), ("lost", [])])
def test_R_NOPLACE_a_captured_point_without_a_place_stays_or_is_lost(
    ruling: str, where: list[str]
) -> None:
    """P62: if no hex within three is open, the target hex serves, or none does."""
    seen = view(worked("axis: repl 1 PZ-B B2", rulings=f"R-NOPLACE={ruling}"), "axis")
    shut = replace(seen, controlled=tuple(seen.cells))
    bring = Bring("axis", ("C2",), 0, {"cruiser": 1})
    assert [hex for hex, reason in places(shut, bring).items() if reason is None] == where


@each("ruling, left", [("unit", ["D3", "E2"]), ("hex", [])])
def test_R_GROUP_an_unmet_obligation_drives_units_apart_if_room_is_short(
    ruling: str, left: list[str]
) -> None:
    """3.12.1: four stacking points find no room together in hexes for three: they surrender, or go
    one by one.
    """
    names = ("1-RIFLES", "2-RIFLES", "3-RIFLES", "HUSSARS")
    units: list[dict[str, Any]] = [{"id": name, "ammo": 0} for name in names]
    units += [{"id": name, "ammo": 0, "sp": 2} for name in ("4-RIFLES", "HW-COY")]
    hills = {f"hexes.{hex}.terrain": "hill" for hex in ("D1", "D2", "D3", "D4", "E2", "E3", "E4")}
    driven = game(
        "to move",
        "both: ok",
        change={"unit": units, "set": {**hills, "dump": []}},
        options={"stages": 1, "rulings": f"R-GROUP={ruling}"},
    )
    if ruling == "unit":
        driven.line("to obligations")
        (order,) = driven.play.table.menu("cw").offered[:1]
        assert order.pattern == "retreat {hex} {units} {to}"
        driven.lines("cw: retreat C1 4-RIFLES D3", "cw: retreat C1 E2")
        assert told(driven, "*", Parted)[-1] == Parted("C1", "D3")
    else:
        driven.line("to end")
    there = driven.play.table.world.units
    assert [there[name].hex for name in ("4-RIFLES", "HW-COY") if name in there] == left


def test_DS_21_rulings_are_chosen_when_the_game_is_made() -> None:
    assert game(options={"profile": "book"}).play.table.world.rulings.ca_cap == 4
    assert game(options={"rulings": "R-CA-CAP=3"}).play.table.world.rulings.ca_cap == 3
    assert game(options={"rulings": "R-SPLITB=on"}).play.table.world.rulings.splitb == "on"
    with pytest.raises(ValueError, match="R-SPLITB"):
        game(options={"rulings": "R-SPLITB=often"})


def test_DS_21_every_ruling_of_the_page_can_be_set() -> None:
    """3.1: except those for which the page has no second answer (R-AAPOOL)."""
    for key in (
        "R-CLASS=finer R-CPWHEN=after R-DEL=off R-DIR=away R-DIST=walked R-IDLE=fire"
        " R-INCOMBAT=zoc R-NOPLACE=lost R-ROMMEL=all R-RPATH=zones R-SIZE=declares R-TERR2=average"
    ).split():
        assert rulings("issue", key) != Rulings()


def test_DS_20_nobody_sees_who_has_answered_or_what_stands_in_a_stack() -> None:
    driven = game()
    before = view(driven, "axis")
    driven.lines("cw: pos all fwd", "cw: ok")
    assert view(driven, "axis") == before
    assert {unit.side for unit in before.units.values() if unit.kind != "warship"} == {"axis"}
    assert before.stacks["C3"] == "cw"
