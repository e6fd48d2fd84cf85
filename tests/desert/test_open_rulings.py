"""Rulings of 3.1 that a table may set, each way of one in the same position: R-CLASS, R-CPWHEN,
R-DEL, R-DIR, R-DIST, R-GROUP, R-IDLE, R-INCOMBAT, R-NOPLACE, R-ROMMEL, R-RPATH, R-SIZE, R-SPLITB,
R-TERR2.
"""

from typing import Any

from msgspec.structs import replace

from engine.games.desert import paths
from engine.games.desert.close_assault import terrain_modifier
from engine.games.desert.events import Barraged, MoraleRolled, Parted, TargetsNamed, Totalled
from engine.games.desert.rulings import Rulings, rulings
from engine.games.desert.s12_losses import places
from engine.games.desert.s12_retreat import movers, open_hexes
from engine.games.desert.view import Bring
from engine.testing.kit import asked
from tests.desert.driven import Driven
from tests.desert.stage import game, told, view
from tests.desert.worked import DICE, SAID
from tests.kit.each import each

FIRING = ("both: pos all fwd; ok", "both: ok")


def played(until: str, ruling: str, **change: Any) -> Driven:
    lines = [f"{seat}: {text}" for seat, text in SAID]
    lines = lines[: lines.index(until)]
    options = {"rulings": ruling}
    return game(*lines, options=options, dice=DICE, change=change or None)


def test_R_CLASS_labels_are_three_or_finer() -> None:
    """P7.s8: AT-RGT is Arty or AT, HW-COY is Inf or HW; each label has its own numbers."""
    names = []
    for ruling in ("R-CLASS=three", "R-CLASS=finer"):
        driven = game(*FIRING, options={"rulings": ruling})
        (event,) = told(driven, "cw", TargetsNamed)
        names.append({mark.unit: (mark.name, mark.kind) for mark in event.marks})
    three, finer = names
    assert three["AT-RGT"] == ("Nr3-Arty", "Arty")
    assert finer["AT-RGT"] == ("Nr1-AT", "Arty")
    assert three["HW-COY"][0] in ("Nr4-Inf", "Nr5-Inf")
    assert finer["HW-COY"] == ("Nr1-HW", "Inf")
    assert finer["DUMMY"] == three["DUMMY"] == ("Nr2-Tank", "Tank")


def test_R_IDLE_a_unit_may_hold_or_must_fire() -> None:
    """P15.s1: a target or HOLD; or a target, if there is one."""
    game(*FIRING, "axis: hold ART-1", options={"rulings": "R-IDLE=hold"})
    driven = game(*FIRING, options={"rulings": "R-IDLE=fire"})
    driven.line("axis! hold ART-1 -> E-MUSTFIRE unit=ART-1")
    driven.line("axis! ok -> E-IDLE")
    driven.lines('axis: bar "Nr1 Inf": ART-1', 'axis: bar "Nr3 Inf": ART-2', "axis: ok")


def test_R_DIR_a_retreat_may_lead_anywhere_or_must_lead_away() -> None:
    """D3 is two hexes from the Axis, C3 touches it; C4-D3 leads away."""
    until = "cw: rba HW-COY C4-D3-C3"
    played(until, "R-DIR=any").line("cw: rba HW-COY C4-D3-C3")
    driven = played(until, "R-DIR=away")
    driven.line("cw! rba HW-COY C4-D3-C3 -> E-AWAY hex=C3")
    driven.line("cw: rba HW-COY C4-D3")


def test_R_INCOMBAT_units_next_to_the_enemy_or_in_a_zone_of_control() -> None:
    """P24.s2, P27.s4: no zone of control reaches B4 or comes from C4 (5.2, OPEN)."""
    until = "axis: aa PZ-A medium 5 C2"
    driven = played(until, "R-INCOMBAT=adjacent")
    driven.line("axis: aa PZ-B C4")
    driven.line("cw: ca 4-RIFLES")
    driven = played(until, "R-INCOMBAT=zoc")
    driven.line("axis! aa PAK-1 C4 -> E-UNIT")
    driven.line("axis! ca PZ-B C4 -> E-HEX")
    driven.line("cw! ca 4-RIFLES -> E-UNIT")
    driven.lines("axis: ca PZ-B C3", "cw: ca 3-RIFLES")


def test_R_TERR2_the_worse_of_two_hexes_or_their_average() -> None:
    """C2 is rough (-2), C3 clear: -2, or -1; hill (-3) and clear: -1.5 is -1, halves up."""
    world = game().play.table.world
    find: dict[str, Any] = {
        "board": world.board,
        "cells": world.cells,
        "charts": world.charts,
        "origins": ["B2"],
    }
    assert terrain_modifier(**find, targets=("C2", "C5")) == -2
    assert terrain_modifier(**find, targets=("C2", "C5"), mean=True) == -1
    find["cells"] = {**world.cells, "C2": replace(world.cells["C2"], terrain="hill")}
    assert terrain_modifier(**find, targets=("C2", "C5"), mean=True) == -1
    for ruling, terrain in (("worse", -2), ("average", -1)):
        rough = {"set": {"hexes.C4.terrain": "rough"}}
        driven = game(
            "to assign",
            "axis: ca III-FALKE+MG-1 C3+C4; ca I-FALKE C2; ca II-FALKE C1; ok",
            "cw: ca 3-RIFLES+4-RIFLES; ok",
            "axis: done",
            "both: auto",
            "axis: assault C3",
            options={"rulings": f"R-TERR2={ruling}"},
            change=rough,
        )
        assert told(driven, "axis", Totalled)[-1].totals.terrain == terrain


@each("ruling, leader", [("any", True), ("all", False)])
def test_R_ROMMEL_with_any_of_the_largest_units_or_with_all(ruling: str, leader: bool) -> None:
    """P51.s6: FALKE as a battalion is as large as those in B1 and B2; he is in B2."""
    small = [{"id": "FALKE", "sp": 1, "size_full": 9}]
    driven = played("cw: retreat C2 D2", f"R-ROMMEL={ruling}", unit=small)
    assert told(driven, "axis", MoraleRolled)[-1].leader is leader


@each("ruling, cohesion", [("before", -7), ("after", -2)])
def test_R_CPWHEN_an_assault_is_paid_before_morale_or_after(ruling: str, cohesion: int) -> None:
    """P52.s3: FALKE has spent its 20 CP; 5 more cost 5 cohesion, at once or in the end."""
    driven = game(
        "to assign",
        "axis: ca I-FALKE+PZ-A C2; ca II-FALKE C1; ca III-FALKE C3; ok",
        "cw: ca 2-RIFLES; ok",
        "axis: done",
        "both: auto",
        "axis: assault C2",
        options={"rulings": f"R-CPWHEN={ruling}"},
        change={"unit": [{"id": "FALKE", "cp_spent": 20}]},
    )
    assert told(driven, "axis", MoraleRolled)[-1].cohesion == cohesion
    finish(driven)
    assert driven.play.table.world.units["FALKE"].cohesion == -7


def finish(driven: Driven) -> None:
    for _ in range(9):
        table = driven.play.table
        if driven.play.over or table.world.step == "ca_pick":
            return
        for seat in asked(table):
            driven.play.enter(table.state.now, seat, table.menu(seat).default)
            if driven.play.over:
                return


def test_R_DIST_a_retreat_counts_the_distance_or_the_hexes_walked() -> None:
    """P56.s4: E3 is two hexes from C2; with D2 and C3 shut the way is C2-D1-E2-E3."""
    for ruling, far in (("distance", 2), ("walked", 3)):
        seen = view(played("cw: retreat C2 D2", f"R-DIST={ruling}"), "cw")
        found = open_hexes(seen, "C2", movers(seen, "C2", "cw"), 3, {"C3", "D2"}, set())
        assert found["E3"] == far


def test_R_RPATH_a_forced_retreat_avoids_zones_or_may_go_through_them() -> None:
    """P56: D1 in an enemy zone is closed, or open."""
    for ruling, open_ in (("clear", False), ("zones", True)):
        seen = view(played("cw: retreat C2 D2", f"R-RPATH={ruling}"), "cw")
        found = paths.escapes(seen, seen.units["2-RIFLES"], set(), {"D1"}, set())
        assert ("D1" in found) is open_


def test_R_DEL_a_held_off_assault_may_be_declined_or_not() -> None:
    """P65: C3+C4 is held off? C3 is; so is C1, of which alone an assault is declined."""
    until = "axis: aa PZ-A medium 5 C2"
    for ruling in ("on", "off"):
        driven = played(until, f"R-DEL={ruling}")
        driven.lines("axis: ca III-FALKE C3; ca I-FALKE C2; ok", "cw: auto", "axis: done")
        driven.line("both: auto")
        if ruling == "on":
            driven.line("axis: decline C3")
        else:
            driven.line("axis! decline C3 -> E-DEL")
            assert "strike {hex}" not in driven.play.table.menu("cw").help()


def test_R_NOPLACE_a_captured_point_without_a_place_stays_or_is_lost() -> None:
    """P62: where no hex within three is open, the target hex serves, or none does."""
    for ruling, where in (("stays", ["C2"]), ("lost", [])):
        seen = view(played("axis: repl 1 PZ-B B2", f"R-NOPLACE={ruling}"), "axis")
        shut = replace(seen, controlled=tuple(seen.cells))
        bring = Bring("axis", ("C2",), 0, {"cruiser": 1})
        legal = [hex for hex, reason in places(shut, bring).items() if reason is None]
        assert legal == where


def test_R_SIZE_is_computed_or_declared_for_a_stack() -> None:
    """P50: B2 has FALKE (2), I-FALKE and PZ-A: computed 2, declared 3, which is worth +3 against a
    battalion; not more than its stacking points.
    """
    until = "axis: aa PZ-A medium 5 C2"
    played(until, "R-SIZE=computes").line("axis! size B2 3 -> unknown-word")
    driven = played(until, "R-SIZE=declares")
    driven.lines("axis! size B2 5 -> not-a-number", "axis! size B2 4 -> E-SIZE n=4")
    driven.line("axis: size B2 3")
    rest = [f"{seat}: {text}" for seat, text in SAID]
    for line in rest[rest.index(until) : rest.index("cw: retreat C2 D2")]:
        driven.line(line)
    totals = told(driven, "cw", Totalled)[-1].totals
    assert (totals.size_off, totals.size_def, totals.size) == (3, 1, 3)


def test_R_SPLITB_a_ship_splits_its_guns() -> None:
    """SPI 12.15: KESTREL has five actual points: two and three."""
    driven = game(
        *FIRING,
        'cw: bar "Nr1 Inf": KESTREL*2',
        'cw: bar "Nr1 Arty": KESTREL*3',
        "cw! bar Nr1-Arty: KESTREL*1 -> E-TASKED",
        "axis: auto",
        options={"rulings": "R-SPLITB=on"},
    )
    driven.lines("cw: hold COAST-BTY+FIELD-RGT", "cw: ok")
    hits = [h for e in told(driven, "cw", Barraged) for h in e.hits if h.firer == "cw"]
    assert {hit.target: hit.points for hit in hits} == {"Nr1-Inf": 2, "Nr1-Arty": 3}
    assert driven.play.table.world.units["KESTREL"].ship_fired


def test_R_SPLITB_points_of_several_kinds_name_their_kind() -> None:
    mixed = {"unit": [{"id": "ART-1", "toe": {"how10": 4, "how15": 2}}]}
    driven = game(*FIRING, options={"rulings": "R-SPLITB=on"}, change=mixed)
    driven.line("axis! bar Nr1-Inf: ART-1*2 -> E-SPLITB why=kinds")
    driven.line("axis! bar Nr1-Inf: ART-1*3/how15 -> E-SPLITB why=points n=2")
    driven.lines("axis: bar Nr1-Inf: ART-1*2/how15", "axis: bar Nr2-Inf: ART-1*4/how10")
    driven.lines("axis: hold ART-2; ok", "cw: auto")
    hits = [h for e in told(driven, "axis", Barraged) for h in e.hits if h.firer == "axis"]
    assert {hit.target: hit.points for hit in hits} == {"Nr1-Inf": 2, "Nr2-Inf": 4}
    assert driven.play.table.world.units["ART-1"].ammo == 24 - 3 * 6


def test_R_GROUP_an_unmet_obligation_drives_units_apart_where_room_is_short() -> None:
    """3.12.1: four stacking points find no room together in hexes for three: they surrender, or go
    one by one.
    """
    names = ("1-RIFLES", "2-RIFLES", "3-RIFLES", "4-RIFLES", "HUSSARS", "HW-COY")
    units = [{"id": name, "ammo": 0} for name in names]
    units += [{"id": name, "ammo": 0, "sp": 2} for name in ("4-RIFLES", "HW-COY")]
    hills = {f"hexes.{hex}.terrain": "hill" for hex in ("D1", "D2", "D3", "D4", "E2", "E3", "E4")}
    left = {}
    for ruling, until in (("unit", ["to obligations"]), ("hex", [])):
        driven = game(
            "to move",
            "both: ok",
            *until,
            change={"unit": units, "set": {**hills, "dump": []}},
            options={"stages": 1, "rulings": f"R-GROUP={ruling}"},
        )
        if ruling == "hex":
            while not driven.play.over:
                finish(driven)
        else:
            (order,) = driven.play.table.menu("cw").offered[:1]
            assert order.pattern == "retreat {hex} {units} {to}"
            driven.lines("cw: retreat C1 4-RIFLES D3", "cw: retreat C1 E2")
            assert told(driven, "*", Parted)[-1] == Parted("C1", "D3")
        there = driven.play.table.world.units
        left[ruling] = [there[name].hex for name in ("4-RIFLES", "HW-COY") if name in there]
    assert left == {"unit": ["D3", "E2"], "hex": []}


def test_every_ruling_of_the_page_can_be_set() -> None:
    """3.1, DS-21: but those for which the page has no second answer (R-AAPOOL)."""
    for key in (
        "R-CLASS=finer R-CPWHEN=after R-DEL=off R-DIR=away R-DIST=walked R-IDLE=fire"
        " R-INCOMBAT=zoc R-NOPLACE=lost R-ROMMEL=all R-RPATH=zones R-SIZE=declares R-TERR2=average"
    ).split():
        assert rulings("issue", key) != Rulings()
